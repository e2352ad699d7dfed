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


def test_an_authority_is_not_overwritten(cli: Cli, tmp_path: Path) -> None:
    """A second call in the same folder would leave a running webhook untrusted for good."""
    cli("webhook", "certs")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tmp_path / "tls.crt").unlink()
    ran = cli("webhook", "certs")
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    told = (
        "./ca.crt, ./ca.key, ./tls.key: not overwritten; give another --output or remove them first"
    )
    expected = (2, f"gpulint: {told}\n", {**before, "tls.crt": None})
    assert expected == (ran.code, ran.err, {**after, "tls.crt": None})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ca.key", "ca.key holds a private key; --ca is for the certificate, ca.crt, alone"),
        ("both.pem", "both.pem holds a private key; --ca is for the certificate, ca.crt, alone"),
        ("text", "text is no authority: no certificate in PEM form"),
        ("absent", "cannot read absent: No such file or directory"),
    ],
)
def test_only_an_authority_gets_into_a_configuration(
    name: str, expected: str, cli: Cli, tmp_path: Path
) -> None:
    """Everybody who may read the configuration would have the key."""
    cli("webhook", "certs")
    key, cert = (tmp_path / "ca.key").read_bytes(), (tmp_path / "ca.crt").read_bytes()
    (tmp_path / "both.pem").write_bytes(cert + key)
    (tmp_path / "text").write_text("root:x:0:0\n")
    ran = cli("webhook", "manifests", "--ca", name)
    assert (2, "", f"gpulint: {expected}\n") == (ran.code, ran.out, ran.err)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("manifests", "--namespace", "A_b"), "'A_b' is no name"),
        (("manifests", "--namespace", ""), "'' is no name"),
        (("manifests", "--image", "a b"), "'a b' is no image"),
        (("manifests", "--image", ""), "'' is no image"),
        (("vap", "--namespace", "-"), "'-' is no name"),
        (("certs", "--service", "A B"), "'A B' is no name"),
        (("certs", "--name", ""), "'' is no DNS name or address"),
        (("certs", "--name", "https://x"), "'https://x' is no DNS name or address"),
        (("certs", "--name", "ü.example"), "'ü.example' is no DNS name or address"),
        (("certs", "--name", "fe80::1%eth0"), "'fe80::1%eth0' is no DNS name or address"),
    ],
)
def test_a_name_that_no_cluster_has_is_refused(
    arguments: tuple[str, ...], expected: str, cli: Cli
) -> None:
    """The API server would refuse half of the objects, and a certificate would fit nothing."""
    ran = cli("webhook", *arguments)
    told = ran.err.partition("Invalid value for ")[2].partition(": ")[2]
    assert (2, "", expected) == (ran.code, ran.out, told[: len(expected)])


@pytest.mark.parametrize(
    "arguments", [("serve", "--cert=c", "--key=k", "--watch=nan"), ("certs", "--settle=nan")]
)
def test_no_number_is_no_time(arguments: tuple[str, ...], cli: Cli) -> None:
    """No range keeps it out, and timers that compare with it go off in any order or never."""
    ran = cli("webhook", *arguments)
    assert (ran.code, "nan is no number of seconds" in ran.err) == (2, True)


def test_names_and_addresses_of_hosts_are_taken(cli: Cli) -> None:
    """A webhook outside of the cluster is found by one of them."""
    names = ("*.example.com", "Hooks.example.com", "10.0.0.1", "::1")
    ran = cli("webhook", "certs", *(word for name in names for word in ("--name", name)))
    assert (ran.code, ran.err) == (0, "")
