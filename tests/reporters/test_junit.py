from io import StringIO
from xml.etree import ElementTree

from gpulint.core.report import Report
from gpulint.reporters.junit import write


def test_any_text_leaves_well_formed_xml(full_report: Report) -> None:
    """One control character makes CI drop the whole report."""
    message = 'a<b>&"quoted" \x00\x0b\ufffe\ud800 ]]>'
    finding = full_report.findings[0]._replace(message=message)
    stream = StringIO()
    write(full_report._replace(findings=(finding,)), stream)
    expected = 'a<b>&"quoted" \\x00\\x0b\\ufffe\\ud800 ]]>'
    failure = ElementTree.fromstring(stream.getvalue().encode()).find(".//failure")
    actual = None if failure is None else failure.get("message")
    assert expected == actual


def test_clean_file_is_a_case_that_passed(empty_report: Report) -> None:
    """CI calls a suite without cases a mistake."""
    stream = StringIO()
    write(empty_report, stream)
    expected = ["a.yaml"]
    suites = ElementTree.fromstring(stream.getvalue().encode())
    actual = [case.get("classname") for case in suites.iter("testcase") if len(case) == 0]
    assert expected == actual
