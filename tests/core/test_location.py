"""Places inside texts of several lines."""

from typing import NamedTuple

import pytest

from gpulint.core.location import Located, Origin, Part, Place, Span
from gpulint.core.pointer import Pointer

SCRIPT = """\
args:
  - |

    # start 8
    torchrun --nnodes 1 \\
      --nproc_per_node 8 train.py
  - last 8
"""


class _Lines(NamedTuple):
    """Lines of a file, and the span that any place in it has."""

    text: str
    whole: Span
    file: str = "a.yaml"
    origin: Origin | None = None

    def locate(self, pointer: Pointer, part: Part) -> Located:
        return Located(self.whole)

    def line_text(self, line: int) -> str:
        lines = self.text.split("\n")
        return lines[line - 1] if line <= len(lines) else ""


HEADER = Span(2, 5, 2, 6)
WORDS = [
    pytest.param(None, HEADER, id="the-whole-text"),
    pytest.param(("torchrun", 0), Span(5, 5, 5, 13), id="a-word-of-its-own"),
    pytest.param(("8", 1), Span(6, 24, 6, 25), id="one-of-several"),
    pytest.param(("8", 2), HEADER, id="never-behind-the-end"),
]


@pytest.mark.parametrize(("within", "expected"), WORDS)
def test_a_word_of_a_script_stands_at_its_own_line(
    within: tuple[str, int] | None, expected: Span
) -> None:
    """A script may be long, and the head of it tells nobody where to look."""
    place = Place(_Lines(SCRIPT, HEADER), Pointer(("args", 0)), within=within)
    actual = place.narrowed(HEADER)
    assert expected == actual


def test_a_quoted_text_of_several_lines_is_searched_from_its_quote() -> None:
    """Other items of the same list may stand before it on the line."""
    expected = Span(2, 3, 2, 4)
    whole = Span(1, 6, 2, 5)
    place = Place(_Lines('[8, "serve\n  8"]', whole), Pointer((1,)), within=("8", 0))
    actual = place.narrowed(whole)
    assert expected == actual


def test_a_text_of_one_line_keeps_its_span() -> None:
    """What is seen at a glance is marked whole, and its fingerprint stays."""
    expected = whole = Span(1, 1, 1, 20)
    place = Place(_Lines("serve --tp 8", whole), Pointer(()), within=("8", 0))
    actual = place.narrowed(whole)
    assert expected == actual
