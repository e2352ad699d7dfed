"""What is called well-formed at a glance must be so for the parser as well."""

import random

import pytest
from yaml import YAMLError

from gpulint.source.composer import check_syntax
from gpulint.source.orderly import is_orderly

WHOLE = """\
---
# The shapes that most manifests consist of.
apiVersion: v1
kind: Service
metadata:
  name: "server"   # quoted
  labels: {app: server, "app.example/tier": 'front'}
  annotations:
    example.com/url: http://server:80/a#b
    example.com/text: it is no
spec:
  ports:
  - port: 80
    name: http
  -   port: 443
      targets: [a, 'b', "c"]
  empty: {}
  list:
    - -1
    - ~
    - key: |
        a block: of text

         with: anything
      next: >-  # folded
        more
  none:
status:
"""

ORDERLY = [
    WHOLE,
    "a: 1", "a:\nb:", "a:\n- b\n- c\nd: 1", "a:\n  - b: 1\n    c:\n    - d\n  - e", "- a\n- b",
    "a: |\n  x\n   y\n\nz: 1\n", "a: 'it''s'", 'a: "b \\" c" # d', "a: b:c", "a: b#c", "a: Zürich",
    "---\na: 1\n", "",
]  # fmt: skip

NOT_ORDERLY = [
    "a: b: c", "a: 1\n  b: 2", "a:\n    b: 1\n  c: 2", "  a: 1\nb: 2", "a: 1\n- b", "a: b:",
    "a: |\nb: 1", "a: |x\n  b", "a: 'b", 'a: "b', "a: [b", "a: {b", "a: [b]]", "a: 'b' c",
    "a: @b", "a: `b", "a: %b", "a: - b", "a:\tb", "a: *b", "a: !", "a", "a:b", "- a\nb: 1",
    "a:\n  b:\n- c", "a: 1\n---\n: b", "a: \x85", "a: \u2028", "a: \x07", "\ta: 1", "a: \ufffe",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDERLY)
def test_everyday_text_is_orderly(text: str) -> None:
    """Each of these saves a file the load of a parser."""
    check_syntax(text.encode())
    assert is_orderly(text.encode()) is True


@pytest.mark.parametrize("text", NOT_ORDERLY)
def test_what_may_be_broken_is_not_orderly(text: str) -> None:
    """The parser alone can tell, and says where."""
    assert is_orderly(text.encode()) is False


def test_large_text_is_left_to_the_parser() -> None:
    """From some size on the parser is faster, its load included."""
    expected = (True, False)
    actual = (is_orderly(b"a: 1\n" * 3000), is_orderly(b"a: 1\n" * 4000))
    assert expected == actual


def _mutant(source: random.Random) -> bytes:
    """The whole text with one to three small injuries."""
    text = WHOLE
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(text))
        lines = text.split("\n")
        row = source.randrange(len(lines))
        match source.randrange(4):
            case 0:
                text = text[:at] + source.choice(":-#'\"[]{}|>&*!%@, \n") + text[at:]
            case 1:
                text = text[:at] + text[at + source.randint(1, 4) :]
            case 2:
                lines[row] = " " * source.randint(1, 3) + lines[row]
                text = "\n".join(lines)
            case _:
                lines[row] = lines[row][source.randint(1, 3) :]
                text = "\n".join(lines)
    return text.encode()


def test_orderly_text_is_well_formed() -> None:
    """A broken file that passed for orderly would be called clean."""
    source = random.Random(20)
    orderly = [text for text in (_mutant(source) for _ in range(2000)) if is_orderly(text)]
    broken = []
    for text in orderly:
        try:
            check_syntax(text)
        except YAMLError:
            broken.append(text)
    assert (len(orderly) > 200, broken) == (True, [])
