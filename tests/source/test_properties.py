"""What holds for every text, tried on many that nobody would write."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulint.core.location import Part, Span
from gpulint.core.pointer import ROOT, Pointer
from gpulint.source import composer
from gpulint.source.document import Document
from gpulint.source.reader import ReadOptions, read_bytes

WRITTEN = (
    "a: b:1 - -- --- ... | > |- ? : {a: [ ] } , & &x *x << <<: *x !x !!int !!binary % %TAG # ' \" \\ "
    "{{ }} {% 1e3 y ~ .nan 0x1 é 😀 gpu: gpulint: ignore[X] $patch"
)
WORDS = st.sampled_from(
    [*WRITTEN.split(), "\\x41", "\u2028", "\u0085", "\ufeff", "\x00", "\x07", "\t", "", " "]
)
GAPS = st.sampled_from(["\n", "\n  ", "\n    ", " ", "", "\r\n", "\r", "\n---\n"])
TEXTS = st.lists(st.tuples(WORDS, GAPS), max_size=12).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)
MANY = settings(max_examples=400)


def pointers(value: object, at: Pointer = ROOT) -> Iterator[Pointer]:
    """Every place of a value, and one beside it."""
    yield at
    yield at.child("absent")
    if isinstance(value, dict):
        for key, child in value.items():
            yield from pointers(child, at.child(key))
    elif isinstance(value, list):
        for number, child in enumerate(value):
            yield from pointers(child, at.child(number))


def spans(document: Document) -> Iterator[Span]:
    parts: tuple[Part, ...] = ("key", "value")
    for pointer in pointers(document.value):
        for part in parts:
            found = document.locate(pointer, part)
            yield found.span
            if found.anchor is not None:
                yield found.anchor


def is_within(span: Span, lines: list[str]) -> bool:
    """Whether a span begins before it ends and lies in the text."""
    return (
        span[:2] <= span[2:]
        and span.line >= 1
        and span.end_line <= len(lines)
        and 1 <= span.column <= len(lines[span.line - 1]) + 1
        and span.end_column <= len(lines[span.end_line - 1]) + 1
    )


def editor_lines(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
@given(text=TEXTS)
@MANY
def test_every_place_of_every_text_lies_in_it(name: str, text: str) -> None:
    """No text ends the run, and no span leads an editor beyond the file."""
    reading = read_bytes(name, text.encode(), ReadOptions(prefilter=False))
    found = [fault.span for fault in reading.faults]
    found += [span for document in reading.documents for span in spans(document)]
    lines = editor_lines(text)
    outside = [span for span in found if not is_within(span, lines)]
    assert outside == []


@given(data=st.binary(max_size=60))
@MANY
def test_any_bytes_are_survived(data: bytes) -> None:
    """Files called .yaml hold anything."""
    reading = read_bytes("a.yaml", data, ReadOptions(tokens=(b"a",), prefilter=False))
    assert len(reading.inputs) == 1


@given(text=TEXTS)
@MANY
def test_filter_changes_nothing_about_documents_that_mention_a_token(text: str) -> None:
    """A document that it hides could hold a finding."""
    options = ReadOptions(tokens=(b"gpu",))
    data = text.encode()
    every = read_bytes("a.yaml", data, options._replace(prefilter=False)).documents
    expected = [(each.index, each.first_line, each.value) for each in every if each.mentions]
    some = read_bytes("a.yaml", data, options).documents
    actual = [(each.index, each.first_line, each.value) for each in some if each.mentions]
    assert expected == actual


@given(text=TEXTS.filter(lambda text: "\ufeff" not in text))
@MANY
def test_what_is_read_does_not_depend_on_libyaml(text: str) -> None:
    """Where both parsers accept a text they give the same values and places.

    They differ about byte-order marks inside a text, which no editor writes.
    """
    with pytest.MonkeyPatch.context() as patch:
        native = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False))
        patch.setattr(composer, "_composer", None)
        pure = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False))
        expected = [(each.value, list(spans(each))) for each in native.documents]
        actual = [(each.value, list(spans(each))) for each in pure.documents]
    told = [each.detail for each in (*native.inputs, *pure.inputs) if each.detail]
    if native.faults or pure.faults or told:
        return  # they stop at different characters of broken texts
    assert expected == actual
