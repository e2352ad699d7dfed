"""The facts file as text: one form, and what is read back is what was written."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulint.engine.facts_text import block_text, facts_text
from gpulint.source.reader import ReadOptions, read_bytes


def _read(text: str) -> object:
    reading = read_bytes("facts.yaml", text.encode(), ReadOptions(prefilter=False, jobs=1))
    assert reading.faults == ()
    return reading.documents[0].value


def test_the_form_is_block_yaml_with_short_lists_in_line() -> None:
    """A diff of two recordings shows facts, not a change of form."""
    document = {
        "date": "2026-11-30",
        "nodes": [{"count": 2, "labels": {"a/b": "yes", "card": "NVIDIA-L4"}, "own": ["x", 1]}],
        "empty": {},
        "none": [],
        "nested": [[1, {"a": None}], [True]],
        "words": [{}, "x"],
    }
    expected = """\
date: "2026-11-30"
nodes:
- count: 2
  labels:
    a/b: "yes"
    card: NVIDIA-L4
  own: [x, 1]
empty: {}
none: []
nested:
-
  - 1
  - a: null
-
  - true
words:
- {}
- x
"""
    actual = block_text(document)
    assert expected == actual


def test_the_head_tells_how_to_renew_the_file() -> None:
    """Nobody should edit by hand what a command writes."""
    expected = (
        "# Written by `gpulint facts`; renew it with the same command. Safe to commit: no secrets."
    )
    actual = facts_text({"a": 1}).splitlines()[0]
    assert expected == actual


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "1e3",
        "0x1F",
        "~",
        "- a",
        "a: b",
        "#",
        "a\nb",
        "\u2028",
        "größer",
        "\x1b",
        "1:30",
        "=",
        "<<",
    ],
)
def test_odd_texts_stay_texts(text: str) -> None:
    """A label may be `on`, and a version 1.10."""
    expected = {"key": text, "list": [text]}
    actual = _read(block_text(expected))
    assert expected == actual


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4))
@settings(max_examples=200)
def test_what_is_written_is_read_back(document: dict[str, Any]) -> None:
    """Facts that change on their way would be no facts."""
    expected = document or None
    actual = _read(block_text(document) or "null\n")
    assert expected == actual
