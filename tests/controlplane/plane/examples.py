"""Objects in the examples of rules, one by one, as somebody would send them."""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from gpulint.model.resource import resources_in
from gpulint.rulebook.rule_file import read_rule_file
from gpulint.source.reader import ReadOptions, read_bytes
from plane.answer import Answer
from plane.client import Client
from plane.hooked import Object

_RULES = Path(__file__).resolve().parents[3] / "rules"
_CORE = ("v1", "apps/v1", "batch/v1")
_READ = ReadOptions(prefilter=False, jobs=1, helm=False)


class Example(NamedTuple):
    """An object of an example. where: its rule, the example's line and its kind."""

    where: str
    value: Object


def examples(ids: Collection[str] = (), kinds: Collection[str] = ("bad",)) -> Iterator[Example]:
    """Objects with a kind in the examples of rules, of all rules when none is named."""
    for path in sorted(_RULES.glob("*/*.yaml")):
        rule = read_rule_file(str(path), path.name)
        if ids and rule.id not in ids:
            continue
        for example in (each for each in rule.examples if each.kind in kinds):
            for name, text in example.texts.items():
                for document in read_bytes(name, text, _READ).documents:
                    for each in resources_in(document, document.value):
                        if each.kind and each.api_version:
                            where = f"{rule.id}:{example.line} {each.kind}"
                            yield Example(where, dict(each.value))


def is_core(value: Object) -> bool:
    """Whether an object is of a group that every server has."""
    return value["apiVersion"] in _CORE


def rehearse(client: Client, value: Object, namespace: str = "free") -> Answer:
    """Create the object as a dry run; 404 for a kind that the server does not know."""
    known = client.kind(str(value["apiVersion"]), str(value["kind"]))
    if known is None:
        return Answer(404, {})
    metadata = {k: v for k, v in dict(value.get("metadata") or {}).items() if k != "namespace"}
    if known.namespaced:
        metadata["namespace"] = namespace
    if not metadata.get("name"):
        metadata["name"] = "example"
    body = json.dumps({**value, "metadata": metadata}).encode()
    return client.create(known, namespace, body, dry_run=True, validation="Ignore")


def rule_ids(warnings: Iterable[str]) -> list[str]:
    """Rules that the warnings name, sorted."""
    found = (re.search(r"gpulint (GPU[0-9]{3}) ", each) for each in warnings)
    return sorted({each[1] for each in found if each})
