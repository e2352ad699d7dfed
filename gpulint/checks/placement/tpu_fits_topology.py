"""TPU chips and topologies that no node pool of GKE has."""

import math
import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem

_KIND = "cloud.google.com/gke-tpu-accelerator"
_TOPOLOGY = "cloud.google.com/gke-tpu-topology"
_CHIPS = "google.com/tpu"
_SIZES = re.compile(r"\d{1,3}(?:x\d{1,3}){1,2}\Z", re.ASCII)
# Topologies of these have that many sides.
_SIDES = {
    "tpu-v4-podslice": 3,
    "tpu-v5p-slice": 3,
    "tpu7x": 3,
    "tpu-v5-lite-podslice": 2,
    "tpu-v5-lite-device": 2,
    "tpu-v6e-slice": 2,
}


@check(each=PodTemplate, words=(_TOPOLOGY,))
def tpu_fits_topology(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare the chips that one pod takes, and the sides of the topology, with GKE's machines.

    A pod takes all chips of its machine: 1 for 1x1, 8 or 4 for 2x4, else 4.
    """
    kinds, topologies = pod.allowed(_KIND), pod.allowed(_TOPOLOGY)
    if not topologies or len(topologies) > 1 or not _SIZES.match(topologies[0]):
        return
    topology = topologies[0]
    sides = [int(side) for side in topology.split("x")]
    kind = kinds[0] if kinds and len(kinds) == 1 else ""
    place = next(r.places[0] for r in pod.requirements if r.key == _TOPOLOGY and r.places)
    wanted = _SIDES.get(kind)
    if wanted is not None and wanted != len(sides):
        shape = "2x2x1" if wanted == 3 else "2x2"
        fault = f"topologies of {kind} have {wanted} sides, such as {shape}"
        yield problem(place, topology=topology, fault=fault)
        return
    amount = pod.accelerators.get(_CHIPS)
    right = _chips(sides)
    if wanted is None or amount is None or amount.whole is None or amount.whole in right:
        return
    container = next(c for c in pod.all_containers if _CHIPS in c.resources.named)
    fault = f"one pod takes {amount.whole} chips, but a machine has {' or '.join(map(str, right))}"
    yield problem(
        container.resources.named[_CHIPS].place,
        related=[(place, "the topology is selected here")],
        topology=topology,
        fault=fault,
    )


def _chips(sides: list[int]) -> tuple[int, ...]:
    if math.prod(sides) == 1:
        return (1,)
    return (8, 4) if sides == [2, 4] else (4,)
