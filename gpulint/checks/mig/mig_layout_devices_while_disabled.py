"""Slices in a layout that switches MIG off."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, layouts, mapping, problem


@check(each=layouts.LayoutFile)
def mig_layout_devices_while_disabled(
    file: layouts.LayoutFile, context: Context
) -> Iterator[Problem]:
    """Find entries that name slices while `mig-enabled` is false."""
    for layout in file.layouts:
        for entry in layout.entries:
            if entry.enabled is False and mapping(entry.value.get("mig-devices")):
                switch = (entry.place.child("mig-enabled"), "MIG is switched off here")
                yield problem(
                    entry.place.child("mig-devices"),
                    part="key",
                    related=[switch],
                    layout=layout.name,
                )
