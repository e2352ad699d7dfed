"""What a check yields: where, and the facts for the message."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gpulint.core.location import Part, Place
from gpulint.core.severity import Confidence


class Related(NamedTuple):
    """Another place that belongs to a problem, and what it has to do with it."""

    place: Place
    message: str


class Problem(NamedTuple):
    """Where something is wrong and the facts that fill the rule's message.

    confidence: lower than the rule's own where this instance is less sure; None keeps the rule's.
    """

    place: Place
    facts: Mapping[str, object]
    related: tuple[Related, ...] = ()
    confidence: Confidence | None = None


def problem(
    at: Place,
    *,
    part: Part | None = None,
    related: Iterable[Related | tuple[Place, str]] = (),
    confidence: str | None = None,
    **facts: object,
) -> Problem:
    """Make a problem: `problem(container.at("resources"), part="key", resource=name)`.

    part: whether the key or the value must change; None keeps the place's own. facts: fields of the message.
    """
    return Problem(
        at if part is None else at._replace(part=part),
        facts,
        tuple(Related(*each) for each in related),
        None if confidence is None else Confidence.from_text(confidence),
    )
