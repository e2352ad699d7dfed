"""Objects have the shape that their kind's schema wants."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    PodTemplate,
    Problem,
    Resource,
    check,
    is_placeholder,
    violations,
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
    named = {"apiVersion": resource.api_version, "kind": resource.kind, **resource.value}
    is_part = resource.fragment or _looks_like_a_part(resource)
    for each in violations(named, kubernetes=context.kubernetes, fragment=is_part):
        if each.fault != fault:
            continue
        path = resource.pointer.child(*each.pointer)
        place = Place(resource.document, path, each.part, resource.pointer)
        if is_placeholder(resource.get(*each.pointer)):
            context.cannot_check(place)
            continue
        path_words = each.pointer.field_path or "the object"
        yield Problem(place, {**each.facts, "field_path": path_words})


def _looks_like_a_part(resource: Resource) -> bool:
    """A patch or an assertion: it has no spec, or a container without an image."""
    if "spec" not in resource.value:
        return True
    pods = PodTemplate.from_resource(resource)
    return any("image" not in each.value for pod in pods for each in pod.all_containers)
