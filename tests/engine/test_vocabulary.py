from gpulint.engine.vocabulary import may_speak, vocabulary
from gpulint.model.resource import Resource


class _Nowhere:
    file = "a.yaml"
    origin = None

    def locate(self, pointer: object, part: object) -> object:
        raise AssertionError

    def line_text(self, line: int) -> str:
        return ""


def _resource(value: dict[str, object]) -> Resource:
    return Resource(_Nowhere(), value)  # type: ignore[arg-type]  # no place is asked for


def _words(known: str | None) -> set[str]:
    return set((known or "").split("\n"))


def test_keys_values_and_kinds_are_the_words_of_a_run() -> None:
    """A check whose words stand in none of them cannot find anything."""
    value: dict[str, object] = {
        "kind": "Pod",
        "apiVersion": "v1",
        "spec": {"a": ["b", {"c": 1}], 2: None},
    }
    expected = {"2", "Pod", "a", "apiVersion", "b", "c", "kind", "spec", "v1"}
    actual = _words(vocabulary([_resource(value)])) - {"pod", "apiversion"}
    assert expected == actual


def test_a_cycle_in_a_value_ends() -> None:
    """An alias may hold itself."""
    value: dict[str, object] = {"kind": "b"}
    value["self"] = value
    expected = {"", "b", "kind", "self"}
    actual = _words(vocabulary([_resource(value)]))
    assert expected == actual


def test_a_text_that_is_no_object_has_a_word_of_its_own() -> None:
    """The values of a chart state no kind, and rules about them must still be found."""
    expected = {"", "(values)", "driver"}
    actual = _words(vocabulary([_resource({"driver": {}})]))
    assert expected == actual


def test_a_text_that_could_not_be_read_has_a_word_of_its_own() -> None:
    """Rules about faults are not loaded when all is well."""
    expected = {"(fault)"}
    actual = _words(vocabulary([], has_faults=True))
    assert expected == actual


def test_words_stand_there_in_small_letters_too() -> None:
    """A check that ignores case has one word, not one for each way to write it."""
    expected = {"", "(values)", "MIG", "mig"}
    actual = _words(vocabulary([_resource({"MIG": 1})]))
    assert expected == actual


def test_a_large_run_has_no_vocabulary() -> None:
    """Looking would cost more than running the checks; what is repeated counts once."""
    many: list[object] = [f"{number:0100}" for number in range(40_000)]
    expected = None
    actual = vocabulary([_resource({"many": many})])
    assert vocabulary([_resource({"many": many[:10] * 40_000})]) is not None
    assert expected is actual


def test_a_rule_speaks_when_one_of_its_words_is_there() -> None:
    """Without words, or without a vocabulary, it always may."""
    expected = [True, False, True, True]
    actual = [
        may_speak(("x", "gpu"), "nvidia.com/gpu"),
        may_speak(("x",), "nvidia.com/gpu"),
        may_speak((), "nvidia.com/gpu"),
        may_speak(("x",), None),
    ]
    assert expected == actual
