"""Finds the files of a run and reads their bytes."""

import errno
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.core.errors import UsageError

SUFFIXES = (".yaml", ".yml", ".json")
STDIN = "-"
_SKIPPED_FOLDERS = frozenset((".git", "node_modules", "__pycache__", ".venv", "venv"))
# Tells of a Python environment, whatever its folder is called.
_ENVIRONMENT = "pyvenv.cfg"
# More than nearly every manifest, and small enough that the allocator reuses the memory.
_CHUNK = 64 * 1024
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class Source(NamedTuple):
    """Something to read.

    path: how to open it. name: how it is shown. kind: `file`, `stdin`, `chart`, `values` (of a
    chart, not to be linted) or `unreadable`. given: the user named it. detail: why it is unreadable.
    """

    path: str
    name: str
    kind: str = "file"
    given: bool = False
    detail: str = ""


def find_sources(paths: Sequence[str]) -> list[Source]:
    """The files and charts that the paths stand for, in the order of the paths, each once.

    Folders are walked in the order of names. Raises UsageError for a path that does not exist.
    """
    walk = _Walk()
    for path in paths:
        walk.add(path)
    return walk.sources


class _Walk:
    """Collects sources; remembers what it has seen, so that links cannot lead it in circles."""

    __slots__ = ("_linked", "_roots", "_seen", "_walked", "sources")

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self._seen: set[str] = set()
        self._walked: set[str] = set()
        self._roots: list[str] = []
        self._linked: list[Source] = []

    def add(self, path: str) -> None:
        """Add a path that the user named."""
        if path == STDIN:
            self._append(Source(path, "<stdin>", "stdin", given=True), STDIN)
        elif os.path.isdir(path):
            real = os.path.realpath(path)
            self._roots.append(real)
            plain = os.path.normpath(path)
            shown = "" if plain == "." else plain if path.endswith(("/", os.sep)) else path
            self._folder(path, shown, real, given=True)
            self._add_linked()
        elif os.path.lexists(path):
            kind = "values" if _is_values(path) else "file"
            self._append(Source(path, _shown(path), kind, given=True), os.path.realpath(path))
        else:
            raise UsageError(f"{path}: no such file or folder; check the path")

    def _append(self, source: Source, real: str) -> None:
        """Add a source unless the same file is there already under another name."""
        if real not in self._seen:
            self._seen.add(real)
            self.sources.append(source)

    def _add_linked(self) -> None:
        """Add the files that were met as links only, and are not walked under their own names."""
        linked, self._linked = self._linked, []
        for source in linked:
            self._append(source, os.path.realpath(source.path))

    def _folder(self, path: str, shown: str, real: str, *, given: bool = False) -> None:
        """Walk a folder, once. real: its path without links."""
        if real in self._walked:
            return
        self._walked.add(real)
        try:
            with os.scandir(path) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if given:
                raise UsageError(f"{path}: {reason(error)}; check its permissions") from None
            self._append(Source(path, _shown(shown), "unreadable", detail=reason(error)), real)
            return
        names = {entry.name for entry in found}
        if _ENVIRONMENT in names and not given:
            return
        if "Chart.yaml" in names:
            self._append(Source(path, _shown(shown or path), "chart"), real)
            return
        prefix = shown + "/" if shown else ""
        for entry in found:
            self._entry(entry, prefix + entry.name, real + os.sep + entry.name)

    def _entry(self, entry: "os.DirEntry[str]", shown: str, real: str) -> None:
        if _is_folder(entry):
            if entry.name in _SKIPPED_FOLDERS:
                return
            if entry.is_symlink():
                real = os.path.realpath(entry.path)
                if any(real == root or real.startswith(root + os.sep) for root in self._roots):
                    return
                self._roots.append(real)
            self._folder(entry.path, shown, real)
        elif entry.name.lower().endswith(SUFFIXES):
            detail = _obstacle(entry)
            if detail:
                source = Source(entry.path, _shown(shown), "unreadable", detail=detail)
                self._append(source, real)
            elif entry.is_symlink():
                self._linked.append(Source(entry.path, _shown(shown)))
            else:
                self._append(Source(entry.path, _shown(shown)), real)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _obstacle(entry: "os.DirEntry[str]") -> str:
    """Why an entry cannot be read as a file; empty when it can."""
    try:
        if entry.is_file():
            return ""
    except OSError as error:
        return "a link to itself" if error.errno == errno.ELOOP else reason(error)
    return "a broken link" if entry.is_symlink() else "no regular file"


def _is_values(path: str) -> bool:
    """Whether a file tells of a chart or gives it values; such a one is no manifest."""
    folder, name = os.path.split(path)
    is_named_so = name == "Chart.yaml" or (
        name.startswith("values") and name.endswith((".yaml", ".yml"))
    )
    return is_named_so and os.path.exists(os.path.join(folder, "Chart.yaml"))


def chart_of_template(path: str) -> str | None:
    """The folder of the chart below whose templates a file lies; None when it lies in no chart."""
    here = os.path.abspath(path)
    while True:
        above, name = os.path.split(here)
        if above == here:
            return None
        if name == "templates" and os.path.isfile(os.path.join(above, "Chart.yaml")):
            return above
        here = above


def _shown(path: str) -> str:
    return path.replace(os.sep, "/") if os.sep != "/" else path


def read_file(path: str, max_bytes: int) -> bytes | None:
    """The bytes of a file, None when there are more than `max_bytes`; raises OSError."""
    descriptor = os.open(path, _READ)
    try:
        data = os.read(descriptor, _CHUNK)
        if len(data) == _CHUNK and os.fstat(descriptor).st_size > max_bytes:
            return None
        rest = list(_rest(descriptor, max_bytes))
        if rest:
            data = b"".join((data, *rest))
    finally:
        os.close(descriptor)
    return data if len(data) <= max_bytes else None


def _rest(descriptor: int, max_bytes: int) -> Iterator[bytes]:
    """What follows the first read, until one byte too many; a pipe gives it bit by bit."""
    left = max_bytes
    while left >= 0:
        data = os.read(descriptor, min(2**20, left + 1))
        if not data:
            return
        left -= len(data)
        yield data


def reason(error: OSError) -> str:
    """Why the system refused, in a few words."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]
