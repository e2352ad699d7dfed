"""Can a pod run on an empty node: the scheduler's filters in the scheduler's order, exactly.

Source: kubernetes/kubernetes pkg/scheduler/framework/plugins (nodeunschedulable, tainttoleration,
nodeaffinity, nodeports, noderesources) and component-helpers scheduling/corev1/nodeaffinity.
"""

from collections.abc import Mapping

from gpulint.model.node import Node, Taint
from gpulint.placement.demand import HOSTNAME, NAME, Demand, Expression, Term, in_units
from gpulint.placement.match import Exclusion, untolerated

# What a node offers without saying so; one that lists nothing of these was written by hand.
_UNSTATED = ("cpu", "memory", "ephemeral-storage", "pods")
_ENDLESS = 1 << 62
_CORDON = "node.kubernetes.io/unschedulable"
_PAIRS = {"In": True, "NotIn": True, "Exists": False, "DoesNotExist": False}


def excluded(demand: Demand, node: Node, name: str | None) -> Exclusion | None:
    """The one constraint that keeps a pod off an empty node; None when it may run there.

    name: of the node; None stands for nodes that no demand of the run calls by name.
    """
    if demand.node:  # bound without the scheduler: only the kubelet's own checks are left
        return None if demand.node == name else Exclusion("name", demand.node)
    pinned = _pinned(demand)
    if pinned is not None and name not in pinned:
        # no other node is even looked at, so this comes before all filters
        return Exclusion("name", " or ".join(sorted(pinned)) or "no node at all")
    return (
        _cordon(demand, node)
        or _taint(demand, node)
        or _labels(demand, node, name)
        or _resources(demand, node)
    )


def _pinned(demand: Demand) -> frozenset[str] | None:
    """Names of the nodes of which every term of the affinity chooses one; None when one does not."""
    found: frozenset[str] = frozenset()
    for term in demand.terms or ():
        names = [frozenset(f.values) for f in term.fields if (f.key, f.operator) == (NAME, "In")]
        if not names:
            return None
        found |= frozenset.intersection(*names)
    return found if demand.terms else None


def offered(node: Node, resource: str) -> int:
    """What an empty node offers of a resource, in the scheduler's units."""
    if resource.startswith(("port:", "alone:")):
        return 1
    amount = node.allocatable.get(resource)
    if amount is None:
        return _ENDLESS if resource in _UNSTATED else 0
    return in_units(resource, amount)


def _cordon(demand: Demand, node: Node) -> Exclusion | None:
    if node.resource.spec.get("unschedulable") is not True:
        return None
    taint = Taint(_CORDON, "", "NoSchedule", node.resource.at())
    is_free = untolerated(demand.tolerations, (taint,)) is None
    return None if is_free else Exclusion("cordon", "the node is cordoned")


def _taint(demand: Demand, node: Node) -> Exclusion | None:
    taint = untolerated(demand.tolerations, node.taints)
    return None if taint is None else Exclusion("taint", taint.words)


def _labels(demand: Demand, node: Node, name: str | None) -> Exclusion | None:
    labels = node.labels
    for key, value in demand.selector.items():
        if not _holds(Expression(key, "In", (value,)), labels, node, name):
            return Exclusion("labels", f"{key}={value}")
    if demand.terms is None or any(_matches(term, labels, node, name) for term in demand.terms):
        return None
    return Exclusion("labels", _fault(demand.terms, labels, node, name))


def _matches(term: Term, labels: Mapping[str, str], node: Node, name: str | None) -> bool:
    if not term.labels and not term.fields:
        return False
    return all(_holds(each, labels, node, name) for each in term.labels) and all(
        _is_named(each, name) for each in term.fields
    )


def _fault(terms: tuple[Term, ...], labels: Mapping[str, str], node: Node, name: str | None) -> str:
    """The first demand of the first term that fails, in words."""
    for term in terms:
        for each in term.labels:
            if not _holds(each, labels, node, name):
                return words(each)
        for each in term.fields:
            if not _is_named(each, name):
                return words(each)
    return "an empty term of node affinity"


def words(each: Expression) -> str:
    """A demand as people write it: `key in (a, b)`."""
    signs = {"In": "in", "NotIn": "not in", "Gt": ">", "Lt": "<"}
    if each.operator in ("Gt", "Lt"):
        return f"{each.key} {signs[each.operator]} {', '.join(each.values)}"
    if each.operator in signs:
        return f"{each.key} {signs[each.operator]} ({', '.join(each.values)})"
    return f"{each.key} {each.operator}"


def _is_named(each: Expression, name: str | None) -> bool:
    if each.key != NAME or len(each.values) != 1 or each.operator not in ("In", "NotIn"):
        return False
    return (each.values[0] == name) == (each.operator == "In")


def _holds(each: Expression, labels: Mapping[str, str], node: Node, name: str | None) -> bool:
    """Whether a label demand holds; an illegal one, which makes its term void, never does."""
    operator, values = each.operator, each.values
    if operator in _PAIRS and bool(values) != _PAIRS[operator]:
        return False
    have = labels.get(each.key)
    if each.key == HOSTNAME and (have is not None or HOSTNAME in node.own_labels):
        if name is None:
            have = "\0"  # some name that nobody calls
        elif have is None or node.count > 1:
            have = name
    elif have is None and each.key in node.own_labels:
        return operator != "DoesNotExist"  # it has a value, which the facts leave out
    if operator in ("Gt", "Lt"):
        return len(values) == 1 and _compares(operator, have, values[0])
    if have is None:
        return operator in ("NotIn", "DoesNotExist")
    return operator == "Exists" or (
        operator in ("In", "NotIn") and (have in values) == (operator == "In")
    )


def _compares(operator: str, have: str | None, limit: str) -> bool:
    left, right = _int64(have), _int64(limit)
    if left is None or right is None:
        return False
    return left > right if operator == "Gt" else left < right


def _int64(value: str | None) -> int | None:
    """A number as Go's ParseInt reads it: ASCII digits with a sign, 64 bits."""
    digits = (value or "").removeprefix("+") if (value or "")[:1] == "+" else (value or "")
    plain = digits.removeprefix("-") if value and value[:1] == "-" else digits
    # longer ones need more than 64 bits, and Python refuses thousands of digits
    if not (plain.isascii() and plain.isdigit()) or len(plain.lstrip("0")) > 19:
        return None
    plain = plain.lstrip("0") or "0"
    number = -int(plain) if value and value[:1] == "-" else int(plain)
    return number if -(2**63) <= number < 2**63 else None


def _resources(demand: Demand, node: Node) -> Exclusion | None:
    for name, amount in sorted(demand.amounts.items(), key=lambda each: ("/" not in each[0], each)):
        have = offered(node, name)
        if have < amount:
            return Exclusion("resources", f"{name}: {have} offered, {amount} asked")
    return None
