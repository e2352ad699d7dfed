"""Which words stand in a run, so that checks that cannot find anything are never imported."""

from collections.abc import Iterable, Sequence

from gpulint.model.resource import Resource

# Above this the few imports cost less than looking.
_MOST_RESOURCES = 60
# Stands for a text that is no Kubernetes object, such as the values of a chart.
_VALUES = "(values)"


def vocabulary(resources: Sequence[Resource]) -> str | None:
    """All keys and texts of a small run in one string; None when the run is too large to look."""
    if len(resources) > _MOST_RESOURCES:
        return None
    found: set[str] = set()
    for resource in resources:
        found.add(resource.kind or _VALUES)
        found.add(resource.api_version)
        _collect(resource.value, found)
    return "\n".join(found)


def _collect(root: object, found: set[str]) -> None:
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, (dict, list)) and id(value) not in seen:
            seen.add(id(value))  # aliased parts are one object
            if isinstance(value, dict):
                found.update(map(str, value))
                waiting += value.values()
            else:
                waiting += value


def may_speak(words: Iterable[str], known: str | None) -> bool:
    """Whether a rule that needs one of `words` can find anything in a run of this vocabulary."""
    wanted = tuple(words)
    return known is None or not wanted or any(word in known for word in wanted)
