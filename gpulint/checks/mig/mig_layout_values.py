"""Values in MIG layout files that mig-parted refuses."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    check,
    integer,
    is_placeholder,
    layouts,
    mapping,
    problem,
)

_DEVICES = "all or a list of card indexes"
_FILTER = 'texts in quotes, such as "0x20B710DE"'
_COUNT = "a whole number from 0 up"


@check(each=layouts.LayoutFile)
def mig_layout_values(file: layouts.LayoutFile, context: Context) -> Iterator[Problem]:
    """Hold version, devices, mig-enabled and counts against what mig-parted decodes.

    Source: NVIDIA/mig-parted api/spec/v1/spec.go and pkg/types/mig_config.go.
    """
    for field, value, place, wanted in _refused(file):
        if is_placeholder(value):
            context.cannot_check(place)
        else:
            yield problem(place, field=field, value=value, wanted=wanted)


def _refused(file: layouts.LayoutFile) -> Iterator[tuple[str, object, Place, str]]:
    text = file.text
    if text.value.get("version", "v1") != "v1":
        yield "version", text.value["version"], text.at("version"), "v1"
    for layout in file.layouts:
        for entry in layout.entries:
            yield from _of_entry(entry)


def _of_entry(entry: layouts.Entry) -> Iterator[tuple[str, object, Place, str]]:
    devices = entry.value.get("devices", "all")
    listed = isinstance(devices, list) and all(integer(each) is not None for each in devices)
    if devices != "all" and not listed:
        yield "devices", devices, entry.place.child("devices"), _DEVICES
    if "mig-enabled" in entry.value and entry.enabled is None:
        enabled = entry.value["mig-enabled"]
        yield "mig-enabled", enabled, entry.place.child("mig-enabled"), "true or false"
    filters = entry.value.get("device-filter", "")
    texts = filters if isinstance(filters, list) else [filters]
    if not all(isinstance(each, str) for each in texts):
        yield "device-filter", filters, entry.place.child("device-filter"), _FILTER
    yield from _of_counts(entry)


def _of_counts(entry: layouts.Entry) -> Iterator[tuple[str, object, Place, str]]:
    place = entry.place.child("mig-devices")
    rows = mapping(entry.value.get("mig-devices"))
    for profile, count in rows.items():
        number = integer(count)
        if number is None or number < 0:
            yield str(profile), count, place.child(profile), _COUNT
    if rows and all(integer(count) == 0 for count in rows.values()):
        yield "mig-devices", "all zero", place, "at least one slice"
