"""Versions of Kubernetes' own gang API against the release of the cluster."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import Context, Problem, Resource, check, problem

# Each alpha went away with the next release: minor version to what it serves, newest last.
_SERVED: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    35: {"Workload": ("v1alpha1",)},
    36: {"Workload": ("v1alpha2",), "PodGroup": ("v1alpha2",)},
    37: {
        "Workload": ("v1alpha3", "v1beta1"),
        "PodGroup": ("v1alpha3", "v1beta1"),
        "CompositePodGroup": ("v1alpha3",),
    },
}
_KINDS = ("Workload", "PodGroup", "CompositePodGroup")


@check(each=Resource, words=("scheduling.k8s.io",))
def native_gang_api_version(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare a Workload or PodGroup with what the release serves; silent without a known release."""
    if resource.group != "scheduling.k8s.io" or resource.kind not in _KINDS:
        return
    release = context.kubernetes
    if release is None or release not in _SERVED:
        return
    served = _SERVED[release].get(resource.kind, ())
    if resource.version not in served:
        yield problem(
            resource.at("apiVersion"),
            kind=resource.kind,
            version=resource.version,
            release=f"1.{release}",
            served=f"it serves {' and '.join(served)}" if served else "it has no such kind",
        )
