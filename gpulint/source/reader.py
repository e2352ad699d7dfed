"""Paths or bytes in, documents out."""

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from gpulint.core.errors import UsageError
from gpulint.core.fault import InputFault
from gpulint.core.location import Span
from gpulint.core.report import Input
from gpulint.source.examine import Examined, examine
from gpulint.source.files import Source, find_sources, read_file, reason
from gpulint.source.intake import Intake
from gpulint.source.limits import MAX_BYTES
from gpulint.source.screen import essential

if TYPE_CHECKING:
    from gpulint.source.comments import Comment
    from gpulint.source.document import Document
    from gpulint.source.kustomize import Kustomizations

_TOP = Span(1, 1, 1, 1)


class ReadOptions(NamedTuple):
    """How to read.

    tokens: literals one of which a document must hold to be of interest. prefilter: compose only
    such documents. jobs: processes to read with, 0 for as many as pay, 1 for this one only.
    max_bytes: of one file. values: files given to helm as `--values`. helm: whether charts are
    rendered. stdin: what the path `-` reads, None for the process's own. values_for: pairs of a
    chart's name (with @version where known) and a file with values for it. command: the words after
    `helm` of an install or upgrade. own: a file of gpulint's, such as its configuration or facts: no
    chart is rendered, and a template in it is a fault whatever it claims to hold.
    """

    tokens: tuple[bytes, ...] = ()
    prefilter: bool = True
    jobs: int = 0
    max_bytes: int = MAX_BYTES
    values: tuple[str, ...] = ()
    helm: bool = True
    own: bool = False
    stdin: BinaryIO | None = None
    values_for: tuple[tuple[str, str], ...] = ()
    command: tuple[str, ...] = ()


class Reading(NamedTuple):
    """Everything that was read: in the order of the paths, then of the text."""

    documents: "tuple[Document, ...]" = ()
    faults: tuple[InputFault, ...] = ()
    inputs: tuple[Input, ...] = ()
    comments: "tuple[Comment, ...]" = ()


def read(paths: Sequence[str], options: ReadOptions) -> Reading:
    """Read files, folders, charts and `-` (standard input).

    Raises UsageError for a path that does not exist or that the user named and that cannot be
    read. Everything else that goes wrong is a fault, and the rest is read.
    """
    return _Run(options).read(paths)


def read_bytes(name: str, text: bytes, options: ReadOptions) -> Reading:
    """Read one text under a name; its documents, faults and comments in the order of the text."""
    run = _Run(options)
    run.intake.add(run.examined(name, text))
    return run.reading()


