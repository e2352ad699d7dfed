"""Kubernetes quantities, exact: `1`, `"8"`, `1000m`, `64Gi`, `1e3`."""

import re
from functools import lru_cache
from typing import NamedTuple

_NANO = 10**9
_SUFFIXES = {
    "n": (1, _NANO),
    "u": (1, 10**6),
    "m": (1, 1000),
    "": (1, 1),
    "k": (10**3, 1),
    "M": (10**6, 1),
    "G": (10**9, 1),
    "T": (10**12, 1),
    "P": (10**15, 1),
    "E": (10**18, 1),
    "Ki": (2**10, 1),
    "Mi": (2**20, 1),
    "Gi": (2**30, 1),
    "Ti": (2**40, 1),
    "Pi": (2**50, 1),
    "Ei": (2**60, 1),
}
_QUANTITY = re.compile(
    r"([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]{1,3})|(|[num]|[kMGTPE]|[KMGTPE]i))\Z",
    re.ASCII,
)
_SIZE = r"\s*([0-9]+(?:\.[0-9]+)?)\s*([kKmMgGtTpP])i?[bB]?\s*\Z"  # compiled when needed
# What a later step has yet to replace:
# `${GPUS}`, `$(GPUS)`, `$GPUS`, `<N>`, `{{ x }}`, `{gpus}`, `%N%`, `NUM_GPUS`, `__GPUS__`, `#{gpus}#`,
# `((gpus))`, `[[gpus]]`, `CHANGEME`.
_PLACEHOLDER = re.compile(
    r"\$\{|\$\(|\$[A-Za-z_]|\{\{|<[^<>]*[A-Za-z][^<>]*>|\A\{[A-Za-z_.]+\}\Z|\A%[A-Za-z_]+%\Z|@@?[A-Z_]+@"
    r"|\A[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z|\A__[A-Za-z0-9_]+__\Z|#\{[^{}]+\}#|\A\(\([^()]+\)\)\Z"
    r"|\A\[\[[^\[\]]+\]\]\Z|\A(?i:change-?me|replace-?me|todo|fixme|tbd)\Z"
)

# One of them inside a longer text, from its first to its last character.
_FILLED = (
    r"\$\{[^{}]*\}|\$\([^()]*\)|\$[A-Za-z_]\w*|\{\{[^{}]*\}\}|<[^<>]*>|#\{[^{}]+\}#|@@?[A-Z_]+@"
)


# Far more than any amount has; Python refuses to read numbers of thousands of digits.
_LONGEST = 64
_MOST_BITS = 256
_MOST_DIGITS = 18
# A server reads the same few texts again and again.
_KEPT = 4096


class Quantity(NamedTuple):
    """An amount in billionths (nano), rounded up as the API server does. Compare values, never texts."""

    nano: int

    @property
    def milli(self) -> int:
        """Thousandths, rounded up."""
        return -(-self.nano // 10**6)

    @property
    def whole(self) -> int | None:
        """The number of devices; None when the API server would not take it as an integer.

        It rounds up to thousandths first, so 0.9999 counts as 1.
        """
        milli = self.milli
        return milli // 1000 if milli % 1000 == 0 else None

    @property
    def is_zero(self) -> bool:
        """Nothing is asked for."""
        return self.nano == 0

    @property
    def text(self) -> str:
        """Shortest plain form: `8`, `0.5`, `1500m` becomes `1.5`."""
        if self.nano % _NANO == 0:
            return str(self.nano // _NANO)
        sign, rest = ("-", -self.nano) if self.nano < 0 else ("", self.nano)
        fraction = f"{rest % _NANO:09d}".rstrip("0")
        return f"{sign}{rest // _NANO}.{fraction}"

    def __add__(self, other: object) -> "Quantity":
        """Sum; tuples would concatenate."""
        if not isinstance(other, Quantity):
            return NotImplemented
        return Quantity(self.nano + other.nano)

    def times(self, count: int) -> "Quantity":
        """This amount for `count` pods."""
        return Quantity(self.nano * count)


ZERO = Quantity(0)
# From here on the scheduler's 64 bits take the number of devices for none at all.
WRAPS_FROM = Quantity(2**63 * _NANO)


def is_placeholder(value: object) -> bool:
    """True for a text that a later step replaces (`${GPUS}`, `<N>`, `{{ x }}`): it cannot be checked."""
    if not isinstance(value, str):
        return False
    return _is_unfilled(value) if len(value) <= _LONGEST else _PLACEHOLDER.search(value) is not None


@lru_cache(_KEPT)
def _is_unfilled(text: str) -> bool:
    return _PLACEHOLDER.search(text) is not None


def may_become(text: str, name: str) -> bool:
    """Whether a text with placeholders, filled in, may be `name`: `queue-${TEAM}` and `queue-a`."""
    first, *others = re.split(_FILLED, text)
    if not others:
        return True
    *middle, last = others
    at, end = len(first), len(name) - len(last)
    if at > end or not (name.startswith(first) and name.endswith(last)):
        return False
    for part in middle:
        found = name.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


def is_template(value: object) -> bool:
    """True for a text in which template syntax `{{ … }}` was left over; OpenShift's is `${{NAME}}`."""
    return isinstance(value, str) and "{{" in value.replace("${{", "")


def parse_quantity(value: object) -> Quantity | None:
    """Read a quantity as the API server does; None for what it refuses (`one`, `1K`, `true`, a list).

    An absent or null value is 0 there, and so it is here. A text of more than 64 characters is none.
    """
    if value is None:
        return ZERO
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, int):
        return Quantity(value * _NANO) if value.bit_length() <= _MOST_BITS else None
    text = value.strip(" ") if isinstance(value, str) else repr(value)
    return _parse(text) if len(text) <= _LONGEST else None


def read_amount(value: object) -> tuple[Quantity | None, bool]:
    """The quantity, as by `parse_quantity`, and whether the value is a placeholder."""
    if isinstance(value, str) and len(value) <= _LONGEST:
        return _read_text(value)
    return parse_quantity(value), is_placeholder(value)


@lru_cache(_KEPT)
def _read_text(text: str) -> tuple[Quantity | None, bool]:
    return parse_quantity(text), is_placeholder(text)


def quantity_meant(text: str) -> tuple[str, ...]:
    """Sizes in Kubernetes' spelling for `64GB`, `16 gi` or `512mb`; empty for any other text."""
    found = re.match(_SIZE, text)
    return (f"{found[1]}{found[2].upper()}i",) if found else ()


def whole_number(text: str) -> int | None:
    """The number that a text of digits states; None for any other text, and beyond 18 digits."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MOST_DIGITS else None


@lru_cache(_KEPT)
def _parse(text: str) -> Quantity | None:
    match = _QUANTITY.match(text)
    if match is None:
        return None
    sign, digits, exponent, suffix = match.groups()
    whole, _, fraction = digits.partition(".")
    number = int((whole or "0") + fraction)
    multiply, divide = _SUFFIXES[suffix or ""]
    power = int(exponent or 0) - len(fraction)
    numerator = number * multiply * _NANO * 10 ** max(power, 0)
    nano = -(-numerator // (divide * 10 ** max(-power, 0)))
    return Quantity(-nano if sign == "-" else nano)
