"""Objects inside objects: what an AppWrapper or a trial template has created."""

from collections.abc import Iterable, Iterator

from gpulint.catalog.kinds import wrapped_objects
from gpulint.model.resource import Resource, text
from gpulint.model.workload import expand


def with_wrapped(resources: Iterable[Resource]) -> Iterator[Resource]:
    """The objects, and after each those that it wraps.

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
