"""Where the values stand that caused places in rendered charts."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.core.location import Part, Span
from gpulint.core.pointer import Pointer
from gpulint.source.chart.changed import ChangedChart
from gpulint.source.chart.copy import chart_files, is_template
from gpulint.source.chart.marked_chart import MarkedChart
from gpulint.source.chart.merged_values import GLOBAL, Keys, MergedValues, dig, merged_values
from gpulint.source.chart.rendered import Telling, TemplateLines
from gpulint.source.chart.template_text import TemplateText
from gpulint.source.chart.tree import subchart_names
from gpulint.source.chart.value_causes import Question, causes, differs, leaves_below
from gpulint.source.chart.value_paths import Path, ValuePaths, definitions
from gpulint.source.comments import Comment
from gpulint.source.document import Document
from gpulint.source.files import read_file
from gpulint.source.limits import MAX_BYTES

_MOST_PLACES = 8  # beyond, the key above all of them is named
# Functions of templates that may give something else each time.
_UNSTEADY = re.compile(r"\b(?:rand\w*|now|date\w*|uuidv4|gen[A-Z]\w+|htpasswd|bcrypt|shuffle)\b")


class ChartPlace(NamedTuple):
    """A place in a document of a rendered chart. told: how its line in the template was found."""

    document: Document
    lines: TemplateLines
    pointer: Pointer
    part: Part
    told: Telling


class ValuePlace(NamedTuple):
    """A value that caused a place: where it is set, and its keys in the outermost values.

    is_set: whether it holds something; if not, another value there would take the place's.
    """

    file: str
    span: Span
    keys: Keys
    is_set: bool = True


class Answer(NamedTuple):
    """The values behind each place, in the order asked.

    comments: directives in the files of those values. is_spent: the renderings ran out.
    """

    places: list[list[ValuePlace]]
    comments: tuple[Comment, ...] = ()
    is_spent: bool = False


def value_places(chart: MarkedChart, shown: str, asked: Sequence[ChartPlace]) -> Answer:
    """The values behind places of one chart. shown: the chart's folder as it is shown.

    Empty for a place that no value caused, or whose line in the template is not known for sure.
    """
    nothing = Answer([[] for _ in asked])
    try:
        templates = _templates(chart.folder)
        paths = ValuePaths(definitions(list(templates.values())))
        questions = [_question(each, templates, paths) for each in asked]
        if not any(question.paths for question in questions):
            return nothing
        names = sorted({subchart_names(each.lines.document.source) for each in asked})
        values = merged_values(chart.tree, shown, chart.values, names)
        with ChangedChart(chart, values) as changed:
            questions = _through_texts(questions, values, paths)
            found = causes(questions, values, changed)
            if any(_UNSTEADY.search(each.text) for each in templates.values()):
                found = _steady(questions, found, changed)
            is_spent = changed.is_spent
    except OSError:
        return nothing
    ends = [list(_places(keys, each.part, values)) for keys, each in zip(found, asked, strict=True)]
    files = {place.file for each in ends for place in each}
    return Answer(ends, tuple(values.comments(files)), is_spent)


def _templates(folder: str) -> dict[str, TemplateText]:
    """The templates of a chart and the unpacked ones below it, by path in the chart."""
    found: dict[str, TemplateText] = {}
    for inner in chart_files(folder):
        path = inner.replace(os.sep, "/")
        if is_template(path):
            data = read_file(os.path.join(folder, inner), MAX_BYTES) or b""
            found[path] = TemplateText(data.decode("utf-8-sig", "replace"))
    return found


def _question(asked: ChartPlace, templates: dict[str, TemplateText], paths: ValuePaths) -> Question:
    document = asked.lines.document
    named = _paths(asked, templates, paths)
    return Question(document, asked.document.value, asked.pointer, asked.part, named)


def _paths(
    asked: ChartPlace, templates: dict[str, TemplateText], paths: ValuePaths
) -> Sequence[Path]:
    """The values that the lines behind a place may write."""
    told, file = asked.told, asked.lines.document.file
    if file is None:
        return [(), (GLOBAL,)]  # of a packed chart only what others set for it is known
    if not told.is_exact:
        return []
    nothing = TemplateText("")
    outer = templates.get(file, nothing)
    if told.inner is None:
        return paths.on_line(outer, told.shown.line)
    inner = templates.get(told.inner_file, nothing)
    if not any(each.writes for each in inner.actions_on(told.inner.line)):
        return []
    found = [
        *paths.on_line(inner, told.inner.line),
        *paths.without_definitions().on_line(outer, told.shown.line),
    ]
    # what is handed through several named templates is lost on the way
    return found or paths.on_line(outer, told.shown.line)


def _through_texts(
    questions: Sequence[Question], values: MergedValues, paths: ValuePaths
) -> list[Question]:
    """The questions with the paths that their values name in turn, as texts for `tpl`."""
    leaves = dict(values.leaves(()))
    if not any(isinstance(value, str) and "{{" in value for value in leaves.values()):
        return list(questions)
    extended: list[Question] = []
    for question in questions:
        texts = (leaves[keys] for keys in leaves_below(question, leaves))
        named = [p for text in texts if isinstance(text, str) for p in paths.in_text(text)]
        extended.append(question._replace(paths=[*question.paths, *named]))
    return extended


def _steady(
    questions: Sequence[Question], found: list[list[Keys]], chart: ChangedChart
) -> list[list[Keys]]:
    """Without the causes of places that differ though nothing was changed."""
    again = chart.rendered({})
    return [
        keys if again is not None and not differs(question, again) else []
        for question, keys in zip(questions, found, strict=True)
    ]


def _places(causing: Sequence[Keys], part: Part, values: MergedValues) -> Iterator[ValuePlace]:
    """The places of values; of what holds all of them when they are many.

    Values that are not set are named only where no other one is a cause.
    """
    set_ones = [keys for keys in causing if _is_set(dig(values.value, keys))]
    causing = set_ones or causing
    if len(causing) > _MOST_PLACES:
        causing, part = [_common(causing)], "key"
    for keys in causing:
        place = values.place(keys, part) if keys else None
        if place is not None:
            yield ValuePlace(*place, keys, bool(set_ones))


def _is_set(value: object) -> bool:
    return value not in (None, "") and value != [] and value != {}


def _common(causing: Sequence[Keys]) -> Keys:
    """The keys with which all begin."""
    steps = zip(*causing, strict=False)
    alike = 0
    while len(set(next(steps, (0, 1)))) == 1:
        alike += 1
    return causing[0][:alike]
