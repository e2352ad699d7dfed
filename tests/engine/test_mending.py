"""Fixes in a text: what does not belong to them stays byte for byte, and no fix spoils another."""

from collections.abc import Callable

import pytest

from gpulint.config.settings import Settings
from gpulint.core.finding import Finding
from gpulint.core.fix import Edit, Fix
from gpulint.core.location import Span
from gpulint.core.report import Report
from gpulint.engine import lint_texts
from gpulint.engine.mending import mended

Lint = Callable[..., Report]


def _mended(data: bytes) -> tuple[bytes, list[str], list[str]]:
    """The text with its fixes, and the rules whose findings were mended and left."""
    findings = lint_texts({"a.yaml": data}, Settings()).findings
    done = mended("a.yaml", data, [f for f in findings if f.fix], Settings())
    return done.data, [f.id for f in done.fixed], [f.id for f in done.left]


ODD = [
    pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="crlf"),
    pytest.param(lambda data: data.replace(b"\n", b"\r"), id="lone-cr"),
    pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="byte-order-mark"),
    pytest.param(lambda data: data.replace(b"name: trainer", b"name: trainer\t# \t x"), id="tab"),
    pytest.param(
        lambda data: data.replace(b"gpu: 2", "gpu: 2  # größer 🚀".encode()), id="unicode"
    ),
    pytest.param(lambda data: "# 🚀 \u2028\n".encode() + data, id="separator"),
    pytest.param(lambda data: data.rstrip(b"\n"), id="no-last-break"),
    pytest.param(lambda data: data.replace(b"containers:", b"containers: &c\n"), id="anchor"),
    pytest.param(lambda data: data + b"---\n# only a comment\n...\n", id="markers"),
]


@pytest.mark.parametrize("odd", ODD)
def test_everything_around_a_fix_stays_as_it_was(odd: Callable[[bytes], bytes], pod: str) -> None:
    """A diff that holds more than the fix is not read."""
    data = odd(pod.replace("0.5", "4").encode())
    expected = (data.replace(b"gpu: 2", b"gpu: 4"), ["GPU101"], [])
    actual = _mended(data)
    assert expected == actual


def test_two_fixes_of_one_file_are_both_written(pod: str) -> None:
    """One run for all that goes together."""
    data = pod.replace("0.5", "4").replace("spec:", "spec:\n  nodeselector: {a: b}").encode()
    expected = (
        data.replace(b"gpu: 2", b"gpu: 4").replace(b"nodeselector", b"nodeSelector"),
        ["GPU011", "GPU101"],
        [],
    )
    actual = _mended(data)
    assert expected == actual


def test_a_fix_that_would_bring_a_finding_is_left_out(pod: str) -> None:
    """The right name stands there already, and a key twice is refused."""
    wrong = "          nvidia.com/mig1g.5gb: 1\n          nvidia.com/mig-1g.5gb: 1\n"
    data = pod.replace("          nvidia.com/gpu: 0.5\n", wrong)
    data = data.replace("        requests:\n          nvidia.com/gpu: 2\n", "")
    data = data.replace("spec:", "spec:\n  nodeselector: {a: b}")
    expected = (data.replace("nodeselector", "nodeSelector").encode(), ["GPU011"], ["GPU201"])
    actual = _mended(data.encode())
    assert expected == actual


def _edits(pod: str, *edits: Edit) -> list[Finding]:
    """A finding for each edit, of the line on which it stands."""
    base = lint_texts({"a.yaml": pod.encode()}, Settings()).findings[0]
    lines = pod.split("\n")
    return [
        base._replace(span=e.span, excerpt=lines[e.span.line - 1], fix=Fix("write", (e,)))
        for e in edits
    ]


def test_of_fixes_that_overlap_the_first_is_written(pod: str) -> None:
    """The other one is found again by the next run, if it is still needed."""
    one, other = Edit(Span(4, 9, 4, 16), "pair"), Edit(Span(4, 12, 4, 16), "x")
    findings = _edits(pod, one, other)
    done = mended("a.yaml", pod.encode(), findings, Settings())
    expected = (pod.replace("trainer", "pair", 1).encode(), (findings[0],), (findings[1],))
    actual = (done.data, done.fixed, done.left)
    assert expected == actual


def test_the_same_edit_of_two_findings_is_written_once(pod: str) -> None:
    """Two rules may see one typo."""
    edit = Edit(Span(4, 9, 4, 16), "pair")
    done = mended("a.yaml", pod.encode(), _edits(pod, edit, edit), Settings())
    expected = (pod.replace("trainer", "pair", 1).encode(), 2)
    actual = (done.data, len(done.fixed))
    assert expected == actual


def test_a_line_that_has_changed_is_left_alone(pod: str) -> None:
    """Somebody saved the file while it was judged."""
    findings = _edits(pod, Edit(Span(4, 9, 4, 16), "pair"))
    data = pod.replace("name: trainer", "name:  trainer", 1).encode()
    expected = (data, ())
    done = mended("a.yaml", data, findings, Settings())
    actual = (done.data, done.fixed)
    assert expected == actual


def test_a_text_that_is_no_utf8_is_left_alone(pod: str) -> None:
    """Its columns are those of another text."""
    findings = _edits(pod, Edit(Span(4, 9, 4, 16), "pair"))
    data = pod.encode() + b"# \xff\n"
    expected = (data, ())
    done = mended("a.yaml", data, findings, Settings())
    actual = (done.data, done.fixed)
    assert expected == actual
