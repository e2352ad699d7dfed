"""One text into documents and faults: JSON where it is JSON, else YAML, as kubectl decides."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gpulint.core.fault import InputFault
from gpulint.source.text import Text

if TYPE_CHECKING:
    from gpulint.source.json_text import JsonDocument
    from gpulint.source.yaml_text import YamlDocument


def check(text: Text) -> InputFault | None:
    """Only whether a text is well-formed: its first syntax fault, or None."""
    if looks_like_json(text):
        from gpulint.source.json_text import NotJsonError, check_json  # json loads late

        try:
            check_json(text)
        except NotJsonError as error:
            fault = _check_yaml(text)
            return error.fault if fault is not None and is_json_name(text.name) else fault
        return None
    return _check_yaml(text)


def _check_yaml(text: Text) -> InputFault | None:
    from gpulint.source.yaml_text import check_yaml  # yaml loads late

    return check_yaml(text)


def parts(text: Text) -> "Iterable[YamlDocument | JsonDocument | InputFault]":
    """The documents of a text, as values with their places, and its faults, in order."""
    refusal: InputFault | None = None
    if looks_like_json(text):
        from gpulint.source.json_text import NotJsonError, read_json  # json loads late

        try:
            return read_json(text)
        except NotJsonError as error:
            refusal = error.fault
    from gpulint.source.yaml_text import read_yaml  # yaml loads late

    found = list(read_yaml(text))
    if refusal is not None and is_json_name(text.name) and any(map(_is_syntax, found)):
        # The file is meant to be JSON: YAML's complaint about it would mislead.
        return [refusal]
    return found


def _is_syntax(part: object) -> bool:
    return isinstance(part, InputFault) and part.kind in ("syntax", "refused")


def looks_like_json(text: Text) -> bool:
    """Whether JSON is tried first: an object anywhere, an array only in a file named so."""
    head = text.data[:256].removeprefix(b"---").lstrip()[:1]
    return head == b"{" or (head == b"[" and is_json_name(text.name))


def is_json_name(name: str) -> bool:
    """Whether a file is JSON by its name."""
    return name.endswith(".json")


def is_patch(value: object, data: bytes) -> bool:
    """Whether a document is a kustomize patch by what it holds: a `$patch` directive, or a list of
    JSON patch operations.
    """
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, dict) and "op" in each for each in value)
    return b"$patch" in data and _holds_directive(value)


def _holds_directive(value: Any) -> bool:
    if isinstance(value, dict):
        return "$patch" in value or any(map(_holds_directive, value.values()))
    return isinstance(value, list) and any(map(_holds_directive, value))
