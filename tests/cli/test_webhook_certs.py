"""`gpulint webhook certs`: files or a cluster's Secret, never a guess between them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ("--rotate", "--output", "x"),
            "--output writes files, --rotate a cluster's Secret; give one of them",
        ),
        (("--settle", "5"), "--settle: only together with --rotate; add it or leave them out"),
        (
            ("--dry-run", "--secret=x", "--configuration=y", "--kubeconfig=z"),
            "--secret, --configuration, --kubeconfig, --dry-run: only together with --rotate; "
            "add it or leave them out",
        ),
        (
            ("--rotate", "--kubeconfig=absent"),
            "cannot read the kubeconfig absent: No such file or directory",
        ),
        (
            ("--rotate",),
            "no API server is known: this is no Pod (KUBERNETES_SERVICE_HOST is not set); "
            "give --kubeconfig or set KUBECONFIG",
        ),
    ],
)
def test_a_call_that_cannot_be_meant_is_refused(
    arguments: tuple[str, ...], expected: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys in the wrong place are worse than no keys."""
    for name in ("KUBECONFIG", "KUBERNETES_SERVICE_HOST"):
        monkeypatch.delenv(name, raising=False)
    ran = cli("webhook", "certs", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"gpulint: {expected}\n")


def test_files_are_written_and_keys_are_for_the_owner_alone(cli: Cli, tmp_path: Path) -> None:
    """The folder may be anywhere."""
    ran = cli("webhook", "certs", "--output", tmp_path / "certs")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "certs").iterdir()}
    expected = {"ca.crt": 0o644, "ca.key": 0o600, "tls.crt": 0o644, "tls.key": 0o600}
    assert (ran.code, modes) == (0, expected)


def test_given_certificates_need_their_authority(cli: Cli) -> None:
    """Without it the API server could not verify them."""
    ran = cli("webhook", "manifests", "--certificates", "given")
    told = "gpulint: --ca FILE and --certificates given belong together\n"
    assert (ran.code, ran.out, ran.err) == (2, "", told)
