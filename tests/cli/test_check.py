"""`gpulint check`: exit codes, streams, formats and the user's mistakes."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpulint.core.errors import RuleError
from gpulint.engine import judge
from gpulint.rulebook.bind import bind

Cli = Callable[..., Any]
LINE = (
    "bad.yaml:11:27: error GPU103 device-count-fraction  "
    'container "trainer" asks for 0.5 nvidia.com/gpu; '
    "devices are counted in whole numbers, so this is refused\n"
)


def test_findings_exit_with_one_and_go_to_standard_output(cli: Cli, bad: str) -> None:
    """Pipelines read the code, people and scripts the stream."""
    expected = (1, LINE, "")
    actual = tuple(cli("check", "-q", bad))
    assert expected == actual


def test_clean_input_exits_with_zero(cli: Cli, good: str) -> None:
    """Anything else would stop a merge for nothing."""
    expected = (0, "", "")
    actual = tuple(cli("check", "-q", good))
    assert expected == actual


def test_the_current_folder_is_linted_without_a_path(cli: Cli, bad: str) -> None:
    """The shortest call does the obvious."""
    expected = (1, LINE, "")
    actual = tuple(cli("check", "-q"))
    assert expected == actual


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--fail-on", "never"), 0),
        (("--fail-on", "error"), 1),
        (("--ignore", "GPU103"), 0),
        (("--ignore", "GPU2, GPU103"), 0),
        (("--select", "mig,placement"), 0),
        (("--select", "mig", "--select", "resources"), 1),
        (("--min-severity", "error", "--min-confidence", "high"), 1),
        (("--no-prefilter", "--jobs", "1"), 1),
        (("--complete", "--kubernetes", "1.30"), 1),
        (("--kubernetes", "v1.31.4"), 1),
    ],
)
def test_options_decide_the_exit_code(
    options: tuple[str, ...], expected: int, cli: Cli, bad: str
) -> None:
    """Each option reaches the engine."""
    actual = cli("check", *options, bad).code
    assert expected == actual


def test_fail_on_info_shows_what_it_fails_on(cli: Cli, tmp_path: Path, bad: str) -> None:
    """A red pipeline without a finding on the page helps nobody."""
    (tmp_path / ".gpulint.yaml").write_text("rules: {GPU103: {severity: info}}\n")
    expected = [(0, ""), (1, LINE.replace("error", "info"))]
    runs = [cli("check", "-q", bad), cli("check", "-q", "--fail-on", "info", bad)]
    actual = [(run.code, run.out) for run in runs]
    assert expected == actual


MISTAKES = [
    pytest.param(
        ("nowhere.yaml",), "nowhere.yaml: no such file or folder; check the path", id="path"
    ),
    pytest.param(
        ("--select", "GPU999", "bad.yaml"),
        "no rule is called 'GPU999'; `gpulint rules list` shows them all",
        id="rule",
    ),
    pytest.param(
        ("--ignore", "device-count-fractions", "bad.yaml"),
        "no rule is called 'device-count-fractions'; did you mean device-count-fraction?",
        id="rule-name",
    ),
    pytest.param(
        ("--config", "nowhere.yaml", "bad.yaml"),
        "cannot read the configuration nowhere.yaml: No such file or directory",
        id="config",
    ),
    pytest.param(
        ("--facts", "nowhere.yaml", "bad.yaml"),
        "nowhere.yaml: no such file or folder; check the path",
        id="facts",
    ),
    pytest.param(
        ("--facts", "binary.yaml", "bad.yaml"),
        "binary.yaml:1: a binary file, no text",
        id="binary-facts",
    ),
    pytest.param(
        ("--values", "nowhere.yaml", "bad.yaml"),
        "nowhere.yaml: no such values file; check the path",
        id="values",
    ),
    pytest.param(
        ("--output", "folder", "bad.yaml"), "cannot write folder: Is a directory", id="output"
    ),
    pytest.param(
        ("--output", "nowhere/report.txt", "bad.yaml"),
        "cannot write nowhere/report.txt: No such file or directory",
        id="output-folder",
    ),
    pytest.param(
        ("--format", "text", "--format", "json", "bad.yaml"),
        "two formats on stdout; give all but one an --output FILE",
        id="two-formats",
    ),
    pytest.param(
        ("--output", "a.txt", "--output", "b.txt", "bad.yaml"),
        "more --output than --format; each --output belongs to one --format",
        id="two-outputs",
    ),
    pytest.param(
        ("--output", "./bad.yaml", "bad.yaml"),
        "--output ./bad.yaml would overwrite an input; name another file",
        id="output-over-input",
    ),
    pytest.param(
        ("--output", "bad.yaml", "."),
        "--output bad.yaml would overwrite an input; name another file",
        id="output-over-input-in-folder",
    ),
    pytest.param(
        ("--facts", "plain.yaml", "--output", "plain.yaml", "bad.yaml"),
        "--output plain.yaml would overwrite an input; name another file",
        id="output-over-facts",
    ),
    pytest.param(
        ("--format", "text", "--output", "r", "--format", "json", "--output", "./r", "bad.yaml"),
        "two formats into ./r; give each an --output FILE of its own",
        id="two-formats-in-one-file",
    ),
    pytest.param(
        ("--select", "GPU101", "--ignore", "GPU101", "bad.yaml"),
        "no rule is left to run; select others, or ignore fewer",
        id="no-rule",
    ),
    pytest.param(
        ("--no-config", "--config", "c.yaml", "bad.yaml"),
        "--config and --no-config exclude each other; give one of them",
        id="config-and-none",
    ),
    pytest.param(
        ("--facts", "-", "-"),
        "standard input can be read once only; give the other one as a file",
        id="stdin-twice",
    ),
    pytest.param(
        ("--require-input", "plain.yaml"),
        "nothing to lint in plain.yaml; name files or folders with manifests",
        id="no-input",
    ),
]


@pytest.mark.parametrize(("arguments", "expected"), MISTAKES)
def test_the_users_mistake_is_one_line_with_the_cure_and_exits_with_two(
    arguments: tuple[str, ...], expected: str, cli: Cli, bad: str, tmp_path: Path
) -> None:
    """Who mistypes should not have to read a manual, nor a traceback."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary.yaml").write_bytes(b"\0\1\2\xff")
    (tmp_path / "plain.yaml").write_text("a: 1\n")
    ran = cli("check", *arguments)
    assert (2, "", f"gpulint: {expected}\n") == tuple(ran)


