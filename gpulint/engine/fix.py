"""Makes the fix of a finding: only where it is certain, and the text stands there for this use alone."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from gpulint.core.fix import Edit, Fix
from gpulint.core.location import Place, Span
from gpulint.core.rule import Mend, Rule
from gpulint.engine.wording import message
from gpulint.source.document import Document

# What means the same in every style of YAML and in JSON, so that nothing has to be escaped.
_HARMLESS = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_./+=@-]|:(?=\S))*\Z")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?\Z")
_INTEGER = re.compile(r"(?:0|[1-9][0-9]*)\Z")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_BOOLEANS = frozenset(("true", "false"))
_SEPARATORS = re.compile(r"[-_. ]")


class _Scalar(NamedTuple):
    """A scalar as it is written. quote: empty for a plain one. text: what stands inside."""

    quote: str
    text: str


def fix_of(rule: Rule, at: Place, span: Span, line: str, facts: Mapping[str, object]) -> Fix | None:
    """The fix for a problem of a rule at a place; None where no way of mending is certain.

    line: the text of the line on which the span starts.
    """
    document = at.document
    if not isinstance(document, Document) or document.file.startswith("<"):
        return None
    if span.line != span.end_line or not document.stands_alone(at.pointer):
        return None
    token = line[span.column - 1 : span.end_column - 1]
    scalar = _scalar(token)
    if scalar is None:
        return None
    for mend in rule.mend:
        text = _written(mend, scalar, facts)
        if text is not None and text != token:
            return Fix(f"write {text} in place of {token}", (Edit(span, text),))
    return None


def _scalar(token: str) -> _Scalar | None:
    """The scalar of a token; None when it is none, or holds an escape."""
    quote = token[:1] if token[:1] in ("'", '"') else ""
    if not quote:
        is_plain = token and not re.match(r"[\[{&*!|>%@`#]|[-?:](?:\s|\Z)", token)
        return _Scalar("", token) if is_plain else None
    text = token[1:-1]
    is_whole = len(token) > 2 and token[-1] == quote
    return _Scalar(quote, text) if is_whole and "\\" not in text and quote not in text else None


def _written(mend: Mend, scalar: _Scalar, facts: Mapping[str, object]) -> str | None:
    """What stands in place of the scalar; None when this way does not apply."""
    if any(facts.get(name) != value for name, value in mend.when.items()):
        return None
    known = {name: _one(value, scalar.text, mend) for name, value in facts.items()}
    known["source"] = scalar.text
    old, new = _filled(mend.replace, known), _filled(mend.write, known)
    if old is None or new is None:
        return None
    old, new = _last_parts(old, new, scalar.text)
    if old != scalar.text or not _HARMLESS.match(new):
        return None
    if mend.alike and _letters(old) != _letters(new):
        return None
    return _styled(mend.style, scalar, new)


def _filled(template: str, facts: Mapping[str, object]) -> str | None:
    """A template with its facts; None when one of them is not known."""
    try:
        return message(template, {k: each for k, each in facts.items() if each is not None})
    except KeyError:
        return None


def _one(value: object, written: str, mend: Mend) -> object:
    """A fact as one value: of a list its only item, or the only one like what is written."""
    if not isinstance(value, (list, tuple)):
        return value
    end = _letters(written) if mend.alike else ""
    fitting = [each for each in value if _letters(str(each)).endswith(end)]
    return fitting[0] if len(fitting) == 1 else None


def _last_parts(old: str, new: str, written: str) -> tuple[str, str]:
    """The last names of two field paths in one map, when the last name alone is what is written."""
    before, _, last = old.rpartition(".")
    beside, _, name = new.rpartition(".")
    return (last, name) if before and before == beside and last == written else (old, new)


def _letters(text: str) -> str:
    return _SEPARATORS.sub("", text).lower()


def _styled(style: str, scalar: _Scalar, text: str) -> str | None:
    if style == "quoted":
        is_typed = not scalar.quote and (scalar.text in _BOOLEANS or _NUMBER.match(scalar.text))
        return f'"{text}"' if is_typed else None
    if style == "plain":
        return text if scalar.quote and _INTEGER.match(text) else None
    if scalar.quote:
        return f"{scalar.quote}{text}{scalar.quote}"
    was_number = bool(_NUMBER.match(scalar.text))
    is_text = not _reads_as_other(text) or (was_number and _NUMBER.match(text))
    return text if is_text else f'"{text}"'


def _reads_as_other(text: str) -> bool:
    """Whether YAML would read a plain text as anything but a string."""
    return text.lower() in _WORDS or re.match(r"[0-9.+-]", text) is not None
