"""Holds a value against a trimmed schema and says all that is wrong, each at its own place."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from gpulint.core.location import Part
from gpulint.core.pointer import Pointer
from gpulint.validation.references import Ancestor, Types, resolved
from gpulint.validation.trim import Schema
from gpulint.validation.violation import Violation
from gpulint.validation.words import quoting_hint, short, shown, type_word, wanted_words

# An object that breaks its schema more often tells nothing new; bounds work on shared structures.
_MOST = 500
# Kubernetes' own objects end at about 40; only schemas inside CRDs and cycles go on for ever.
_DEPTH = 100

Parts = tuple[str | int, ...]


def walk(value: object, schema: Schema, types: Types) -> tuple[Violation, ...]:
    """All violations in document order, at most 500. Never raises, whatever the value is."""
    return tuple(islice(_Walk(types).visit(value, schema, (), ()), _MOST))


class _Walk:
    """One walk; remembers maps and lists without fault, as aliases repeat them."""

    __slots__ = ("_clean", "_types")

    def __init__(self, types: Types) -> None:
        self._types = types
        self._clean: set[tuple[int, int]] = set()

    def visit(
        self, value: object, schema: object, at: Parts, way: tuple[Ancestor, ...]
    ) -> Iterator[Violation]:
        if value is None or not schema or len(at) > _DEPTH:
            return
        schema = resolved(schema, self._types)
        types = schema.get("type")
        word = type_word(value)
        if types is not None and not _fits(word, types):
            yield _wrong_type(value, word, types, at)
        elif word == "map" or word == "list":
            yield from self._visit_once(value, schema, at, way)
        else:
            yield from _wrong_scalar(value, schema, at)

    def _visit_once(
        self, value: object, schema: Schema, at: Parts, way: tuple[Ancestor, ...]
    ) -> Iterator[Violation]:
        key = (id(value), id(schema))
        if key in self._clean:
            return
        # before it is known, so that a cycle ends here; a faulty one is walked again at its next use
        self._clean.add(key)
        for violation in self._faults(value, schema, at, (*way, Ancestor(at, schema))):
            self._clean.discard(key)
            yield violation

    def _faults(
        self, value: object, schema: Schema, at: Parts, way: tuple[Ancestor, ...]
    ) -> Iterator[Violation]:
        if isinstance(value, Mapping):
            return self._map(value, schema, at, way)
        return self._list(value, schema, at, way) if isinstance(value, list | tuple) else iter(())

    def _map(
        self, value: Mapping[object, object], schema: Schema, at: Parts, way: tuple[Ancestor, ...]
    ) -> Iterator[Violation]:
        properties = schema.get("properties") or {}
        more = schema.get("additionalProperties")
        assert isinstance(properties, Mapping)
        for key, each in value.items():
            name = key if isinstance(key, str) else shown(key)
            inner = properties.get(name)
            if inner is not None:
                yield from self.visit(each, inner, (*at, name), way)
            elif more is False:
                yield self._unknown(name, properties, at, way)
            elif more:
                yield from self.visit(each, more, (*at, name), way)
        required = schema.get("required")
        for name in required if isinstance(required, list) else ():
            if value.get(name) is None:
                yield _missing(name, name in value, at)

    def _list(
        self, value: Sequence[object], schema: Schema, at: Parts, way: tuple[Ancestor, ...]
    ) -> Iterator[Violation]:
        items = resolved(schema.get("items"), self._types)
        for index, each in enumerate(value) if items else ():
            # for Go a null item is one with no field set
            item = {} if each is None and "required" in items else each
            yield from self.visit(item, items, (*at, index), way)

    def _unknown(
        self, name: str, known: Mapping[str, object], at: Parts, way: tuple[Ancestor, ...]
    ) -> Violation:
        from gpulint.validation.near import belongs_at, near_names  # faults are rare

        near = near_names(name, known)
        path = belongs_at(name, way, self._types)
        belongs = "" if path is None else Pointer(path).field_path.replace('[""]', "[]")
        detail = ""
        if near:
            detail = f"did you mean {near[0]}?"
        elif belongs:
            detail = f"it belongs in {belongs}"
        facts = {"near": near, "belongs": belongs}
        pointer = Pointer((*at, name))
        return Violation(pointer, "key", "unknown-field", _facts(pointer, detail, **facts))


def _fits(word: str, types: object) -> bool:
    if isinstance(types, str):
        return word == types or _SAME.get(word) == types or (word, types) == ("integer", "number")
    return isinstance(types, Sequence) and any(_fits(word, each) for each in types)


_SAME = {"map": "object", "list": "array"}


def _wrong_type(value: object, word: str, types: object, at: Parts) -> Violation:
    pointer = Pointer(at)
    wanted = wanted_words(types)
    facts = {"found": word, "wanted": wanted, "value": short(value)}
    detail = quoting_hint(value, word, wanted)
    return Violation(pointer, "value", "type", _facts(pointer, detail, **facts))


def _wrong_scalar(value: object, schema: Schema, at: Parts) -> Iterator[Violation]:
    pointer = Pointer(at)
    allowed = schema.get("enum")
    if isinstance(allowed, Sequence) and value not in allowed:
        from gpulint.validation.near import near_names  # faults are rare

        words = tuple(each for each in allowed if each != "")
        near = near_names(shown(value), [str(each) for each in words])
        facts = {"found": shown(value), "wanted": words, "near": near}
        detail = f"did you mean {near[0]}?" if near else ""
        yield Violation(pointer, "value", "enum", _facts(pointer, detail, **facts))
    for word, phrase, sign in (("minimum", "at least", 1), ("maximum", "at most", -1)):
        limit = schema.get(word)
        if isinstance(limit, int) and isinstance(value, int | float) and sign * (value - limit) < 0:
            facts = {"found": shown(value), "wanted": f"{phrase} {limit}"}
            yield Violation(pointer, "value", "value", _facts(pointer, "", **facts))


def _missing(name: str, is_null: bool, at: Parts) -> Violation:
    pointer = Pointer((*at, name)) if is_null else Pointer(at)
    # an item of a list has no key of its own
    part: Part = "key" if pointer and isinstance(pointer[-1], str) else "value"
    found = "null" if is_null else "nothing"
    facts = {"field": name, "parent": Pointer(at).field_path, "detail": "", "found": found}
    return Violation(pointer, part, "required", facts)


def _facts(pointer: Pointer, detail: str, **more: object) -> dict[str, object]:
    field = str(pointer[-1]) if pointer else ""
    return {"field": field, "parent": pointer.parent.field_path, "detail": detail, **more}
