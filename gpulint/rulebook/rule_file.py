"""One rules/<category>/<name>.yaml, whole: what the engine needs, the prose, and the examples."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gpulint.core.rule import Mend
from gpulint.core.severity import Confidence, Severity
from gpulint.rulebook.example import Example, read_examples
from gpulint.rulebook.proof import Proof
from gpulint.rulebook.yaml_file import YamlFile, list_at, mapping_at, read_yaml, text_at

_FIELD = re.compile(r"(?<!\{)\{([a-z_][a-z0-9_]*)\}")


class Reference(NamedTuple):
    """Where the claim of a rule can be read."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class RuleFile:
    """All that the YAML of one rule says.

    category: name of its folder. params: JSON Schema of each parameter, with `default` or `const`.
    successor: id of the rule that follows a deprecated one. file: as messages print it. lines: line
    of each key of the top level.
    """

    id: str
    name: str
    category: str
    check: str
    severity: Severity
    confidence: Confidence
    message: str
    why: str
    fix: str
    since: str
    status: str
    generic: bool
    proof: Proof
    aliases: tuple[str, ...]
    needs: tuple[str, ...]
    tokens: tuple[str, ...]
    params: Mapping[str, Mapping[str, object]]
    references: tuple[Reference, ...]
    examples: tuple[Example, ...]
    successor: str
    mend: tuple[Mend, ...]
    file: str
    lines: Mapping[str, int]

    @property
    def values(self) -> Mapping[str, object]:
        """What the check is called with, unless the user sets something else."""
        return {
            name: s["const"] if "const" in s else s["default"] for name, s in self.params.items()
        }

    @property
    def message_fields(self) -> tuple[str, ...]:
        """Names in braces that facts must fill, in their order; the engine itself fills `hint`."""
        return tuple(n for n in dict.fromkeys(_FIELD.findall(self.message)) if n != "hint")

    def line(self, key: str) -> int:
        """Line of a key of the top level; 1 when the file leaves it out."""
        return self.lines.get(key, 1)

    def of_kind(self, kind: str) -> tuple[Example, ...]:
        """Its bad, good or near_miss examples."""
        return tuple(each for each in self.examples if each.kind == kind)


def read_rule_file(path: str, shown: str) -> RuleFile:
    """Read one rule. `shown` stands in messages.

    Raises RuleError with one `file:line: text` per mistake.
    """
    file = read_yaml(path, shown)
    file.check_contract("rule")
    return rule_from_yaml(file, os.path.basename(os.path.dirname(path)))


def rule_from_yaml(file: YamlFile, category: str) -> RuleFile:
    """Build a rule from a value that holds to the contract."""
    value = mapping_at(file, file.value)

    def text(key: str, default: str = "") -> str:
        return text_at(file, value.get(key), key) or default

    def words(key: str) -> tuple[str, ...]:
        rows = list_at(file, value.get(key), key)
        return tuple(text_at(file, row, key, index) for index, row in enumerate(rows))

    id = text("id")
    return RuleFile(
        id=id,
        name=text("name"),
        category=category,
        check=text("check"),
        severity=Severity.from_text(text("severity")),
        confidence=Confidence.from_text(text("confidence")),
        message=text("message"),
        why=text("why"),
        fix=text("fix"),
        since=text("since"),
        status=text("status", "stable"),
        generic=value.get("generic") is True,
        proof=_proof(file, mapping_at(file, value.get("proof"), "proof")),
        aliases=words("aliases"),
        needs=words("needs"),
        tokens=words("tokens"),
        params=_params(file, mapping_at(file, value.get("params"), "params")),
        references=_references(file, list_at(file, value.get("references"), "references")),
        examples=read_examples(file, id),
        successor=text("successor"),
        mend=_mends(file, list_at(file, value.get("mend"), "mend")),
        file=file.name,
        lines={key: file.line(key) for key in value},
    )


def _proof(file: YamlFile, value: Mapping[str, object]) -> Proof:
    return Proof(*(text_at(file, value.get(k), "proof", k) for k in Proof._fields))


def _params(file: YamlFile, value: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    found = {name: mapping_at(file, each, "params", name) for name, each in value.items()}
    for name, schema in found.items():
        if "default" not in schema and "const" not in schema:
            raise file.error(f"{name} needs a default (or const, to fix it)", "params", name)
    return found


def _mends(file: YamlFile, rows: Sequence[object]) -> tuple[Mend, ...]:
    ways = [mapping_at(file, row, "mend", index) for index, row in enumerate(rows)]
    return tuple(
        Mend(
            text_at(file, each.get("replace"), "mend", index, "replace"),
            text_at(file, each.get("write"), "mend", index, "write"),
            text_at(file, each.get("style"), "mend", index, "style") or "kept",
            mapping_at(file, each.get("when"), "mend", index, "when"),
            each.get("alike") is True,
        )
        for index, each in enumerate(ways)
    )


def _references(file: YamlFile, rows: Sequence[object]) -> tuple[Reference, ...]:
    values = [mapping_at(file, row, "references", index) for index, row in enumerate(rows)]
    return tuple(
        Reference(*(text_at(file, each.get(k), "references", index, k) for k in ("title", "url")))
        for index, each in enumerate(values)
    )
