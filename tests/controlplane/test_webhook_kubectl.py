"""What a person sees: kubectl before a real API server that asks gpulint."""

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from hook.served import Served
from plane.client import Client
from plane.hooked import (
    CONFIGURATIONS,
    DENIED,
    WARNED,
    Object,
    await_hooks,
    await_silence,
    configure,
    deployment,
    pod,
    wish,
)
from plane.programs import KUBECTL, program
from plane.servers import Servers

pytestmark = pytest.mark.controlplane
_OPERATIONS = Path(__file__).resolve().parents[2] / "deploy" / "README.md"


class Said(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    error: str


def _kubectl(hooked: Servers, *arguments: str, given: Object | None = None) -> Said:
    """Run kubectl as the administrator. given: an object on its standard input."""
    config = hooked.kubeconfig("kubectl", "admin-token")
    done = subprocess.run(
        [str(program(KUBECTL)), f"--kubeconfig={config}", *arguments],
        input="" if given is None else json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"HOME": str(hooked.folder), "PATH": ""},
    )
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("dry_run", ["none", "server"])
def test_apply_prints_the_warning_and_goes_on(hooked: Servers, hook: Served, dry_run: str) -> None:
    """A line on stderr that begins with `Warning:`, and the Deployment is stored all the same."""
    faulty = deployment(f"faulty-{dry_run}", pod(**WARNED))
    arguments = ("apply", "-n", "free", f"--dry-run={dry_run}", "-f", "-")
    said = _kubectl(hooked, *arguments, given=faulty)
    rehearsed = " (server dry run)" if dry_run == "server" else ""
    expected = Said(
        0,
        f"deployment.apps/faulty-{dry_run} created{rehearsed}\n",
        "Warning: gpulint GPU908 warning: spec.template.spec.containers[0].env[0].value: ",
    )
    assert expected == said._replace(error=said.error[: len(expected.error)]), said.error


def test_apply_of_a_denied_pod_prints_all_that_helps(hooked: Servers, hook: Served) -> None:
    """Rule, field, what is wrong, the cure and the way around it, in one message; exit code 1."""
    said = _kubectl(hooked, "apply", "-n", "enforced", "-f", "-", given=pod(**DENIED))
    expected = (
        "Error from server (Forbidden): error when creating",
        'admission webhook "workloads.deny.gpulint.io" denied the request: ',
        "GPU201 mig-resource-misspelt at ",
        'spec.containers[0].resources.limits["nvidia.com/mig-9g.90gb"]: ',
        "did you mean nvidia.com/mig-3g.90gb? Write nvidia.com/mig- and the profile",
        " in lower case with its dot, such as nvidia.com/mig-1g.5gb. If this is meant, ",
        "annotate the object with gpulint.io/ignore: GPU201 and gpulint.io/ignore-reason: why",
    )
    missing = [each for each in expected if each not in said.error]
    assert (said.code, missing) == (1, []), said.error


def test_the_command_of_the_operations_page_takes_gpulint_out_of_the_way(
    hooked: Servers, client: Client, hook: Served
) -> None:
    """It is typed in a hurry, so it must work as it is written there."""
    section = _OPERATIONS.read_text("utf-8").partition("## Take it out of the way\n")[2]
    command = re.findall(r"^    (.+)$", section.partition("\n## ")[0], re.MULTILINE)
    names = ("gpulint-warn", "gpulint-deny")
    try:
        said = [_kubectl(hooked, *shlex.split(line)[1:]) for line in command]
        await_silence(client)
        left = [client.request("GET", f"{CONFIGURATIONS}/{name}").status for name in names]
    finally:
        configure(client, wish(hook))
        await_hooks(client)
    kind = "validatingwebhookconfiguration.admissionregistration.k8s.io"
    out = "".join(f'{kind} "{name}" deleted\n' for name in names)
    assert ([Said(0, out, "")], [404, 404]) == (said, left)
