"""Reads facts: gpulint's own file with its folded nodes, or plain Kubernetes objects."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.core.errors import ConfigError
from gpulint.core.pointer import Pointer
from gpulint.model.resource import Resource, mapping, resources_in, sequence, text
from gpulint.source.document import Document
from gpulint.source.reader import Reading

SCHEMA = "gpulint.facts/1"
_STALE_DAYS = 30


class Facts(NamedTuple):
    """What one facts file holds.

    resources: nodes first, a group of equal nodes as one. date: empty for plain objects.
    covers: kinds whose objects are all here, even if there are none. pending: pods that wait.
    """

    name: str
    resources: tuple[Resource, ...]
    date: str = ""
    covers: frozenset[str] = frozenset()
    pending: tuple[Resource, ...] = ()

    def age(self, today: str) -> int | None:
        """Days since the cluster was read; None where the file does not say, or says nonsense."""
        if not self.date:
            return None
        from datetime import date  # only dated files

        try:
            return (date.fromisoformat(today) - date.fromisoformat(self.date)).days
        except ValueError:
            return None

    def notice(self, today: str | None) -> str:
        """A sentence for the user when the file is empty or older than thirty days; else empty."""
        if not self.resources and not self.covers:
            return f"{self.name}: the facts hold no object"
        days = None if today is None else self.age(today)
        if days is None or days <= _STALE_DAYS:
            return ""
        return f"{self.name}: these facts are {days} days old; renew them with `gpulint facts -o {self.name}`"


def facts_of(name: str, reading: Reading) -> Facts:
    """The facts of a file, which must be read whole: half an inventory would lie.

    Raises ConfigError for a file with a fault, or of a schema that this release does not know.
    """
    if reading.faults:
        told = [f"{fault.file}:{fault.span.line}: {fault.sentence}" for fault in reading.faults]
        raise ConfigError("\n".join(told))
    found: list[Resource] = []
    pending: list[Resource] = []
    date, covers = "", frozenset[str]()
    for document in reading.documents:
        value = mapping(document.value)
        if not text(value.get("schema")).startswith("gpulint."):
            found += resources_in(document, document.value, **_flags(document))
            continue
        if value["schema"] != SCHEMA:
            wrong = f"schema {value['schema']} is not known; this release reads {SCHEMA}"
            raise ConfigError(f"{name}:{document.first_line}: {wrong}")
        _keep_contract(name, document, value)
        found += _own(document, value)
        pending += _listed(document, value, "pending")
        date = max(date, text(value.get("date")))
        covers |= frozenset(map(text, sequence(value.get("covers"))))
    return Facts(name, tuple(r for r in found if r.kind), date, covers, tuple(pending))


def _keep_contract(name: str, document: Document, value: Mapping[str, object]) -> None:
    from gpulint.validation.contracts import contract_errors  # only for our own files

    told = []
    for each in contract_errors(value, "facts"):
        line = document.locate(each.pointer, each.part).span.line
        field, wanted = each.facts["field"] or "the facts", each.facts.get("wanted")
        words = f"{field} must be {wanted}" if wanted else f"{field}: {each.fault}"
        told.append(f"{name}:{line}: {words}")
    if told:
        raise ConfigError("\n".join(told))


def _flags(document: Document) -> dict[str, bool]:
    return {"mentions": document.mentions, "fragment": document.fragment, "from_facts": True}


def _own(document: Document, value: Mapping[str, object]) -> Iterator[Resource]:
    own = sequence(value.get("own_labels"))
    for index, each in enumerate(sequence(value.get("nodes"))):
        if isinstance(each, dict):
            node = {**each, "own_labels": own}
            at = Pointer(("nodes", index))
            yield Resource(document, node, at, api_version="v1", kind="Node", from_facts=True)
    yield from _listed(document, value, "items")


def _listed(document: Document, value: Mapping[str, object], key: str) -> Iterator[Resource]:
    for index, each in enumerate(sequence(value.get(key))):
        if isinstance(each, dict):
            yield Resource(document, each, Pointer((key, index)), from_facts=True)
