"""What a check may know beside the view it is shown, and how it argues from absence."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from gpulint.core.severity import Confidence
from gpulint.model.manifests import Manifests, same_namespace
from gpulint.model.quantity import is_placeholder, may_become
from gpulint.model.resource import Resource

_NEAR = 0.75
# Beyond this many names only those of the same beginning or end are compared letter by letter.
_MANY = 200


class Absence(NamedTuple):
    """No object of that name is known, and the run allows to say so.

    known: names of the objects of the kind, sorted. near: those that resemble the name.
    because: why absence can be argued: `facts`, `complete` or `siblings`.
    """

    known: tuple[str, ...]
    near: tuple[str, ...]
    because: str
    confidence: str


class Context:
    """The run around a view.

    manifests: the input alone. cluster: the input and the facts together. kubernetes: minor version,
    None when not stated. complete: the user declared that the input is all there is. covers: kinds
    (`Node`, `LocalQueue.kueue.x-k8s.io`) that the facts hold in full, even when they hold none.
    """

    def __init__(
        self,
        manifests: Manifests,
        facts: Manifests | Sequence[Resource] = (),
        *,
        kubernetes: int | None = None,
        complete: bool = False,
        externals: Mapping[str, Sequence[str]] | None = None,
        covers: Collection[str] = (),
    ) -> None:
        self.manifests = manifests
        self.facts = facts if isinstance(facts, Manifests) else Manifests(facts)
        self.cluster = manifests.joined(self.facts)
        self.kubernetes = kubernetes
        self.complete = complete
        self.covers = frozenset(covers)
        self.externals = {kind: frozenset(names) for kind, names in (externals or {}).items()}
        self._names: dict[tuple[str, str, str | None], tuple[str, ...]] = {}
        self.silences: set[str] = set()
        self.unchecked: set[object] = set()

    @property
    def knows_nodes(self) -> bool:
        """Whether the nodes of the run are all there are: from facts, or declared complete."""
        if self.facts.by_kind("", "Node"):
            return True
        return self.complete and bool(self.manifests.by_kind("", "Node"))

    def can_deny(self, group: str, kind: str) -> str:
        """Why the run may say "no such object" of a kind; empty when it may not (and that is noted)."""
        if self.facts.by_kind(group, kind) or f"{kind}.{group}".rstrip(".") in self.covers:
            return "facts"
        if self.complete:
            return "complete"
        if self.manifests.by_kind(group, kind):
            return "siblings"
        self.silences.add(kind)
        return ""

    def absence(
        self, group: str, kind: str, name: str, namespace: str | None = None
    ) -> Absence | None:
        """Tell that no `kind` of that name exists; None when it does, or when nobody can know.

        An object whose name is still to be filled in (`queue-${TEAM}`) may be the one.
        namespace: where it would have to be; None for a cluster-scoped kind.
        """
        if self.cluster.named(group, kind, name, namespace) is not None:
            return None
        if name in self.externals.get(kind, ()):
            return None
        because = self.can_deny(group, kind)
        if not because:
            return None
        known = self._known(group, kind, namespace)
        if any(is_placeholder(each) and may_become(each, name) for each in known):
            return None
        from difflib import get_close_matches  # only for hints

        near = tuple(get_close_matches(name, _worth_comparing(name, known), 3, _NEAR))
        sure = because != "siblings" or bool(near)
        return Absence(known, near, because, "high" if sure else "medium")

    def _known(self, group: str, kind: str, namespace: str | None) -> tuple[str, ...]:
        """Names of the kind that a reference from `namespace` can mean, sorted."""
        key = (group, kind, namespace)
        if key not in self._names:
            found = {
                r.name
                for r in self.cluster.by_kind(group, kind)
                if r.name and (namespace is None or same_namespace(r.namespace, namespace))
            }
            self._names[key] = tuple(sorted(found))
        return self._names[key]

    def cannot_check(self, place: object) -> None:
        """Note a value that holds a placeholder; the report counts these."""
        self.unchecked.add(place)

    @staticmethod
    def confidence(absence: Absence) -> Confidence:
        """The confidence of an absence as a value."""
        return Confidence.from_text(absence.confidence)


def _worth_comparing(name: str, known: Sequence[str]) -> Sequence[str]:
    """The names that may resemble `name`; all of them while they are few."""
    if len(known) <= _MANY:
        return known
    start, end = name[:3], name[-3:]
    alike = [each for each in known if each.startswith(start) or each.endswith(end)]
    return [each for each in alike if abs(len(each) - len(name)) <= 3][:_MANY]
