from io import StringIO

from gpulint.core.finding import RelatedPlace
from gpulint.core.location import Origin, Span
from gpulint.core.report import Report
from gpulint.reporters.github import write
from gpulint.reporters.style import Style


def _first_line(report: Report) -> str:
    stream = StringIO()
    write(report, stream, Style(quiet=True))
    return stream.getvalue().splitlines()[0]


def test_value_cannot_end_its_command(full_report: Report) -> None:
    """A manifest could otherwise set variables of the workflow."""
    finding = full_report.findings[0]._replace(
        file="a,line=9::b.yaml",
        message="100%\n::set-output name=x::y",
        id="GPU999",
    )
    expected = (
        "::error file=a%2Cline=9%3A%3Ab.yaml,line=1,col=1,endColumn=1,title=GPU999 yaml-syntax"
        "::100%25\\n::set-output name=x::y"
    )
    actual = _first_line(full_report._replace(findings=(finding,)))
    assert expected == actual


def test_range_over_lines_has_no_columns(full_report: Report) -> None:
    """GitHub refuses columns whose lines differ."""
    finding = full_report.findings[0]._replace(file="a.yaml", span=Span(2, 3, 5, 7), id="GPU999")
    expected = "::error file=a.yaml,line=2,endLine=5,title=GPU999 yaml-syntax"
    actual = _first_line(full_report._replace(findings=(finding,))).split("::this")[0]
    assert expected == actual


def test_finding_in_a_chart_names_the_value_to_change(full_report: Report) -> None:
    """An annotation stands in the template, and cannot link to the values file."""
    finding = full_report.findings[0]._replace(
        origin=Origin("a/templates/b.yaml", 1, "a"),
        related=(RelatedPlace("a/values.yaml", Span(3, 1, 3, 2), "the value comes from here, x"),),
    )
    actual = _first_line(full_report._replace(findings=(finding,))).rpartition("%0A")[2]
    assert actual == "see: a/values.yaml:3 the value comes from here, x"
