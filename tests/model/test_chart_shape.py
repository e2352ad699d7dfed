"""Which chart a bare values file is for."""

import pytest

from gpulint.model.chart_shape import chart_named, nested, recognised

SHAPES: dict[str, tuple[dict[str, object], str | None]] = {
    "several components": (
        {"driver": {"enabled": True}, "toolkit": {"enabled": True}},
        "gpu-operator",
    ),
    "one component with variables of its container": (
        {"toolkit": {"enabled": True, "env": [{"name": "CONTAINERD_CONFIG", "value": "x"}]}},
        "gpu-operator",
    ),
    "one component that may be anybody's": ({"toolkit": {"enabled": True, "env": []}}, None),
    "common words alone": ({"driver": {"enabled": True}, "operator": {"resources": {}}}, None),
    "one known key among many": (
        {"devicePlugin": {"enabled": True}, "scheduler": {}, "admission": {}, "image": {}},
        None,
    ),
    "the plugin's own chart": (
        {"gfd": {"enabled": True}, "config": {"map": {"a": "flags:\n  migStrategy: none\n"}}},
        "nvidia-device-plugin",
    ),
    "a map of texts of some other chart": (
        {"config": {"map": {"a": "flags: x"}}, "image": {"tag": "1"}, "resources": {}},
        None,
    ),
    "nothing": ({}, None),
}


@pytest.mark.parametrize(("tree", "expected"), SHAPES.values(), ids=SHAPES)
def test_keys_tell_the_chart(tree: dict[str, object], expected: str | None) -> None:
    """A wrong guess would blame a stranger's values."""
    actual = recognised(tree)
    assert expected == actual


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpu-operator", "gpu-operator"),
        ("nvidia/gpu-operator", "gpu-operator"),
        ("oci://mirror.example.com/charts/gpu-operator", "gpu-operator"),
        ("./gpu-operator-v24.9.2.tgz", "gpu-operator"),
        ("k8s-device-plugin", "nvidia-device-plugin"),
        ("gpu-operator-addons", None),
    ],
)
def test_names_of_charts(name: str, expected: str | None) -> None:
    """Charts are named by path, by registry and by archive."""
    actual = chart_named(name)
    assert expected == actual


def test_an_alias_is_found_by_the_shape_below_it() -> None:
    """Dependencies have aliases that nobody can know beforehand."""
    values = {"driver": {"enabled": False}, "migManager": {"enabled": True}}
    expected = [("gpus", "gpu-operator", values)]
    actual = list(nested({"gpus": values, "web": {"replicas": 3}}))
    assert expected == actual
