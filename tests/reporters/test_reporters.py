import subprocess
import sys
from io import StringIO

import pytest

from gpulint.core.errors import UsageError
from gpulint.core.report import Report
from gpulint.reporters import FORMATS, writer
from gpulint.reporters.style import Style


def test_unknown_format_is_refused_with_the_known_ones() -> None:
    """The user sees at once what to write."""
    expected = f"unknown format 'xml'; choose one of {', '.join(FORMATS)}"
    with pytest.raises(UsageError) as caught:
        writer("xml")
    actual = str(caught.value)
    assert expected == actual


@pytest.mark.parametrize("name", FORMATS)
def test_same_report_gives_the_same_bytes(name: str, full_report: Report) -> None:
    """CI compares reports, caches them and commits them."""
    streams = (StringIO(), StringIO())
    for stream in streams:
        writer(name)(full_report, stream, Style())
    expected, actual = (stream.getvalue() for stream in streams)
    assert expected == actual


def test_text_loads_no_json_and_no_re() -> None:
    """Each start of the hook would pay for them."""
    heavy = {"json", "hashlib", "urllib", "xml", "html", "textwrap", "unicodedata"}
    program = (
        "import sys; from io import StringIO; from gpulint.core.report import Report;"
        "from gpulint.reporters import writer; from gpulint.reporters.style import Style;"
        "writer('text')(Report('1', ()), StringIO(), Style()); print('\\n'.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    expected: set[str] = set()
    actual = heavy & set(done.stdout.split())
    assert expected == actual
