"""`--write-baseline`: the findings of this run become the known ones of the next."""

import os
import tempfile
from typing import TYPE_CHECKING

import click

from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError

if TYPE_CHECKING:
    from gpulint.core.report import Report


def write_baseline(report: "Report", settings: Settings, path: str) -> "Report":
    """Write the active findings into a baseline; returns the report as the next run will have it.

    Raises ConfigError when the file is there and is no baseline: it would be lost.
    """
    from gpulint.engine.baseline_file import Baseline, baseline_text, read_baseline
    from gpulint.engine.baseline_record import marked, recorded
    from gpulint.engine.suppress import holds

    name = path.replace(os.sep, "/")
    old = read_baseline(path) if os.path.exists(path) else Baseline(name)
    found = recorded(report, old, settings)
    _replace(path, baseline_text(found.baseline))
    entries = found.baseline.entries
    late = sum(not holds(entry.until, settings) for entry in entries)
    told = f"{name}: {len(entries)} findings recorded, {found.new} new, {found.removed} removed"
    if late:
        told += f"; {late} are past their last day and not silenced"
    click.echo(f"gpulint: {told}", err=True)
    return marked(report, read_baseline(path), settings)


def _replace(path: str, text: str) -> None:
    """Write a file whole or not at all; a link keeps leading to it."""
    real = os.path.realpath(path)
    try:
        mode = os.stat(real).st_mode & 0o777 if os.path.exists(real) else _plain_mode()
        with tempfile.TemporaryDirectory(dir=os.path.dirname(real)) as room:
            new = os.path.join(room, "new")
            with open(new, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            os.chmod(new, mode)
            os.replace(new, real)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def _plain_mode() -> int:
    """The permissions that any new file gets."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
