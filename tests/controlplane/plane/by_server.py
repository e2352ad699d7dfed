"""Claims about the API server: it refuses, drops a field, or takes what looks wrong."""

import re
import time
from collections.abc import Iterator
from typing import NamedTuple

from gpulint.core.finding import Finding
from gpulint.core.pointer import Pointer
from gpulint.model.resource import dig
from plane.answer import Answer, FieldError, dotted, without_indexes
from plane.manifest import MadePod, Manifest, made_pods, read_manifests
from plane.trial import Scene

_PATIENCE = 4.0


class Refusal(NamedTuple):
    """Something that the server does not take: an object, or a pod that it would make."""

    manifest: Manifest
    pod: MadePod | None
    answer: Answer

    def relative(self, pointer: Pointer) -> Pointer | None:
        """A pointer of the document as one of what was sent."""
        return self.pod.relative(pointer) if self.pod else self.manifest.relative(pointer)

    @property
    def sent(self) -> object:
        """What was sent, as plain data."""
        if self.pod:
            return self.pod.value
        return self.manifest.resource.value if self.manifest.resource else None


def rejected(scene: Scene) -> Iterator[str]:
    """The bad example is refused at the field that the finding names; the others are taken."""
    if scene.proof.probe:
        yield from _probed(scene, wanted_in_bad=False)
        return
    refusals = _play(scene)
    if not scene.is_bad:
        yield from (f"{each.manifest.label} is refused: {each.answer.message}" for each in refusals)
        return
    if not refusals:
        yield "everything is taken, though the rule says that the server refuses it"
    for refusal in refusals:
        yield from _complaints(scene, refusal)


def pruned(scene: Scene) -> Iterator[str]:
    """A strict client is refused for an unknown field, any other loses it in silence."""
    for manifest in scene.manifests:
        answer = scene.stage.send(manifest)
        found = scene.found_in(manifest)
        if not found:
            yield from _refused(manifest, answer)
            continue
        if answer.accepted:
            yield f"{manifest.label}: even a strict client is not refused"
            continue
        yield from _complaints(scene, Refusal(manifest, None, answer))
        kept = scene.stage.send(manifest, validation="Warn")
        yield from _refused(manifest, kept)
        for finding in found:
            if dig(kept.value, manifest.relative(finding.pointer)) is not None:
                yield f"{finding.pointer.field_path} is stored"


def accepted(scene: Scene) -> Iterator[str]:
    """The server takes it: as it is, changed as the proof says, or with the probe's consequence."""
    if scene.proof.probe:
        yield from _probed(scene, wanted_in_bad=True)
        return
    _store_facts(scene)
    scene.stage.settle()
    for manifest in scene.manifests:
        answer = scene.stage.send(manifest)
        yield from _refused(manifest, answer)
        for finding in scene.found_in(manifest) if scene.proof.stored else ():
            key, _, wanted = scene.proof.stored.rpartition(": ")
            pointer = Pointer((key,)) if key else manifest.relative(finding.pointer)
            stored = dig(answer.value, pointer)
            if str(stored) != wanted:
                yield f"{pointer.field_path} is stored as {stored!r}"
        if not manifest.templates and answer.accepted:
            scene.stage.send(manifest, dry_run=False)
            scene.stage.settle()


def _play(scene: Scene) -> list[Refusal]:
    """Send all objects, those without pods first and for good; what the server does not take."""
    _store_facts(scene)
    refusals = []
    for manifest in sorted(scene.manifests, key=_makes_pods):
        is_workload = _makes_pods(manifest)
        if is_workload:
            scene.stage.settle()
        answer = _send(scene, manifest, dry_run=is_workload)
        if not answer.accepted:
            refusals.append(Refusal(manifest, None, answer))
        elif manifest.templates:
            refusals += _pods_refused(scene, manifest)
    return refusals


def _store_facts(scene: Scene) -> None:
    for fact in scene.facts:
        if fact.kind != "Node" and not _makes_pods(fact):
            scene.stage.send(fact, dry_run=False, validation="Warn")


def _makes_pods(manifest: Manifest) -> bool:
    return manifest.kind == "Pod" or bool(manifest.templates)


def _send(scene: Scene, manifest: Manifest, *, dry_run: bool) -> Answer:
    """The answer, once the server's caches have had time for what was stored before."""
    end = time.monotonic() + _PATIENCE
    while True:
        answer = scene.stage.send(manifest, dry_run=dry_run)
        is_late = not scene.is_bad and answer.status in (403, 409)
        if not is_late or time.monotonic() > end:
            return answer
        time.sleep(0.2)


