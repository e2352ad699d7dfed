"""Knows most manifests as well-formed YAML at a glance, without the parser.

Loading a parser takes as long as Python itself takes to start, and most files of most commits are
block mappings of plain values. What is called orderly here, every YAML parser reads; what is not
may be well-formed all the same, and is given to the parser.
"""

import re
from functools import cache

# No tabs, carriage returns and controls; 0xC2 and 0xEF begin those that are not ASCII.
_HARMLESS = bytes((10, *range(32, 127), *range(128, 194), *range(195, 239), *range(240, 245)))
_BREAKS = (b"\xe2\x80\xa8", b"\xe2\x80\xa9")
# From here on the parser, which is written in C, beats a look at each line.
_MOST_BYTES = 16 * 1024
_PLAIN_START = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$(~")


@cache
def _entry() -> re.Pattern[bytes]:
    """Dash, key and what follows."""
    key = rb"[A-Za-z0-9_][\w./-]{0,200}|'[\w./-]{1,200}'|\"[\w./-]{1,200}\""
    return re.compile(rb"(- +)?(?:(" + key + rb"):(?: +|$))?(.*)", re.DOTALL)


@cache
def _closed() -> re.Pattern[bytes]:
    """A value in quotes or brackets that ends on its line; a comment may follow."""
    item = rb"(?:[A-Za-z0-9_][\w./-]*|'[^']*'|\"[^\"\\]*\")"
    pair = item + rb": +" + item
    return re.compile(
        rb"(?:'(?:[^']|'')*'|\"(?:[^\"\\]|\\[\"\\nt])*\""
        rb"|\[ *(?:%(item)b(?: *, *%(item)b)*)? *\]"
        rb"|\{ *(?:%(pair)b(?: *, *%(pair)b)*)? *\})(?: +#.*)?\Z" % {b"item": item, b"pair": pair}
    )


def is_orderly(data: bytes) -> bool:
    """Whether a text is surely well-formed YAML; False says nothing.

    data: UTF-8 without byte-order mark, one document with or without its `---` line.
    """
    if len(data) > _MOST_BYTES or data.translate(None, _HARMLESS):
        return False
    if any(each in data for each in _BREAKS):
        return False
    outline = _Outline()
    lines = data.removeprefix(b"---\n").split(b"\n")
    return all(outline.takes(line.rstrip(b" ")) for line in lines)


class _Outline:
    """The maps and lists that are open as the lines go by.

    Each is known by twice its column, and one more for a list: a list may stand at the column of the
    key that holds it, so these numbers grow from the outermost to the innermost.
    """

    __slots__ = ("_awaits", "_open", "_text_above", "_text_indent")

    def __init__(self) -> None:
        self._open: list[int] = []
        # Only below a key without a value, and at the very start, may something open.
        self._awaits = True
        # Of a block of text: the column that it lies beyond, and its own once a line has told it.
        self._text_above = self._text_indent = -1

    def takes(self, line: bytes) -> bool:
        """Whether the next line fits; it is given without blanks at its end."""
        indent = len(line) - len(line.lstrip(b" "))
        if self._text_above >= 0:
            if self._text_indent < 0:
                self._text_indent = indent
                return indent > self._text_above
            if not line or indent >= self._text_indent:
                return True
            self._text_above = self._text_indent = -1
        if not line or line[indent] == ord("#"):
            return True
        found = _entry().match(line, indent)
        dash, key, value = found.groups(b"") if found else (b"", b"", b"")
        column = indent + len(dash)
        if dash and not self._goes_on(2 * indent + 1):
            return False
        if dash and key:
            self._open.append(2 * column)
        elif key and not self._goes_on(2 * column):
            return False
        return bool(dash or key) and self._takes(value, bool(key), column if key else indent)

    def _goes_on(self, number: int) -> bool:
        """Whether the map or list of this number is open, or may open here."""
        may_open = self._awaits
        while self._open and self._open[-1] > number:
            self._open.pop()
            may_open = False
        if may_open and self._open[-1:] != [number]:
            self._open.append(number)
        return self._open[-1:] == [number]

    def _takes(self, value: bytes, is_keyed: bool, column: int) -> bool:
        """Whether what stands behind a key or dash is whole; column: of that key or dash."""
        self._awaits = not value or value[:1] == b"#"
        if self._awaits:
            return is_keyed
        if value[:1] in (b"|", b">"):
            self._text_above = column
            return value.split(b" #")[0].rstrip(b" ")[1:] in (b"", b"-", b"+")
        if value[:1] in (b"'", b'"', b"[", b"{"):
            return _closed().match(value) is not None
        text = value.split(b" #")[0].rstrip(b" ")
        has_start = value[0] in _PLAIN_START or (value[:1] == b"-" and value[1:2].strip() != b"")
        return has_start and b": " not in text and text[-1:] != b":"
