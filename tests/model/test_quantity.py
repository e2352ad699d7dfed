import pytest

from gpulint.model.quantity import (
    Quantity,
    is_placeholder,
    is_template,
    may_become,
    parse_quantity,
    quantity_meant,
    whole_number,
)

# What a real API server took for a GPU limit, and what it made of it.
ACCEPTED = {
    "1": 1, "01": 1, "+1": 1, "1.0": 1, "1.": 1, "1000m": 1, "10e-1": 1, "3Ki": 3072, "1k": 1000,
    "1e0": 1, "1E3": 1000, "1000000000n": 1, "0": 0, "-0": 0, "999999u": 1, "0.9999": 1, " 1 ": 1,
    "1M": 10**6, "1E": 10**18, ".5E": 5 * 10**17,
}  # fmt: skip
REFUSED = [
    "",
    "1K",
    "1e",
    "1_000",
    "one",
    "50%",
    "0x10",
    "\uff11",
    "1 gpu",
    "\t1",
    "1\n",
    True,
    [],
    {},
]
NO_INTEGER = ["0.5", ".5", "1500m", "1m", "1e-1", "0.999"]


@pytest.mark.parametrize(("text", "count"), ACCEPTED.items())
def test_legal_spelling_is_a_whole_number(text: str, count: int) -> None:
    """Compare values, never texts: these are all legal in a cluster."""
    quantity = parse_quantity(text)
    assert (None if quantity is None else quantity.whole) == count


@pytest.mark.parametrize("value", REFUSED)
def test_what_the_server_refuses_is_no_quantity(value: object) -> None:
    """A false quantity would hide the fault."""
    assert parse_quantity(value) is None


@pytest.mark.parametrize("text", NO_INTEGER)
def test_fraction_is_a_quantity_but_no_count(text: str) -> None:
    """The API server reads it and then refuses it for a device."""
    quantity = parse_quantity(text)
    assert quantity is not None
    assert quantity.whole is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("9" * 65, None),
        ("9" * 5000, None),
        (10**100, None),
        ("0" * 63 + "1", Quantity(10**9)),
        (10**30, Quantity(10**39)),
    ],
)
def test_text_of_thousands_of_digits_is_no_quantity(
    value: object, expected: Quantity | None
) -> None:
    """Python refuses to read such a number, and would take its time."""
    assert expected == parse_quantity(value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8", 8),
        ("0", 0),
        ("0" * 5000 + "7", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("9" * 5000, None),
        ("-1", None),
        ("", None),
        ("٣", None),
    ],
)
def test_whole_number_is_what_ascii_digits_say(text: str, expected: int | None) -> None:
    """Annotations and labels hold texts, whatever somebody wrote."""
    assert expected == whole_number(text)


def test_absent_value_is_zero() -> None:
    """An empty line under limits asks for none (measured)."""
    assert parse_quantity(None) == Quantity(0)


def test_numbers_of_yaml_are_quantities() -> None:
    """`8` and `1e3` arrive as int and float."""
    assert (parse_quantity(8), parse_quantity(1000.0)) == (Quantity(8 * 10**9), Quantity(10**12))


def test_text_is_the_shortest_plain_form() -> None:
    """People read sums in messages."""
    texts = [Quantity(8 * 10**9).text, Quantity(15 * 10**8).text, Quantity(-5 * 10**8).text]
    assert texts == ["8", "1.5", "-0.5"]


@pytest.mark.parametrize(
    "text",
    ["${GPUS}", "$(GPUS)", "NUM_GPUS", "<N>", "<gpu count>", "{{ .Values.gpus }}", "$GPUS", "__GPUS__",
     "#{gpus}#", "((gpus))", "[[ gpus ]]", "CHANGEME", "todo"],
)  # fmt: skip
def test_placeholder_is_recognised(text: str) -> None:
    """What a later step replaces cannot be checked, so it is never wrong."""
    assert is_placeholder(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("{{ .Values.gpus }}", True), ("${{GPUS}}", False), ("${GPUS}", False), (8, False)],
)
def test_template_text_is_told_from_parameters_of_openshift(text: object, expected: bool) -> None:
    """A Template's parameter that is no text stands in two pairs of braces behind a dollar."""
    actual = is_template(text)
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("queue-${SHAPE}", "queue-2x2x1", True), ("queue-${SHAPE}", "other-2x2x1", False),
        ("$TEAM-queue", "a-queue", True), ("{{ team }}-<n>-q", "ml-3-q", True),
        ("a${X}b${Y}c", "a-c", False), ("ab${X}bc", "abc", False), ("QUEUE_NAME", "a", True),
    ],
)  # fmt: skip
def test_a_name_with_placeholders_may_become_what_fits_around_them(
    text: str, name: str, expected: bool
) -> None:
    """What stands beside a placeholder stays as it is."""
    actual = may_become(text, name)
    assert expected == actual


@pytest.mark.parametrize(
    "text", ["8", "nvidia.com/gpu", "a<b", "1 < 2", "", 8, None, "__a", "#8", "todo-queue"]
)
def test_plain_value_is_no_placeholder(text: object) -> None:
    """A rule must not go silent over a plain value."""
    assert not is_placeholder(text)


MEANT = {
    "64GB": ("64Gi",), "16 gi": ("16Gi",), "512mb": ("512Mi",), "1.5TiB": ("1.5Ti",), "8 GPUs": (),
    "": (), "4 cores": (),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), MEANT.items(), ids=MEANT)
def test_sizes_of_people_are_written_as_kubernetes_has_them(
    text: str, expected: tuple[str, ...]
) -> None:
    """A hint that cannot be read either would be worse than none."""
    actual = quantity_meant(text)
    assert expected == actual
