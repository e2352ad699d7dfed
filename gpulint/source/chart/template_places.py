"""Where in a template a piece of its output was written: the literal text, else the action."""

import re
from typing import NamedTuple

from gpulint.core.location import Span
from gpulint.source.chart.marked_template import is_marked
from gpulint.source.chart.template_text import TemplateText


class _Part(NamedTuple):
    """A stretch of a template line: its characters, and whether actions write in its place."""

    start: int
    end: int
    is_action: bool


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
    """The texts and actions of a line that write something; actions side by side are one part."""
    start, end = template.edges(line)
    parts: list[_Part] = []
    edge = start
    for action in (*template.actions_on(line), None):
        text = _Part(edge, max(edge, end if action is None else action.start), False)
        if template.text[text.start : text.end].strip():
            parts.append(text)
        if action is not None:
            edge = min(end, action.end)
            if action.writes:
                before = parts.pop().start if parts and parts[-1].is_action else action.start
                parts.append(_Part(before, action.end, True))
    return parts


def _matched(template: TemplateText, line: int, output: str, start: int, end: int) -> Span | None:
    """The span when the line of the template fits the whole line of output."""
    parts = _parts(template, line)
    places = _laid_out(template.text, parts, output)
    if places is None or all(part.is_action for part in parts):
        return None
    edges: list[int] = []
    for index, side in ((start, 0), (max(start, end - 1), 1)):
        number = next((n for n, each in enumerate(places) if index < each[1]), len(parts) - 1)
        edges.append(_edge(template.text, parts[number], index - places[number][0], side))
    return _span(template, *edges)


def _laid_out(text: str, parts: list[_Part], output: str) -> list[tuple[int, int]] | None:
    """Where in a line of output each part stands; None when one of the texts is not there.

    Looks for the texts one after the other and never back, so that long lines cost little.
    """
    edge, last = _indent(output), len(output.rstrip())
    places: list[tuple[int, int]] = []
    for number, part in enumerate(parts):
        if part.is_action:
            places.append((edge, last))  # until the text that follows is found
            continue
        literal = text[part.start : part.end].strip()
        is_free = number and parts[number - 1].is_action
        at = output.find(literal, edge) if is_free else edge + _indent(output[edge:])
        if number == len(parts) - 1 and is_free:
            at = max(at, last - len(literal))
        if at < 0 or not output.startswith(literal, at):
            return None
        if is_free:
            places[-1] = (places[-1][0], at)
        edge = at + len(literal)
        places.append((at, edge))
    is_whole = not parts or parts[-1].is_action or edge == last
    return places if is_whole else None


def _edge(text: str, part: _Part, within: int, side: int) -> int:
    """The character of a template line behind one of the output; side: 0 before it, 1 after it."""
    if part.is_action:
        return part.end if side else part.start
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
        if not part.is_action
        for found in word.finditer(template.text, part.start, part.end)
    ]


def _span(template: TemplateText, start: int, end: int) -> Span:
    """A span as people count; of one over several lines its part on the first line."""
    line = template.line_of(start)
    first, last = template.edges(line)
    return Span(line, start - first + 1, line, min(end, last) - first + 1)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
