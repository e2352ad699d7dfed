from io import StringIO

from gpulint.core.report import Report
from gpulint.reporters.style import Style
from gpulint.reporters.text import write


def test_quiet_gives_one_line_a_finding(full_report: Report) -> None:
    """Editors and `grep` want places, no prose."""
    expected = [
        "<stdin>:1:1:",
        "chärt/rendered: 100%.yaml:4:30:",
        "jobs/with space/train.yaml:12:15:",
    ]
    stream = StringIO()
    write(full_report._replace(failures=()), stream, Style(quiet=True))
    lines = stream.getvalue().splitlines()
    actual = [line.partition(" error ")[0].partition(" warning ")[0] for line in lines]
    assert expected == actual


def test_clean_run_still_says_what_was_read(empty_report: Report) -> None:
    """Silence could as well mean that nothing was found to lint."""
    stream = StringIO()
    write(empty_report, stream)
    expected = "no findings in 1 file, 1 document\n"
    actual = stream.getvalue()
    assert expected == actual
