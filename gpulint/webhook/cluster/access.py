"""Where the API server is and what opens its door: a Pod's service account or a kubeconfig.

Programs that a kubeconfig may name (`exec`, auth providers) are never run: a server that judges
every object of a cluster starts nothing that a file tells it to.
"""

import binascii
import os
from base64 import b64decode
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from gpulint.core.errors import ConfigError, UsageError

SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"
# What would change who speaks or through whom; passing it over would be worse than saying no.
_REFUSED_USER = {
    "exec": "a program that makes credentials",
    "auth-provider": "an auth provider",
    "as": "impersonation",
    "username": "a user name with a password",
}
_REFUSED_CLUSTER = {
    "proxy-url": "a proxy",
    "insecure-skip-tls-verify": "a server whose certificate nobody checks",
}
_TOKEN_CURE = "; use a token, a tokenFile or a client certificate"


class Pem(NamedTuple):
    """PEM text or the file that holds it; a file is read again when it changes."""

    path: str = ""
    text: str = ""

    def __bool__(self) -> bool:
        return bool(self.path or self.text)


class Access(NamedTuple):
    """How one API server is spoken to.

    prefix: path before every request's own. tls: False only for http:// (kubectl proxy). An empty
    ca means the system's. server_name: what the server's certificate must name, if not the host.
    """

    host: str
    port: int
    prefix: str = ""
    tls: bool = True
    server_name: str = ""
    ca: Pem = Pem()
    cert: Pem = Pem()
    key: Pem = Pem()
    token: str = ""
    token_file: str = ""


def find_access(kubeconfig: str = "", environment: Mapping[str, str] | None = None) -> Access:
    """The API server of the file, else of KUBECONFIG, else of the Pod that this runs in.

    Raises UsageError when there is none, ConfigError for a kubeconfig that cannot be used.
    """
    environment = os.environ if environment is None else environment
    paths = [kubeconfig] if kubeconfig else environment.get("KUBECONFIG", "").split(os.pathsep)
    if any(paths):
        return from_kubeconfig([path for path in paths if path], named=bool(kubeconfig))
    if environment.get("KUBERNETES_SERVICE_HOST"):
        return in_cluster(environment)
    raise UsageError(
        "no API server is known: this is no Pod (KUBERNETES_SERVICE_HOST is not set); "
        "give --kubeconfig or set KUBECONFIG"
    )


def in_cluster(environment: Mapping[str, str], folder: str = SERVICE_ACCOUNT) -> Access:
    """The access of a Pod's service account. Raises UsageError where its token is not mounted."""
    token = os.path.join(folder, "token")
    if not os.access(token, os.R_OK):
        raise UsageError(
            f"{token} cannot be read; set automountServiceAccountToken: true for this Pod"
        )
    port = environment.get("KUBERNETES_SERVICE_PORT", "443")
    return Access(
        environment["KUBERNETES_SERVICE_HOST"],
        int(port) if port.isdigit() else 443,
        ca=Pem(os.path.join(folder, "ca.crt")),
        token_file=token,
    )


def from_kubeconfig(paths: Iterable[str], *, named: bool = True) -> Access:
    """The access of the current context; of several files the first that names a thing wins.

    named: the user gave the file, so it must exist; of KUBECONFIG's list some may be absent.
    Raises ConfigError.
    """
    paths = tuple(paths)
    files = [_File(path, _read(path)) for path in paths if named or os.path.exists(path)]
    if not files:
        raise ConfigError(f"there is no kubeconfig at {', '.join(paths)}, which KUBECONFIG names")
    name = next((text for each in files if (text := each.value.get("current-context"))), None)
    if not isinstance(name, str):
        raise ConfigError(
            "the kubeconfig has no current-context; `kubectl config use-context` sets it"
        )
    context, _ = _entry(files, "contexts", "context", name)
    cluster, cluster_file = _entry(files, "clusters", "cluster", _text(context, "cluster"))
    user_name = _text(context, "user")
    user, user_file = _entry(files, "users", "user", user_name) if user_name else ({}, files[0])
    _refuse(cluster, _REFUSED_CLUSTER, cluster_file.path, "")
    _refuse(user, _REFUSED_USER, user_file.path, _TOKEN_CURE)
    return _access(cluster, cluster_file, user, user_file)


class _File(NamedTuple):
    path: str
    value: Mapping[str, object]

    def beside(self, path: str) -> str:
        """A path as meant by this file: relative ones start at its folder."""
        return os.path.join(os.path.dirname(os.path.abspath(self.path)), path) if path else ""

    def pem(self, value: Mapping[str, object], key: str) -> Pem:
        """PEM by `<key>-data`, which wins, or by file."""
        data = _text(value, f"{key}-data")
        if not data:
            return Pem(self.beside(_text(value, key)))
        try:
            return Pem(text=b64decode(data, validate=True).decode("ascii"))
        except (binascii.Error, UnicodeDecodeError):
            raise ConfigError(f"{self.path}: {key}-data is not base64 of PEM text") from None


def _access(
    cluster: Mapping[str, object], home: _File, user: Mapping[str, object], user_home: _File
) -> Access:
    server = _text(cluster, "server")
    try:
        url = urlsplit(server)
        port = url.port
    except ValueError:
        raise ConfigError(f"{home.path}: server {server!r} is no URL") from None
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ConfigError(f"{home.path}: server {server!r} is no http or https URL")
    tls = url.scheme == "https"
    token_file = user_home.beside(_text(user, "tokenFile"))
    return Access(
        url.hostname,
        port or (443 if tls else 80),
        url.path.rstrip("/"),
        tls,
        _text(cluster, "tls-server-name"),
        home.pem(cluster, "certificate-authority"),
        user_home.pem(user, "client-certificate"),
        user_home.pem(user, "client-key"),
        "" if token_file else _text(user, "token"),
        token_file,
    )


def _read(path: str) -> Mapping[str, object]:
    from gpulint.source.reader import ReadOptions, read_bytes  # only with a file

    try:
        with open(path, "rb") as stream:
            text = stream.read()
    except OSError as error:
        raise ConfigError(f"cannot read the kubeconfig {path}: {error.strerror}") from None
    reading = read_bytes(
        os.path.basename(path), text, ReadOptions(prefilter=False, jobs=1, own=True)
    )
    for fault in reading.faults:
        raise ConfigError(f"{path}:{fault.span.line}: {fault.sentence}")
    values = [each.value for each in reading.documents if each.value is not None]
    if len(values) != 1 or not isinstance(values[0], dict):
        raise ConfigError(f"{path} is no kubeconfig: one map with clusters, users and contexts")
    return values[0]


def _entry(
    files: Iterable[_File], plural: str, singular: str, name: str
) -> tuple[Mapping[str, object], _File]:
    for file in files:
        entries = file.value.get(plural)
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and entry.get("name") == name:
                value = entry.get(singular)
                return (value if isinstance(value, dict) else {}), file
    raise ConfigError(f"the kubeconfig has no {singular} named {name!r}")


def _refuse(value: Mapping[str, object], refused: Mapping[str, str], path: str, cure: str) -> None:
    for key, what in refused.items():
        if value.get(key):
            raise ConfigError(f"{path}: {key} ({what}) is not supported here{cure}")


def _text(value: Mapping[str, object], key: str) -> str:
    found = value.get(key)
    return found if isinstance(found, str) else ""
