"""From texts to a report. What judges documents is loaded when there is one."""

from collections.abc import Mapping, Sequence
from typing import BinaryIO

from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError
from gpulint.core.report import Report
from gpulint.engine.result import report_of
from gpulint.rulebook.load import tokens
from gpulint.source import reader
from gpulint.source.reader import Reading, ReadOptions


def lint(paths: Sequence[str], settings: Settings, stdin: BinaryIO | None = None) -> Report:
    """Lint files and folders; `-` reads stdin.

    Raises UsageError for an unreadable path, an unknown rule, or no input under require_input, and
    ConfigError for facts that cannot be read.
    """
    options = _options(settings, stdin)
    reading = reader.read(paths, options)
    facts = [_facts(number, path, settings) for number, path in enumerate(settings.facts)]
    if settings.require_input and not reading.documents and not reading.faults:
        raise UsageError(
            f"nothing to lint in {', '.join(paths)}; name files or folders with manifests"
        )
    return _judge(reading, dict(zip(settings.facts, facts, strict=True)), settings)


def lint_texts(
    texts: Mapping[str, bytes],
    settings: Settings,
    facts: Mapping[str, bytes] | None = None,
) -> Report:
    """Lint texts by name, as if they were files of one run. facts: texts of facts files by name.

    Raises UsageError for an unknown rule and ConfigError for facts that cannot be read.
    """
    options = _options(settings, None)
    folders = tuple(name.rpartition("/")[0] for name in texts if name.endswith("/Chart.yaml"))
    inside = tuple(f"{folder}/" for folder in folders)
    plain = {n: text for n, text in texts.items() if not (inside and n.startswith(inside))}
    readings = [reader.read_bytes(name, text, options) for name, text in plain.items()]
    known = {n: reader.read_bytes(n, t, _facts_options(settings)) for n, t in (facts or {}).items()}
    if not folders:
        return _judge(_whole(readings), known, settings)
    from gpulint.engine.chart_texts import read_charts  # few texts hold a chart

    with read_charts(texts, folders, options) as reading:
        return _judge(_whole([*readings, reading]), known, settings)


def _whole(readings: Sequence[Reading]) -> Reading:
    """Several readings as one."""
    return Reading(
        tuple(d for r in readings for d in r.documents),
        tuple(f for r in readings for f in r.faults),
        tuple(i for r in readings for i in r.inputs),
        tuple(c for r in readings for c in r.comments),
    )


def _options(settings: Settings, stdin: BinaryIO | None) -> ReadOptions:
    return ReadOptions(
        tokens=tokens(),
        prefilter=settings.prefilter,
        jobs=settings.jobs,
        max_bytes=settings.max_bytes,
        values=settings.values,
        values_for=settings.values_for,
        command=settings.command,
        stdin=stdin,
    )


def _facts(number: int, path: str, settings: Settings) -> Reading:
    try:
        return reader.read([path], _facts_options(settings))
    except UsageError as error:  # there is no such file, and somebody wrote its name somewhere
        raise UsageError(f"{settings.place(('facts', number))}{error}") from None


def _facts_options(settings: Settings) -> ReadOptions:
    return ReadOptions(prefilter=False, jobs=1, max_bytes=settings.max_bytes, own=True)


def _judge(reading: Reading, facts: Mapping[str, Reading], settings: Settings) -> Report:
    if not (reading.documents or reading.faults or facts or _needs_judge(settings)):
        return report_of(reading)
    from gpulint.engine.judge import judge  # only documents need it

    return judge(reading, facts, settings)


def _needs_judge(settings: Settings) -> bool:
    """Whether the settings name rules or a baseline, which may not exist; else the rulebook stays shut."""
    named = settings.select or settings.ignore or settings.rules or settings.paths
    return bool(named or settings.suppress or settings.baseline)
