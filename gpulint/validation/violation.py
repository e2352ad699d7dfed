"""What a schema finds wrong with a value, before any rule words it."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from gpulint.core.location import Part
from gpulint.core.pointer import Pointer

Fault = Literal["unknown-field", "type", "required", "enum", "value"]

_SENTENCES = {
    "unknown-field": "{place} is not known here",
    "type": "{place} is {found}{value}, wanted is {wanted}",
    "required": "{field} is missing in {around}",
    "enum": "{place} is {found}, wanted is one of {wanted}",
    "value": "{place} is {found}, wanted is {wanted}",
}


class Violation(NamedTuple):
    """One place where a value breaks its schema.

    pointer, part: what to change; for a missing field the map that lacks it. facts, by fault:

    - all: `field` (the name at the place, or of the missing field), `parent` (field path of the map
      around it; empty at the root), `detail` (a phrase that helps to mend it, often empty)
    - unknown-field: `near` (real names, likeliest first), `belongs` (field path where the name is
      known, or empty)
    - type: `found` and `wanted` (words such as `map`, `string or number`), `value` (short text;
      empty for maps and lists)
    - required: `found` (`nothing` or `null`)
    - enum: `found` (short text), `wanted` (the allowed values), `near`
    - value: `found` (short text), `wanted` (a phrase such as `at most 2147483647`)
    """

    pointer: Pointer
    part: Part
    fault: Fault
    facts: Mapping[str, object]

    @property
    def message(self) -> str:
        """One sentence for people, without place in a file."""
        facts = {name: _joined(value) for name, value in self.facts.items()}
        place = self.pointer.field_path or "the document"
        around = facts["parent"] or "the document"
        if facts.get("value"):
            facts["value"] = f" ({facts['value']})"
        sentence = _SENTENCES[self.fault].format(**facts, place=place, around=around)
        return f"{sentence}; {facts['detail']}" if facts["detail"] else sentence


def _joined(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
