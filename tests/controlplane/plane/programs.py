"""The programs that build.sh makes, by version."""

import os
import re
import shutil
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
NAMES = ("etcd", "kube-apiserver", "kube-scheduler", "kube-controller-manager")
KUBECTL = "kubectl"
BUILD = "tests/controlplane/build.sh"


def version(module: str, folder: str = ".") -> str:
    """The version of a module in a go.mod of tests/controlplane, without its `v`."""
    text = (HOME / folder / "go.mod").read_text("utf-8")
    found = re.search(rf"^\t{re.escape(module)} v([0-9.]+)", text, re.MULTILINE)
    return found[1] if found else ""


def kubernetes_version() -> str:
    """The Kubernetes release that is built."""
    return version("k8s.io/kubernetes")


def kueue_version() -> str:
    """The Kueue release that is built."""
    return version("sigs.k8s.io/kueue", "kueue")


def program(name: str) -> Path:
    """Where build.sh leaves a program; it may not be there yet."""
    return _cache() / kubernetes_version() / name


def kueue_folder() -> Path:
    """Kueue's program, and below `config` its kinds and webhooks."""
    return _cache() / f"kueue-{kueue_version()}"


def _cache() -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "gpulint-controlplane"


def why_not(*, kueue: bool = False, kubectl: bool = False) -> str:
    """Why no control plane can be started, with the cure; empty when it can.

    kueue, kubectl: whether they are wanted as well.
    """
    more = [kueue_folder() / "kueue"] * kueue + [program(KUBECTL)] * kubectl
    paths = [*map(program, NAMES), *more]
    missing = [path.name for path in paths if not os.access(path, os.X_OK)]
    if missing:
        needed = "" if shutil.which("go") else " (it needs Go)"
        return (
            f"the rules' proofs were not run, as {', '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not built; run `{BUILD}`{needed}"
        )
    if not shutil.which("openssl"):
        return "the rules' proofs were not run, as openssl is missing, which makes their keys"
    return ""
