"""Objects inside objects: what a wrapper has created, and patches that a Kustomization writes out."""

from collections.abc import Iterable, Iterator

from gpulint.catalog.kinds import workload_kind, wrapped_objects
from gpulint.core.location import Locatable
from gpulint.core.pointer import ROOT
from gpulint.model.resource import Resource, dig, mapping, sequence, text
from gpulint.model.workload import Found, expand
from gpulint.source.document import Document

# Their controllers apply what they hold as it stands.
_AS_IT_STANDS = ("argoproj.io", "template.openshift.io", "work.open-cluster-management.io")
# What a step of a workflow does with its manifest when it creates nothing.
_CREATES_NOTHING = ("delete", "get", "patch")


def with_wrapped(resources: Iterable[Resource]) -> Iterator[Resource]:
    """The objects, and after each those that it wraps, and the patches that stand in it as texts.

    A wrapped object counts as a fragment: its wrapper's controller adds what is missing, and admits
    and starts it as a whole, so nothing is to be said about what it lacks.
    """
    for resource in resources:
        yield resource
        for path in wrapped_objects(resource.group, resource.kind):
            for found in expand(resource.value, path):
                if dig(resource.value, (*found.path[:-1], "action")) not in _CREATES_NOTHING:
                    yield from _wrapped(resource, found)
        if workload_kind(resource.group, resource.kind) is None:
            from gpulint.model.unknown_kind import inner_objects  # most kinds have a row

            for way, inner in inner_objects(resource):
                yield from _wrapped(resource, Found(inner, way, ()))
        if resource.group == "kustomize.config.k8s.io":
            yield from _patches(resource)


def _wrapped(resource: Resource, found: Found) -> Iterator[Resource]:
    """The object at a place of its wrapper, which may hold it as a text."""
    document: Locatable = resource.document
    value, pointer = found.value, resource.pointer.child(*found.path)
    if isinstance(value, str) and isinstance(document, Document):
        text_inside = document.embedded(
            pointer
        )  # a fault there is left to the wrapper's own program
        if isinstance(text_inside, Document):
            document, value, pointer = text_inside, text_inside.value, ROOT
    if isinstance(value, dict) and text(value.get("kind")):
        inner = Resource(
            document,
            value,
            pointer,
            mentions=resource.mentions,
            fragment=resource.group not in _AS_IT_STANDS,
            from_facts=resource.from_facts,
        )
        inner.wrapper = resource
        yield inner


def _patches(resource: Resource) -> Iterator[Resource]:
    """The inline patches that look like the object they change; a list of operations does not."""
    rows = enumerate(map(mapping, sequence(resource.get("patches"))))
    places = [resource.at("patches", index, "patch") for index, row in rows if row.get("patch")]
    for index, row in enumerate(sequence(resource.get("patchesStrategicMerge"))):
        if "\n" in text(row):  # else it is the name of a file
            places.append(resource.at("patchesStrategicMerge", index))
    for place in places:
        document = resource.document
        inner = document.embedded(place.pointer) if isinstance(document, Document) else None
        if isinstance(inner, Document) and text(mapping(inner.value).get("kind")):
            yield Resource(
                inner,
                mapping(inner.value),
                mentions=resource.mentions,
                fragment=True,
                from_facts=resource.from_facts,
            )
