"""What README.md and CONTRIBUTING.md promise is what a reader gets."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gpulint.cli.main import gpulint
from gpulint.config.file import settings_from
from gpulint.config.settings import Settings
from gpulint.engine.plan import plan
from gpulint.rulebook.load import rules
from gpulint.source.reader import ReadOptions, read_bytes

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = {name: (ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md")}
BEFORE = "fixtures/scenario/before"


def _after(marker: str) -> str:
    """The first fenced block after a marker."""
    rest = README.partition(f"<!-- {marker} -->\n")[2]
    return re.split(r"^```\w*\n?", rest, maxsplit=2, flags=re.MULTILINE)[1]


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def test_the_main_command_checks_the_scenario() -> None:
    """It is the one command of which a reader will try to see the point."""
    steps = _after("main command").strip().split(" && ")
    expected = ".venv/bin/gpulint check fixtures/scenario/before"
    actual = steps[-1]
    assert expected == actual


def test_the_test_command_runs_pytest_on_this_project_alone() -> None:
    """CI runs the very line that a contributor reads."""
    steps = _after("test command").strip().split(" && ")
    expected = [
        "python3 -m venv .venv-test",
        ".venv-test/bin/python -m pip install --quiet -e '.[test]'",
        ".venv-test/bin/python -m pytest",
    ]
    actual = steps
    assert expected == actual


def test_the_finding_shown_is_one_that_the_command_prints() -> None:
    """A reader compares; an invented output would be found out at once."""
    done = subprocess.run(
        [sys.executable, "-m", "gpulint", "check", BEFORE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    actual = _after("finding").rstrip("\n")
    expected = [block for block in done.stdout.split("\n\n") if block == actual]
    assert expected == [actual]


def _calls() -> Iterator[tuple[str, str]]:
    """Every call of gpulint in code, by the page that shows it."""
    for page, text in PAGES.items():
        fenced = re.findall(r"^```\w*\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
        inline = re.findall(r"`([^`\n]+)`", text)
        for code in (*fenced, *inline):
            for call in re.findall(
                r"(?:^|[|&] |bin/)gpulint ([a-z][^|&#>\n]*)", code, flags=re.MULTILINE
            ):
                yield page, call.strip()


@pytest.mark.parametrize(("page", "call"), sorted(set(_calls())))
def test_every_call_that_a_page_shows_exists(page: str, call: str) -> None:
    """An option that was renamed lives on in pages for years."""
    command: click.Command = gpulint
    words = call.split()
    with click.Context(command) as context:
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            found = command.get_command(context, words[0])
            assert found is not None, f"{page}: there is no command {words[0]}"
            command, words = found, words[1:]
    known = {option for each in command.params for option in each.opts}
    if command.context_settings.get("ignore_unknown_options"):
        words = []  # they are another program's
    expected: list[str] = []
    actual = [word for word in words if word.startswith("--") and word not in known]
    assert expected == actual, page


def test_the_configuration_shown_is_valid_and_names_rules_that_exist() -> None:
    """It is copied before it is read."""
    shown = [text for text in _blocks("yaml") if text.startswith("kubernetes:")]
    reading = read_bytes("README.md", shown[0].encode(), ReadOptions(prefilter=False, jobs=1))
    settings = settings_from(reading.documents[0].value)  # type: ignore[arg-type]  # a mapping
    expected = (True, ())
    actual = (settings != Settings(), plan(rules(), settings).notices)
    assert expected == actual


def test_every_local_link_leads_somewhere() -> None:
    """A page that was moved takes its readers along only if somebody looks."""
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", "\n".join(PAGES.values()))
    expected: list[str] = []
    actual = sorted({link for link in links if not (ROOT / link).exists()})
    assert expected == actual


def test_every_category_of_rules_is_in_the_readme() -> None:
    """A family that the table lacks is not found."""
    expected = sorted({rule.category for rule in rules()})
    actual = sorted(set(re.findall(r"\(rules/(\w+)/README\.md\)", README)))
    assert expected == actual


def test_the_changelog_tells_of_this_version() -> None:
    """Users look there before they upgrade."""
    from gpulint.version import __version__

    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    expected = __version__
    actual = re.findall(r"^## (\S+)", changelog, flags=re.MULTILINE)[0]
    assert expected == actual


def test_the_numbers_of_the_page_are_those_of_the_rulebook() -> None:
    """A number in prose grows old without anybody noticing."""
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    shown = re.findall(
        r"errors of (\d+) kinds .*?: (\d+) are true, one is .*?\. (\d+) of the (\d+) rules", text
    )
    verdicts = re.findall(
        r"^  verdict: (\w+)", (ROOT / "tests/corpus/verdicts.yaml").read_text(), re.M
    )
    proofs = [
        re.search(r"^proof:\s*\{?\s*by: ([\w-]+)", path.read_text("utf-8"), re.M)
        for path in sorted((ROOT / "rules").glob("*/*.yaml"))
    ]
    by = [found.group(1) if found else "" for found in proofs]
    machines = sum(each in ("kube-apiserver", "kube-scheduler", "kueue") for each in by)
    expected = (str(len(verdicts)), str(verdicts.count("true")), str(machines), str(len(by)))
    assert shown == [expected]
    assert (verdicts.count("debatable"), verdicts.count("false")) == (1, 0)


def test_the_fixable_rules_of_the_page_are_those_of_the_rulebook() -> None:
    """Who switches --fix on wants to know what it may write."""
    expected = [rule.id for rule in rules() if rule.mend]
    listed = README.partition("\nFixable: ")[2].partition("`gpulint explain")[0]
    actual = re.findall(r"GPU[0-9]+", listed)
    assert expected == actual
