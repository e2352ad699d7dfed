"""Which namespaces may use a ClusterQueue."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, kueue, problem


@check(each=Resource)
def kueue_namespace_selector_absent(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for a ClusterQueue without a namespaceSelector: null selects none, `{}` selects all."""
    if (resource.group, resource.kind) != (kueue.GROUP, "ClusterQueue") or resource.fragment:
        return
    field = resource.field("spec", "namespaceSelector")
    if field.value is None and resource.spec:
        yield problem(field.place, queue=resource.name)
