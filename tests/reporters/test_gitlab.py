import json
from io import StringIO

from gpulint.core.report import Report
from gpulint.reporters.gitlab import write


def test_same_fault_twice_keeps_two_fingerprints(full_report: Report) -> None:
    """GitLab shows one entry per fingerprint, so the second would vanish."""
    finding = full_report.findings[0]
    stream = StringIO()
    write(full_report._replace(findings=(finding, finding), failures=()), stream)
    entries = json.loads(stream.getvalue())
    prints = {entry.pop("fingerprint") for entry in entries}
    expected = ([entries[0], entries[0]], 2)
    actual = (entries, len(prints))
    assert expected == actual


def test_clean_run_is_an_empty_list(empty_report: Report) -> None:
    """An empty artifact is an error to GitLab, an empty list is good news."""
    stream = StringIO()
    write(empty_report, stream)
    expected = "[]\n"
    actual = stream.getvalue()
    assert expected == actual
