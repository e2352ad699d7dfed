"""What must hold for every row of the data files."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gpulint.catalog.compaction import read_data
from gpulint.catalog.mig import parse_profile

DATA = Path(__file__).parents[2] / "gpulint" / "catalog" / "data"
NAMES = (
    "api-versions",
    "charts",
    "dcgm",
    "devices",
    "dra",
    "drivers",
    "instances",
    "keys",
    "labels",
    "mig-geometries",
    "mig-profiles",
    "priority",
    "products",
    "resources",
    "taints",
    "workload-kinds",
)


def rows(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of a data file with where it stands."""
    for section, value in read_data(name).items():
        if isinstance(value, list):
            yield from ((f"{section}[{number}]", row) for number, row in enumerate(value))
        elif "source" in value:
            yield section, value
        else:
            yield from ((f"{section}.{key}", row) for key, row in value.items())


@pytest.mark.parametrize("name", NAMES)
def test_every_row_tells_its_source_and_when_it_was_checked(name: str) -> None:
    """A fact without a source cannot be checked again when the world has moved."""
    bare = [
        place
        for place, row in rows(name)
        if not row.get("source") or not re.fullmatch(r"20\d\d-\d\d-\d\d", row.get("checked", ""))
    ]
    expected = []
    actual = bare
    assert expected == actual


def test_product_labels_and_aliases_are_unique() -> None:
    """A label that stood for two cards would make every answer about it a guess."""
    names = [
        name
        for row in read_data("products")["products"]
        for name in (row["label"], *row.get("aliases", []))
    ]
    assert sorted(set(names)) == sorted(names)


def test_no_wrong_spelling_is_some_card_s_right_one() -> None:
    """Otherwise a correct manifest would be told to change."""
    products = read_data("products")["products"]
    right = {name for row in products for name in (row["label"], *row.get("aliases", []))}
    wrong = {
        spelling
        for row in products
        for spelling in (*row.get("seen_wrong", []), *row.get("likely_wrong", []))
    }
    assert set() == right & wrong


def test_confusable_labels_are_labels() -> None:
    """A hint must lead to a card that exists."""
    products = read_data("products")["products"]
    labels = {row["label"] for row in products}
    named = {label for row in products for label in row.get("confusable", [])}
    assert set() == named - labels


def test_cards_that_split_and_only_they_have_a_mig_entry() -> None:
    """mig_capable and the entry would contradict each other."""
    products = read_data("products")["products"]
    expected = [row["label"] for row in products if row["mig_capable"]]
    actual = [row["label"] for row in products if "mig" in row]
    assert expected == actual


def test_mig_entries_name_tables_that_exist() -> None:
    """A product with an unknown table could not be loaded."""
    tables = set(read_data("mig-profiles")["tables"])
    named = {row["mig"]["table"] for row in read_data("products")["products"] if "mig" in row}
    assert set() == named - tables - {None}


def test_profile_tables_cover_their_geometry_with_well_formed_names() -> None:
    """A class without a name, or a name outside the grammar, would never match a resource."""
    geometries = read_data("mig-geometries")["geometries"]
    wrong = [
        (name, title, profile)
        for name, row in read_data("mig-profiles")["tables"].items()
        for title, profile in row["profiles"].items()
        if title not in geometries[row["geometry"]]["classes"]
        or (parsed := parse_profile(profile)) is None
        or parsed.name != profile
        or not title.startswith(f"{parsed.slices}g")
    ]
    expected = []
    actual = wrong
    assert expected == actual


def test_placements_stay_on_the_card() -> None:
    """A start that runs over the last memory slice can never be used."""
    wrong = [
        (name, title)
        for name, geometry in read_data("mig-geometries")["geometries"].items()
        for title, row in geometry["classes"].items()
        for start in row["starts"]
        if start + row["memory"] > geometry["memory_slices"]
    ]
    expected = []
    actual = wrong
    assert expected == actual


def test_patterns_compile() -> None:
    """A broken expression would only be noticed at the first unknown name."""
    resources = read_data("resources")
    patterns = [
        pattern
        for row in (*resources["families"], *resources["companions"])
        for pattern in row.get("patterns", [])
    ]
    patterns += [row["pattern"] for row in read_data("labels")["labels"] if "pattern" in row]
    actual = [re.compile(pattern).pattern for pattern in patterns]
    assert patterns == actual


def test_resource_names_stand_in_one_family() -> None:
    """The second row of a name would be lost without notice."""
    resources = read_data("resources")
    names = [name for row in resources["families"] for name in row.get("names", [])]
    names += [name for row in resources["companions"] for name in row.get("names", [])]
    names += [row["name"] for row in (*resources["retired"], *resources["wrong"])]
    assert sorted(set(names)) == sorted(names)


def test_label_keys_are_unique() -> None:
    """The second row of a key would win without notice."""
    keys = [row["key"] for row in read_data("labels")["labels"] if "key" in row]
    assert sorted(set(keys)) == sorted(keys)


def test_label_successors_are_known_and_current() -> None:
    """A hint must not lead to a key that is itself gone."""
    rows_by_key = {row["key"]: row for row in read_data("labels")["labels"] if "key" in row}
    successors = [row["successor"] for row in rows_by_key.values() if row.get("successor")]
    wrong = [
        each for each in successors if rows_by_key.get(each, {"deprecated": True}).get("deprecated")
    ]
    expected = []
    actual = wrong
    assert expected == actual


def test_instances_and_labels_name_products_of_the_catalogue() -> None:
    """A product label that no row knows could not be compared with a selector."""
    labels = {row["label"] for row in read_data("products")["products"]}
    named = {row["product"] for row in read_data("instances")["families"] if "product" in row}
    for row in read_data("labels")["labels"]:
        named.update(label for each in row.get("products", {}).values() for label in each)
    assert set() == named - labels


def test_keys_that_need_or_exclude_others_name_known_keys() -> None:
    """A needed key that nobody knows could never be suggested."""
    facts = read_data("keys")["keys"]
    known = {row["key"] for row in facts}
    named = {key for row in facts for key in (*row.get("needs", []), *row.get("excludes", []))}
    assert set() == named - known
