"""Whether two objects of an input belong to one cluster, and what their names then prove."""

import os
import re

from gpulint.model.context import Absence, Context
from gpulint.model.resource import Resource

_WORDS = re.compile(r"[-_.]")
_NUMBER = re.compile(r"[-_.]?\d+")
_ALIKE = 0.6
_VERY_LIKE = 0.85


def together(one: Resource, other: Resource) -> bool:
    """Whether two objects are meant for one cluster, as far as their places tell.

    Folders may hold samples for many clusters: one namespace or one folder speaks for one.
    """
    if one.from_facts or other.from_facts:
        return True
    if one.namespace and one.namespace == other.namespace:
        return True
    return os.path.dirname(one.document.file) == os.path.dirname(other.document.file)


def missing(
    context: Context,
    beside: Resource,
    group: str,
    kind: str,
    name: str,
    namespace: str | None = None,
) -> Absence | None:
    """Tell that an object which another names does not exist; None where nobody can know.

    Objects of the kind elsewhere in the input prove little: then one must lie near the object that
    names it, or have a name that is easily mistyped so.
    """
    absence = context.absence(group, kind, name, namespace)
    if absence is None:
        return None
    close = any(together(beside, each) for each in context.manifests.by_kind(group, kind))
    typo = any(is_typo(name, each) for each in absence.near)
    absence = absence._replace(near=tuple(n for n in absence.near if _is_hint(name, n)))
    if absence.because != "siblings":
        return absence
    if not close and not typo:
        context.silences.add(kind)
        return None
    return absence._replace(confidence="high" if close and typo else "medium")


def is_typo(one: str, other: str) -> bool:
    """Whether one name is easily mistyped for the other: one word of it differs by few letters.

    Words with digits (`a100` and `h100`) and added words make other names, not typos.
    """
    left, right = _WORDS.split(one), _WORDS.split(other)
    if len(left) != len(right):
        return _WORDS.sub("", one) == _WORDS.sub("", other)
    differing = [pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]]
    if len(differing) != 1 or any(map(str.isdigit, "".join(differing[0]))):
        return False
    import difflib  # only for hints

    return difflib.SequenceMatcher(None, *differing[0]).ratio() >= _ALIKE


def _is_hint(one: str, other: str) -> bool:
    """Whether a name is worth a "did you mean": very like, and not just another number."""
    import difflib  # only for hints

    if is_typo(one, other):
        return True
    numbered = _NUMBER.sub("", one) == _NUMBER.sub("", other)
    return not numbered and difflib.SequenceMatcher(None, one, other).ratio() >= _VERY_LIKE
