"""A queue's name on pods that go to another scheduler."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, queues

_SCHEDULERS = {queues.KAI: ("kai-scheduler", "runai-scheduler"), queues.VOLCANO: ("volcano",)}
_DEFAULT = ("", "default-scheduler")
# Operators of other groups set the scheduler themselves when they are told to.
_GROUPS = frozenset({"", "apps", "batch", "jobset.x-k8s.io", "leaderworkerset.x-k8s.io"})


@check(each=queues.QueueReference)
def queue_without_scheduler(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Look for a label or annotation of KAI or Volcano on pods without its scheduler."""
    resource = reference.resource
    wanted = _SCHEDULERS.get(reference.system)
    if wanted is None or resource.group not in _GROUPS or resource.fragment:
        return
    pods = [pod for pod in reference.pods if pod.accelerators]
    names = {pod.scheduler_name for pod in pods}
    if not pods or not names.isdisjoint(wanted) or any(n not in _DEFAULT for n in names):
        return
    pod = pods[0]
    place = pod.at("schedulerName") if pod.scheduler_name else pod.at()._replace(part="key")
    yield problem(
        reference.place,
        part="key",
        related=[(place, "the scheduler is chosen here")],
        field=reference.field,
        queue=reference.name,
        scheduler=wanted[0],
    )
