"""Fields of MIG layout files: those that mig-parted does not know, and those that it misses."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import Context, Place, Problem, check, layouts, mapping, near_names, problem

_FILE = ("version", "mig-configs")
_ENTRY = ("devices", "mig-enabled", "mig-devices", "device-filter")
_NEEDED = ("devices", "mig-enabled")


@check(each=layouts.LayoutFile)
def mig_layout_fields(
    file: layouts.LayoutFile, context: Context, *, missing: bool
) -> Iterator[Problem]:
    """Compare the keys of a file and of its entries with those that mig-parted decodes.

    missing: speak of absent fields instead of unknown ones. Source: NVIDIA/mig-parted
    api/spec/v1/spec.go, UnmarshalJSON.
    """
    text = file.text
    if text.fault is not None:
        return
    entries = [entry for layout in file.layouts for entry in layout.entries]
    if not missing:
        yield from _unknown(text.value, text.base, _FILE)
        for entry in entries:
            yield from _unknown(entry.value, entry.place, _ENTRY)
        return
    if "version" not in text.value:
        yield problem(text.key_at("mig-configs"), part="key", owner="the file", field="version")
    for entry in entries:
        for field in _lacking(entry):
            owner = f"an entry of {entry.place.pointer[-2]}"
            yield problem(entry.place, owner=owner, field=field)


def _unknown(
    value: Mapping[str, object], place: Place, known: tuple[str, ...]
) -> Iterator[Problem]:
    for key in value:
        if key not in known:
            near = near_names(str(key), known, cutoff=0.6)
            yield problem(place.child(key), part="key", field=key, known=known, near=near)


def _lacking(entry: layouts.Entry) -> Iterator[str]:
    near = {name for key in entry.value for name in near_names(str(key), _ENTRY, cutoff=0.6)}
    for field in _NEEDED:
        if field not in entry.value and field not in near:  # a misspelt one is told already
            yield field
    if entry.enabled and entry.value.get("mig-devices") is None and "mig-devices" not in near:
        yield "mig-devices"
    elif entry.enabled is False and mapping(entry.value.get("mig-devices")):
        return
