"""What the API server says, and of which field."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_STRICT = re.compile(r'(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"')
_TYPE = re.compile(r"Go struct field \w+\.(\S+) of type")
_TWICE = re.compile(r'key "([^"]*)" already set in map')
# How a webhook that was written with the server's own libraries tells a field.
_DENIED = re.compile(r"(?:request: \[?|, )((?:spec|metadata)[\w./\[\]-]*): ")
_BRACKETS = re.compile(r"\[(\w*[^\]\d][^\]]*)\]")
_INDEX = re.compile(r"\[\d+\]")


class FieldError(NamedTuple):
    """One thing that the server refuses. field: its path with dots, as `dotted` writes it."""

    field: str
    message: str
    indexed: bool = True


class Answer(NamedTuple):
    """The answer to one request. value: its body. warnings: as the client would print them."""

    status: int
    value: Mapping[str, object]
    warnings: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the server did what was asked."""
        return self.status < 300

    @property
    def message(self) -> str:
        """Why it was refused."""
        return str(self.value.get("message", "")) if not self.accepted else ""

    @property
    def errors(self) -> tuple[FieldError, ...]:
        """The fields that it names; empty when it speaks of the whole object."""
        return tuple(_errors(self.value, self.message))


def dotted(field: str) -> str:
    """A path with keys in brackets written with dots: `limits[nvidia.com/gpu]` and its like."""
    return _BRACKETS.sub(r".\1", field)


def without_indexes(field: str) -> str:
    """The path as the server writes it where it tells the type but not the item of a list."""
    return _INDEX.sub("", field)


def _errors(value: Mapping[str, object], message: str) -> Iterator[FieldError]:
    details = value.get("details")
    causes = details.get("causes") if isinstance(details, Mapping) else None
    for cause in causes if isinstance(causes, list) else ():
        if cause.get("field"):
            yield FieldError(dotted(str(cause["field"])), str(cause.get("message", "")))
    if "denied the request" in message:
        for found in _DENIED.finditer(message):
            yield FieldError(dotted(found[1]), message[found.end() :])
    for found in _STRICT.finditer(message):
        yield FieldError(dotted(found[1].replace('\\"', '"')), found[0])
    for found in _TYPE.finditer(message):
        yield FieldError(dotted(found[1]), found[0], indexed=False)
    for found in _TWICE.finditer(message):
        yield FieldError(f"…{found[1]}", found[0])
