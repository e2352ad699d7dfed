"""Where the processes of a world look for their first one, and the names that its pods really have."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.container import Container
from gpulint.model.gang_launch import Option, option, words
from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import Resource, dig, mapping, sequence, text

_VARIABLES = frozenset(
    {
        "MASTER_ADDR",
        "PET_MASTER_ADDR",
        "PET_RDZV_ENDPOINT",
        "RDZV_ENDPOINT",
        "COORDINATOR_ADDRESS",
        "JAX_COORDINATOR_ADDRESS",
        "MEGASCALE_COORDINATOR_ADDRESS",
    }
)
_OPTIONS = (
    "--master-addr",
    "--rdzv-endpoint",
    "--main-process-ip",
    "--dist-init-addr",
    "--coordinator-address",
)
_HOST = re.compile(r"(?:tcp://)?([a-z0-9](?:[-.a-z0-9]*[a-z0-9])?)(?::\d+)?", re.ASCII)
_MARKS = "$`{<%"  # of what a shell or a later step fills in


class Address(NamedTuple):
    """The host of a rendezvous, without scheme and port, and where it is written."""

    host: str
    place: Place


class PodNames(NamedTuple):
    """The names under which the pods of an object find each other.

    domain: the part behind the pod's name; empty when they have none. field: the path that sets it.
    place: of the field, or of what stands around it. pattern: what a pod's own name looks like.
    """

    domain: str
    field: str
    place: Place
    pattern: re.Pattern[str]

    def holds(self, name: str) -> bool:
        """Whether a host name is that of one of the pods."""
        return self.pattern.fullmatch(name) is not None


def addresses(container: Container) -> Iterator[Address]:
    """Every rendezvous address of a container that is written out, by variable or on its command line."""
    for variable in container.env:
        if variable.name in _VARIABLES:
            yield from _address(text(variable.value), variable.place)
    line = words(container)
    found: Sequence[Option | None] = [option(line, name) for name in _OPTIONS]
    for each in found:
        if each is not None:
            yield from _address(each.value, each.place)
    for word in line:
        name, _, value = word.text.partition("=")
        if name in _VARIABLES:
            yield from _address(value.strip("\"';"), word.place)


def _address(value: str, place: Place) -> Iterator[Address]:
    match = None if any(mark in value for mark in _MARKS) else _HOST.fullmatch(value.strip())
    if match is not None and not is_placeholder(value):
        yield Address(match[1], place)


def pod_names(resource: Resource) -> PodNames | None:
    """The names of a StatefulSet's, an Indexed Job's or a JobSet's pods; None for any other object."""
    kind = (resource.group, resource.kind)
    if not resource.name or is_placeholder(resource.name) or resource.fragment:
        return None
    own = re.escape(resource.name)
    if kind == ("apps", "StatefulSet"):
        domain = resource.spec.get("serviceName")
        return _names(domain, ("spec", "serviceName"), resource, rf"{own}-\d+")
    if kind == ("batch", "Job") and resource.spec.get("completionMode") == "Indexed":
        path = ("spec", "template", "spec", "subdomain")
        return _names(dig(resource.value, path), path, resource, rf"{own}-\d+")
    if kind == ("jobset.x-k8s.io", "JobSet"):
        network = mapping(resource.spec.get("network"))
        if network.get("enableDNSHostnames") is False:
            return None
        listed = sequence(resource.spec.get("replicatedJobs"))
        jobs = [text(mapping(job).get("name")) for job in listed]
        if not jobs or not all(jobs):
            return None
        pattern = rf"{own}-(?:{'|'.join(map(re.escape, jobs))})-\d+-\d+"
        domain = network.get("subdomain") or resource.name
        return _names(domain, ("spec", "network", "subdomain"), resource, pattern)
    return None


def _names(
    domain: object, path: tuple[str, ...], resource: Resource, pattern: str
) -> PodNames | None:
    if is_placeholder(domain):
        return None
    field = ".".join(path)
    return PodNames(text(domain), field, resource.field(*path).place, re.compile(pattern))
