"""Group keys in a place where no scheduler looks: the wrong carrier, or the owner for the pods."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.gang_reference import KEYS
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, mapping

_OWNER_SIZE = "scheduling.volcano.sh/group-min-member"
# Controllers that give pods the metadata of their template alone.
_COPIES_NOTHING = ("apps", "batch", "jobset.x-k8s.io", "leaderworkerset.x-k8s.io")
# Samples of Godel set both carriers, KAI's key is a common word, Kueue has rules of its own.
_LEFT_OUT = ("godel", "kai", "kueue")
_SIDES = {"label": "labels", "annotation": "annotations"}


class Misplaced(NamedTuple):
    """A key that stands where its scheduler does not look.

    written: where it stands, in words. right: where it belongs, in words.
    """

    key: str
    system: str
    written: str
    right: str
    place: Place


def misplaced(resource: Resource, pods: Sequence[PodTemplate]) -> Iterator[Misplaced]:
    """Group keys of an object that nobody reads where they stand.

    pods: the templates of the object. Silent for a key that stands in its right place as well.
    """
    for key in KEYS:
        if key.carrier == "field" or key.system in _LEFT_OUT:
            continue
        side = _SIDES[key.carrier]
        other = "annotations" if side == "labels" else "labels"
        if any(key.key in mapping(pod.metadata.get(side)) for pod in pods):
            continue
        right = f"{_article(key.carrier)} of the pods"
        for pod in pods:
            if key.key in mapping(pod.metadata.get(other)):
                written = f"{_article(other[:-1])} of the pods"
                yield Misplaced(
                    key.key, key.system, written, right, pod.at_metadata(other, key.key)
                )
        if resource.group in _COPIES_NOTHING:
            for where in ("labels", "annotations"):
                if key.key in mapping(resource.metadata.get(where)):
                    written = f"{_article(where[:-1])} of the {resource.kind} itself"
                    place = resource.at("metadata", where, key.key)
                    yield Misplaced(key.key, key.system, written, right, place)
    yield from _misplaced_size(resource, pods)


def _misplaced_size(resource: Resource, pods: Sequence[PodTemplate]) -> Iterator[Misplaced]:
    if resource.group not in ("apps", "batch") or _OWNER_SIZE in resource.annotations:
        return
    right = f"an annotation of the {resource.kind} itself"
    for pod in pods:
        for side in ("annotations", "labels"):
            if _OWNER_SIZE in mapping(pod.metadata.get(side)):
                written = f"{_article(side[:-1])} of the pods"
                yield Misplaced(
                    _OWNER_SIZE, "volcano", written, right, pod.at_metadata(side, _OWNER_SIZE)
                )
    if _OWNER_SIZE in resource.labels:
        place = resource.at("metadata", "labels", _OWNER_SIZE)
        written = f"a label of the {resource.kind} itself"
        yield Misplaced(_OWNER_SIZE, "volcano", written, right, place)


def _article(carrier: str) -> str:
    return f"an {carrier}" if carrier == "annotation" else f"a {carrier}"
