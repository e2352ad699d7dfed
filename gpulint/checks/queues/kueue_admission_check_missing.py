"""The AdmissionChecks that a ClusterQueue names."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    check,
    is_placeholder,
    kueue,
    mapping,
    problem,
    queue_lookup,
    sequence,
    text,
)

_NEWER = ("spec", "admissionChecksStrategy", "admissionChecks")
_OLDER = ("spec", "admissionChecks")


@check(each=kueue.QuotaHolder)
def kueue_admission_check_missing(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Look up every check: without it the queue is inactive."""
    for name, place in _named(holder):
        if is_placeholder(name):
            context.cannot_check(place)
            continue
        absence = None
        if name:
            absence = queue_lookup.missing(
                context, holder.resource, kueue.GROUP, "AdmissionCheck", name
            )
        if absence is not None:
            yield problem(
                place,
                confidence=absence.confidence,
                name=name,
                queue=holder.name,
                near=absence.near,
            )


def _named(holder: kueue.QuotaHolder) -> Iterator[tuple[str, Place]]:
    resource = holder.resource
    for index, each in enumerate(sequence(resource.get(*_NEWER))):
        yield text(mapping(each).get("name")), resource.at(*_NEWER, index, "name")
    for index, each in enumerate(sequence(resource.get(*_OLDER))):
        yield text(each), resource.at(*_OLDER, index)