OPTIONS = [
    pytest.param(("--no-such",), "No such option", id="unknown"),
    pytest.param(("--format", "xml"), "'xml' is not one of", id="format"),
    pytest.param(("--jobs", "-1"), "-1 is not in the range", id="jobs"),
    pytest.param(("--kubernetes", "1"), "write it as 1.37", id="no-minor"),
    pytest.param(
        ("--values-for", "gpu-operatr=bad.yaml"), "did you mean gpu-operator?", id="no-chart"
    ),
    pytest.param(("--kubernetes", "2.1"), "write it as 1.37", id="major"),
    pytest.param(("--kubernetes", "1.²"), "write it as 1.37", id="odd-digit"),
    pytest.param(("--kubernetes", "1.2.3.4"), "write it as 1.37", id="too-many-parts"),
]


@pytest.mark.parametrize(("options", "expected"), OPTIONS)
def test_a_wrong_option_is_explained_and_exits_with_two(
    options: tuple[str, ...], expected: str, cli: Cli, bad: str
) -> None:
    """click says what is wrong; it must stay the user's mistake, not ours."""
    ran = cli("check", *options, bad)
    assert (ran.code, expected in ran.err) == (2, True)


def test_mistakes_in_the_configuration_are_told_with_file_and_line(
    cli: Cli, bad: str, tmp_path: Path
) -> None:
    """All of them at once, each where it stands."""
    (tmp_path / ".gpulint.yaml").write_text("complete: true\nselct: [mig]\nfail-on: loud\n")
    expected = [
        ".gpulint.yaml:2: unknown key 'selct'; did you mean select?",
        ".gpulint.yaml:3: fail-on must be",
    ]
    ran = cli("check", bad)
    lines = ran.err.removeprefix("gpulint: ").splitlines()
    actual = [line[: len(start)] for line, start in zip(lines, expected, strict=True)]
    assert expected == actual


