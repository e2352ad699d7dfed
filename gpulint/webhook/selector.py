"""Label selectors as kubectl writes them: `env=prod,tier in (a, b),!legacy`.

Source: kubernetes apimachinery pkg/labels/selector.go (Parse). Its comparisons of numbers (`>`, `<`)
are left out.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.core.errors import ConfigError

# Written by the API server on every namespace, so it is known from the name alone.
NAME_LABEL = "kubernetes.io/metadata.name"
_TOKEN = re.compile(r"\s*(==|!=|[=!(),]|[^\s=!(),]+)")
_PART = r"[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_KEY = re.compile(rf"(?:[a-z0-9](?:[-a-z0-9.]{{0,251}}[a-z0-9])?/)?{_PART}")
_VALUE = re.compile(rf"(?:{_PART})?")
_SIGNS = frozenset("=!(),") | {"==", "!="}


class Requirement(NamedTuple):
    """One term. wanted: whether the value must be, or must not be, one of values; None of them
    given asks for the key alone."""

    key: str
    wanted: bool
    values: frozenset[str] | None = None

    def holds(self, labels: Mapping[str, str]) -> bool:
        """Whether labels meet it; a missing key meets every `!=` and `notin`."""
        if self.values is None:
            return (self.key in labels) is self.wanted
        return (self.key in labels and labels[self.key] in self.values) is self.wanted


class Selector(NamedTuple):
    """All terms must hold. Without a term nothing is selected."""

    terms: tuple[Requirement, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def keys(self) -> frozenset[str]:
        """The label keys that it asks about."""
        return frozenset(term.key for term in self.terms)

    def selects(self, labels: Mapping[str, str]) -> bool:
        """Whether labels meet all terms."""
        return bool(self.terms) and all(term.holds(labels) for term in self.terms)


def read_selector(text: str, place: str) -> Selector:
    """The selector of a text; empty for an empty one. place: for the message.

    Raises ConfigError that quotes what is not understood.
    """
    terms: list[Requirement] = []
    at = iter([*_TOKEN.findall(text), ""])
    token = next(at)
    try:
        while token:
            term, token = _term(token, at)
            terms.append(term)
            if token not in ("", ","):
                raise ValueError(f"a comma is missing before {token!r}")
            if token == ",":
                token = next(at)
                if not token:
                    raise ValueError("it ends in a comma")
    except (ValueError, StopIteration) as error:
        why = str(error) or "it ends too early"
        raise ConfigError(
            f"{place}: {text!r} is no label selector: {why}; write it as kubectl does, "
            "such as env=prod,tier in (a,b),!legacy"
        ) from None
    return Selector(tuple(terms))


def _term(token: str, at: Iterator[str]) -> tuple[Requirement, str]:
    """One term and the token after it."""
    if token == "!":
        return Requirement(_key(next(at)), False), next(at)
    key, sign = _key(token), next(at)
    if sign in ("", ","):
        return Requirement(key, True), sign
    if sign in ("=", "==", "!="):
        value = next(at)
        if value in ("", ","):  # `env=` asks for the empty value
            return Requirement(key, sign != "!=", frozenset({""})), value
        return Requirement(key, sign != "!=", frozenset({_value(value)})), next(at)
    if sign in ("in", "notin"):
        return Requirement(key, sign == "in", frozenset(_values(at))), next(at)
    raise ValueError(f"{sign!r} after {key!r}; there are =, ==, !=, in and notin")


def _values(at: Iterator[str]) -> list[str]:
    """The values between brackets; nothing between commas is the empty value."""
    if next(at) != "(":
        raise ValueError("`in` and `notin` want values in brackets")
    values = []
    token = next(at)
    while True:
        if token in (",", ")"):
            values.append("")
        else:
            values.append(_value(token))
            token = next(at)
        if token == ")":
            return values
        if token != ",":
            raise ValueError(f"a comma is missing before {token!r}" if token else "a ) is missing")
        token = next(at)


def _key(token: str) -> str:
    if not token or token in _SIGNS or not _KEY.fullmatch(token):
        raise ValueError(f"{token!r} is no label key" if token else "a key is missing")
    return token


def _value(token: str) -> str:
    if token in _SIGNS or not _VALUE.fullmatch(token):
        raise ValueError(f"{token!r} is no label value")
    return token
