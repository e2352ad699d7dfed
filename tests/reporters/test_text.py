from io import StringIO

import pytest

from gpulint.core.location import Origin
from gpulint.core.report import Input, Report
from gpulint.reporters.style import Style
from gpulint.reporters.text import origin_text, write


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


def _unread(count: int) -> tuple[Input, ...]:
    return tuple(Input(f"{n:02}.yaml", "unreadable", 0, "no regular file") for n in range(count))


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (
            (Input("charts/a", "unreadable", 0, "helm is missing"), Input("b.yaml", "unreadable")),
            [
                "charts/a: not checked: helm is missing",
                "b.yaml: not checked: it could not be read",
            ],
        ),
        (
            _unread(12),
            [
                *(f"{n:02}.yaml: not checked: no regular file" for n in range(10)),
                "and 2 more not checked",
            ],
        ),
    ],
)
def test_what_could_not_be_read_is_listed(
    inputs: tuple[Input, ...], expected: list[str], empty_report: Report
) -> None:
    """A count alone leaves people to find out which file it was."""
    stream = StringIO()
    write(empty_report._replace(inputs=inputs), stream)
    actual = stream.getvalue().splitlines()[:-1]
    assert expected == actual


def test_unread_input_that_a_finding_tells_of_is_not_told_twice(full_report: Report) -> None:
    """The finding has the place as well."""
    finding = full_report.findings[0]._replace(
        file="a/Chart.yaml", message="cannot render: no helm", suppressed=None
    )
    inputs = (Input("a", "unreadable", 0, "no helm"),)
    stream = StringIO()
    write(Report("0.1.0", (finding,), inputs=inputs), stream)
    expected: list[str] = []
    actual = [line for line in stream.getvalue().splitlines() if "not checked" in line]
    assert expected == actual


def test_nearest_line_of_a_template_is_called_so() -> None:
    """Nobody should look for the fault in it."""
    actual = origin_text(Origin("a/templates/b.yaml", 2, "a", exact=False))
    assert actual == "a/templates/b.yaml:2 of chart a; the place is the nearest that can be told"
