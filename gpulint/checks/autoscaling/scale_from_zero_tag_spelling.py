"""The autoscaler's tags for empty groups must be spelled as it reads them."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, near_names, problem, scaling

_KINDS = ("label", "taint", "resources", "autoscaling-options")


@check(each=scaling.ScalingGroup)
def scale_from_zero_tag_spelling(
    group: scaling.ScalingGroup, context: Context
) -> Iterator[Problem]:
    """Find tags that are nearly `node-template/label/…`, `…/taint/…` or `…/resources/…`."""
    for key in group.tags if group.has_gpus else ():
        wanted = _corrected(key)
        if wanted is not None:
            yield problem(group.tag_place(key), key=key, wanted=wanted, group=group.name)


def _corrected(key: str) -> str | None:
    """The tag that seems to be meant; None for one that is right or that nobody can tell."""
    if not key.startswith(scaling.PREFIX):
        return None
    first, _, rest = key.removeprefix(scaling.PREFIX).partition("/")
    if not rest:
        return None
    if first != "node-template":
        kind = near_names(first, _KINDS) or ((first,) if first in _KINDS else ())
        if kind:
            return f"{scaling.TEMPLATE}{kind[0]}/{rest}"
        if not near_names(first, ("node-template",)):
            return None
    second, slash, name = rest.partition("/")
    meant = (second,) if second in _KINDS else near_names(second, _KINDS)
    corrected = f"{scaling.TEMPLATE}{meant[0]}/{name}" if meant and slash else None
    return None if corrected == key else corrected
