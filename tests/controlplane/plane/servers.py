"""Starts and stops etcd, the API server, the scheduler and the controller manager on loopback."""

import json
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from plane.client import Client, wait
from plane.programs import program

_PATIENCE = 90.0
_TOKENS = """\
admin-token,admin,admin-uid,"system:masters"
scheduler-token,system:kube-scheduler,scheduler-uid
controllers-token,system:kube-controller-manager,controllers-uid
"""
# Only what the proofs need. The node lifecycle controller would taint nodes that no kubelet renews.
_CONTROLLERS = (
    "namespace-controller,resourcequota-controller,garbage-collector-controller,"
    "resourceclaim-controller,deployment-controller,replicaset-controller,job-controller"
)


class StartError(Exception):
    """A program did not come up; holds the end of its log."""


class Servers:
    """The running programs. folder: for their data, keys and logs. port: of the API server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self._store, self._peer = free_ports(3)
        self._running: list[subprocess.Popen[bytes]] = []

    def client(self, token: str = "admin-token") -> Client:
        """A connection for the user behind a token."""
        return Client(self.port, self.folder / "apiserver.crt", token)

    def start(self) -> None:
        """Start all; ready when the scheduler can see the API server."""
        self._make_keys()
        self._run("etcd", self._store_flags())
        self._run("kube-apiserver", self._server_flags())
        self._await_server()
        own = ("--leader-elect=false", "--bind-address=127.0.0.1", "--secure-port=0")
        scheduler = self.kubeconfig("scheduler", "scheduler-token")
        self._run("kube-scheduler", [f"--kubeconfig={scheduler}", *own])
        self._run("kube-controller-manager", [*self._controller_flags(), *own])

    def stop(self) -> None:
        """Stop all at once: nothing that they hold is wanted, and a graceful end takes a minute."""
        for process in reversed(self._running):
            process.kill()
        for process in self._running:
            process.wait()
        self._running.clear()

    def log(self, name: str) -> str:
        """What a program wrote so far."""
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def kubeconfig(self, name: str, token: str) -> Path:
        """Write the file with which a program finds the API server."""
        path = self.folder / f"{name}.kubeconfig"
        cluster = {
            "server": f"https://127.0.0.1:{self.port}",
            "certificate-authority": str(self.folder / "apiserver.crt"),
        }
        value = {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": "here", "cluster": cluster}],
            "users": [{"name": name, "user": {"token": token}}],
            "contexts": [{"name": "here", "context": {"cluster": "here", "user": name}}],
            "current-context": "here",
        }
        path.write_text(json.dumps(value), "utf-8")
        return path

    def run(self, name: str, command: Sequence[str], folder: Path | None = None) -> None:
        """Start one more program that stops with the others. folder: where it runs."""
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder or self.folder)
        self._running.append(process)

    def _run(self, name: str, flags: Sequence[str]) -> None:
        self.run(name, [str(program(name)), *flags])

    def _make_keys(self) -> None:
        key, public = self.folder / "account.key", self.folder / "account.pub"
        for command in (
            ["openssl", "genrsa", "-out", str(key), "2048"],
            ["openssl", "rsa", "-in", str(key), "-pubout", "-out", str(public)],
        ):
            subprocess.run(command, check=True, capture_output=True)
        (self.folder / "tokens.csv").write_text(_TOKENS, "utf-8")

    def _store_flags(self) -> list[str]:
        client, peer = f"http://127.0.0.1:{self._store}", f"http://127.0.0.1:{self._peer}"
        return [
            f"--data-dir={self.folder / 'etcd'}",
            f"--listen-client-urls={client}",
            f"--advertise-client-urls={client}",
            f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=default={peer}",
            "--unsafe-no-fsync",
        ]

    def _server_flags(self) -> list[str]:
        folder = self.folder
        return [
            f"--etcd-servers=http://127.0.0.1:{self._store}",
            "--bind-address=127.0.0.1",
            f"--secure-port={self.port}",
            "--advertise-address=127.0.0.1",  # a loopback bind makes it look for a default route
            "--endpoint-reconciler-type=none",  # loopback endpoints are invalid
            f"--cert-dir={folder}",
            "--service-cluster-ip-range=10.0.0.0/24",
            "--authorization-mode=RBAC",
            f"--token-auth-file={folder / 'tokens.csv'}",
            "--service-account-issuer=https://kubernetes.default.svc",
            f"--service-account-key-file={folder / 'account.pub'}",
            f"--service-account-signing-key-file={folder / 'account.key'}",
            # nothing makes the default account, and nothing would untaint a new node
            "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition",
            "--allow-privileged=true",
        ]

    def _controller_flags(self) -> list[str]:
        config = self.kubeconfig("controllers", "controllers-token")
        return [
            f"--kubeconfig={config}",
            f"--service-account-private-key-file={self.folder / 'account.key'}",
            f"--root-ca-file={self.folder / 'apiserver.crt'}",
            "--use-service-account-credentials=true",  # else no controller may make pods
            f"--controllers={_CONTROLLERS}",
        ]

    def _await_server(self) -> None:
        def up() -> bool | None:
            if any(each.poll() is not None for each in self._running):
                return False
            try:
                return self.client().request("GET", "/readyz").status == 200 or None
            except OSError:
                return None

        if not wait(up, _PATIENCE):
            tail = self.log("kube-apiserver")[-2000:] + self.log("etcd")[-1000:]
            raise StartError(f"the control plane did not come up:\n{tail}")


@contextmanager
def running(folder: Path) -> Iterator[Servers]:
    """A control plane for as long as the block lasts."""
    servers = Servers(folder)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


def free_ports(count: int) -> list[int]:
    """Ports of the loopback address that nobody uses just now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports
