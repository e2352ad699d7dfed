"""Claims on devices: requests, the selectors in them, and the pods that use them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog import dra
from gpulint.core.location import Place
from gpulint.model.container import Container
from gpulint.model.context import Context
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, dig, mapping, sequence, text

GROUP = "resource.k8s.io"
# What belongs to a request itself and must not stand beside `exactly`.
EXACT_FIELDS = ("deviceClassName", "selectors", "allocationMode", "count", "adminAccess")


class DeviceRequest:
    """One request of a claim or template, or one alternative of `firstAvailable`.

    value: the request as written. body: where class and selectors stand: below `exactly` or in the
    request itself. outer: name of the request around an alternative, empty otherwise.
    """

    __slots__ = ("body", "body_path", "name", "outer", "path", "resource", "value")

    WORDS = (GROUP,)

    def __init__(
        self,
        resource: Resource,
        value: Mapping[str, object],
        path: tuple[str | int, ...],
        outer: str = "",
    ) -> None:
        self.resource = resource
        self.value = value
        self.path = path
        self.outer = outer
        self.name = text(value.get("name"))
        exact = value.get("exactly")
        self.body = mapping(exact) if isinstance(exact, dict) else value
        self.body_path = (*path, "exactly") if isinstance(exact, dict) else path

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["DeviceRequest"]:
        """The requests of a ResourceClaim or ResourceClaimTemplate, alternatives after their request."""
        base = devices_path(resource)
        if base is None:
            return
        for index, each in enumerate(sequence(resource.get(*base, "requests"))):
            if not isinstance(each, dict):
                continue
            path: tuple[str | int, ...] = (*base, "requests", index)
            yield cls(resource, each, path)
            for number, one in enumerate(sequence(each.get("firstAvailable"))):
                if isinstance(one, dict):
                    yield cls(
                        resource, one, (*path, "firstAvailable", number), text(each.get("name"))
                    )

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the request."""
        return self.resource.at(*self.path, *path)

    def at_body(self, *path: str | int) -> Place:
        """The place at `path` where class and selectors stand."""
        return self.resource.at(*self.body_path, *path)

    @property
    def device_class(self) -> str:
        """deviceClassName; empty when it is not stated."""
        return text(self.body.get("deviceClassName"))

    @property
    def device(self) -> str:
        """What NVIDIA's classes select: gpu, mig, vfio, channel, daemon; empty for other classes."""
        return dra.device_of_class(self.device_class)


def devices_path(resource: Resource) -> tuple[str, ...] | None:
    """Path to `devices` of a claim or template; None for other kinds."""
    if resource.group != GROUP:
        return None
    if resource.kind == "ResourceClaimTemplate":
        return ("spec", "spec", "devices")
    return ("spec", "devices") if resource.kind == "ResourceClaim" else None


class ClaimConfig(NamedTuple):
    """Configuration for a driver in a claim, template or class."""

    resource: Resource
    driver: str
    parameters: Mapping[str, object]
    path: tuple[str | int, ...]

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ClaimConfig"]:
        """The opaque configuration of an object."""
        base = devices_path(resource)
        if resource.group == GROUP and resource.kind == "DeviceClass":
            base = ("spec",)
        if base is None:
            return
        for index, each in enumerate(map(mapping, sequence(resource.get(*base, "config")))):
            opaque = mapping(each.get("opaque"))
            if opaque:
                path: tuple[str | int, ...] = (*base, "config", index, "opaque", "parameters")
                driver = text(opaque.get("driver"))
                yield cls(resource, driver, mapping(opaque.get("parameters")), path)

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the parameters."""
        return self.resource.at(*self.path, *path)


class PodClaim(NamedTuple):
    """An entry of a pod's resourceClaims. template, claim: the name of either, the other is empty."""

    pod: PodTemplate
    name: str
    template: str
    claim: str
    place: Place

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["PodClaim"]:
        """The claims of all pod templates of an object."""
        for pod in PodTemplate.from_resource(resource):
            yield from pod_claims(pod)

    @property
    def resource(self) -> Resource:
        """The object around the pod."""
        return self.pod.resource

    def users(self) -> tuple[Container, ...]:
        """Containers that list the claim."""
        return tuple(c for c in self.pod.all_containers if self.name in container_claims(c))

    def source(self, context: Context) -> Resource | None:
        """The template or claim behind it, if the run knows it."""
        namespace = self.pod.resource.namespace
        kind, name = (
            ("ResourceClaimTemplate", self.template)
            if self.template
            else ("ResourceClaim", self.claim)
        )
        return context.cluster.named(GROUP, kind, name, namespace) if name else None

    def requests(self, context: Context) -> tuple[DeviceRequest, ...]:
        """The requests behind it; empty when they are not known."""
        source = self.source(context)
        return () if source is None else tuple(DeviceRequest.from_resource(source))


def pod_claims(pod: PodTemplate) -> Iterator[PodClaim]:
    """The claims that a pod lists."""
    for index, each in enumerate(map(mapping, sequence(pod.get("resourceClaims")))):
        source = mapping(each.get("source"))  # the nesting of Kubernetes before 1.31
        yield PodClaim(
            pod,
            text(each.get("name")),
            text(each.get("resourceClaimTemplateName"))
            or text(source.get("resourceClaimTemplateName")),
            text(each.get("resourceClaimName")) or text(source.get("resourceClaimName")),
            pod.at("resourceClaims", index),
        )


def container_claims(container: Container) -> Mapping[str, tuple[str, Place]]:
    """Claims that a container lists: name to (request, place); request is empty for all of it."""
    found: dict[str, tuple[str, Place]] = {}
    claims = sequence(dig(container.value, ("resources", "claims")))
    for index, each in enumerate(map(mapping, claims)):
        place = container.at("resources", "claims", index)
        found[text(each.get("name"))] = (text(each.get("request")), place)
    return found
