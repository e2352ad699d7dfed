"""A MIG plan as a file for mig-parted and the MIG manager."""

from collections.abc import Iterator, Mapping
from typing import TextIO

from gpulint.engine.facts_text import block_text
from gpulint.placement.mig_plan import MigPlan, NodeCut
from gpulint.reporters.fit_words import percent
from gpulint.reporters.plain import printable

_FEW = 5


def write(plan: MigPlan, stream: TextIO) -> None:
    """Write the file; its head says what it brings and which nodes get which layout."""
    stream.writelines(f"# {line}\n" for line in _head(plan))
    configs = {name: _config(cut) for name, cut in named(plan)}
    stream.write(block_text({"version": "v1", "mig-configs": configs}))


def named(plan: MigPlan) -> Iterator[tuple[str, NodeCut]]:
    """A name for the layouts of each kind of node, `gpulint-1` and so on."""
    for number, cut in enumerate(plan.cuts, 1):
        yield f"gpulint-{number}", cut


def _head(plan: MigPlan) -> Iterator[str]:
    surely = "no layout of these cards hosts more" if plan.optimal else "the best that was found"
    yield f"MIG plan by gpulint: {plan.hosted} of {plan.wanted} slices hosted, {surely}."
    yield f"Cards in use: {percent(plan.before)} before, {percent(plan.after)} after."
    yield "Needs the MIG strategy mixed. Select a layout by the label of a node:"
    for name, cut in named(plan):
        shown = " ".join(map(printable, cut.nodes[:_FEW]))
        more = f" # and {len(cut.nodes) - _FEW} more" if len(cut.nodes) > _FEW else ""
        yield f"  kubectl label node {shown} nvidia.com/mig.config={name} --overwrite{more}"


def _config(cut: NodeCut) -> list[dict[str, object]]:
    """Entries of one layout: cards that are cut alike stand together."""
    rows: dict[tuple[tuple[str, int], ...], list[int]] = {}
    for index, layout in enumerate(cut.layouts):
        rows.setdefault(tuple(sorted(layout.items())), []).append(index)
    return [_entry(dict(layout), devices) for layout, devices in rows.items()]


def _entry(layout: Mapping[str, int], devices: list[int]) -> dict[str, object]:
    if not layout:
        return {"devices": devices, "mig-enabled": False}
    return {"devices": devices, "mig-enabled": True, "mig-devices": layout}
