"""Objects inside objects: what a wrapper has created, and patches that a Kustomization writes out."""

from collections.abc import Iterable, Iterator

from gpulint.catalog.kinds import wrapped_objects
from gpulint.model.resource import Resource, mapping, sequence, text
from gpulint.model.workload import expand
from gpulint.source.document import Document


def with_wrapped(resources: Iterable[Resource]) -> Iterator[Resource]:
    """The objects, and after each those that it wraps, and the patches that stand in it as texts.

    A wrapped object counts as a fragment: its wrapper's controller adds what is missing, and admits
    and starts it as a whole, so nothing is to be said about what it lacks.
    """
    for resource in resources:
        yield resource
        for path in wrapped_objects(resource.group, resource.kind):
            for found in expand(resource.value, path):
                if isinstance(found.value, dict) and text(found.value.get("kind")):
                    inner = Resource(
                        resource.document,
                        found.value,
                        resource.pointer.child(*found.path),
                        mentions=resource.mentions,
                        fragment=True,
                        from_facts=resource.from_facts,
                    )
                    inner.wrapper = resource
                    yield inner
        if resource.group == "kustomize.config.k8s.io":
            yield from _patches(resource)


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
