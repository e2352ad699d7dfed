"""Decides without parsing which pieces of a file deserve it.

A literal search over bytes proves that a document cannot mention a token, unless the bytes hold
something that spells characters differently; such text is parsed in any case.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

# Patterns are compiled when a text holds what makes them worth it: most hold none of it.
_BOM = b"\xef\xbb\xbf"
# A literal first: several times as fast as a pattern that is tried at every line.
_SEPARATOR = rb"\n---(?=[ \t\r\n]|\Z)"
# Escapes in double quotes by which a token can be written without its letters.
_ESCAPE = rb"\\(?:[xuU/]|\r?\n|\xc2\x85|\xe2\x80[\xa8\xa9])"
# Tags that decode their text, or are spelled in a way that hides which tag they are.
_DECODING_TAG = rb"!(?:<|!(?:binary|\w*%))"
_LONE_CR = rb"\r(?!\n)"


class Piece(NamedTuple):
    """The bytes of (mostly) one document.

    line: of its first line, from 1. number: of the document in its file, from 0. mentions: it may
    hold a token.
    """

    data: bytes
    line: int
    number: int
    mentions: bool


def essential(tokens: Sequence[bytes]) -> tuple[bytes, ...]:
    """The tokens that are left when those that contain another one are dropped; same answers."""
    kept: list[bytes] = []
    for token in sorted(set(tokens), key=len):
        if not any(shorter in token for shorter in kept):
            kept.append(token)
    return tuple(kept)


def normal(data: bytes) -> bytes:
    """UTF-8 without byte-order mark; UTF-16 is converted, as YAML readers take it.

    Raises UnicodeDecodeError for UTF-16 that is broken.
    """
    if data[:3] == _BOM:
        return data[3:]
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16").encode()
    return data


def holds_any(data: bytes, tokens: Sequence[bytes]) -> bool:
    """Whether one of the tokens is in the bytes."""
    return any(token in data for token in tokens)


def is_odd(data: bytes) -> bool:
    """Whether the bytes may spell a token in a way that a literal search does not see."""
    return (
        (b"\\" in data and re.search(_ESCAPE, data) is not None)
        or (b"%" in data and has_directive(data))
        or (b"!" in data and re.search(_DECODING_TAG, data) is not None)
        or has_lone_cr(data)
    )


def has_directive(data: bytes) -> bool:
    """Whether a line starts with `%`, which may change what tags mean."""
    return data[:1] == b"%" or b"\n%" in data or b"\r%" in data


def has_lone_cr(data: bytes) -> bool:
    """Whether a carriage return stands alone; it breaks lines, and so may hide a separator."""
    return b"\r" in data and re.search(_LONE_CR, data) is not None


def split(data: bytes) -> list[tuple[bytes, int]]:
    """The pieces of a stream with their first lines; whole when the text cannot be split safely."""
    if b"\n---" not in data or has_directive(data) or has_lone_cr(data):
        return [(data, 1)]
    pieces: list[tuple[bytes, int]] = []
    start, line = 0, 1
    for found in re.finditer(_SEPARATOR, data):
        end = found.start() + 1
        pieces.append((data[start:end], line))
        line += data.count(b"\n", start, end)
        start = end
    pieces.append((data[start:], line))
    return pieces


def is_blank(piece: bytes) -> bool:
    """Whether a piece holds nothing but its separator, blank lines and comments."""
    rest = piece
    if rest[:3] == b"---":
        rest = rest[3:]
    rest = rest.lstrip()
    while rest[:1] == b"#":
        end = rest.find(b"\n")
        if end < 0:
            return True
        rest = rest[end:].lstrip()
    return not rest


def is_crd(piece: bytes) -> bool:
    """Whether a piece is a CustomResourceDefinition: schemas speak of GPUs but ask for none."""
    kind = b"\nkind: CustomResourceDefinition"
    return kind in piece and piece.count(b"\nkind:") == 1


def screen(
    data: bytes, tokens: Sequence[bytes], *, everything: bool = False
) -> tuple[list[Piece], list[Piece]]:
    """The pieces of a normal text that must be composed, and those that need not.

    everything: all must, and `mentions` is set the same way. Blank pieces are in neither list.
    """
    suspect = is_odd(data) or holds_any(data, tokens)
    wanted: list[Piece] = []
    other: list[Piece] = []
    number = 0
    for piece, line in split(data):
        if is_blank(piece):
            continue
        mentions = suspect and not is_crd(piece) and (holds_any(piece, tokens) or is_odd(piece))
        found = Piece(piece, line, number, mentions)
        # A piece with directives for gpulint is composed to tell its comments from its text.
        if mentions or everything or b"gpulint:" in piece:
            wanted.append(found)
        else:
            other.append(found)
        number += 1
    return wanted, other