class _Run:
    """One call of the reader."""

    __slots__ = ("_kustomizations", "_options", "_tokens", "intake")

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._tokens = essential(options.tokens)
        self.intake = Intake(options.own)
        self._kustomizations: Kustomizations | None = None

    def read(self, paths: Sequence[str]) -> Reading:
        """Everything below the paths."""
        sources = find_sources(paths)
        files = iter(self._examine_files([each for each in sources if each.kind == "file"]))
        for source in sources:
            if source.kind == "file":
                self._add_file(source, next(files))
            elif source.kind == "stdin":
                self.intake.add(self._examined_stdin(source.name))
            elif source.kind == "chart":
                self._add_chart(source)
            elif source.kind == "values":
                self._add_chart_file(source)
            else:
                self.intake.refuse(_unreadable(source.name, source.detail), source.detail)
        for chart, path in self._options.values_for:
            self._add_values(chart, path)
        if self._options.command:
            self._add_command(self._options.command)
        return self.reading()

    def reading(self) -> Reading:
        """What was read so far."""
        intake = self.intake
        return Reading(
            tuple(intake.documents),
            tuple(intake.faults),
            tuple(intake.inputs),
            tuple(intake.comments),
        )

    def examined(self, name: str, data: bytes) -> Examined:
        """A text after the screen."""
        if len(data) > self._options.max_bytes:
            return self._too_large(name)
        return examine(name, data, self._tokens, everything=not self._options.prefilter)

    def _examine_files(self, files: Sequence[Source]) -> Iterable[Examined]:
        if len(files) < 2:
            return map(self._examined_file, files)
        from gpulint.source.fork import processes, spread  # a hook reads one

        parts = processes(len(files), self._options.jobs)
        if parts == 1:
            return map(self._examined_file, files)
        plain = spread(lambda source: self._examined_file(source).plain(), files, parts)
        return map(Examined.from_plain, plain)

    def _examined_file(self, source: Source) -> Examined:
        try:
            data = read_file(source.path, self._options.max_bytes)
        except OSError as error:
            return Examined(source.name, faults=(_unreadable(source.name, reason(error)),))
        if data is None:
            return self._too_large(source.name)
        return self.examined(source.name, data)

    def _examined_stdin(self, name: str) -> Examined:
        stream = self._options.stdin or sys.stdin.buffer
        return self.examined(name, stream.read(self._options.max_bytes + 1))

    def _too_large(self, name: str) -> Examined:
        limit = self._options.max_bytes
        detail = f"larger than {limit:,} bytes, so it was not read"
        facts = {"detail": detail, "limit": limit}
        return Examined(name, faults=(InputFault("too-large", name, _TOP, facts),))

    def _add_file(self, source: Source, examined: Examined) -> None:
        unread = next((f for f in examined.faults if f.kind in ("unreadable", "too-large")), None)
        if unread is not None:
            detail = str(unread.facts["detail"])
            if source.given and unread.kind == "unreadable":
                raise UsageError(f"{source.name}: {detail}; check the path and its permissions")
            self.intake.refuse(unread, detail)
            return
        self.intake.add(
            examined,
            fragment=bool(examined.pieces) and self._is_patch(source.path),
            path=source.path,
        )

    def _is_patch(self, path: str) -> bool:
        from gpulint.source.kustomize import Kustomizations  # only with documents

        if self._kustomizations is None:
            self._kustomizations = Kustomizations()
        return self._kustomizations.is_patch(path)

    def _add_values(self, chart: str, path: str) -> None:
        """Add a file that the user declared to be values for a chart."""
        source = Source(path, path.replace(os.sep, "/"), given=True)
        before = len(self.intake.documents)
        with_all = _Run(self._options._replace(prefilter=False))
        self._add_file(source, with_all._examined_file(source))
        for document in self.intake.documents[before:]:
            document.chart = chart

    def _add_command(self, words: Sequence[str]) -> None:
        """Add the words of a helm command and the values files that it names."""
        from gpulint.source.chart.command import helm_command  # one command needs it

        command = helm_command(words)
        for path in command.values:
            self._add_values(f"{command.chart}@{command.version}", path)
        self.intake.documents.append(command.document)
        self.intake.inputs.append(Input(command.document.file, "linted", 1))

    def _add_chart_file(self, source: Source) -> None:
        """Add values that are judged as such, with the Chart.yaml that tells of what; skip others."""
        from gpulint.source.chart.given_values import value_sources  # few runs need it

        (folder, name), shown = os.path.split(source.path), source.name.rpartition("/")[0]
        beside = list(value_sources(Source(folder or os.curdir, shown)))
        if all(each.name != source.name for each in beside):
            self.intake.skip(source.name, "belongs to a chart; give the chart's folder")
        known = {each.file for each in self.intake.inputs}
        for each in beside:
            if os.path.basename(each.path) in (name, "Chart.yaml") and each.name not in known:
                self.intake.add(self._examined_file(each))

    def _add_chart(self, source: Source) -> None:
        from gpulint.source.chart.given_values import value_sources  # few runs need it

        for each in value_sources(source):
            self.intake.add(self._examined_file(each))
        if self._options.own or not self._options.helm:
            self.intake.skip(source.name, "a chart, and rendering charts is off")
            return
        from gpulint.source.chart.documents import add_chart  # few runs need it

        add_chart(
            self.intake,
            source,
            self._tokens,
            self._options.values,
            everything=not self._options.prefilter,
        )


def _unreadable(name: str, detail: str) -> InputFault:
    return InputFault("unreadable", name, _TOP, {"detail": detail})
