"""What a fit answers: values that explain themselves."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from gpulint.model.resource import Resource
from gpulint.placement.ground import Kind
from gpulint.placement.place import Placed

Word = Literal["fits", "partly", "never", "unknown"]


class Reason(NamedTuple):
    """The one constraint that keeps a workload off the nodes of one kind: `where`, so many `nodes`.

    because: cordon, taint, labels, name, resources (an empty node is too small), taken (others hold
    what is needed) or gang (single pods fit, but not as many at once as must).
    """

    where: str
    nodes: int
    because: str
    detail: str


class Seat(NamedTuple):
    """Pods of a role on a node. workload, kind: numbers in the answer. devices: of one pod."""

    workload: int
    role: str
    kind: int
    number: int
    pods: int
    devices: Mapping[str, int]


class Verdict(NamedTuple):
    """What becomes of one workload.

    pods: None when not known. placed: pods that got a place. why: one sentence, empty when it fits.
    waits: it holds places without working, since other pods of it have none. rescued: under a gang
    scheduler it would run whole.
    """

    resource: Resource
    word: Word
    pods: int | None
    placed: int
    why: str = ""
    reasons: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()
    waits: bool = False
    rescued: bool = False

    @property
    def words(self) -> str:
        """`fits`, `fits 3 of 5`, `never`, `unknown`."""
        return f"fits {self.placed} of {self.pods}" if self.word == "partly" else self.word


class Stranded(NamedTuple):
    """Devices that nobody uses. because: fragment, other-resource, gang, taint, labels, layout, held
    (by pods that wait for the rest of their workload) or unasked."""

    resource: str
    devices: int
    cards: Fraction
    because: str
    detail: str


class Totals(NamedTuple):
    """Shares of the cards. in_use, stranded and others (taken by running pods) add up to cards.

    bound: cards that these workloads could use at most, wherever they were placed.
    """

    cards: Fraction
    in_use: Fraction
    occupied: Fraction
    bound: Fraction
    stranded: tuple[Stranded, ...]
    resources: Mapping[str, tuple[int, int]]

    @property
    def utilization(self) -> Fraction:
        """Share of the cards in use, those of running pods among them."""
        return (self.in_use + self.occupied) / self.cards if self.cards else Fraction(0)


class FitAnswer(NamedTuple):
    """The whole answer. seats: who sits where. deadlocks: workloads that hold places from each other."""

    kinds: tuple[Kind, ...]
    verdicts: tuple[Verdict, ...]
    seats: tuple[Seat, ...]
    totals: Totals
    deadlocks: tuple[tuple[int, ...], ...] = ()

    @property
    def all_fit(self) -> bool:
        """Whether every workload fits."""
        return all(each.word == "fits" for each in self.verdicts)


class Outcome(NamedTuple):
    """What placing did with one batch: pods per part, in order; gave_up: a search took too long."""

    placed: tuple[tuple[Placed, ...], ...]
    gave_up: bool = False
    rescued: bool = False
