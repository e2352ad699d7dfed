"""Composes the pieces of examined files and gathers what a run reads."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gpulint.core.fault import InputFault
from gpulint.core.location import Span
from gpulint.core.report import Input
from gpulint.source.examine import Examined
from gpulint.source.files import chart_of_template

if TYPE_CHECKING:
    from gpulint.source.comments import Comment
    from gpulint.source.document import Document

_NO_GPU = "a template that says nothing of GPUs or pods; check what it renders to"


class Intake:
    """The growing result of a run: documents, faults, inputs and comments in order."""

    __slots__ = ("_own", "comments", "documents", "faults", "inputs")

    def __init__(self, own: bool = False) -> None:
        self._own = own
        self.documents: list[Document] = []
        self.faults: list[InputFault] = []
        self.inputs: list[Input] = []
        self.comments: list[Comment] = []

    def add(self, examined: Examined, *, fragment: bool = False, path: str = "") -> None:
        """Compose a file's pieces and add all that it holds.

        fragment: it is a kustomize patch. path: where the file lies, if it is one; the template of
        a chart is left to the chart.
        """
        # Some templates are YAML by luck, but never the YAML that the API server sees.
        if examined.is_marked and self._is_of_chart(examined, path):
            return
        documents, faults, count, detail = _compose(examined, fragment, self._own)
        faults = _as_template(examined, faults)
        is_template = any(each.kind == "template" for each in faults)
        if is_template and not self._own:
            if self._is_of_chart(examined, path):
                return
            if not examined.has_pods and not any(piece.mentions for piece in examined.pieces):
                # a Service, a Role; the GPUs of a pod may come with the values
                faults = [each for each in faults if each.kind != "template"]
                detail = detail or _NO_GPU
        self.documents += documents
        self.faults += sorted(faults, key=lambda fault: fault.span)
        self.comments += _outside_values(examined.comments, documents)
        status = "unreadable" if detail and not documents else _status(documents, faults)
        self.inputs.append(Input(examined.name, status, count, detail))

    def _is_of_chart(self, examined: Examined, path: str) -> bool:
        """Whether the template is a chart's, which alone can render it; then it is told so."""
        chart = chart_of_template(path) if path else None
        if chart is None:
            return False
        if self._own:
            line, text = examined.template_line or 1, examined.template_text
            self.refuse(_template_fault(examined, line, text))
        else:
            name = os.path.basename(chart)
            self.skip(examined.name, f"a template of the chart {name}; check the chart's folder")
        return True

    def refuse(self, fault: InputFault, detail: str = "") -> None:
        """Add a file that could not be read at all."""
        self.faults.append(fault)
        self.inputs.append(Input(fault.file, "unreadable", 0, detail))

    def skip(self, name: str, detail: str) -> None:
        """Add a file that is left alone on purpose, and why."""
        self.inputs.append(Input(name, "skipped", 0, detail))


def _compose(
    examined: Examined, fragment: bool, own: bool
) -> "tuple[list[Document], list[InputFault], int, str]":
    """See pieces.composed."""
    if not examined.pieces:
        return [], list(examined.faults), examined.documents, ""
    from gpulint.source.pieces import composed  # loads the parser

    return composed(examined, fragment, own)


def _as_template(examined: Examined, faults: list[InputFault]) -> list[InputFault]:
    """One fault for a template in place of all that a parser has to say about it."""
    broken = [fault for fault in faults if fault.kind == "syntax"]
    if not broken:
        return faults
    line, excerpt = examined.template_line, examined.template_text
    if line is None:
        from gpulint.source.templates import has_gap, has_template_mark  # only broken texts

        lines = [(fault, fault.excerpt.encode()) for fault in broken]
        marked = [fault for fault, text in lines if has_template_mark(text) or has_gap(text)]
        if not marked:
            return faults
        line, excerpt = marked[0].span.line, marked[0].excerpt
    others = [fault for fault in faults if fault.kind != "syntax"]
    return [*others, _template_fault(examined, line, excerpt)]


def _template_fault(examined: Examined, line: int, excerpt: str) -> InputFault:
    content = excerpt.strip()
    column = len(excerpt) - len(excerpt.lstrip()) + 1
    span = Span(line, column, line, column + len(content))
    return InputFault("template", examined.name, span, {"text": content}, excerpt)


def _outside_values(comments: "Iterable[Comment]", documents: "list[Document]") -> "list[Comment]":
    """The comments that do not stand inside a value of several lines."""
    if not comments:
        return []
    inner = [lines for document in documents for lines in document.inner_lines()]
    return [comment for comment in comments if not any(comment.line in lines for lines in inner)]


def _status(documents: "list[Document]", faults: list[InputFault]) -> str:
    if any(document.mentions for document in documents):
        return "linted"
    return "unreadable" if faults and not documents else "skipped"
