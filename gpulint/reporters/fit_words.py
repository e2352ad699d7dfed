"""The words of a fit that all its formats share."""

from fractions import Fraction

from gpulint.placement.answer import FitAnswer, Stranded, Verdict
from gpulint.reporters.plain import counted, printable

_WHY = {
    "fragment": "fragments",
    "other-resource": "another resource is short",
    "gang": "a gang does not fit whole",
    "taint": "taints",
    "labels": "labels",
    "layout": "MIG layout",
    "held": "held without working",
    "unasked": "nothing asks",
}


def number(value: Fraction) -> str:
    """`7`, `0.29`: at most two decimals."""
    rounded = round(float(value), 2)
    return f"{rounded:g}"


def percent(share: Fraction) -> str:
    """`92 %`, rounded down: a share is never flattered."""
    return f"{share * 100 // 1} %"


def name(verdict: Verdict) -> str:
    """`Job ml/train`."""
    resource = verdict.resource
    full = f"{resource.namespace}/{resource.name}" if resource.namespace else resource.name
    return printable(f"{resource.kind} {full or '(without a name)'}")


def explanation(verdict: Verdict) -> str:
    """Why a workload does not fit, and what happens instead."""
    told = [printable(verdict.why)] if verdict.why else []
    if verdict.waits:
        holds = f"holds the places of {counted(verdict.placed, 'pod')} and waits for the rest"
        told.append(holds + ("; a gang scheduler would run it whole" if verdict.rescued else ""))
    told += map(printable, verdict.notes)
    return "; ".join(told)


def totals(answer: FitAnswer) -> list[str]:
    """The sentences about the whole."""
    sums = answer.totals
    used = sums.in_use + sums.occupied
    lines = [
        f"{number(used)} of {number(sums.cards)} cards in use ({percent(sums.utilization)}); "
        f"at most {number(sums.bound)} with these workloads"
    ]
    if sums.occupied:
        lines[0] += f"; {number(sums.occupied)} taken by running pods"
    lines += [
        f"{answer.totals.resources[each][1]} of {answer.totals.resources[each][0]} {each}"
        for each in sorted(sums.resources)
        if sums.resources[each][0]
    ]
    return lines


def lost(each: Stranded) -> str:
    """One line about devices that nobody uses."""
    devices = f"{each.devices} {each.resource}, " if each.devices else ""
    return printable(f"{devices}{number(each.cards)} cards: {_WHY[each.because]} ({each.detail})")


def deadlocks(answer: FitAnswer) -> list[str]:
    """A sentence per set of workloads that block each other."""
    told = []
    for group in answer.deadlocks:
        found = [answer.verdicts[index] for index in group]
        parts = [f"{name(v)} has {v.placed} of {v.pods} pods" for v in found]
        rescued = [name(v) for v in found if v.rescued]
        cure = f"; under a gang scheduler {', '.join(rescued)} would run whole" if rescued else ""
        told.append(
            f"deadlock: {', '.join(parts)}; none can start, and none lets go, as the default "
            f"scheduler places pod by pod{cure}"
        )
    return told
