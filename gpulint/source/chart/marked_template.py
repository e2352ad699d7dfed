"""Marks the lines of a template, so that its output tells which line wrote what.

A mark is a YAML comment at the end of a line, between separators that nobody sees and no template
looks for. Whatever stands in the output before a mark, and after the mark above it, was written by
the marked line or by the few unmarked ones just above it.
"""

import re
from typing import NamedTuple

from gpulint.source.chart.template_text import TemplateText

# `quote` and its kin escape what cannot be seen.
_EDGE = r"(?:\u2063\u2064|\\u2063\\u2064)"
_MARK = re.compile(rf" ?#{_EDGE}(\d+){_EDGE}")
_SEPARATOR = "---"


class TemplateLine(NamedTuple):
    """A line that was marked. file: path of the template in its chart. is_defined: see TemplateText."""

    file: str
    line: int
    is_defined: bool


class Unmarked(NamedTuple):
    """A text without its marks. offsets: where in it each mark stood, in order. numbers: of the marks."""

    text: str
    offsets: list[int]
    numbers: list[int]


def is_marked(template: TemplateText, line: int, *, defines: bool) -> bool:
    """Whether a line takes a mark: it writes something, and a comment at its end harms nothing.

    defines: lines inside `define` blocks take marks as well.
    """
    start, end = template.edges(line)
    text = template.text[start:end].rstrip()
    if not text or text.startswith(_SEPARATOR) or not template.has_output(line):
        return False
    if not defines and line in template.defined_lines:
        return False
    edge = start + len(text)
    last = template.actions_on(line)[-1:]
    if any(each.end > end for each in last):  # inside an action a mark is no text
        return False
    # behind `-}}` a mark keeps the blanks that have to go, which matters if something follows
    is_trimmed = any(each.is_trimming and each.end == edge for each in last)
    return not is_trimmed or not (template.text[end:].strip() or template.blocks_at(end))


def marked(file: str, text: str, table: list[TemplateLine], *, defines: bool) -> str:
    """The text of a template with its marks; `table` grows by the lines that took one.

    The number of a mark is the index of its line in the table.
    """
    template = TemplateText(text)
    written: list[str] = []
    edge = 0
    for line in range(1, template.lines + 1):
        if is_marked(template, line, defines=defines):
            end = template.edges(line)[1]
            written.append(f"{text[edge:end]} #\u2063\u2064{len(table)}\u2063\u2064")
            table.append(TemplateLine(file, line, line in template.defined_lines))
            edge = end
    return "".join((*written, text[edge:]))


def unmarked(text: str) -> Unmarked:
    """Take the marks out of what was rendered."""
    kept: list[str] = []
    offsets: list[int] = []
    numbers: list[int] = []
    edge = length = 0
    for found in _MARK.finditer(text):
        kept.append(text[edge : found.start()])
        length += len(kept[-1])
        offsets.append(length)
        numbers.append(int(found[1]))
        edge = found.end()
    return Unmarked("".join((*kept, text[edge:])), offsets, numbers)
