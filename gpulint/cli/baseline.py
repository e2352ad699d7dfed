"""`--write-baseline`: the findings of this run become the known ones of the next."""

import os
from typing import TYPE_CHECKING

import click

from gpulint.cli.replace import replace_file
from gpulint.config.settings import Settings
from gpulint.reporters.plain import counted

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
    is_empty = os.path.isfile(path) and os.path.getsize(path) == 0  # as `mktemp` leaves it
    is_old = os.path.exists(path) and not is_empty
    old = read_baseline(path) if is_old else Baseline(name)
    found = recorded(report, old, settings)
    replace_file(path, baseline_text(found.baseline).encode())
    entries = found.baseline.entries
    late = sum(not holds(entry.until, settings) for entry in entries)
    told = f"{name}: {counted(len(entries), 'finding')} recorded, {found.new} new, {found.removed} removed"
    if late:
        told += f"; {late} are past their last day and not silenced"
    click.echo(f"gpulint: {told}", err=True)
    return marked(report, read_baseline(path), settings)
