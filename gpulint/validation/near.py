"""Which field was meant by a name that a map does not know."""

from collections.abc import Iterable, Mapping

from gpulint.validation.references import Ancestor, Types, properties_of, resolved
from gpulint.validation.trim import Schema

# What people write, folded (no case, no `-` and `_`), and what the API calls it.
_CONFUSIONS = {
    "affinities": "affinity",
    "cmd": "command",
    "entrypoint": "command",
    "environment": "env",
    "envvars": "env",
    "gpulimits": "limits",
    "imagepullsecret": "imagePullSecrets",
    "initcontainer": "initContainers",
    "label": "labels",
    "mounts": "volumeMounts",
    "nodeaffinity": "affinity",
    "pullpolicy": "imagePullPolicy",
    "replica": "replicas",
    "replicacount": "replicas",
    "resource": "resources",
    "runtimeclass": "runtimeClassName",
    "scheduler": "schedulerName",
    "selector": "nodeSelector",
    "serviceaccountname": "serviceAccountName",
    "taints": "tolerations",
    "priorityclass": "priorityClassName",
}
_DEPTH = 3


def near_names(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Known names that `name` may stand for, likeliest first, at most three.

    A name that differs in case, `-`, `_` or a plural s wins, then usual confusions, then likeness.
    """
    names = sorted(known)
    folded = {_folded(each): each for each in names}
    same = [folded[key] for key in _readings(name) if key in folded]
    meant = _CONFUSIONS.get(_folded(name))
    if meant in names:
        same.append(str(meant))
    if same:
        return (same[0],)
    from difflib import get_close_matches  # faults are rare

    likely = get_close_matches(_folded(name), list(folded), n=3, cutoff=0.75)
    return tuple(folded[each] for each in likely)


def belongs_at(name: str, way: tuple[Ancestor, ...], types: Types) -> tuple[str | int, ...] | None:
    """Path where a field of this name is known: below the last map of `way`, else above it.

    An empty string in the path stands for any item of a list. None without one place that is near.
    """
    here = way[-1]
    below = _below(name, here.schema, types)
    if below is not None:
        return here.path + below
    for ancestor in reversed(way[:-1]):
        if name in properties_of(ancestor.schema, types):
            return (*ancestor.path, name)
    return None


def _below(name: str, schema: Schema, types: Types) -> tuple[str, ...] | None:
    """The way down to the only field of that name on the highest level that has any.

    Maps come before lists; of several lists `containers` is the one that people mean.
    """
    known = properties_of(schema, types)
    if "/" in name:  # a resource name beside its map
        if "limits" in known and "requests" in known:
            return ("limits", name)
        return ("resources", "limits", name) if "resources" in known and "image" in known else None
    for with_lists in (False, True):
        level: list[tuple[tuple[str, ...], Schema]] = [((), schema)]
        for _ in range(_DEPTH):
            level = [step for each in level for step in _steps(*each, types, with_lists)]
            hits = [path for path, each in level if name in properties_of(each, types)]
            hits = [path for path in hits if path[:1] == ("containers",)] or hits
            if len(hits) == 1:
                return (*hits[0], name)
            if hits:
                return None
    return None


def _steps(
    path: tuple[str, ...], schema: Schema, types: Types, with_lists: bool
) -> Iterable[tuple[tuple[str, ...], Schema]]:
    for name, each in properties_of(schema, types).items():
        inner = resolved(each, types)
        if "properties" in inner:
            yield (*path, name), inner
        elif with_lists and isinstance(inner.get("items"), Mapping):
            yield (*path, name, ""), resolved(inner["items"], types)


def _readings(name: str) -> Iterable[str]:
    folded = _folded(name)
    yield folded
    yield folded + "s"
    yield folded.removesuffix("s")


def _folded(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")