def _pods_refused(scene: Scene, manifest: Manifest) -> list[Refusal]:
    every = scene.proof.pods == "all"
    for pod in made_pods(manifest, all_pods=every):
        _, answer = scene.stage.send_pod(pod, dry_run=not every)
        if not answer.accepted:
            return [Refusal(manifest, pod, answer)]
    return []


def _complaints(scene: Scene, refusal: Refusal) -> Iterator[str]:
    """What differs between a refusal and the rule's findings."""
    answer, label = refusal.answer, refusal.manifest.label
    found, errors = scene.found_in(refusal.manifest), answer.errors
    if scene.proof.text not in answer.message.replace("\\", ""):
        yield f"{label} is refused in other words: {answer.message}"
    if not errors:
        if not scene.proof.text:
            yield f"the proof needs a text, as the server names no field: {answer.message}"
        return
    if not found:
        yield f"{label} is refused where the rule finds nothing: {answer.message}"
    strange = [e for e in errors if not any(_same_field(refusal, f, e) for f in found)]
    if len(strange) < len(errors):  # what the server filled in itself is refused a second time
        strange = [e for e in strange if _present(refusal.sent, e.field) == e.field]
    for error in strange if found else ():
        yield f"{label} is refused at {error.field}, the finding is at {_paths(found)}"


def _same_field(refusal: Refusal, finding: Finding, error: FieldError) -> bool:
    """Whether one of the two fields lies within the other, as far as the object has them."""
    if error.field.startswith("…"):  # a key that stands twice, without the way to it
        return error.field[1:] in (str(finding.facts.get("key")), *map(str, finding.pointer[-1:]))
    pointer = refusal.relative(finding.pointer)
    if pointer is None:
        return False
    ours, theirs = dotted(pointer.field_path.replace('"', "")), error.field
    if ours.casefold() == theirs.casefold():  # the server writes HostIPC for hostIPC
        return True
    if not error.indexed or "[" not in theirs:  # a quota's scopes are named without their place
        ours = without_indexes(ours)
    if _within(ours, theirs) or _within(theirs, ours):
        return True
    if error.message.startswith("Required value"):  # it lies where the missing one should be
        return _within(ours, _present(refusal.sent, theirs.rpartition(".")[0]))
    # the server names a neighbour, but quotes the value of the finding
    beside = _within(theirs, dotted(pointer.parent.field_path.replace('"', "")))
    return beside and f'"{dig(refusal.sent, pointer)}"' in error.message


def _within(inner: str, outer: str) -> bool:
    return bool(outer) and (inner == outer or inner.startswith((f"{outer}.", f"{outer}[")))


def _present(value: object, field: str) -> str:
    """The part of a path that an object has: a missing field is found at what should hold it."""
    path, pointer = "", Pointer()
    for step in re.findall(r"\[\d+\]|[^.\[\]]+", field):
        pointer = pointer.child(int(step[1:-1]) if step.startswith("[") else step)
        if dig(value, pointer) is None:
            break
        path += step if step.startswith("[") or not path else f".{step}"
    return path


def _probed(scene: Scene, *, wanted_in_bad: bool) -> Iterator[str]:
    """Store the example, then send the probe: the bad and the good one must differ in the answer."""
    for manifest in (*scene.facts, *scene.manifests):
        if manifest.kind != "Node":
            yield from _refused(manifest, scene.stage.send(manifest, dry_run=_makes_pods(manifest)))
            if not _makes_pods(manifest):
                scene.stage.send(manifest, dry_run=False)
    scene.stage.settle()
    if scene.example.kind == "near_miss" and wanted_in_bad:
        return
    for probe in read_manifests({"probe.yaml": scene.proof.probe.encode()}):
        if not _makes_pods(probe):
            yield from _refused(probe, scene.stage.send(probe, dry_run=False))
            scene.stage.settle()
            continue
        wanted = wanted_in_bad == scene.is_bad
        answer = _awaited(scene, probe, wanted=wanted)
        if answer.accepted != wanted:
            yield f"the probe is {'refused: ' + answer.message if wanted else 'taken'}"
        elif not wanted and scene.proof.text not in answer.message:
            yield f"the probe is refused in other words: {answer.message}"


def _awaited(scene: Scene, probe: Manifest, *, wanted: bool) -> Answer:
    end = time.monotonic() + _PATIENCE
    while True:
        answer = scene.stage.send(probe)
        if answer.accepted == wanted or time.monotonic() > end:
            return answer
        time.sleep(0.2)


def _refused(manifest: Manifest, answer: Answer) -> Iterator[str]:
    if not answer.accepted:
        yield f"{manifest.label} is refused: {answer.message}"


def _paths(found: tuple[Finding, ...]) -> str:
    return ", ".join(each.pointer.field_path for each in found)
