"""Claims about the scheduler: pods stay pending, or are bound where nobody wants them."""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.model.resource import mapping, sequence, text
from plane import by_rollout
from plane.claims import claimants
from plane.client import wait
from plane.fleet import default_fleet
from plane.manifest import MadePod, made_pods
from plane.trial import Scene

_PATIENCE = 8.0
_SCHEDULERS = ("", "default-scheduler")


class Fate(NamedTuple):
    """What became of a pod. reason: of the scheduler, empty when it is bound."""

    pod: MadePod
    node: str
    reason: str

    @property
    def label(self) -> str:
        """Which pod it is."""
        return text(mapping(self.pod.value.get("metadata")).get("name"))


def pending(scene: Scene) -> Iterator[str]:
    """Bad pods get PodScheduled=False for the stated reason; all others are bound."""
    if scene.proof.pods == "update":
        scene.theatre.set_fleet(fleet_of(scene))
        for manifest in scene.manifests:
            yield from by_rollout.pending(scene, manifest)
        return
    fates, refused = _play(scene)
    yield from refused
    if not scene.is_bad:
        yield from (f"{each.label} is not bound: {each.reason}" for each in fates if not each.node)
        return
    concerned = [each for each in fates if _is_concerned(scene, each)] or fates
    waiting = [each for each in concerned if not each.node]
    started = {e.pod.manifest.label for e in concerned} - {e.pod.manifest.label for e in waiting}
    if started:
        yield f"bound, though the rule says pending: {', '.join(f'{e.label} to {e.node}' for e in fates)}"
    for each in waiting:
        if scene.proof.text not in each.reason:
            yield f"{each.label} is pending for another reason: {each.reason}"


def accepted(scene: Scene) -> Iterator[str]:
    """Bad pods are bound; where the proof has a text, good ones wait on the same nodes for it."""
    fates, refused = _play(scene)
    yield from refused
    waits = scene.example.kind == "good" and bool(scene.proof.text)
    for each in fates:
        if waits and (each.node or scene.proof.text not in each.reason):
            yield f"{each.label} does not wait as the proof says: {each.node or each.reason}"
        elif not waits and not each.node and scene.example.kind != "near_miss":
            yield f"{each.label} is not bound: {each.reason}"


def fleet_of(scene: Scene) -> str:
    """The nodes for an example: its own, those of the proof or of its facts, else the default."""
    written = scene.example.nodes or scene.proof.nodes
    if not written and any(fact.kind == "Node" for fact in scene.facts):
        return "\n---\n".join(f.body.decode() for f in scene.facts if f.kind == "Node")
    return default_fleet() if written in ("", "default") else written


def _play(scene: Scene) -> tuple[list[Fate], list[str]]:
    """Store all, make the pods, and see what becomes of them."""
    scene.theatre.set_fleet(fleet_of(scene))
    told = []
    pods: list[MadePod] = []
    for manifest in (*scene.facts, *scene.manifests):
        if manifest.kind == "Node":
            continue
        made = list(made_pods(manifest, all_pods=scene.proof.pods == "all"))
        if made and manifest not in scene.facts:
            pods += made
        elif not made:
            answer = scene.stage.send(manifest, dry_run=False)
            if not answer.accepted:
                told.append(f"{manifest.label} is refused: {answer.message}")
    scene.stage.settle()
    pods = pods or list(claimants(scene.manifests))
    if scene.proof.pods == "all":  # workloads come by turns, as on a busy cluster
        pods = [pod for _, pod in sorted(_numbered(pods), key=lambda each: each[0])]
    fates = []
    for pod in pods:
        if text(mapping(pod.value.get("spec")).get("schedulerName")) not in _SCHEDULERS:
            told += [f"{pod.manifest.label} has another scheduler"] * scene.is_bad
            continue
        path, answer = scene.stage.send_pod(pod, dry_run=False)
        if answer.accepted:
            fates.append(_fate(scene, pod, path))
        else:
            told.append(f"the pod of {pod.manifest.label} is refused: {answer.message}")
    if not fates and not told:
        told.append("no pod was tried")
    return fates, told


def _numbered(pods: list[MadePod]) -> Iterator[tuple[int, MadePod]]:
    """Each pod with its number within its workload."""
    count: dict[str, int] = {}
    for pod in pods:
        label = pod.manifest.label
        yield count.get(label, 0), pod
        count[label] = count.get(label, 0) + 1


def _fate(scene: Scene, pod: MadePod, path: str) -> Fate:
    """Bound, or refused by the scheduler with the reason that the proof states, or any other."""
    last = ""

    def look() -> Fate | None:
        nonlocal last
        value = scene.stage.client.request("GET", path).value
        node = text(mapping(value.get("spec")).get("nodeName"))
        if node:
            return Fate(pod, node, "")
        for each in map(mapping, sequence(mapping(value.get("status")).get("conditions"))):
            if each.get("type") == "PodScheduled" and each.get("status") == "False":
                last = f"{each.get('reason')}: {each.get('message')}"
        last = last or _events(scene, path)
        if scene.example.kind == "near_miss":  # nothing is said of it where the bad one is bound
            is_told = bool(last) and scene.proof.outcome == "accepted"
        else:
            is_told = bool(scene.proof.text) and scene.proof.text in last
        return Fate(pod, "", last) if is_told else None

    return wait(look, _PATIENCE) or Fate(pod, "", last or "nothing is said about it")


def _events(scene: Scene, path: str) -> str:
    """What was told about a pod that the scheduler does not look at."""
    folder, name = path.rsplit("/pods/", 1)
    events = scene.stage.client.request("GET", f"{folder}/events").value
    return "; ".join(
        f"{each.get('reason')}: {each.get('message')}"
        for each in map(mapping, sequence(events.get("items")))
        if mapping(each.get("involvedObject")).get("name") == name
    )


def _is_concerned(scene: Scene, fate: Fate) -> bool:
    return any(
        fate.pod.relative(each.pointer) is not None for each in scene.found_in(fate.pod.manifest)
    )
