"""A fit for programs; `gpulint.fit/1` names its form, to which keys are only added."""

from fractions import Fraction
from typing import TextIO

from gpulint.placement.answer import FitAnswer, Reason, Seat, Stranded, Verdict
from gpulint.version import __version__

SCHEMA = "gpulint.fit/1"


def write(answer: FitAnswer, stream: TextIO) -> None:
    """Write one JSON object."""
    import json  # only this format

    json.dump(as_object(answer), stream, ensure_ascii=False, indent=1)
    stream.write("\n")


def as_object(answer: FitAnswer) -> dict[str, object]:
    """The answer as plain data; shares of cards are numbers with four decimals."""
    sums = answer.totals
    return {
        "schema": SCHEMA,
        "version": __version__,
        "fits": answer.all_fit,
        "totals": {
            "cards": _number(sums.cards),
            "in_use": _number(sums.in_use),
            "occupied": _number(sums.occupied),
            "bound": _number(sums.bound),
            "utilization": _number(sums.utilization),
            "resources": {
                name: {"offered": have, "used": used}
                for name, (have, used) in sorted(sums.resources.items())
            },
        },
        "workloads": [_workload(each) for each in answer.verdicts],
        "deadlocks": [list(each) for each in answer.deadlocks],
        "stranded": [_stranded(each) for each in sums.stranded],
        "nodes": [
            {"nodes": kind.nodes, "names": list(kind.names), "words": kind.words}
            for kind in answer.kinds
        ],
        "seats": [_seat(each, answer) for each in answer.seats],
    }


def _workload(each: Verdict) -> dict[str, object]:
    return {
        "resource": {
            "apiVersion": each.resource.api_version,
            "kind": each.resource.kind,
            "namespace": each.resource.namespace,
            "name": each.resource.name,
        },
        "file": each.resource.document.file,
        "verdict": each.word,
        "pods": each.pods,
        "placed": each.placed,
        "why": each.why,
        "reasons": [_reason(reason) for reason in each.reasons],
        "notes": list(each.notes),
        "waits": each.waits,
        "rescued": each.rescued,
    }


def _reason(each: Reason) -> dict[str, object]:
    return {
        "where": each.where,
        "nodes": each.nodes,
        "because": each.because,
        "detail": each.detail,
    }


def _stranded(each: Stranded) -> dict[str, object]:
    return {
        "resource": each.resource,
        "devices": each.devices,
        "cards": _number(each.cards),
        "because": each.because,
        "detail": each.detail,
    }


def _seat(each: Seat, answer: FitAnswer) -> dict[str, object]:
    return {
        "workload": each.workload,
        "role": each.role,
        "node": answer.kinds[each.kind].name_of(each.number),
        "pods": each.pods,
    }


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 4)
