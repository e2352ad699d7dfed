"""Words of flavorFungibility that v1beta2 no longer has."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kueue, mapping, problem

_OLD = ("Borrow", "Preempt")


@check(each=kueue.QuotaHolder)
def kueue_fungibility_value(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Look for the words of v1beta1 in an object of v1beta2."""
    if holder.resource.version != "v1beta2":
        return
    for key, value in mapping(holder.resource.spec.get("flavorFungibility")).items():
        if value in _OLD:
            place = holder.resource.at("spec", "flavorFungibility", key)
            yield problem(place, field=f"flavorFungibility.{key}", value=value)
