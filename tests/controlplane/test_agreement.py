"""gpulint's judgement of shapes against the API server's, over every public document at hand."""

from pathlib import Path

import pytest
import yaml
from plane.agreement import differences
from plane.stage import Theatre

LISTED = Path(__file__).with_name("differences.yaml")


@pytest.mark.controlplane
@pytest.mark.shared
@pytest.mark.parametrize("folder", ["corpus/manifests", "cases"])
def test_shapes_are_judged_as_the_server_judges_them(
    folder: str, theatre: Theatre, shared: Path
) -> None:
    """What differs is listed with its reason; nothing else may, and nothing listed may be stale."""
    expected = {
        each["document"]
        for each in yaml.safe_load(LISTED.read_text("utf-8"))
        if each["document"].startswith(f"{folder}/")
    }
    actual = set()
    for path in sorted((shared / folder).rglob("*")):
        if path.suffix in (".yaml", ".yml", ".json") and path.name != "case.yaml":
            with theatre.stage() as stage:
                name = path.relative_to(shared).as_posix()
                actual |= set(differences(name, path.read_bytes(), stage))
    assert expected == actual
