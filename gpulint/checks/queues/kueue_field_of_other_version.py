"""Fields and values of Kueue that one of its API versions has and the other has not."""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.authoring import Context, Problem, check, kueue, problem


class _Rename(NamedTuple):
    """A field as v1beta1 and v1beta2 call it, below spec."""

    kind: str
    old: tuple[str, ...]
    new: tuple[str, ...]


_RENAMES = (
    _Rename("ClusterQueue", ("cohort",), ("cohortName",)),
    _Rename("ClusterQueue", ("admissionChecks",), ("admissionChecksStrategy", "admissionChecks")),
    _Rename("Cohort", ("parent",), ("parentName",)),
)


@check(each=kueue.QuotaHolder)
def kueue_field_of_other_version(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Look for the field of the other version: the API server drops or refuses it."""
    resource = holder.resource
    newer = resource.version == "v1beta2"
    if resource.version not in ("v1beta1", "v1beta2"):
        return
    for rename in _RENAMES:
        wrong, right = (rename.old, rename.new) if newer else (rename.new, rename.old)
        # v1beta1 has the strategy as well, and its Cohort never had a field `parent`
        if rename.kind != resource.kind or (not newer and rename is not _RENAMES[0]):
            continue
        field = resource.field("spec", *wrong)
        if field.present:
            yield problem(
                field.place,
                part="key",
                field=".".join(("spec", *wrong)),
                right=".".join(("spec", *right)),
                version=resource.version,
                other="v1beta1" if newer else "v1beta2",
            )
