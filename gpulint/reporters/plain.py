"""Text from manifests made harmless: what a terminal or log would obey is shown instead."""

# Direction marks and isolates can make a line read as something else than it says.
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BREAKS = frozenset("\u2028\u2029")


def shown(character: str) -> str:
    """The character itself, or its escape when it would act rather than show."""
    code = ord(character)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character, f"\\x{code:02x}")
    # lone surrogates stand for bytes that are no UTF-8, as in odd file names
    if 0xD800 <= code < 0xE000 or character in _DIRECTION or character in _BREAKS:
        return f"\\u{code:04x}"
    return character


def printable(text: str) -> str:
    """The text with every control, direction mark and lone surrogate escaped; one line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(shown, text))


def one_line(prose: str) -> str:
    """Prose of a rule with its line breaks folded into blanks."""
    return printable(" ".join(prose.split()))


def counted(number: int, noun: str) -> str:
    """`1 error`, `2 errors`; `noun` takes an s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
