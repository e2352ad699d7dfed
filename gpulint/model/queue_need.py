"""What a workload asks of a queue or quota at once, as a sum that a person can follow."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.core.problem import Related
from gpulint.model.gang_member import Member
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO, Quantity

_BYTES = frozenset({"memory", "ephemeral-storage"})


class Term(NamedTuple):
    """One summand: the pods of one role, each asking for `amount` of one resource.

    pods: None when it is not known how many there are.
    """

    pods: int | None
    amount: Quantity
    member: Member

    @property
    def sum(self) -> Quantity:
        """What the certain pods of the role ask for."""
        return self.amount.times(max(self.pods or 0, 0))


class Need(NamedTuple):
    """The sum of one resource over the pods of a workload: at least this, if a count is unknown.

    terms: of every role, those that ask for nothing too.
    """

    resource: str
    terms: tuple[Term, ...]

    @property
    def known(self) -> tuple[Term, ...]:
        """The summands that count."""
        return tuple(term for term in self.terms if not term.sum.is_zero)

    @property
    def total(self) -> Quantity:
        """The sum over the pods that are certain."""
        total = ZERO
        for term in self.known:
            total = total + term.sum
        return total

    @property
    def text(self) -> str:
        """`1 × 8 + 2 × 8 = 24`; the number alone for a single pod."""
        known = self.known
        if len(known) == 1 and known[0].pods == 1:
            return shown(self.resource, self.total)
        summands = (f"{term.pods} × {shown(self.resource, term.amount)}" for term in known)
        return f"{' + '.join(summands)} = {shown(self.resource, self.total)}"

    @property
    def largest(self) -> Term:
        """The summand that adds most, the first among equals; else the role whose pods ask for most.

        With every count unknown no summand counts, yet a stated minimum may still be too large.
        """
        if not self.known:
            return max(self.terms, key=lambda term: term.amount.nano)
        return max(self.known, key=lambda term: term.sum.nano)

    @property
    def place(self) -> Place:
        """Where the largest summand states its number of pods, for a single pod its amount."""
        return self._place(self.largest)

    def _place(self, term: Term) -> Place:
        if term.pods != 1 and term.member.lines:
            return term.member.lines[0]
        return amount_place(term.member.pod, self.resource)

    def of_pods(self, minimum: int) -> Quantity:
        """The least that any `minimum` of the pods ask for together.

        A role of unknown count may give any number of pods.
        """
        left, total = minimum, ZERO
        for term in sorted(self.terms, key=lambda term: term.amount.nano):
            taken = left if term.pods is None else min(left, max(term.pods, 0))
            total = total + term.amount.times(taken)
            left -= taken
        return total

    @property
    def related(self) -> tuple[Related, ...]:
        """The lines of the summands beside the largest."""
        largest = self.largest
        return tuple(
            Related(
                self._place(term),
                f"{term.member.pod.role} adds {term.pods} × {shown(self.resource, term.amount)}",
            )
            for term in self.known
            if term is not largest
        )


def needs(members: Iterable[tuple[Member, int | None]]) -> Mapping[str, Need]:
    """The need of each resource over roles and their pod counts, in the order of the text."""
    known = [each for each in members if each[0].pod.all_containers]
    names = dict.fromkeys(name for member, _ in known for name in member.pod.requests)
    return {
        name: Need(
            name, tuple(Term(count, m.pod.requests.get(name, ZERO), m) for m, count in known)
        )
        for name in names
    }


def amount_places(pod: PodTemplate, name: str) -> Iterator[Place]:
    """Where a template asks for a resource: the limit, else the request, of each container."""
    for container in pod.all_containers:
        block = container.resources
        amount = block.requests.get(name) or block.limits.get(name)
        if amount is not None and (amount.quantity is None or not amount.quantity.is_zero):
            yield (block.limits.get(name) or amount).place


def amount_place(pod: PodTemplate, name: str) -> Place:
    """The first place where a template asks for a resource; the pod spec when it does not."""
    return next(amount_places(pod, name), pod.at()._replace(part="key"))


def shown(resource: str, amount: Quantity) -> str:
    """An amount as people write it: bytes in the largest binary unit that leaves a whole number."""
    if resource in _BYTES or resource.startswith("hugepages-"):
        for unit, size in (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20)):
            if amount.nano and amount.nano % (size * 10**9) == 0:
                return f"{amount.nano // (size * 10**9)}{unit}"
    return amount.text
