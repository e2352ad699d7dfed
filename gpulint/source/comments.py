"""Comments that silence rules: `# gpulint: ignore[GPU203, name] reason until=2027-01-31`."""

import re
from typing import NamedTuple

from gpulint.source.templates import enclosure

# Compiled when a text has a directive: most have none.
_DIRECTIVE = r"(?:^|(?<=\s))#[ \t]*gpulint:[ \t]*([\w-]*)[ \t]*(.*)"
_WORDS = ("ignore", "ignore-file")
# What other linters call it.
_SYNONYMS = ("disable", "skip", "noqa", "nolint", "suppress", "allow", "off", "exclude", "silence")
# How a rule is named; a reason hardly begins so.
_RULE = r"gpu[0-9]+x*(?![\w-])|[a-z0-9]+(?:-[a-z0-9]+){2,}|[a-z0-9]+-[a-z0-9]+(?=,|\Z)"
_UNTIL = r"(?:^|(?<=\s))until=(\S+)"
_BREAK = "\r\n|\n|\r"


class Comment(NamedTuple):
    """One directive in a comment.

    line: where it stands, from 1. target_line: the line that it is about, the same one when code
    stands before it, else the next line with code; 0 when there is none. whole_file: it is about
    every line. ids: rule ids or names as written, empty for all rules. until: text of the last day
    on which it holds, None for ever. fault: what is wrong with the directive, which then silences
    nothing; empty when nothing is.
    """

    file: str
    line: int
    target_line: int
    whole_file: bool
    ids: tuple[str, ...]
    reason: str
    until: str | None
    fault: str = ""


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
    word, rest = match[1], match[2].rstrip()
    ids, closed, reason = rest[1:].partition("]") if rest.startswith("[") else ("", "", rest)
    until = re.search(_UNTIL, reason)
    return Comment(
        name,
        row + 1,
        target + 1,
        word == "ignore-file",
        tuple(each.strip() for each in ids.split(",") if each.strip()) if closed else (),
        " ".join(re.sub(_UNTIL, "", reason).split()),
        until[1] if until else None,
        _fault(word, rest),
    )


def _fault(word: str, rest: str) -> str:
    """What is wrong with a directive, in a sentence; empty for a sound one."""
    if word not in _WORDS:
        return _unknown(word)
    if rest.startswith("[") and "]" in rest:
        is_empty = not rest[1 : rest.index("]")].replace(",", "").strip()
        what = f"no rule is named, so nothing is silenced; write {word}[GPU302], or {word} for all rules"
        return what if is_empty else ""
    # A bare word silences every rule: it must not be a slip of the hand.
    begins = re.match(rf"[^\w\s]*\s*(?:{_RULE})", rest, re.IGNORECASE)
    if begins is None and rest[:1] not in tuple("[({<=:"):
        return ""
    named = ", ".join(re.findall(_RULE, rest, re.IGNORECASE)) or "GPU302"
    return f"brackets are missing around the rules, so nothing is silenced; write {word}[{named}]"


def _unknown(word: str) -> str:
    if not word:
        return "no directive stands here, so nothing is silenced; write ignore[GPU302]"
    from difflib import get_close_matches  # only for slips

    folded = word.lower().replace("_", "-")
    near = get_close_matches(folded, _WORDS, n=1, cutoff=0.85)
    if near:
        return f"unknown directive {word!r}; did you mean {near[0]}?"
    if get_close_matches(folded, (*_WORDS, *_SYNONYMS), cutoff=0.75) or folded.startswith("ignore"):
        return f"unknown directive {word!r}; did you mean ignore?"
    return f"unknown directive {word!r}; there are ignore and ignore-file"
