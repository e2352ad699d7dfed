"""Comments that silence rules: `# gpulint: ignore[GPU203, name] reason until=2027-01-31`."""

import re
from typing import NamedTuple

from gpulint.source.templates import enclosure

# Compiled when a text has a directive: most have none.
_DIRECTIVE = (
    r"(?:^|(?<=\s))#[ \t]*gpulint:[ \t]*(ignore-file|ignore)(?![\w-])[ \t]*(?:\[([^\]]*)\])?(.*)"
)
_UNTIL = r"(?:^|(?<=\s))until=(\S+)"
_BREAK = "\r\n|\n|\r"


class Comment(NamedTuple):
    """One directive in a comment.

    line: where it stands, from 1. target_line: the line that it is about, the same one when code
    stands before it, else the next line with code; 0 when there is none. whole_file: it is about
    every line. ids: rule ids or names as written, empty for all rules. until: text of the last day
    on which it holds, None for ever.
    """

    file: str
    line: int
    target_line: int
    whole_file: bool
    ids: tuple[str, ...]
    reason: str
    until: str | None


def find_comments(name: str, data: bytes) -> list[Comment]:
    """The directives of a whole file, in order; those inside block scalars too, as only a parser
    can tell them.
    """
    if b"gpulint:" not in data:
        return []
    lines = re.split(_BREAK, data.decode("utf-8", "replace"))
    found: list[Comment] = []
    for row, line in enumerate(lines):
        match = re.search(_DIRECTIVE, line) if "gpulint:" in line else None
        if match is None:
            continue
        before = line[: match.start()]
        where = enclosure(before.encode())
        if where == "quotes":
            continue
        has_code = not where and before.strip() not in ("", "---")
        found.append(_comment(name, row, row if has_code else _next_code(lines, row), match))
    return found


def _next_code(lines: list[str], row: int) -> int:
    """Row of the next line with code; -1 when there is none."""
    for below in range(row + 1, len(lines)):
        stripped = lines[below].strip()
        if stripped and not stripped.startswith("#") and stripped != "---":
            return below
    return -1


def _comment(name: str, row: int, target: int, match: re.Match[str]) -> Comment:
    word, ids, rest = match.groups()
    until = re.search(_UNTIL, rest)
    return Comment(
        name,
        row + 1,
        target + 1,
        word == "ignore-file",
        tuple(each.strip() for each in (ids or "").split(",") if each.strip()),
        " ".join(re.sub(_UNTIL, "", rest).split()),
        until[1] if until else None,
    )
