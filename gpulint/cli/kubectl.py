"""Asks the user's own kubectl about a cluster: it knows where that is and how to log in."""

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gpulint.core.errors import UsageError

_ABSENT = (
    "doesn't have a resource type",
    "could not find the requested resource",
    "no matches for kind",
)
_FORBIDDEN = "Forbidden"
_SECONDS = 300


class Answer(NamedTuple):
    """What kubectl said about one kind. missing: why there is no text; empty when there is."""

    argument: str
    text: bytes
    missing: str


def ask(arguments: Iterable[str], context: str) -> Iterator[Answer]:
    """Objects of each kind as JSON. context: of kubectl's configuration, empty for the current one.

    A kind that the cluster lacks, or does not show to this user, is an answer too. Raises
    UsageError when there is no kubectl, or it does not reach a cluster.
    """
    program = shutil.which("kubectl")
    if program is None:
        raise UsageError("there is no kubectl here; pipe `kubectl get … -o json` into `--from -`")
    for argument in arguments:
        command = [program, "get", argument, "-o", "json", "--all-namespaces"]
        command += ["--context", context] if context else []
        done = _run(command)
        if done.returncode == 0:
            yield Answer(argument, _a_list(argument, done.stdout), "")
            continue
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        told = lines[-1] if lines else f"kubectl ended with {done.returncode}"
        if any(word in told for word in _ABSENT):
            yield Answer(argument, b"", "the cluster does not have this kind")
        elif _FORBIDDEN in told:
            yield Answer(argument, b"", "you may not list it")
        else:
            raise UsageError(f"kubectl get {argument}: {told}")


def _a_list(argument: str, text: bytes) -> bytes:
    """The text of a list. What some wrapper says in its place would read as a cluster without any."""
    if not text.lstrip().startswith(b"{") or b'"items"' not in text:
        said = " ".join(text[:80].decode("utf-8", "replace").split()) or "nothing"
        raise UsageError(f"kubectl get {argument}: gave no list of objects, but {said}")
    return text


def _run(command: list[str]) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(
            command, capture_output=True, check=False, timeout=_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"{' '.join(command[:3])}: {error}") from None
