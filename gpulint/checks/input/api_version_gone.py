"""Objects written in a version of their API that is served no longer."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, Resource, api_versions, check, problem

_OF_GPUS = ("gpu", "nvidia")


@check(each=Resource, words=("/v1alpha", "/v1beta", "/v2alpha", "/v2beta"))
def api_version_gone(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look the version up among those that were dropped, for the kinds that matter for GPUs."""
    retired = api_versions.retired_version(resource.api_version, resource.kind)
    if retired is None or resource.fragment:
        return
    if retired.minor is not None:
        if context.kubernetes is not None and context.kubernetes < retired.minor:
            return
        if not _concerns_gpus(resource):
            return
    minor = retired.minor
    yield problem(
        resource.at("apiVersion"),
        kind=resource.kind,
        version=resource.api_version,
        server=f"{retired.owner} {f'from 1.{minor} on' if minor else 'in its current releases'}",
        use=retired.use,
    )


def _concerns_gpus(resource: Resource) -> bool:
    """Whether one of the pods asks for a device, or a name tells that it looks after GPUs."""
    pods = tuple(PodTemplate.from_resource(resource))
    if not pods or any(pod.accelerators for pod in pods):
        return True
    names = [resource.name]
    for container in (each for pod in pods for each in pod.all_containers):
        names += [container.name, str(container.value.get("image"))]
    return any(word in name for name in names for word in _OF_GPUS)
