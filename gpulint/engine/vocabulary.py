"""Which words stand in a run, so that checks that cannot find anything are not even imported."""

from collections.abc import Iterable, Sequence

from gpulint.model.resource import Resource

# Above this looking for every word of every rule costs more than it saves.
_MOST_CHARACTERS = 4_000_000
# Stands for a text that is no Kubernetes object, such as the values of a chart.
_VALUES = "(values)"
# Stands for a text that could not be read.
_FAULT = "(fault)"
# The annotation that silences rules; a run without this word has none.
IGNORE = "gpulint.io/ignore"


def vocabulary(resources: Sequence[Resource], *, has_faults: bool = False) -> str | None:
    """All keys and texts of a run in one string, each once; None when there are too many to look.

    resources: of the input and of the facts. Everything stands there as written and in small letters.
    """
    found: set[str] = {_FAULT} if has_faults else set()
    for resource in resources:
        found.add(kind_word(resource))
        found.add(resource.api_version)
        _collect(resource.value, found)
    if sum(map(len, found)) > _MOST_CHARACTERS:
        return None
    texts = "\n".join(found)
    return f"{texts}\n{texts.lower()}"


def kind_word(resource: Resource) -> str:
    """What stands for the kind of a resource in the vocabulary."""
    return resource.kind or _VALUES


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
