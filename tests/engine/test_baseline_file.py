"""The baseline file: its form, and what is said of a wrong one."""

import json
from pathlib import Path

import pytest

from gpulint.core.errors import ConfigError
from gpulint.engine.baseline_file import Baseline, Entry, baseline_text, ordered, read_baseline

ENTRIES = (
    Entry("1e5", "GPU101", "a.yaml", "Pod ml/x", 'spec["a/b"]', "grown: old", "2027-01-31"),
    Entry("on", "GPU103", "<stdin>"),
)
YAML = """\
# Written by `gpulint check --write-baseline known.yaml`.
schema: gpulint.baseline/1
findings:
  - {rule: "GPU101", file: "a.yaml", resource: "Pod ml/x", field: "spec[\\"a/b\\"]", \
fingerprint: "1e5", reason: "grown: old", until: "2027-01-31"}
  - {rule: "GPU103", file: "<stdin>", fingerprint: "on"}
"""


def test_an_entry_takes_one_line() -> None:
    """What is new or gone can be read off the difference."""
    expected = YAML
    actual = baseline_text(Baseline("jobs/known.yaml", ENTRIES))
    assert expected == actual


@pytest.mark.parametrize("name", ["known.yaml", "known.json"])
@pytest.mark.parametrize(
    "entries", [ENTRIES, (), (Entry("f", "GPU001", "grö\x85\u2028ße🚀.yaml"),)]
)
def test_what_is_written_is_read_back(
    name: str, entries: tuple[Entry, ...], tmp_path: Path
) -> None:
    """Fingerprints look like numbers, names of files like anything."""
    path = tmp_path / name
    path.write_text(baseline_text(Baseline(str(path), entries)), encoding="utf-8")
    expected = entries
    actual = tuple(entry._replace(line=0) for entry in read_baseline(str(path)).entries)
    assert expected == actual


def test_a_name_that_ends_in_json_gives_json() -> None:
    """Some keep such files for other programs."""
    expected = {
        "schema": "gpulint.baseline/1",
        "findings": [{"rule": "R", "file": "a", "fingerprint": "f"}],
    }
    actual = json.loads(baseline_text(Baseline("known.json", (Entry("f", "R", "a"),))))
    assert expected == actual


def test_entries_have_one_order() -> None:
    """Two who write it from the same input commit the same bytes."""
    entries = [Entry(f, r, file) for file in "ba" for r in ("GPU2", "GPU1") for f in "zy"]
    expected = [(file, r, f) for file in "ab" for r in ("GPU1", "GPU2") for f in "yz"]
    actual = [(e.file, e.rule, e.fingerprint) for e in ordered(entries)]
    assert expected == actual


WRONG = [
    pytest.param(
        "a: [1\n", "known.yaml:1: the `[` that opens here is not closed correctly", id="broken"
    ),
    pytest.param(
        "kind: Pod\n",
        "known.yaml:1: no baseline; this release reads schema: gpulint.baseline/1",
        id="manifest",
    ),
    pytest.param(
        "# later\nschema: gpulint.baseline/2\n",
        "known.yaml:2: schema gpulint.baseline/2 is not known; "
        "this release reads schema: gpulint.baseline/1",
        id="later",
    ),
    pytest.param(
        "",
        "known.yaml:1: a baseline is one YAML document with a key schema: gpulint.baseline/1",
        id="empty",
    ),
    pytest.param(
        YAML.replace("rule: ", "rul: ").replace('"2027-01-31"', "soon"),
        "known.yaml:4: rule is missing in findings[0]\n"
        "known.yaml:4: findings[0].rul is not known here; did you mean rule?\n"
        "known.yaml:4: findings[0].until is soon, wanted is a date such as 2027-01-31\n"
        "known.yaml:5: rule is missing in findings[1]\n"
        "known.yaml:5: findings[1].rul is not known here; did you mean rule?",
        id="keys",
    ),
    pytest.param(
        "schema: gpulint.baseline/1\nfindings:\n  - {rule: GPU101, file: a, fingerprint: 12}\n",
        'known.yaml:3: findings[0].fingerprint is integer (12), wanted is string; quote it: "12"',
        id="number",
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_a_wrong_file_is_told_with_its_line(
    text: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A baseline that is passed over would bring back every finding, or silence none."""
    monkeypatch.chdir(tmp_path)
    Path("known.yaml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_baseline("known.yaml")
    actual = str(caught.value)
    assert expected == actual


def test_a_missing_file_is_told_with_the_command_that_makes_it() -> None:
    """The first run of a new project has none."""
    expected = (
        ".gpulint.yaml:3: cannot read the baseline nowhere.yaml: no such file or directory; "
        "`--write-baseline nowhere.yaml` makes one"
    )
    with pytest.raises(ConfigError) as caught:
        read_baseline("nowhere.yaml", ".gpulint.yaml:3: ")
    actual = str(caught.value)
    assert expected == actual


def test_a_file_without_end_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong name must not cost the memory of the machine."""
    monkeypatch.setattr("gpulint.engine.baseline_file.MAX_BYTES", 4)
    path = tmp_path / "known.yaml"
    path.write_text(YAML)
    with pytest.raises(ConfigError) as caught:
        read_baseline(str(path))
    expected = f"{path}:1: larger than 4 bytes, so it is no baseline"
    actual = str(caught.value)
    assert expected == actual
