import pytest

from gpulint.core.errors import RuleError
from gpulint.core.rule import Mend
from gpulint.core.severity import Confidence, Severity
from gpulint.rulebook.example import Example, Expected
from gpulint.rulebook.proof import Proof
from gpulint.rulebook.rule_file import Reference, RuleFile, read_rule_file

NAME = "rules/mig/profile-odd.yaml"


def _read(desk, *changes: tuple[str, str]) -> RuleFile:
    return read_rule_file(str(desk.write_rule(*changes)), NAME)


def test_every_key_of_a_rule_is_read(desk) -> None:
    """Pages, index and tests take all they know from this value."""
    actual = _read(
        desk,
        ("params: {}", "params: {most: {type: integer, default: 3}, kind: {const: odd}}"),
        ("status: stable", "status: deprecated\nsuccessor: GPU204\ngeneric: true"),
        ("needs: []", "needs: [facts]\naliases: [profile-weird]\ntokens: [profile]"),
        (
            "references:",
            "mend:\n  - {replace: a, write: b, style: plain, when: {c: d}, alike: true}\nreferences:",
        ),
    )
    expected = RuleFile(
        id="GPU203",
        name="profile-odd",
        category="mig",
        check="profile_odd",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message="{profile} is odd",
        why="An odd profile never starts.",
        fix="Take an even one.",
        since="0.1",
        status="deprecated",
        generic=True,
        proof=Proof("documentation", "documented"),
        aliases=("profile-weird",),
        needs=("facts",),
        tokens=("profile",),
        params={"most": {"type": "integer", "default": 3}, "kind": {"const": "odd"}},
        references=(Reference("A page about profiles", "https://docs.example/profiles"),),
        examples=(
            Example(
                "bad",
                "",
                "bad.yaml",
                "kind: Pod\nprofile: odd  # <- GPU203\n",
                (Expected("bad.yaml", 2, ("GPU203",)),),
                line=24,
            ),
            Example("good", "", "good.yaml", "kind: Pod\nprofile: even\n", line=27),
            Example("near_miss", "", "near-miss.yaml", "kind: Pod\nprofile: oddly-even\n", line=30),
        ),
        successor="GPU204",
        mend=(Mend("a", "b", "plain", {"c": "d"}, True),),
        file=NAME,
        lines=actual.lines,
    )
    assert expected == actual


def test_values_are_what_the_check_is_called_with(desk) -> None:
    """A const is a value like a default, only users cannot change it."""
    params = "params: {most: {type: integer, default: 3}, kind: {const: odd}}"
    expected = {"most": 3, "kind": "odd"}
    actual = _read(desk, ("params: {}", params)).values
    assert expected == actual


def test_message_fields_are_those_that_the_check_must_fill(desk) -> None:
    """The engine makes the hint, and doubled braces are text."""
    message = "{profile} of {product} is {{odd}}, {profile}{hint}"
    expected = ("profile", "product")
    actual = _read(desk, ("{profile} is odd", message)).message_fields
    assert expected == actual


EXPECTED = {
    "two ids on a line": (
        ("<- GPU203", "<- GPU101,GPU203"),
        (Expected("bad.yaml", 2, ("GPU101", "GPU203")),),
    ),
    "a mark without spaces": (
        ("# <- GPU203", "#<-GPU203"),
        (Expected("bad.yaml", 2, ("GPU203",)),),
    ),
    "a mark in another source": (
        ("  - good: |", "    files:\n      q.yaml: |\n        a: 1  # <- GPU501\n  - good: |"),
        (Expected("bad.yaml", 2, ("GPU203",)), Expected("q.yaml", 1, ("GPU501",))),
    ),
    "a list beside the text": (
        ("odd  # <- GPU203", "odd\n    expect: [{line: 1}, {line: 2, ids: [GPU101]}]"),
        (Expected("bad.yaml", 1, ("GPU203",)), Expected("bad.yaml", 2, ("GPU101",))),
    ),
    "a list about another source": (
        ("  - good: |", "    expect: [{line: 3, file: q.json}]\n  - good: |"),
        (Expected("bad.yaml", 2, ("GPU203",)), Expected("q.json", 3, ("GPU203",))),
    ),
    "a name of its own": (
        ("  - bad: |", "  - file: pod.yaml\n    bad: |"),
        (Expected("pod.yaml", 2, ("GPU203",)),),
    ),
}


@pytest.mark.parametrize("case", EXPECTED)
def test_marks_tell_what_a_bad_example_must_bring(desk, case: str) -> None:
    """They stand on the line that they are about, or beside a text that can hold no comment."""
    change, expected = EXPECTED[case]
    actual = _read(desk, change).examples[0].expected
    assert expected == actual


REFUSALS = {
    "no mark": (("  # <- GPU203", ""), "18: no line of the bad example ends in `# <- GPU203`"),
    "only a foreign mark": (
        ("<- GPU203", "<- GPU101"),
        "18: no line of the bad example ends in `# <- GPU203`",
    ),
    "a mark that is none": (
        ("<- GPU203", "<- profile-odd"),
        "18: line 2 of bad.yaml: a mark reads `# <- GPU203, GPU101`",
    ),
    "a marked good one": (
        ("profile: even\n", "profile: even  # <- GPU203\n"),
        "21: a good example expects no finding, yet line 2 is marked",
    ),
    "broken YAML": (("needs: []", "needs: ["), None),
    "a second document": (("since:", "---\nsince:"), "1: holds 2 documents, one is meant"),
    "a doubled key": (("needs: []", "needs: []\nneeds: []"), None),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_rule_that_cannot_be_read_is_refused_with_its_line(desk, case: str) -> None:
    """Who writes a rule gets a place to go to, never a traceback."""
    change, text = REFUSALS[case]
    with pytest.raises(RuleError) as error:
        _read(desk, change)
    actual = str(error.value)
    expected = actual if text is None and actual.startswith(f"{NAME}:") else f"{NAME}:{text}"
    assert expected == actual


def test_a_missing_file_is_named(desk) -> None:
    """The index may name a rule that somebody has just moved."""
    with pytest.raises(RuleError) as error:
        read_rule_file(desk.home.rule_path("mig", "profile-odd"), NAME)
    expected = f"{NAME}:1: cannot be read: No such file or directory"
    actual = str(error.value)
    assert expected == actual