LATE = {
    "ignore: [GPU1020]": ": no rule is called 'GPU1020'; `gpulint rules list` shows them all",
    "facts: [nope.yaml]": ": nope.yaml: no such file or folder; check the path",
    "helm: {values: [nope.yaml]}": ": nope.yaml: no such values file; check the path",
    "rules: {GPU101: {params: {nix: 1}}}": ": GPU101 ",
}


@pytest.mark.parametrize("line", LATE)
def test_what_the_run_finds_wrong_in_the_configuration_has_its_line_too(
    line: str, cli: Cli, bad: str, tmp_path: Path
) -> None:
    """Whether the file or an option is to blame is the first question."""
    (tmp_path / ".gpulint.yaml").write_text(f"complete: true\n{line}\n")
    expected = (2, f"gpulint: .gpulint.yaml:2{LATE[line]}")
    ran = cli("check", bad)
    actual = (ran.code, ran.err.rstrip("\n")[: len(expected[1])])
    assert expected == actual


def test_the_configuration_can_be_left_unread(cli: Cli, bad: str, tmp_path: Path) -> None:
    """A doubt about the file is settled by one option."""
    (tmp_path / ".gpulint.yaml").write_text("ignore: [GPU103]\n")
    expected = [0, 1]
    actual = [cli("check", bad).code, cli("check", "--no-config", bad).code]
    assert expected == actual


def test_a_folder_of_facts_is_read_whole(cli: Cli, bad: str, good: str, tmp_path: Path) -> None:
    """Inventories are often kept as one file a kind."""
    folder = tmp_path / "facts"
    folder.mkdir()
    node = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus:\n  allocatable: {cpu: '1'}\n"
    (folder / "nodes.yaml").write_text(node)
    report = json.loads(cli("check", "--facts", "facts", "--format", "json", good).out)
    expected: list[str] = []
    actual = [each["why"] for each in report["skipped"] if "no facts were given" in each["why"]]
    assert expected == actual


def test_a_link_to_itself_is_told_and_the_rest_is_linted(
    cli: Cli, bad: str, tmp_path: Path
) -> None:
    """One odd entry of a folder must not cost the whole run."""
    (tmp_path / "a.yaml").symlink_to("a.yaml")
    expected = (1, ["a.yaml:1:1:", "bad.yaml"])
    ran = cli("check", "-q", ".")
    lines = ran.out.splitlines()
    actual = (ran.code, [lines[0].split(" ")[0], lines[1].split(":")[0]])
    assert expected == actual


def test_facts_that_cannot_be_read_whole_are_told_by_their_file(
    cli: Cli, bad: str, good: str, tmp_path: Path
) -> None:
    """In a folder of facts the folder's name says too little."""
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "a.yaml").symlink_to("a.yaml")
    expected = (2, "", "gpulint: facts/a.yaml:1: a link to itself\n")
    actual = tuple(cli("check", "--facts", "facts", bad))
    assert expected == actual


def test_standard_input_is_linted_under_its_own_name(cli: Cli, bad: str) -> None:
    """`helm template … | gpulint check -`."""
    text = Path(bad).read_bytes()
    expected = (1, LINE.replace("bad.yaml", "<stdin>"), "")
    actual = tuple(cli("check", "-q", "-", stdin=text))
    assert expected == actual


def test_nothing_to_lint_is_said_and_is_no_failure(cli: Cli, tmp_path: Path) -> None:
    """A hook meets such commits daily; a person should still learn that nothing was looked at."""
    (tmp_path / "plain.yaml").write_text("a: 1\n")
    ran = cli("check", "plain.yaml")
    expected = (0, "gpulint: nothing to lint in plain.yaml\n")
    actual = (ran.code, ran.err)
    assert expected == actual


def test_a_template_that_is_named_alone_is_told_to_be_left_alone(cli: Cli, tmp_path: Path) -> None:
    """The hook passes the files of the commit; that a chart's were not judged must not look clean."""
    (tmp_path / "x" / "templates").mkdir(parents=True)
    (tmp_path / "x" / "Chart.yaml").write_text("apiVersion: v2\nname: x\nversion: 0.1.0\n")
    for name in ("a", "b"):
        text = f"kind: Pod\nnvidia.com/gpu: {{{{ .Values.{name} }}}}\n"
        (tmp_path / "x" / "templates" / f"{name}.yaml").write_text(text)
    ran = cli("check", "x/templates/a.yaml", "x/templates/b.yaml")
    why = "left alone: a template of the chart x; check the chart's folder"
    expected = (
        0,
        "no findings in 2 files, 0 documents; 2 files of charts left alone\n",
        f"gpulint: x/templates/a.yaml: {why}\n",
    )
    assert expected == tuple(ran)


