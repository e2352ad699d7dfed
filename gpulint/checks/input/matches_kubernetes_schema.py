"""Objects have the shape that their kind's schema wants."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    Pointer,
    Problem,
    Resource,
    check,
    is_placeholder,
    schema_violations,
)


@check(each=Resource)
def matches_kubernetes_schema(
    resource: Resource, context: Context, *, fault: str
) -> Iterator[Problem]:
    """Report violations of one sort: type, unknown-field, required, enum or value.

    Only documents that concern GPUs are judged, so that gpulint speaks of what it is for. Silent
    where a placeholder stands.
    """
    if not resource.mentions:
        return
    for each in schema_violations(resource, context):
        if each.fault != fault:
            continue
        path = resource.pointer.child(*each.pointer)
        place = Place(resource.document, path, each.part, resource.pointer)
        if is_placeholder(resource.get(*each.pointer)):
            context.cannot_check(place)
            continue
        if fault == "required" and _is_left_empty(resource, each.pointer):
            context.cannot_check(place)
            continue
        path_words = each.pointer.field_path or "the object"
        yield Problem(place, {**each.facts, "field_path": path_words})


def _is_left_empty(resource: Resource, path: Pointer) -> bool:
    """Whether a chart writes the key with a value that is still to be given, `port:`."""
    origin = resource.document.origin
    if origin is None or origin.chart is None or not path:
        return False
    holder = resource.get(*path.parent) if len(path) > 1 else resource.value
    return isinstance(holder, dict) and path[-1] in holder and holder[path[-1]] is None
