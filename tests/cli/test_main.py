"""The entry point: help, near names, the last net."""

from collections.abc import Callable
from typing import Any

import pytest

from gpulint.cli import check as check_module
from gpulint.cli import main as main_module
from gpulint.core.errors import RuleError
from gpulint.version import __version__

Cli = Callable[..., Any]


def test_help_lists_every_command_and_the_exit_codes(cli: Cli) -> None:
    """What `--help` does not name does not exist."""
    out = cli("--help").out
    names = (*main_module._COMMANDS, "0 clean", "1 findings", "2 wrong call", "3 a fault")
    expected = [True] * len(names)
    actual = [" ".join(out.split()).count(name) > 0 for name in names]
    assert expected == actual


@pytest.mark.parametrize("command", [("check",), ("explain",), ("rules",), ("rules", "new")])
def test_every_command_has_help(command: tuple[str, ...], cli: Cli) -> None:
    """Also in the short form that everybody tries first."""
    expected = [(0, "Usage: gpulint"), (0, "Usage: gpulint")]
    runs = [cli(*command, option) for option in ("--help", "-h")]
    actual = [(run.code, run.out[:14]) for run in runs]
    assert expected == actual


def test_the_version_is_printed(cli: Cli) -> None:
    """The first question under every report of a bug."""
    expected = (0, f"gpulint {__version__}\n", "")
    actual = tuple(cli("--version"))
    assert expected == actual


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("chekc", "there is no command 'chekc'. Did you mean 'check'?"),
        ("xyz", f"there is no command 'xyz'. Commands: {', '.join(main_module._COMMANDS)}."),
    ],
)
def test_a_mistyped_command_gets_the_near_one(name: str, expected: str, cli: Cli) -> None:
    """Fingers are faster than eyes."""
    ran = cli(name)
    assert (2, f"Error: {expected}") == (ran.code, ran.err.splitlines()[-1])


def test_a_fault_of_our_own_is_one_line_and_exits_with_three(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, bad: str
) -> None:
    """No traceback ever reaches a user; the line says whom to tell."""
    monkeypatch.delenv("GPULINT_DEBUG", raising=False)

    def broken(*arguments: object) -> None:
        raise ValueError("odd\nthing")

    monkeypatch.setattr(check_module, "targets_of", broken)
    told = f"a fault of gpulint's own, ValueError: odd thing; please tell {main_module._ISSUES}"
    expected = (3, "", f"gpulint: {told}\n")
    actual = tuple(cli("check", bad))
    assert expected == actual


def test_developers_see_the_traceback_on_demand(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, bad: str
) -> None:
    """One line is not enough to mend it."""
    monkeypatch.setenv("GPULINT_DEBUG", "1")

    def broken(*arguments: object) -> None:
        raise ValueError("odd")

    monkeypatch.setattr(check_module, "targets_of", broken)
    with pytest.raises(ValueError, match="odd") as raised:
        cli("check", bad)
    assert str(raised.value) == "odd"


def test_a_broken_rulebook_exits_with_three(
    monkeypatch: pytest.MonkeyPatch, cli: Cli, bad: str
) -> None:
    """It is no mistake of the user."""

    def broken(*arguments: object) -> None:
        raise RuleError("rules/index.json is missing")

    monkeypatch.setattr(check_module, "targets_of", broken)
    expected = (3, "", "gpulint: rules/index.json is missing\n")
    actual = tuple(cli("check", bad))
    assert expected == actual


@pytest.mark.parametrize("group", ["catalog", "rules", "facts", "webhook"])
def test_the_list_of_commands_is_whole(group: str, cli: Cli) -> None:
    """A line that ends in three dots is not help."""
    expected: list[str] = []
    listed = cli(group, "--help").out.partition("Commands:")[2].splitlines()
    actual = [line for line in listed if line.endswith("...")]
    assert expected == actual


def test_a_path_can_be_left_out_of_check(cli: Cli) -> None:
    """The usage line says what the program does."""
    expected = "Usage: gpulint check [OPTIONS] [PATH]…"
    actual = cli("check", "--help").out.splitlines()[0]
    assert expected == actual
