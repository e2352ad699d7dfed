"""The right API server is found, or it is said why none is."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from gpulint.core.errors import ConfigError, UsageError
from gpulint.webhook.cluster.access import Access, Pem, find_access, from_kubeconfig, in_cluster

_PEM = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"


def _kubeconfig(folder: Path, name: str = "config", **parts: Any) -> str:
    cluster = parts.get("cluster", {"server": "https://api.example.com:6443/sub/"})
    value = {
        "current-context": "here",
        "contexts": [{"name": "here", "context": {"cluster": "c", "user": "u"}}],
        "clusters": [{"name": "c", "cluster": cluster}],
        "users": [{"name": "u", "user": parts.get("user", {"token": "secret"})}],
        **parts.get("top", {}),
    }
    (folder / name).write_text(json.dumps(value), "utf-8")
    return str(folder / name)


def test_a_pod_uses_its_service_account(tmp_path: Path) -> None:
    """Inside a cluster nothing is configured."""
    (tmp_path / "token").write_text("t")
    environment = {"KUBERNETES_SERVICE_HOST": "fd00::1", "KUBERNETES_SERVICE_PORT": "6443"}
    ca, token = str(tmp_path / "ca.crt"), str(tmp_path / "token")
    expected = Access("fd00::1", 6443, ca=Pem(ca), token_file=token)
    assert expected == in_cluster(environment, str(tmp_path))


def test_a_token_that_is_not_mounted_is_told(tmp_path: Path) -> None:
    """The chart's default mounts none."""
    with pytest.raises(UsageError) as caught:
        in_cluster({"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, str(tmp_path))
    assert "automountServiceAccountToken: true" in str(caught.value)


def test_without_any_server_the_cure_is_told() -> None:
    """A laptop is no Pod."""
    with pytest.raises(UsageError) as caught:
        find_access("", {})
    assert "give --kubeconfig or set KUBECONFIG" in str(caught.value)


def test_the_option_goes_before_the_environment(tmp_path: Path) -> None:
    """What is said last and nearest is meant."""
    chosen = _kubeconfig(tmp_path, "chosen", cluster={"server": "https://chosen:1"})
    other = _kubeconfig(tmp_path, "other", cluster={"server": "https://other:1"})
    pod = {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}
    found = [
        find_access(chosen, {"KUBECONFIG": other, **pod}).host,
        find_access("", {"KUBECONFIG": other, **pod}).host,
    ]
    assert found == ["chosen", "other"]


def test_files_and_paths_are_those_of_the_kubeconfig(tmp_path: Path) -> None:
    """Relative paths start at the file's folder, not at the caller's."""
    cluster = {
        "server": "https://api.example.com/",
        "certificate-authority": "ca.pem",
        "tls-server-name": "kubernetes.default",
    }
    user = {"client-certificate": "c.pem", "client-key": "/k.pem", "tokenFile": "t"}
    expected = Access(
        "api.example.com",
        443,
        server_name="kubernetes.default",
        ca=Pem(str(tmp_path / "ca.pem")),
        cert=Pem(str(tmp_path / "c.pem")),
        key=Pem("/k.pem"),
        token_file=str(tmp_path / "t"),
    )
    assert expected == from_kubeconfig([_kubeconfig(tmp_path, cluster=cluster, user=user)])


def test_data_in_the_kubeconfig_wins(tmp_path: Path) -> None:
    """As for kubectl; such files come from cloud providers."""
    data = base64.b64encode(_PEM.encode()).decode()
    cluster = {"server": "https://a:1", "certificate-authority": "x"}
    cluster["certificate-authority-data"] = data
    found = from_kubeconfig([_kubeconfig(tmp_path, cluster=cluster)])
    assert (found.ca, found.token, found.prefix) == (Pem(text=_PEM), "secret", "")


def test_of_several_files_the_first_that_names_a_thing_wins(tmp_path: Path) -> None:
    """KUBECONFIG may be a list, whose files need not all exist."""
    one = _kubeconfig(tmp_path, "one", top={"clusters": [], "current-context": "here"})
    two = _kubeconfig(tmp_path, "two", cluster={"server": "http://two:8001"})
    listed = f"{tmp_path}/none:{one}:{two}"
    assert Access("two", 8001, tls=False, token="secret") == find_access("", {"KUBECONFIG": listed})


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (
            {"user": {"exec": {"command": "x"}}},
            "exec (a program that makes credentials) is not supported here; use a token, "
            "a tokenFile or a client certificate",
        ),
        (
            {"user": {"auth-provider": {"name": "x"}}},
            "auth-provider (an auth provider) is not supported here; use a token, "
            "a tokenFile or a client certificate",
        ),
        (
            {"cluster": {"server": "https://a", "insecure-skip-tls-verify": True}},
            "insecure-skip-tls-verify (a server whose certificate nobody checks) is not supported here",
        ),
        ({"cluster": {"server": "ftp://a"}}, "server 'ftp://a' is no http or https URL"),
        ({"cluster": {"server": "https://a:x"}}, "server 'https://a:x' is no URL"),
        (
            {"cluster": {"server": "https://a", "certificate-authority-data": "%"}},
            "certificate-authority-data is not base64 of PEM text",
        ),
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, parts: dict[str, Any], expected: str) -> None:
    """Credentials that are passed over in silence end in a 401 that nobody understands."""
    path = _kubeconfig(tmp_path, **parts)
    with pytest.raises(ConfigError) as caught:
        from_kubeconfig([path])
    assert f"{path}: {expected}" == str(caught.value)


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        ({"current-context": "there"}, "the kubeconfig has no context named 'there'"),
        ({"clusters": []}, "the kubeconfig has no cluster named 'c'"),
        ({"users": None}, "the kubeconfig has no user named 'u'"),
        (
            {"current-context": ""},
            "the kubeconfig has no current-context; `kubectl config use-context` sets it",
        ),
    ],
)
def test_a_name_that_leads_nowhere_is_told(
    tmp_path: Path, top: dict[str, Any], expected: str
) -> None:
    """A half-edited kubeconfig is common."""
    with pytest.raises(ConfigError) as caught:
        from_kubeconfig([_kubeconfig(tmp_path, top=top)])
    assert expected == str(caught.value)


@pytest.mark.parametrize("text", ["[]", "a: [", "", "a: 1\n---\nb: 2\n"])
def test_a_file_that_is_no_kubeconfig_is_told(tmp_path: Path, text: str) -> None:
    """It is named by the option, so another file may have been meant."""
    path = tmp_path / "config"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        find_access(str(path), {})
    assert str(path) in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """A path is mistyped more often than a file is broken."""
    with pytest.raises(ConfigError) as caught:
        find_access(str(tmp_path / "none"), {})
    expected = f"cannot read the kubeconfig {tmp_path}/none: No such file or directory"
    assert expected == str(caught.value)


def test_an_environment_that_names_nothing_is_told(tmp_path: Path) -> None:
    """What is missing is the file, not a context in it."""
    path = str(tmp_path / "absent")
    with pytest.raises(ConfigError) as caught:
        find_access("", {"KUBECONFIG": path})
    assert str(caught.value) == f"there is no kubeconfig at {path}, which KUBECONFIG names"
