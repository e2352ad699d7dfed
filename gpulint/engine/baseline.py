"""Silences the findings that a baseline holds, and tells which of its entries are worth nothing."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.config.settings import Settings
from gpulint.core.finding import Finding, Suppressed
from gpulint.core.report import Input
from gpulint.engine.baseline_file import Baseline, Entry
from gpulint.engine.suppress import holds
from gpulint.engine.unused import Hearing, expiry_sentence

_MOST_UNUSED = 10


class Known(NamedTuple):
    """What a baseline makes of findings. by_finding: the entry of a finding, by their numbers."""

    baseline: Baseline
    by_finding: Mapping[int, int]

    def silenced(self, findings: Sequence[Finding], settings: Settings) -> tuple[Finding, ...]:
        """The findings, marked where an entry in force knows them."""
        return tuple(
            self._marked(number, finding, settings) for number, finding in enumerate(findings)
        )

    def unmatched(self) -> Iterator[Entry]:
        """Entries of which no finding is left."""
        taken = set(self.by_finding.values())
        yield from (e for n, e in enumerate(self.baseline.entries) if n not in taken)

    def matched(self) -> Iterator[Entry]:
        """Entries whose finding is still there, in the order of the file."""
        yield from (self.baseline.entries[n] for n in sorted(self.by_finding.values()))

    def _marked(self, number: int, finding: Finding, settings: Settings) -> Finding:
        if number not in self.by_finding:
            return finding
        entry = self.baseline.entries[self.by_finding[number]]
        if not holds(entry.until, settings):
            return finding
        by = Suppressed("baseline", entry.reason, self.baseline.name, entry.line)
        return finding._replace(suppressed=by)


def known(findings: Sequence[Finding], baseline: Baseline) -> Known:
    """Pair active findings with entries; each entry knows one finding.

    The same fault in two files has one fingerprint, so the file counts too. Where it has moved, or
    the text came from elsewhere, the fingerprint alone tells.
    """
    waiting: dict[str, list[int]] = {}
    for number, entry in enumerate(baseline.entries):
        waiting.setdefault(entry.fingerprint, []).append(number)
    pairs: dict[int, int] = {}
    active = [n for n, finding in enumerate(findings) if finding.suppressed is None]
    for is_same in (_is_same, _has_moved):
        for number in active:
            finding = findings[number]
            here = waiting.get(finding.fingerprint, ())
            if number in pairs or not here:
                continue
            file = file_of_entry(finding.file, baseline)
            for each in here:
                if is_same(baseline.entries[each].file, file, baseline):
                    pairs[number] = each
                    waiting[finding.fingerprint].remove(each)
                    break
    return Known(baseline, pairs)


def notices(
    past: Known, inputs: Iterable[Input], settings: Settings, run: Hearing
) -> Iterator[str]:
    """A sentence for each entry that has expired, and for those of which nothing is left."""
    name = past.baseline.name
    for entry in past.matched():
        if not holds(entry.until, settings):
            about = f"the entry for {entry.rule} in {entry.file}"
            yield expiry_sentence(f"{name}:{entry.line}", about, entry.until)
    unused = list(needless(past, inputs, run))
    for entry in unused[:_MOST_UNUSED]:
        told = f"{name}:{entry.line}: {entry.rule} in {entry.file} is found no more"
        yield f"{told}; remove the entry, or write the baseline again"
    if len(unused) > _MOST_UNUSED:
        rest = len(unused) - _MOST_UNUSED
        yield f"{name}: {rest} more entries are found no more; write the baseline again"


def needless(past: Known, inputs: Iterable[Input], run: Hearing) -> Iterator[Entry]:
    """Entries of which nothing is left, although their file was read and their rule has spoken.

    A hook sees only the files of one commit: what it did not read may still be there.
    """
    baseline = past.baseline
    read = {file_of_entry(each.file, baseline) for each in inputs if each.status != "unreadable"}
    for entry in past.unmatched():
        # a chart is one input, and its templates are files below it
        folders = _above(entry.file)
        is_file = not entry.file.startswith("<")
        is_over = not read.isdisjoint(folders) or (is_file and _is_gone(entry.file, baseline))
        if is_over and run.is_over((entry.rule,)):
            yield entry


def file_of_entry(file: str, baseline: Baseline) -> str:
    """The name of a file as an entry holds it."""
    if file.startswith("<"):
        return file
    try:
        path = os.path.relpath(file, baseline.folder or None)
    except ValueError:  # another drive on Windows
        path = os.path.abspath(file)
    # a name that is no UTF-8 could be written, and the baseline then not be read
    path = path.encode("utf-8", "backslashreplace").decode("utf-8")
    return path.replace(os.sep, "/")


def _is_same(entry: str, file: str, baseline: Baseline) -> bool:
    return os.path.normpath(entry) == os.path.normpath(file)


def _has_moved(entry: str, file: str, baseline: Baseline) -> bool:
    return _is_gone(entry, baseline) or _is_gone(file, baseline)


def _is_gone(file: str, baseline: Baseline) -> bool:
    """Whether there is no such file any more, or there never was one."""
    return not os.path.exists(os.path.join(baseline.folder, file))


def _above(file: str) -> Iterator[str]:
    """A file and every folder that it lies in."""
    path = os.path.normpath(file).replace(os.sep, "/")
    yield path
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
    yield "."
