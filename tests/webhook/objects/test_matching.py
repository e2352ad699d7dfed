"""What the API server sends, and what it says about that."""

import re
from pathlib import Path

from gpulint.catalog.kinds import all_kinds
from gpulint.webhook.objects.matching import entries, plural

_PAGE = Path(__file__).resolve().parents[3] / "deploy" / "README.md"


def test_the_operations_page_names_what_cel_cannot_look_into() -> None:
    """Nobody should wonder why these are warned about and never refused."""
    rules = [rule for each in entries() if each.name.endswith("-other") for rule in each.rules]
    plurals = {(rule.group, name) for rule in rules for name in rule.resources}
    kinds = (each for each in all_kinds() if (each.group, plural(each.kind)) in plurals)
    lines = _PAGE.read_text("utf-8").splitlines()
    row = next(line for line in lines if line.startswith("| CEL cannot look into it"))
    assert sorted({each.kind for each in kinds}) == re.findall(r"`(\w+)`", row)


def test_older_releases_are_asked_about_too() -> None:
    """A Kueue before 0.15 serves v1beta1 alone: nothing could be converted to v1beta2."""
    rules = {name: rule for each in entries() for rule in each.rules for name in rule.resources}
    names = ("clusterqueues", "resourceclaims", "rayclusters", "deployments")
    expected = [("v1beta2", "v1beta1"), ("v1", "v1beta2", "v1beta1"), ("v1", "v1alpha1"), ("v1",)]
    assert expected == [rules[name].versions for name in names]


def test_cel_looks_into_objects_of_older_versions() -> None:
    """It is asked by version, as some kinds have two forms."""
    entry = next(each for each in entries() if each.name == "ray-io")
    text = dict(entry.conditions)["mentions-accelerator"]
    assert "request.kind.kind == 'RayCluster' && request.kind.version in ['v1', 'v1alpha1']" in text
