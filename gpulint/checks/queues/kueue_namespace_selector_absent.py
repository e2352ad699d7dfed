"""Which namespaces may use a ClusterQueue."""

from collections.abc import Iterator

from gpulint.authoring import Context, Kueue, Problem, check, kueue, problem


@check(each=kueue.QuotaHolder)
def kueue_namespace_selector_absent(
    holder: kueue.QuotaHolder, context: Context
) -> Iterator[Problem]:
    """Look for a ClusterQueue without a namespaceSelector: null selects none, `{}` selects all.

    A queue of a cohort that no LocalQueue leads to may be there to lend its quota alone.
    """
    resource = holder.resource
    if resource.kind != "ClusterQueue" or resource.fragment:
        return
    if holder.cohort_stated and not context.cluster.index(Kueue).is_used(holder.name):
        return
    field = resource.field("spec", "namespaceSelector")
    if field.value is None and resource.spec:
        yield problem(field.place, queue=resource.name)
