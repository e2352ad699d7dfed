from gpulint.core.report import Input, Report
from gpulint.core.severity import Severity
from gpulint.reporters.summary import by_severity, sentence


def test_suppressed_findings_do_not_count_by_severity(full_report: Report) -> None:
    """The numbers have to agree with what is shown and with the exit code."""
    expected = {Severity.ERROR: 2, Severity.WARNING: 1, Severity.INFO: 0}
    actual = by_severity(full_report)
    assert expected == actual


def test_all_that_was_not_judged_is_said(empty_report: Report) -> None:
    """“No findings” over files that nobody could read would be a lie."""
    unreadable = (Input("a", "unreadable"), Input("b", "unreadable"))
    chart = Input("d", "skipped", 0, "a template of the chart x; check the chart's folder")
    inputs = (*unreadable, Input("c", "skipped"), chart)
    expected = (
        "no findings in 4 files, 0 documents; 1 file without anything for gpulint; "
        "1 file of charts left alone; 2 files unreadable; 1 value could not be checked"
    )
    actual = sentence(empty_report._replace(inputs=inputs, counts={"unchecked": 1}))
    assert expected == actual
