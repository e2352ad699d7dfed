"""The policy file is the operator's: mistakes are told with their cure, never guessed at."""

from pathlib import Path

import pytest

from gpulint.core.errors import ConfigError, UsageError
from gpulint.webhook.policy import Mode, ModeEntry, Policy, load_policy, read_policy


def test_an_empty_file_is_the_default() -> None:
    """A chart writes one."""
    assert Policy() == read_policy("webhook.yaml", b"# nothing\n")


def test_entries_are_read_in_their_order() -> None:
    """The first that matches decides."""
    text = b"modes:\n- {rules: [GPU2, mig], mode: off}\n- {namespaces: ['a*'], mode: deny}\n"
    expected = (ModeEntry(("GPU2", "mig"), (), Mode.OFF), ModeEntry((), ("a*",), Mode.DENY))
    assert expected == read_policy("webhook.yaml", text).modes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "mode: []",
            "webhook.yaml: unknown key 'mode'; there are modes, no-suppress-in, "
            "no-suppress-in-selector, settings",
        ),
        ("modes: x", "webhook.yaml: modes must be a list"),
        (
            "modes: [{mode: loud}]",
            "webhook.yaml: modes[0]: mode must be off, audit, warn or deny, not 'loud'",
        ),
        (
            "modes: [{rules: [GPU999], mode: warn}]",
            "webhook.yaml: modes[0]: no rule is called 'GPU999'; see `gpulint rules list`",
        ),
        (
            "modes: [{rules: GPU2, mode: warn}]",
            "webhook.yaml: modes[0]: rules must be a list of texts",
        ),
        ("settings: 5", "webhook.yaml: settings must be a map, as in .gpulint.yaml"),
        (
            "modes: []\nsettings:\n  ignore: [5]",
            'webhook.yaml: settings: ignore[0] must be string, not integer; quote it: "5"',
        ),
        ("a: 1\n---\nb: 2", "webhook.yaml: holds several YAML documents; keep one"),
        (
            "[]",
            "webhook.yaml: the file must be a map with modes, no-suppress-in, "
            "no-suppress-in-selector, settings",
        ),
    ],
)
def test_a_mistake_is_told(text: str, expected: str) -> None:
    """A policy that is half understood would deny or allow by accident."""
    with pytest.raises(ConfigError) as caught:
        read_policy("webhook.yaml", text.encode())
    assert expected == str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """A path is mistyped more often than a file is broken."""
    with pytest.raises(UsageError) as caught:
        load_policy(str(tmp_path / "none.yaml"))
    assert "cannot read the configuration" in str(caught.value)


def test_an_object_under_review_is_never_all_there_is() -> None:
    """Copied from a repository's file, it would refuse whatever names a class or a queue."""
    settings = read_policy("webhook.yaml", b"settings: {complete: true, ignore: [GPU101]}").settings
    assert (settings.complete, settings.ignore) == (False, ("GPU101",))
