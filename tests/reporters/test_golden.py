"""Every format over the one report that has all; `pytest --update` rewrites the golden files."""

from collections.abc import Callable
from io import StringIO

import pytest

from gpulint.core.report import Report
from gpulint.reporters import FORMATS, writer
from gpulint.reporters.style import Style

GOLDEN = {
    "text": "text.txt",
    "json": "report.json",
    "sarif": "report.sarif",
    "github": "github.txt",
    "junit": "junit.xml",
    "gitlab": "gitlab.json",
    "markdown": "report.md",
    "html": "report.html",
}


@pytest.mark.parametrize("name", FORMATS)
def test_format_writes_its_golden_file(
    name: str, full_report: Report, golden: Callable[[str, str], str]
) -> None:
    """Readers and programs rely on each byte; a change must be seen in review."""
    stream = StringIO()
    writer(name)(full_report, stream, Style())
    actual = stream.getvalue()
    expected = golden(f"reports/{GOLDEN[name]}", actual)
    assert expected == actual


def test_colours_go_around_the_words_only(
    full_report: Report, golden: Callable[[str, str], str]
) -> None:
    """The columns of a coloured report must not move."""
    stream = StringIO()
    writer("text")(full_report, stream, Style(colour=True))
    actual = stream.getvalue()
    expected = golden("reports/text-colour.txt", actual)
    assert expected == actual


def test_statistics_replace_the_findings(
    full_report: Report, golden: Callable[[str, str], str]
) -> None:
    """Who asks how much there is does not want to scroll past it."""
    stream = StringIO()
    writer("text")(full_report, stream, Style(statistics=True))
    actual = stream.getvalue()
    expected = golden("reports/text-statistics.txt", actual)
    assert expected == actual
