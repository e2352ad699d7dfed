"""Volumes of a pod that are kept in memory or taken from the node, and where containers see them."""

import posixpath
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.container import Container
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import Quantity, parse_quantity
from gpulint.model.resource import dig, mapping, sequence, text

# Names that people give to a volume for /dev/shm; a form that RE2 reads alike.
SHM_NAME = "(^|[-_])d?shm($|[-_])|shared-?mem"
# A server meets the same few paths again and again.
_KEPT = 1024


class Mount(NamedTuple):
    """One volumeMount, the number-th (from 0) of its container. path: normalized, no slash at its end."""

    container: Container
    path: str
    number: int

    @property
    def place(self) -> Place:
        """Where the mountPath stands."""
        return self.container.at("volumeMounts", self.number, "mountPath")


class EmptyDir(NamedTuple):
    """An emptyDir volume.

    pod, number: whose volume it is, and which. medium: as written, empty when the node's disk serves.
    size: None without a readable sizeLimit.
    """

    pod: PodTemplate
    number: int
    name: str
    medium: str
    size: Quantity | None
    mounts: tuple[Mount, ...]

    @property
    def place(self) -> Place:
        """Where the volume's emptyDir stands."""
        return self.pod.at("volumes", self.number, "emptyDir")


class HostPath(NamedTuple):
    """A hostPath volume of a pod, its number-th (from 0), with the normalized path on the node."""

    pod: PodTemplate
    number: int
    name: str
    path: str
    mounts: tuple[Mount, ...]

    @property
    def place(self) -> Place:
        """Where the path stands."""
        return self.pod.at("volumes", self.number, "hostPath", "path")


def empty_dirs(pod: PodTemplate) -> tuple[EmptyDir, ...]:
    """The emptyDir volumes of a pod."""
    return pod.once(_empty_dirs)


def host_paths(pod: PodTemplate) -> tuple[HostPath, ...]:
    """The hostPath volumes of a pod."""
    return pod.once(_host_paths)


def _empty_dirs(pod: PodTemplate) -> Iterator[EmptyDir]:
    for index, volume in enumerate(sequence(pod.spec.get("volumes"))):
        name = text(mapping(volume).get("name"))
        directory = dig(volume, ("emptyDir",))
        if not isinstance(directory, dict) or not name:
            continue
        limit = directory.get("sizeLimit")
        yield EmptyDir(
            pod,
            index,
            name,
            text(directory.get("medium")),
            None if limit is None else parse_quantity(limit),
            mounts_of(pod, name),
        )


def _host_paths(pod: PodTemplate) -> Iterator[HostPath]:
    for index, volume in enumerate(sequence(pod.spec.get("volumes"))):
        name = text(mapping(volume).get("name"))
        path = text(dig(volume, ("hostPath", "path")))
        if path and name:
            yield HostPath(pod, index, name, normal(path), mounts_of(pod, name))


def mounts_of(pod: PodTemplate, volume: str) -> tuple[Mount, ...]:
    """Where the containers of a pod mount a volume."""
    return tuple(
        Mount(container, normal(text(mount.get("mountPath"))), index)
        for container in pod.all_containers
        for index, mount in enumerate(container.mounts)
        if mount.get("name") == volume
    )


@lru_cache(_KEPT)
def normal(path: str) -> str:
    """A path without doubled slashes, dots and a slash at its end; empty for an empty one."""
    return posixpath.normpath(path) if path else ""