def test_each_output_belongs_to_one_format(cli: Cli, bad: str, tmp_path: Path) -> None:
    """One run serves the log, the code scanner and the merge request."""
    options = ["--format", "json", "--output", "r.json", "--format", "sarif", "--output", "r.sarif"]
    ran = cli("check", *options, "--format", "text", "-q", bad)
    files = [json.loads((tmp_path / name).read_text()) for name in ("r.json", "r.sarif")]
    expected = (1, LINE, "gpulint.report/1", "2.1.0")
    actual = (ran.code, ran.out, files[0]["schema"], files[1]["version"])
    assert expected == actual


def test_a_wrong_output_leaves_the_other_reports_unwritten(cli: Cli, bad: str) -> None:
    """Half of a result looks like all of it."""
    options = [
        "--format",
        "text",
        "--output",
        "-",
        "--format",
        "json",
        "--output",
        "nowhere/r.json",
    ]
    expected = (2, "", "gpulint: cannot write nowhere/r.json: No such file or directory\n")
    actual = tuple(cli("check", *options, bad))
    assert expected == actual


@pytest.mark.parametrize(
    "name", ["text", "json", "sarif", "github", "junit", "gitlab", "markdown", "html"]
)
def test_every_format_names_the_finding(name: str, cli: Cli, bad: str) -> None:
    """The list of formats and the modules behind it must agree."""
    ran = cli("check", "--format", name, bad)
    assert (ran.code, "GPU103" in ran.out or "0.5" in ran.out, ran.err) == (1, True, "")


@pytest.mark.parametrize("color", ["--color", "--colour"])
def test_colours_come_on_demand(color: str, cli: Cli, bad: str) -> None:
    """Both spellings are typed."""
    expected = [True, False, False]
    runs = [cli("check", color, mode, bad).out for mode in ("always", "never", "auto")]
    actual = ["\x1b[" in out for out in runs]
    assert expected == actual


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_a_terminal_gets_colours_unless_it_says_no(
    environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch, cli: Cli, bad: str
) -> None:
    """NO_COLOR counts when it is not empty, as its page says."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    actual = "\x1b[" in cli("check", bad).out
    assert expected == actual


def test_statistics_count_instead_of_showing(cli: Cli, bad: str) -> None:
    """The first run over an old repository is about where to begin."""
    ran = cli("check", "--statistics", bad)
    assert (ran.code, "GPU103" in ran.out, "bad.yaml:11" in ran.out) == (1, True, False)


def test_notices_go_to_standard_error(cli: Cli, good: str, tmp_path: Path) -> None:
    """They must not break a JSON report on standard output."""
    text = (tmp_path / good).read_text() + "# gpulint: ignore[GPU103]\n"
    (tmp_path / good).write_text(text.replace("gpu: 1\n", "gpu: 1  # gpulint: ignore[GPU103]\n"))
    ran = cli("check", "--format", "json", good)
    expected = (
        0,
        [],
        "gpulint: good.yaml:11: the suppression silences nothing; remove it\n"
        "gpulint: good.yaml:12: the suppression silences nothing; remove it\n",
    )
    actual = (ran.code, json.loads(ran.out)["findings"], ran.err)
    assert expected == actual


def test_a_check_that_cannot_run_exits_with_three_beside_the_findings(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, bad: str
) -> None:
    """Our own fault must never pass as clean, nor hide what was found."""

    def broken(rule: Any) -> Any:
        if rule.id == "GPU101":
            raise RuleError("the check is gone")
        return bind(rule)

    monkeypatch.setattr(judge, "run", functools.partial(judge.run, bound=broken))
    ran = cli("check", "-q", bad)
    told = (
        "gpulint: GPU101 failed on the input: the check is gone; "
        "this is a fault of gpulint, please report it\n"
    )
    shown = (
        "-: failure GPU101 failed on the input: the check is gone "
        "(a fault of gpulint, please report it)\n"
    )
    assert (3, LINE + shown, told) == tuple(ran)
