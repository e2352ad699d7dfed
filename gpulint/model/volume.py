"""Volumes of a pod that are kept in memory or taken from the node, and where containers see them."""

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.model.container import Container
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import Quantity, parse_quantity
from gpulint.model.resource import Resource, dig, mapping, sequence, text


class Mount(NamedTuple):
    """One volumeMount. path: normalized, without a slash at its end. place: of the mountPath."""

    container: Container
    path: str
    place: Place


class EmptyDir(NamedTuple):
    """An emptyDir volume.

    medium: as written, empty when the node's disk serves. size: None without a readable sizeLimit.
    place: of the volume's emptyDir.
    """

    name: str
    medium: str
    size: Quantity | None
    mounts: tuple[Mount, ...]
    place: Place


class HostPath(NamedTuple):
    """A hostPath volume with its normalized path on the node and the place of that."""

    name: str
    path: str
    mounts: tuple[Mount, ...]
    place: Place


def empty_dirs(pod: PodTemplate) -> Iterator[EmptyDir]:
    """The emptyDir volumes of a pod."""
    for index, volume in enumerate(sequence(pod.spec.get("volumes"))):
        name = text(mapping(volume).get("name"))
        directory = dig(volume, ("emptyDir",))
        if not isinstance(directory, dict) or not name:
            continue
        limit = directory.get("sizeLimit")
        yield EmptyDir(
            name,
            text(directory.get("medium")),
            None if limit is None else parse_quantity(limit),
            mounts_of(pod, name),
            pod.at("volumes", index, "emptyDir"),
        )


def host_paths(pod: PodTemplate) -> Iterator[HostPath]:
    """The hostPath volumes of a pod."""
    for index, volume in enumerate(sequence(pod.spec.get("volumes"))):
        name = text(mapping(volume).get("name"))
        path = text(dig(volume, ("hostPath", "path")))
        if path and name:
            place = pod.at("volumes", index, "hostPath", "path")
            yield HostPath(name, normal(path), mounts_of(pod, name), place)


def mounts_of(pod: PodTemplate, volume: str) -> tuple[Mount, ...]:
    """Where the containers of a pod mount a volume."""
    known = pod.resource.once(_none_yet)[0]
    found = known.get(pod.spec_pointer)
    if found is None:
        found = known[pod.spec_pointer] = {}
        for name, mount in _mounts(pod):
            found[name] = (*found.get(name, ()), mount)
    return found.get(volume, ())


def _none_yet(resource: Resource) -> Iterator[dict[Pointer, dict[object, tuple[Mount, ...]]]]:
    """The table in which the mounts of an object's pods are kept, by pod and volume."""
    yield {}


def _mounts(pod: PodTemplate) -> Iterator[tuple[object, Mount]]:
    for container in pod.all_containers:
        for index, mount in enumerate(container.mounts):
            place = container.at("volumeMounts", index, "mountPath")
            name = mount.get("name")
            if isinstance(name, str):
                yield name, Mount(container, normal(text(mount.get("mountPath"))), place)


def normal(path: str) -> str:
    """A path without doubled slashes, dots and a slash at its end; empty for an empty one."""
    return posixpath.normpath(path) if path else ""
