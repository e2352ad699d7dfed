"""Where in a template a piece of its output was written: the literal text, else the action."""

import re
from typing import NamedTuple

from gpulint.core.location import Span
from gpulint.source.marked_template import is_marked
from gpulint.source.template_text import Action, TemplateText


class _Part(NamedTuple):
    """A stretch of a template line: its characters, and whether an action writes in its place."""

    start: int
    end: int
    action: Action | None


def written_at(template: TemplateText, line: int, output: str, start: int, end: int) -> Span | None:
    """The span in a template of the characters `start` to `end` of a line of its output.

    line: that of the mark behind them. None when it cannot be told which of several lines wrote them.
    """
    lines = _candidates(template, line)
    for each in lines:
        found = _matched(template, each, output, start, end)
        if found is not None:
            return found
    token = output[start:end].strip()
    literal = [span for each in lines for span in _literal(template, each, token)]
    if len(literal) == 1:
        return _span(template, *literal[0])
    actions = [a for each in lines for a in template.actions_on(each) if a.writes]
    if actions and (len(lines) == 1 or len(set(actions)) == 1):
        return _span(template, actions[0].start, actions[0].end)
    if len(lines) == 1:
        first, last = template.edges(line)
        return _span(template, first + _indent(template.line(line)), last)
    return None


def _candidates(template: TemplateText, line: int) -> list[int]:
    """The marked line, and the lines above it that write something but could take no mark."""
    found = [line]
    for above in range(line - 1, 0, -1):
        if is_marked(template, above, defines=True):
            break
        if template.has_output(above):
            found.append(above)
    return found


def _parts(template: TemplateText, line: int) -> list[_Part]:
    """The literal stretches and actions of a line, blanks cut off where an action takes them."""
    start, end = template.edges(line)
    parts: list[_Part] = []
    edge = start
    for action in template.actions_on(line):
        parts.append(_Part(edge, max(edge, action.start), None))
        edge = min(end, action.end)
        parts.append(_Part(max(start, action.start), edge, action))
    parts.append(_Part(edge, end, None))
    return [each for each in parts if each.end > each.start]


def _matched(template: TemplateText, line: int, output: str, start: int, end: int) -> Span | None:
    """The span when the whole line of output fits the line of the template in one way."""
    text = template.text
    parts = [p for p in _parts(template, line) if p.action or text[p.start : p.end].strip()]
    if not any(part.action is None for part in parts):
        return None
    pattern = r"\s*".join(_pattern(text, part) for part in parts)
    found = re.fullmatch(rf"\s*{pattern}\s*", output)
    if found is None:
        return None
    edges: list[int] = []
    for index, side in ((start, 0), (max(start, end - 1), 1)):
        number = next((n for n, _ in enumerate(parts) if index < found.end(n + 1)), len(parts) - 1)
        edges.append(_edge(text, parts[number], index - found.start(number + 1), side))
    return _span(template, *edges)


def _pattern(text: str, part: _Part) -> str:
    if part.action is None:
        return f"({re.escape(text[part.start : part.end].strip())})"
    return "(.*?)" if part.action.writes else "()"


def _edge(text: str, part: _Part, within: int, side: int) -> int:
    """The character of a template line behind one of the output; side: 0 before it, 1 after it."""
    if part.action is not None:
        return part.action.end if side else part.action.start
    literal = text[part.start : part.end]
    return part.start + _indent(literal) + max(within, 0) + side


def _literal(template: TemplateText, line: int, token: str) -> list[tuple[int, int]]:
    """Where a token stands as text of its own in a line, outside its actions."""
    if not token:
        return []
    word = re.compile(rf"(?<![\w./-]){re.escape(token)}(?![\w./-])")
    return [
        found.span()
        for part in _parts(template, line)
        if part.action is None
        for found in word.finditer(template.text, part.start, part.end)
    ]


def _span(template: TemplateText, start: int, end: int) -> Span:
    """A span as people count; of one over several lines its part on the first line."""
    line = template.line_of(start)
    first, last = template.edges(line)
    return Span(line, start - first + 1, line, min(end, last) - first + 1)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
