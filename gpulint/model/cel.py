"""Selectors of device claims: what an expression says of attributes, as far as its text shows."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gpulint.catalog.dra import GPU_DOMAIN
from gpulint.core.location import Place
from gpulint.model.dra import GROUP, DeviceRequest
from gpulint.model.resource import Resource, mapping, sequence, text

_STRING = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_STRINGS = re.compile(_STRING)
_ACCESS = re.compile(
    rf"device\.(?P<map>attributes|capacity)\s*\[\s*(?P<domain>{_STRING})\s*\]"
    rf"\s*(?:\.\s*(?P<name>[A-Za-z_]\w*)|\[\s*(?P<quoted>{_STRING})\s*\])(?P<call>\s*\()?"
)
_EQUAL = re.compile(rf"\s*(?P<operator>==|!=)\s*(?P<value>{_STRING})")
_ONE_OF = re.compile(rf"\s+in\s*\[(?P<values>(?:\s*(?:{_STRING})\s*,?)*)\]")
# Ways to ask first whether an attribute is there; its absence is then no fault.
_GUARDS = ("has(", ".?", "[?", "orValue", "optional.", " in device.attributes")


class Access(NamedTuple):
    """One look at an attribute or capacity.

    values: texts that it is compared with by == or in. equal: False for !=.
    """

    capacity: bool
    domain: str
    name: str
    values: tuple[str, ...]
    equal: bool


class CelSelector(NamedTuple):
    """A CEL expression of a request or class. device: of NVIDIA's class that it narrows, or empty."""

    resource: Resource
    expression: str
    place: Place
    device: str

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["CelSelector"]:
        """The selectors of an object's requests, or of the class that it is."""
        if resource.group != GROUP:
            return
        if resource.kind == "DeviceClass":
            yield from _selectors(resource, resource.spec, ("spec",), "")
        for request in DeviceRequest.from_resource(resource):
            yield from _selectors(resource, request.body, request.body_path, request.device)

    @property
    def bare(self) -> str:
        """The expression with every text literal emptied."""
        return _STRINGS.sub("''", self.expression)

    @property
    def guarded(self) -> bool:
        """Whether it asks for the presence of attributes."""
        return any(guard in self.expression for guard in _GUARDS)

    def accesses(self) -> Iterator[Access]:
        """Every look at an attribute or capacity, in order."""
        for found in _ACCESS.finditer(self.expression):
            if found["call"]:
                continue  # a method of the map, not one of its entries
            values, equal = _compared(self.expression, found.end())
            yield Access(
                found["map"] == "capacity",
                found["domain"][1:-1],
                found["name"] or found["quoted"][1:-1],
                values,
                equal,
            )


def profiles(selector: CelSelector) -> Iterator[str]:
    """MIG profiles that a selector demands; what it excludes is no demand."""
    for access in selector.accesses():
        is_profile = access.domain == GPU_DOMAIN and access.name == "profile"
        if is_profile and access.equal and not access.capacity:
            yield from access.values


def _compared(expression: str, at: int) -> tuple[tuple[str, ...], bool]:
    equal = _EQUAL.match(expression, at)
    if equal is not None:
        return (equal["value"][1:-1],), equal["operator"] == "=="
    one_of = _ONE_OF.match(expression, at)
    if one_of is not None:
        return tuple(each[1:-1] for each in _STRINGS.findall(one_of["values"])), True
    return (), True


def _selectors(
    resource: Resource, body: object, path: tuple[str | int, ...], device: str
) -> Iterator[CelSelector]:
    for index, each in enumerate(map(mapping, sequence(mapping(body).get("selectors")))):
        expression = text(mapping(each.get("cel")).get("expression"))
        if expression:
            place = resource.at(*path, "selectors", index, "cel", "expression")
            yield CelSelector(resource, expression, place, device)
