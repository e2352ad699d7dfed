"""Knows a text that still has to be rendered: a Helm or Jinja template is no YAML."""

import re

# `${{ x }}` belongs to workflows of a CI service, which render it themselves.
_MARK = re.compile(rb"(?<!\$)\{\{|(?<!\$)\{%")
# `key: |`, `- >-`: what follows with more indentation is text, whatever it holds.
_BLOCK_START = re.compile(rb"(?:^|[:\-?] +)(?:[&!]\S+ +)*[|>][-+0-9]*[ \t]*(?:#.*)?$")


def template_line(data: bytes) -> int | None:
    """The first line (from 1) with `{{` or `{%` outside quotes, comments and block scalars.

    None when there is none. Line by line: a text that is no YAML cannot be asked for its scalars.
    """
    if not has_template_mark(data):
        return None
    block: int | None = None
    for number, line in enumerate(re.split(rb"\r\n|\n|\r", data), 1):
        content = line.lstrip(b" ")
        if not content.strip():
            continue
        indent = len(line) - len(content)
        if block is not None and indent > block:
            continue
        block = None
        if any(not enclosure(line[: found.start()]) for found in _MARK.finditer(line)):
            return number
        if _BLOCK_START.search(line):
            block = indent
    return None


def has_template_mark(data: bytes) -> bool:
    """Whether the bytes hold `{{` or `{%` anywhere."""
    return b"{{" in data or b"{%" in data


def has_gap(line: bytes) -> bool:
    """Whether a value of a line waits for an editor, and YAML cannot read it before.

    `key: %NAME%`, `key: @NAME@`, `key: {name}/more`, and `${NAME}` on a line of its own.
    """
    if re.fullmatch(rb"\s*\$\{?[A-Za-z_]\w*\}?\s*", line):
        return True
    form = rb"(?:[:-] |\A)\s*(?:([%@])[A-Z][A-Z0-9_]*\1|\{[A-Za-z_][\w-]*\}[\w/:.-])"
    return re.search(form, line) is not None


def is_any_template(data: bytes) -> bool:
    """Whether the bytes hold a mark of some templating language, Helm's or another."""
    return has_template_mark(data) or b"${" in data or b"%{" in data


def enclosure(before: bytes) -> str:
    """What the end of `before`, the beginning of a line, lies in: `quotes`, `comment` or nothing."""
    quote = b""
    previous = b" "
    for position in range(len(before)):
        character = before[position : position + 1]
        if quote:
            if character == quote and not (quote == b'"' and previous == b"\\"):
                quote = b""
        elif character in (b'"', b"'") and previous in b" \t[{,:-(":
            quote = character
        elif character == b"#" and previous in b" \t":
            return "comment"
        previous = character
    return "quotes" if quote else ""
