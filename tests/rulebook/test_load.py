import json

import pytest

from gpulint.core.errors import RuleError, UsageError
from gpulint.core.rule import Rule
from gpulint.core.severity import Confidence, Severity
from gpulint.rulebook import load
from gpulint.rulebook.index import check_modules, index_text, tokens_text
from gpulint.rulebook.load import Index, Retired, read_index
from gpulint.rulebook.rule_file import read_rule_file

ROW = {
    "id": "GPU203",
    "name": "profile-odd",
    "category": "mig",
    "check": "profile_odd",
    "module": "gpulint.checks.mig.profile_odd",
    "severity": "error",
    "confidence": "high",
    "message": "{profile} is odd",
    "why": "An odd profile never starts.",
    "fix": "Take an even one.",
}


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Stands for the installation's rules folder; call it with rows to write the index."""
    monkeypatch.setattr(load, "project_folder", lambda name: str(tmp_path))
    load.forget()

    def write(*rows: object, retired: tuple[object, ...] = ()) -> None:
        text = json.dumps({"renew": "", "retired": retired, "rules": rows})
        (tmp_path / "index.json").write_text(text)

    yield write
    load.forget()


def test_a_written_rule_comes_back_from_the_index(desk) -> None:
    """What the engine runs is what the YAML promises."""
    desk.write_check(params=", *, most")
    path = desk.write_rule(
        ("params: {}", "params: {most: {type: integer, default: 3}}"),
        ("needs: []", "needs: [facts]"),
        ("status: stable", "status: preview\ngeneric: true\naliases: [profile-weird]"),
        ("proof:", "tokens: [profile]\nproof:"),
    )
    rule = Rule(
        id="GPU203",
        name="profile-odd",
        category="mig",
        check="profile_odd",
        module=f"{desk.home.package}.mig.profile_odd",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message="{profile} is odd",
        why="An odd profile never starts.",
        fix="Take an even one.",
        needs=("facts",),
        params={"most": 3},
        status="preview",
        since="0.1",
        generic=True,
        aliases=("profile-weird",),
        tokens=("profile",),
        reference="https://docs.example/profiles",
    )
    gone = Retired("GPU299", "never true")
    file = read_rule_file(str(path), "rules/mig/profile-odd.yaml")
    text = index_text([file], [gone], check_modules(desk.home))
    expected = Index((rule,), (gone,))
    actual = read_index(text.encode())
    assert expected == actual


def test_the_index_opens_with_its_renewal(desk) -> None:
    """Whoever meets a generated file learns first how to change it."""
    expected = '{"renew": "gpulint rules build",\n"retired": [],\n"rules": []}\n'
    actual = index_text([], [], {})
    assert expected == actual


def test_tokens_are_a_plain_list_without_words_that_others_cover(desk) -> None:
    """Each word is searched in every file; one that holds another never decides."""
    desk.write_check()
    path = desk.write_rule(("proof:", "tokens: [odd-profile, ClusterQueue]\nproof:"))
    file = read_rule_file(str(path), "rules/mig/profile-odd.yaml")
    expected = "# Renewed by `gpulint rules build`.\nClusterQueue\nprofile\n"
    actual = tokens_text([file], ["profile"])
    assert expected == actual


@pytest.mark.parametrize("token", ["#gpu", " ", '"a\\nb"'])
def test_a_token_that_the_file_cannot_hold_is_refused(desk, token: str) -> None:
    """A lost token is a document that no rule ever sees."""
    desk.write_check()
    shown = token if token.startswith('"') else f'"{token}"'
    path = desk.write_rule(("proof:", f"tokens: [{shown}]\nproof:"))
    file = read_rule_file(str(path), "rules/mig/profile-odd.yaml")
    expected = "rules/mig/profile-odd.yaml:16: no use as token"
    with pytest.raises(RuleError) as error:
        tokens_text([file], [])
    actual = str(error.value).rpartition(":")[0]
    assert expected == actual


@pytest.mark.parametrize("grip", ["GPU203", "gpu203", "profile-odd", "profile-weird"])
def test_a_rule_is_found_by_each_of_its_grips(index, grip: str) -> None:
    """People write what they remember, and old names stay in their files."""
    index({**ROW, "aliases": ["profile-weird"]})
    expected = "GPU203"
    actual = load.rule(grip).id
    assert expected == actual


UNKNOWN = {
    "GPU204": "no rule is called 'GPU204'; `gpulint rules list` shows them all",
    "GPU230": "no rule is called 'GPU230'; did you mean GPU203?",
    "MIG": "mig is a category; `gpulint rules list --category mig` lists its rules",
    "profile-od": "no rule is called 'profile-od'; did you mean profile-odd?",
    "zebra": "no rule is called 'zebra'; `gpulint rules list` shows them all",
    "GPU299": "GPU299 is retired: never true; GPU203 takes its place",
}


@pytest.mark.parametrize("grip", UNKNOWN)
def test_an_unknown_rule_is_answered_with_a_cure(index, grip: str) -> None:
    """A typing mistake must not silence nothing."""
    index(ROW, retired=({"id": "GPU299", "reason": "never true", "successor": "GPU203"},))
    expected = UNKNOWN[grip]
    with pytest.raises(UsageError) as error:
        load.rule(grip)
    actual = str(error.value)
    assert expected == actual


@pytest.mark.parametrize("text", [b"", b"[]", b'{"rules": []}', b'{"retired": [], "rules": [{}]}'])
def test_a_foreign_index_is_refused_with_the_command_that_renews_it(text: bytes) -> None:
    """A checkout that has moved on shows no traceback."""
    expected = "rules/index.json cannot be read: run `gpulint rules build`"
    with pytest.raises(RuleError) as error:
        read_index(text)
    actual = str(error.value)
    assert expected == actual


@pytest.mark.parametrize(
    ("reader", "file"), [(load.rules, "index.json"), (load.tokens, "tokens.txt")]
)
def test_a_missing_generated_file_is_named(index, reader, file: str) -> None:
    """A fresh clone with a deleted file says what to do."""
    expected = f"rules/{file} is missing: run `gpulint rules build`"
    with pytest.raises(RuleError) as error:
        reader()
    actual = str(error.value)
    assert expected == actual
