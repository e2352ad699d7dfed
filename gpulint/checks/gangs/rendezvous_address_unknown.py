"""Rendezvous addresses that no pod of the workload has."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    gang_addresses,
    problem,
)


@check(each=PodTemplate, words=("MASTER_ADDR", "master", "rdzv", "RDZV", "COORDINATOR", "-addr"))
def rendezvous_address_unknown(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare the domain behind a pod's own name with the one that its names stand below.

    A name whose second part is a namespace may be that of a Service, made for each pod.
    """
    resource = pod.resource
    names = gang_addresses.pod_names(resource)
    if names is None:
        return
    for container in pod.all_containers:
        for address in gang_addresses.addresses(container):
            name, *rest = address.host.split(".")
            if not rest or not names.holds(name) or rest[0] in (names.domain, resource.namespace):
                continue
            if rest[1:2] == ["svc"]:
                continue
            cause = f"the pods of this {resource.kind} are found below {names.domain}"
            cure = f"write {'.'.join((name, names.domain, *rest[1:]))}"
            if not names.domain:
                cause = f"{names.field} is not set, so its pods have no names"
                cure = f"set it to {rest[0]}, the name of a headless Service"
            yield problem(
                address.place,
                related=[(names.place, "what the names of the pods stand below is told here")],
                confidence="high" if resource.namespace else "medium",
                address=address.host,
                cause=cause,
                cure=cure,
            )
