from pathlib import Path

import pytest

from gpulint.source.reader import ReadOptions, read

PATCH = "kind: Deployment\nspec: {gpu: 1}\n"


def fragments(folder: Path) -> dict[str, bool]:
    """By file name whether its documents are patches."""
    found = read([str(folder)], ReadOptions(tokens=(b"gpu",))).documents
    return {Path(each.file).name: each.fragment for each in found}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


FIELDS = [
    "patches: [{path: p.yaml}]",
    "patchesStrategicMerge:\n- ./p.yaml",
    "patchesJson6902:\n- {path: p.yaml, target: {kind: Deployment}}",
    "components: [p.yaml]",
    "kind: Component\nresources: [p.yaml]",
    "kind: Component\npatches:\n- patch: |-\n    a: b\n- path: ../x/p.yaml",
]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("name", ["kustomization.yaml", "kustomization.yml", "Kustomization"])
def test_file_named_as_a_patch_is_a_fragment(tmp_path: Path, field: str, name: str) -> None:
    """What it lacks stands in the base, so nothing may be missed in it."""
    write(tmp_path / "x", {name: field, "p.yaml": PATCH, "base.yaml": PATCH})
    expected = {"base.yaml": False, "p.yaml": True}
    actual = fragments(tmp_path / "x")
    assert expected == actual


def test_patch_in_a_folder_below_its_kustomization_is_a_fragment(tmp_path: Path) -> None:
    """`patches/` is a common folder."""
    write(
        tmp_path,
        {
            "kustomization.yaml": "patches:\n- path: patches/p.yaml\n",
            "patches/p.yaml": PATCH,
            "patches/q.yaml": PATCH,
        },
    )
    expected = {"p.yaml": True, "q.yaml": False}
    actual = fragments(tmp_path)
    assert expected == actual


@pytest.mark.parametrize(
    "text", ["a: [", "- a", "patches: text", "patches:\n- 3\n- {path: [p.yaml]}"]
)
def test_kustomization_that_makes_no_sense_names_no_patches(tmp_path: Path, text: str) -> None:
    """It is told as what it is, not by a crash."""
    write(tmp_path, {"kustomization.yaml": text, "p.yaml": PATCH})
    expected = {"p.yaml": False}
    actual = fragments(tmp_path)
    assert expected == actual


CONTENTS = [
    ("spec: {gpu: 1, $patch: delete}", True),
    ("items:\n- a: 1\n- {$patch: replace, gpu: 1}", True),
    ("- {op: replace, path: /spec/gpu, value: 1}", True),
    ("text: $patch is a word\ngpu: 1", False),
    ("- gpu: 1", False),
    ("[] # gpu", False),
]


@pytest.mark.parametrize(("text", "expected"), CONTENTS)
def test_patch_is_known_by_its_directives(tmp_path: Path, text: str, expected: bool) -> None:
    """The kustomization may lie in another repository."""
    write(tmp_path, {"p.yaml": text})
    assert fragments(tmp_path) == {"p.yaml": expected}
