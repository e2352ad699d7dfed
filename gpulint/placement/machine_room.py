"""Whether a pod's cpu and memory fit the machine types that have its devices."""

from collections.abc import Iterable
from typing import NamedTuple

from gpulint.catalog.instances import Instance
from gpulint.core.location import Place
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import Quantity
from gpulint.model.queue_need import shown

_NANO = 10**9


class Lack(NamedTuple):
    """What no machine has enough of.

    need, most: as people write them, `most` of the largest machine before the system takes its part.
    exact: whether the pod asks for all of it, and no more. place: the largest single request.
    """

    resource: str
    need: str
    most: str
    machine: str
    exact: bool
    place: Place


def lack(pod: PodTemplate, machines: Iterable[Instance]) -> Lack | None:
    """What keeps a pod off every machine that has its devices; None when one may take it.

    None too when a machine is not known, or when no machine has the devices. A node offers less than
    its machine has, since kernel and kubelet keep a part, so that a pod that asks for all never fits.
    """
    able = [each for each in machines if _has_devices(pod, each)]
    for name, size in (("cpu", 1), ("memory", 2**30)):
        need = pod.requests.get(name)
        rooms = [(_amount(each, name), each.name) for each in able]
        known = [(amount * size * _NANO, machine) for amount, machine in rooms if amount]
        if need is None or not known or len(known) < len(rooms):
            continue
        most, machine = max(known)
        if need.nano >= most:
            exact = need.nano == most
            shows = shown(name, need), shown(name, Quantity(most))
            return Lack(name, *shows, machine, exact, _largest(pod, name))
    return None


def _has_devices(pod: PodTemplate, machine: Instance) -> bool:
    """Whether a machine can have the devices, as far as its count tells."""
    for name, amount in pod.accelerators.items():
        if name.partition("/")[0] != machine.resource.partition("/")[0]:
            return False
        is_counted = name == machine.resource  # shares of a card are as many as the plugin says
        if is_counted and machine.count is not None and machine.count < (amount.whole or 0):
            return False
    return True


def _amount(machine: Instance, name: str) -> int | None:
    return machine.cpus if name == "cpu" else machine.memory_gib


def _largest(pod: PodTemplate, name: str) -> Place:
    """The line that asks for most of a resource; the pod spec when none is read."""
    lines = []
    for container in pod.all_containers:
        block = container.resources
        amount = block.requests.get(name) or block.limits.get(name)
        if amount is not None and amount.quantity is not None:
            lines.append((amount.quantity.nano, amount.place))
    return max(lines, key=lambda line: line[0])[1] if lines else pod.at()._replace(part="key")
