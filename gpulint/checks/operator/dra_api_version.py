"""Versions of resource.k8s.io that the cluster does not serve."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, dra, problem

# Other kinds of the group have versions of their own, such as DeviceTaintRule.
_KINDS = ("ResourceClaim", "ResourceClaimTemplate", "DeviceClass", "ResourceSlice")


@check(each=Resource, words=("resource.k8s.io",))
def dra_api_version(resource: Resource, context: Context, *, gone: bool) -> Iterator[Problem]:
    """Compare an object's version with the releases that serve it.

    gone: tell versions that no supported release serves, whatever the cluster; otherwise those
    that the release named by the user does not serve.
    """
    if resource.group != "resource.k8s.io" or resource.kind not in _KINDS:
        return
    version = dra.api_version(resource.version)
    if version is None:
        return
    minor = context.kubernetes
    is_gone = version.last is not None and version.last < 32
    if gone != is_gone or (minor is None and not gone):
        return
    if minor is not None and version.served_by(minor):
        return
    yield problem(
        resource.at("apiVersion"),
        version=resource.api_version,
        kubernetes=f"1.{minor}" if minor is not None else "a supported Kubernetes",
        first=f"1.{version.first}",
    )
