"""`gpulint catalog` as people call it."""

import json

import pytest
from click.testing import CliRunner

from gpulint.cli.catalog import catalog
from gpulint.core.errors import UsageError


def run(*words: str) -> str:
    return CliRunner().invoke(catalog, list(words), catch_exceptions=False).output


def test_mig_profiles_are_those_measured_on_a_card() -> None:
    """The table of an H200 was read from the hardware."""
    rows = json.loads(run("mig", "NVIDIA-H200", "--json"))
    actual = {row["profile"]: (row["most"], row["starts"]) for row in rows}
    expected = {
        "1g.18gb": (7, [0, 1, 2, 3, 4, 5, 6]),
        "1g.18gb+me": (1, [0, 1, 2, 3, 4, 5, 6]),
        "1g.35gb": (4, [0, 2, 4, 6]),
        "2g.35gb": (3, [0, 2, 4]),
        "3g.71gb": (2, [0, 4]),
        "4g.71gb": (1, [0]),
        "7g.141gb": (1, [0]),
    }
    assert actual == expected


def test_words_narrow_the_cards() -> None:
    """Nobody reads 128 lines to find one."""
    rows = json.loads(run("products", "h100", "nvl", "--json"))
    assert [row["label"] for row in rows] == ["NVIDIA-H100-NVL"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (
            "A100",
            "the catalogue has no table 'A100'; `gpulint catalog products A100` looks for cards",
        ),
        ("product", "the catalogue has no table 'product'; did you mean products?"),
        (
            "zzzz",
            "the catalogue has no table 'zzzz'; there are products, mig, labels, resources",
        ),
    ],
)
def test_who_forgets_the_table_is_shown_it(word: str, expected: str) -> None:
    """People look for their card and not for our tables."""
    result = CliRunner().invoke(catalog, [word])
    actual = (result.exit_code, result.output.strip().rpartition("Error: ")[2])
    assert (2, expected) == actual


def test_unknown_card_is_answered_with_the_near_one() -> None:
    """The spelling is what people come here for."""
    with pytest.raises(UsageError, match="did you mean NVIDIA-H100-80GB-HBM3"):
        run("mig", "NVIDIA-H100-SXM5-80GB")


def test_card_without_mig_says_so() -> None:
    """An empty table would leave the question open."""
    with pytest.raises(UsageError, match="Tesla-T4 cannot be split"):
        run("mig", "Tesla-T4")


@pytest.mark.parametrize(
    ("table", "word"), [("labels", "gpu.product"), ("resources", "nvidia.com/gpu")]
)
def test_table_names_its_columns_and_the_row(table: str, word: str) -> None:
    """A table without a head is a riddle."""
    lines = run(table, word).splitlines()
    assert (lines[0].split()[0], word in "\n".join(lines[1:])) == (table.rstrip("s"), True)


@pytest.mark.parametrize("table", ["products", "labels", "resources"])
def test_word_that_nothing_holds_is_a_mistake(table: str) -> None:
    """Silence would read as "there is none"."""
    with pytest.raises(UsageError, match=f"gpulint catalog {table}"):
        run(table, "no-such-thing")
