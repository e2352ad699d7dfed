"""Amounts of one device in one entry of a LimitRange, which must not cross."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources

# What must not be more than what. default against defaultRequest is a rule of its own.
_ORDER = (
    ("min", "max"),
    ("default", "max"),
    ("min", "default"),
    ("defaultRequest", "max"),
    ("min", "defaultRequest"),
)


@check(each=quota.LimitItem)
def limit_range_bounds_are_ordered(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Compare the amounts that are written, and tell each place once."""
    names = dict.fromkeys(name for key in ("min", "default", "max") for name in item.amounts(key))
    for name in filter(resources.accelerator, names):
        told: set[str] = set()
        for low, high in _ORDER:
            less, more = item.quantity(low, name), item.quantity(high, name)
            at, other = (low, high) if high == "max" else (high, low)  # a default, if one is there
            if less is None or more is None or less.nano <= more.nano or at in told:
                continue
            told.add(at)
            yield problem(
                item.at(at, name),
                related=[(item.at(other, name), f"{other} stands here")],
                resource=name,
                low=low,
                high=high,
                less=less.text,
                more=more.text,
            )
