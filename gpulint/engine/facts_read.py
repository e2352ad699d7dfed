"""From texts of kubectl, or files that hold them, to facts."""

from collections.abc import Sequence
from typing import BinaryIO

from gpulint.core.errors import UsageError
from gpulint.engine.facts_file import Facts, facts_of
from gpulint.model.resource import Resource
from gpulint.source import reader
from gpulint.source.reader import ReadOptions

# Five thousand nodes as kubectl prints them take some 75 MB.
_MAX_BYTES = 1 << 30
FACTS_OPTIONS = ReadOptions(prefilter=False, jobs=1, max_bytes=_MAX_BYTES, helm=False)


def facts_in(path: str, stdin: BinaryIO | None = None) -> Facts:
    """The facts of a file, or of stdin for `-`. Raises ConfigError where it cannot be read whole."""
    return facts_of(path, reader.read([path], FACTS_OPTIONS._replace(stdin=stdin)))


def resources_in_text(name: str, text: bytes) -> tuple[Resource, ...]:
    """The objects of a text that kubectl printed."""
    return facts_of(name, reader.read_bytes(name, text, FACTS_OPTIONS)).resources


def resources_in_files(paths: Sequence[str], stdin: BinaryIO | None = None) -> tuple[Resource, ...]:
    """The objects of saved output. Raises UsageError for a facts file: it holds no more than it shows."""
    found: list[Resource] = []
    for path in paths:
        facts = facts_in(path, stdin)
        if facts.date:
            raise UsageError(
                f"{path} is a facts file already; `gpulint facts show {path}` prints it"
            )
        found += facts.resources
    return tuple(found)
