"""Whether two objects of a run are meant for one cluster at one time."""

from gpulint.model.context import Context
from gpulint.model.resource import Resource


def applied_together(one: Resource, other: Resource, context: Context) -> bool:
    """Whether both are surely in one cluster: in one file, known from facts, or all there is.

    Files of one folder may be samples of which a person picks one, and folders be for several
    clusters.
    """
    if one.from_facts or other.from_facts or context.complete:
        return True
    return one.document.file == other.document.file
