"""Entries of one layout that claim the same cards."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, layouts, problem


@check(each=layouts.LayoutFile)
def mig_layout_entries_apart(file: layouts.LayoutFile, context: Context) -> Iterator[Problem]:
    """Find two entries that want different geometries on a common card.

    Entries that want the same are harmless. Less sure where only one of the two has a filter.
    """
    for layout in file.layouts:
        for index, second in enumerate(layout.entries):
            first = next((e for e in layout.entries[:index] if _quarrel(e, second)), None)
            if first is not None:
                yield problem(
                    layout.place,
                    related=[
                        (first.place, "this entry claims the cards"),
                        (second.place, "and so does this one"),
                    ],
                    confidence=None if first.filters or not second.filters else "medium",
                    layout=layout.name,
                    first=_words(first),
                    second=_words(second),
                )
                break


def _quarrel(one: layouts.Entry, other: layouts.Entry) -> bool:
    if bool(one.filters) != bool(other.filters) and one.devices is other.devices is None:
        return one.meets(other) and _wish(one) != _wish(other)
    return one.meets(other) and _wish(one) != _wish(other)


def _wish(entry: layouts.Entry) -> object:
    return entry.enabled, tuple(sorted(entry.counts.items()))


def _words(entry: layouts.Entry) -> str:
    if not entry.counts:
        return "MIG off" if entry.enabled is False else "no slices"
    return " + ".join(f"{count} x {name}" for name, count in entry.counts.items())
