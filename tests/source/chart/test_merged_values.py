from pathlib import Path

import pytest

from gpulint.core.location import Span
from gpulint.source.chart.merged_values import Keys, MergedValues, merged_values
from gpulint.source.chart.tree import ChartFolder

FILES = {
    "Chart.yaml": "name: app\n",
    "values.yaml": "a: {b: 1, gone: 2}\nl: [x, {z: 1}]\nsub: {k: 1}\nglobal: {g: 1}\n",
    "charts/sub/Chart.yaml": "name: sub\n",
    "charts/sub/values.yaml": "k: 0\nm: 5\nglobal: {h: 1}\n",
    "prod.yaml": "\ufeffa:\n  b: 3\n  gone: null\n",
    "list.yaml": "- no\n- map\n",
}


@pytest.fixture
def values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MergedValues:
    """Those of a chart with a subchart and a file that is given last."""
    for name, text in FILES.items():
        path = tmp_path / "app" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    given = ("app/prod.yaml", "app/list.yaml", "app/none.yaml")
    return merged_values(ChartFolder("app"), "app", given, [("sub",), ("packed",)])


def test_values_are_joined_as_helm_joins_them(values: MergedValues) -> None:
    """Given files count most, then the outer chart; null takes a key away."""
    expected = {
        "a": {"b": 3},
        "l": ["x", {"z": 1}],
        "sub": {"k": 1, "m": 5, "global": {"h": 1}},
        "global": {"g": 1},
    }
    actual = values.value
    assert expected == actual


def test_leaves_are_all_that_is_no_collection(values: MergedValues) -> None:
    """These can be changed one by one."""
    actual = list(values.leaves(("l",)))
    assert actual == [(("l", 0), "x"), (("l", 1, "z"), 1)]


PLACES: dict[Keys, tuple[str, Span] | None] = {
    ("a", "b"): ("app/prod.yaml", Span(2, 6, 2, 7)),
    ("sub", "k"): ("app/values.yaml", Span(3, 10, 3, 11)),
    ("sub", "m"): ("app/charts/sub/values.yaml", Span(2, 4, 2, 5)),
    ("l", 1, "z"): ("app/values.yaml", Span(2, 12, 2, 13)),
    ("global", "g"): ("app/values.yaml", Span(4, 13, 4, 14)),
    ("global", "h"): ("app/charts/sub/values.yaml", Span(3, 13, 3, 14)),
    ("nowhere",): None,
}


@pytest.mark.parametrize("keys", PLACES)
def test_value_stands_in_the_last_file_that_sets_it(values: MergedValues, keys: Keys) -> None:
    """A change anywhere else would have no effect."""
    actual = values.place(keys, "value")
    assert PLACES[keys] == actual


def test_changed_list_is_given_as_a_whole(values: MergedValues) -> None:
    """helm joins maps and replaces lists."""
    actual = values.change({("l", 1, "z"): 2, ("l", 0): "z", ("a", "b"): 4, ("sub", "k"): 9})
    assert actual == {"l": ["z", {"z": 2}], "a": {"b": 4}, "sub": {"k": 9}}


def test_values_stay_as_they_are_when_changes_are_made(values: MergedValues) -> None:
    """The next question is about the same values."""
    values.change({("l", 1, "z"): 2})
    assert values.value["l"] == ["x", {"z": 1}]
