"""Our reading of shapes beside the server's: unknown and doubled fields, types, missing fields."""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.core.pointer import Pointer
from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.validation.kubernetes import violations
from gpulint.validation.violation import Violation
from plane.answer import Answer, dotted, without_indexes
from plane.manifest import Manifest, read_manifests
from plane.open_kinds import own_groups
from plane.stage import Stage

_MINOR = 37
_SOMEWHERE = "somewhere"
_VALUE_FAULTS = {"type", "value", "enum", "required"}
_READ = ReadOptions(prefilter=False, jobs=1, helm=False)


class Verdict(NamedTuple):
    """What is wrong with the shape of one object, each as `sort of fault: field`."""

    faults: frozenset[str]
    accepted: bool


def differences(name: str, text: bytes, stage: Stage) -> Iterator[str]:
    """Where gpulint and the server judge the core kinds of a text differently.

    Each as `file:line kind: who says what`, without the message.
    """
    for manifest in read_manifests({name: text}):
        if manifest.resource is None or _is_part(manifest) or not _is_core(manifest, stage):
            continue
        answer = stage.send(manifest)
        ours, theirs = _our_faults(manifest, text), _their_faults(answer)
        at = f"{name}:{manifest.lines.start} {manifest.kind}"
        for fault in sorted(theirs - ours):
            if not _is_told(fault, ours):
                yield f"{at}: the server alone says {fault}"
        if _is_typed(answer) and theirs:
            continue  # it stops at the first wrong type, so it cannot confirm the rest
        for fault in sorted(ours - theirs):
            if not _is_told(fault, theirs):
                yield f"{at}: gpulint alone says {fault}"


def _is_core(manifest: Manifest, stage: Stage) -> bool:
    group = manifest.api_version.rpartition("/")[0]
    is_own = not group or group in own_groups(stage.client)
    return is_own and stage.client.kind(manifest.api_version, manifest.kind) is not None


def _is_part(manifest: Manifest) -> bool:
    """Patches are no whole objects; neither is what has no name and no body."""
    assert manifest.resource is not None
    pods = manifest.templates
    return (
        getattr(manifest.resource.document, "fragment", False)
        or any("image" not in c.value for pod in pods for c in pod.all_containers)
        or ("status" in manifest.resource.value and "spec" not in manifest.resource.value)
    )


def _our_faults(manifest: Manifest, text: bytes) -> frozenset[str]:
    assert manifest.resource is not None
    value = {
        "apiVersion": manifest.api_version,
        "kind": manifest.kind,
        **manifest.resource.value,
    }
    found = {
        f"{each.fault}: {_name(_whole(each))}" for each in violations(value, kubernetes=_MINOR)
    }
    for fault in read_bytes(manifest.file, text, _READ).faults:
        if fault.kind == "duplicate-key" and fault.span.line in manifest.lines:
            found.add(f"duplicate: …{fault.facts['key']}")
    return frozenset(found)


def _their_faults(answer: Answer) -> frozenset[str]:
    found = set()
    for error in answer.errors:
        if error.message.startswith("unknown field"):
            found.add(f"unknown-field: {error.field}")
        elif error.message.startswith("duplicate field"):
            found.add(f"duplicate: …{error.field.rpartition('.')[2]}")
        elif error.field.startswith("…"):
            found.add(f"duplicate: {error.field}")
        elif not error.indexed:
            found.add(f"type: {error.field}")
        elif error.message.startswith("Required value"):
            found.add(f"required: {error.field}")
        elif error.message.startswith("Unsupported value"):
            found.add(f"enum: {error.field}")
    if _is_typed(answer) and not found:
        found.add(f"type: {_SOMEWHERE}")
    return frozenset(found)


def _is_typed(answer: Answer) -> bool:
    return answer.status == 400 and "strict decoding error" not in answer.message


def _is_told(fault: str, others: frozenset[str]) -> bool:
    """Whether the other side says the same in its way: with or without indexes, of any wrong value."""
    sort, _, field = fault.partition(": ")
    return any(_is_same(sort, field, *each.split(": ", 1)) for each in others)


def _is_same(sort: str, field: str, other_sort: str, other: str) -> bool:
    if sort != other_sort and not {sort, other_sort} <= _VALUE_FAULTS:
        return False
    if _SOMEWHERE in (field, other):
        return True
    one, two = without_indexes(field), without_indexes(other)
    # one tells the map whose key has the wrong type, or a field of a map that is missing as a whole
    is_below = one.startswith(f"{two}.") or two.startswith(f"{one}.")
    return one == two or (is_below and bool({"type", "required"} & {sort, other_sort}))


def _whole(violation: Violation) -> Pointer:
    """With the field that is missing, which the pointer leaves out."""
    missing = violation.fault == "required"
    return violation.pointer.child(*[str(violation.facts["field"])] * missing)


def _name(pointer: Pointer) -> str:
    return dotted(pointer.field_path.replace('"', ""))
