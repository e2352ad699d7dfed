"""What a plain YAML scalar means to Kubernetes: the rules of sigs.k8s.io/yaml, not YAML's own.

`1e3` is a number, `y` a bool, `0o17` and `010` are octal; dates and `1:30` are strings.
Source: go.yaml.in/yaml/v2 resolve.go, and sigs.k8s.io/yaml yaml.go for keys.
"""

import base64
import binascii
import math
import re
import struct
import sys
from functools import lru_cache

Scalar = str | int | float | bool | None

# Interned, so that the builder can compare tags by identity.
STR, SEQ, MAP, NULL, BOOL, INT, FLOAT, MERGE = map(
    sys.intern, ("str", "seq", "map", "null", "bool", "int", "float", "merge")
)
TYPED = frozenset((NULL, BOOL, INT, FLOAT))
_LONG = "tag:yaml.org,2002:"

_WORDS: dict[str, tuple[str, Scalar]] = {
    **dict.fromkeys(
        ["y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"], (BOOL, True)
    ),
    **dict.fromkeys(
        ["n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"], (BOOL, False)
    ),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), (NULL, None)),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), (FLOAT, math.nan)),
    **{
        sign + word: (FLOAT, -math.inf if sign == "-" else math.inf)
        for word in (".inf", ".Inf", ".INF")
        for sign in ("", "+", "-")
    },
    "<<": (MERGE, "<<"),
}
# Compiled when a number needs them: most are small and plain.
_FLOAT_FORM = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z"
_INT_FORM = r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]+)|(0|[1-9][0-9]*))\Z"
_BETWEEN_DIGITS = "(?<=[0-9])_(?=[0-9])"
_SHORT_DECIMAL = 18
_BASES = (16, 2, 8, 8, 10)
# Longer decimals overflow 64 bits anyway, and Python refuses to convert very long ones.
_LONGEST_DECIMAL = 20


def _integer(plain: str) -> int | None:
    """The integer that fits 64 bits, or None."""
    if plain == "0" or (
        plain.isascii() and plain.isdecimal() and plain[0] != "0" and len(plain) <= _SHORT_DECIMAL
    ):
        return int(plain)
    form = re.match(_INT_FORM, plain)
    if form is None:
        return None
    sign, *digits = form.groups()
    base, text = next((b, t) for b, t in zip(_BASES, digits, strict=True) if t)
    if base == 10 and len(text) > _LONGEST_DECIMAL:
        return None
    number = int(text, base)
    if sign == "-":
        return -number if number <= 2**63 else None
    # Only an unsigned literal may use the upper half: Go parses it as uint64, without a sign.
    return number if number < (2**63 if sign else 2**64) else None


@lru_cache(maxsize=16384)
def plain_scalar(text: str) -> tuple[str, Scalar]:
    """Tag and value of an unquoted scalar without a tag."""
    word = _WORDS.get(text)
    if word is not None:
        return word
    first = text[0]
    if first not in "0123456789+-.":
        return STR, text
    # Go strips every `_` before it looks for an integer, but a bare fraction goes to its own parser.
    plain = re.sub(_BETWEEN_DIGITS, "", text) if first == "." else text.replace("_", "")
    if first != ".":
        number = _integer(plain)
        if number is not None:
            return INT, number
    if re.match(_FLOAT_FORM, plain):
        value = float(plain)
        # Go's parser calls an overflow an error, and the text stays a string.
        if math.isfinite(value):
            return FLOAT, value
    return STR, text


def tagged_scalar(tag: str, text: str) -> Scalar:
    """Value of a scalar with a written tag such as `!!int`; raises ValueError when they disagree.

    Tags that Kubernetes does not know are ignored, and the text is the value.
    """
    name = tag[len(_LONG) :] if tag.startswith(_LONG) else ""
    if name == "binary":
        try:
            return base64.b64decode(re.sub("[\r\n]", "", text), validate=True).decode(
                "utf-8", "replace"
            )
        except binascii.Error:
            raise ValueError("the text tagged `!!binary` is no base64") from None
    if name not in ("bool", "int", "float", "null", "timestamp"):
        return text
    found, value = plain_scalar(text)
    if name == "timestamp" and found is STR and re.match("[0-9]{4}-", text):
        return text
    if name == "float" and found is INT:
        return float(value)  # type: ignore[arg-type]  # the tag says that it is a number
    if name != found:
        raise ValueError(f"`{text[:40]}` is not what its tag `!!{name}` says")
    return value


def key_text(tag: str, text: str) -> str:
    """The JSON name of a scalar key: `on:` is the key "true", `010:` the key "8".

    Raises ValueError for a key that has none (null) or whose tag disagrees.
    """
    if tag is STR or tag is MERGE:
        return text
    value = plain_scalar(text)[1] if tag in TYPED else tagged_scalar(tag, text)
    if value is None:
        raise ValueError("a key is empty or null; Kubernetes needs a name")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float_key(value)
    if isinstance(value, int) and value >= 2**63:
        raise ValueError(f"`{text}` is too large for a key")
    return str(value)


def _float_key(value: float) -> str:
    """A float key as Go writes it: the shortest text that gives the same 32-bit number."""
    if math.isnan(value):
        return ".nan"
    try:
        narrow = struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        narrow = math.copysign(math.inf, value)
    if math.isinf(narrow):
        return ".inf" if narrow > 0 else "-.inf"
    text = next(
        text
        for digits in range(17)
        if struct.unpack("f", struct.pack("f", float(text := f"{narrow:.{digits}e}")))[0] == narrow
    )
    mantissa, exponent = text.split("e")
    power, digits = int(exponent), len(mantissa.lstrip("-").replace(".", ""))
    if power < -4 or power >= 6:
        return text
    return f"{narrow:.{max(0, digits - 1 - power)}f}"
