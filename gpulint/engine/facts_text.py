"""Writes a facts file: block YAML in one fixed form, so that two recordings differ only in facts."""

import re
from collections.abc import Iterator, Mapping

# Plain in YAML 1.1 and 1.2 alike, and nothing but a string: all else is quoted.
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./+-]*\Z")
_WORDS = re.compile(r"(?i)(?:y|n|yes|no|on|off|true|false|null)\Z")


def facts_text(document: Mapping[str, object]) -> str:
    """The text of a facts document, with a head that tells how to renew it."""
    head = "# Written by `gpulint facts`; renew it with the same command. Safe to commit: no secrets.\n"
    return head + block_text(document)


def block_text(document: Mapping[str, object]) -> str:
    """A mapping as block YAML, in the order of its keys."""
    return "".join(f"{line}\n" for line in _mapping(document, ""))


def _mapping(value: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, each in value.items():
        yield from _entry(f"{indent}{_scalar(key)}:", each, indent)


def _entry(head: str, value: object, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        yield head
        yield from _mapping(value, indent + "  ")
    elif isinstance(value, (list, tuple)) and value:
        if all(isinstance(each, (str, int, float)) or each is None for each in value):
            yield f"{head} [{', '.join(map(_scalar, value))}]"
            return
        yield head
        yield from _items(value, indent)
    else:
        yield f"{head} {_scalar(value)}"


def _items(value: list[object] | tuple[object, ...], indent: str) -> Iterator[str]:
    for each in value:
        if isinstance(each, Mapping) and each:
            lines = _mapping(each, indent + "  ")
            yield f"{indent}- {next(lines)[len(indent) + 2 :]}"
            yield from lines
        elif isinstance(each, (list, tuple)) and each:
            yield f"{indent}-"
            yield from _items(each, indent + "  ")
        else:
            yield f"{indent}- {_scalar(each)}"


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, (list, tuple)):
        return "[]"
    text = str(value)
    if _PLAIN.match(text) and not _WORDS.match(text):
        return text
    return quoted(text)


def quoted(text: str) -> str:
    """A text in double quotes, on one line, the same to YAML and JSON unless it holds rare characters."""
    import json  # only odd texts

    written = json.dumps(text, ensure_ascii=False)
    return written if text.isprintable() else "".join(map(_escaped, written))


def _escaped(character: str) -> str:
    """A character as it may stand in double quotes; JSON's pairs of escapes are no YAML."""
    if character.isprintable():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
