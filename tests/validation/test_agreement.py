"""Three judges of one schema: our walk, jsonschema and jsonschema-rs."""

import jsonschema
import jsonschema_rs
import pytest

from gpulint.validation.compiled import compiled, json_schema
from gpulint.validation.definitions import nearest
from gpulint.validation.kubernetes import known_kind
from gpulint.validation.walk import walk
from tests.validation.objects import BASES, mutated

MUTANTS = 60


def _pointers(word: object, path: object, instance: object, schema: dict) -> set[tuple]:
    """Places of an error as the walk names them: an unknown field at its own key."""
    at = tuple(path)
    if word == "additionalProperties":
        return {(*at, name) for name in instance if name not in schema.get("properties", {})}
    return {at}


def _by_jsonschema(schema: dict, value: object) -> set[tuple]:
    found: set[tuple] = set()
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        found |= _pointers(error.validator, error.absolute_path, error.instance, error.schema)
    return found


def _by_jsonschema_rs(schema: dict, value: object) -> set[tuple]:
    found: set[tuple] = set()
    for error in jsonschema_rs.Draft202012Validator(schema).iter_errors(value):
        at = tuple(error.instance_path)
        names = getattr(error.kind, "unexpected", None)
        found |= {(*at, name) for name in names} if names else {at}
    return found


@pytest.fixture(params=BASES, ids=lambda base: str(base["kind"]))
def base(request: pytest.FixtureRequest) -> dict:
    """Each object in turn."""
    return request.param


def test_three_judges_name_the_same_places(base: dict) -> None:
    """A fast judge that differs from the walk would silence findings in large runs only."""
    known = known_kind(base["apiVersion"], base["kind"], nearest(None))
    schema = json_schema(known.schema, known.types)
    values = [base, *mutated(base, MUTANTS, seed=17)]
    expected = [_by_jsonschema(schema, value) for value in values]
    by_walk = [{tuple(v.pointer) for v in walk(x, known.schema, known.types)} for x in values]
    by_rs = [_by_jsonschema_rs(schema, value) for value in values]
    assert (expected, expected) == (by_walk, by_rs)


def test_fast_verdict_equals_the_walk(base: dict) -> None:
    """From the 301st object of a kind on, the fast judge alone decides that it is clean."""
    known = known_kind(base["apiVersion"], base["kind"], nearest(None))
    is_valid = compiled(known.schema, known.types)
    values = [base, *mutated(base, MUTANTS, seed=5)]
    expected = [not walk(value, known.schema, known.types) for value in values]
    actual = [is_valid(value) for value in values]
    assert expected == actual


def test_bases_are_clean_and_mutants_mostly_not() -> None:
    """Judges that call everything good would agree as well."""
    verdicts = []
    for each in BASES:
        known = known_kind(each["apiVersion"], each["kind"], nearest(None))
        broken = list(mutated(each, MUTANTS, seed=17))
        share = sum(bool(walk(x, known.schema, known.types)) for x in broken) / MUTANTS
        verdicts.append((walk(each, known.schema, known.types), share > 0.4))
    expected = [((), True)] * len(BASES)
    assert expected == verdicts
