"""NVIDIA's driver: versions, branches and their support, kernel modules."""

import re
from functools import cache
from typing import NamedTuple

from gpulint.catalog.tables import table

_VERSION = re.compile(r"(\d{3})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:-(.+))?\Z")


class DriverVersion(NamedTuple):
    """A driver version taken apart. numbers: `(580, 126, 20)`, one alone for a mere branch.

    suffix: what follows the first dash, such as `ubuntu22.04`.
    """

    numbers: tuple[int, ...]
    suffix: str

    @property
    def branch(self) -> int:
        """The number before the first dot."""
        return self.numbers[0]

    @property
    def is_branch(self) -> bool:
        """Whether only the branch is named."""
        return len(self.numbers) == 1

    @property
    def system(self) -> str:
        """The operating system in the suffix; empty when the suffix names none."""
        names: list[str] = table("drivers")["systems"]
        return self.suffix if self.suffix.startswith(tuple(names)) else ""

    def is_below(self, other: "DriverVersion") -> bool:
        """Whether it is surely older; a branch alone may be any of its releases."""
        length = min(len(self.numbers), len(other.numbers))
        return self.numbers[:length] < other.numbers[:length]


class Branch(NamedTuple):
    """A branch. kind: production, long-term or new-feature. end: `2028-06`, or `ended`."""

    number: int
    kind: str
    end: str
    ended: bool


def parse_driver(version: object) -> DriverVersion | None:
    """Take a version apart; None for a digest, a placeholder or any other text."""
    if isinstance(version, bool) or not isinstance(version, (str, int, float)):
        return None
    found = _VERSION.match(str(version).strip().removeprefix("v"))
    if found is None:
        return None
    numbers = tuple(int(each) for each in found.groups()[:3] if each is not None)
    return DriverVersion(numbers, found[4] or "")


def branch(number: int) -> Branch | None:
    """What is known of a branch; None when the table has no row, as for a newer one."""
    row = table("drivers")["branches"].get(str(number))
    return None if row is None else Branch(number, *row)


@cache
def supported() -> tuple[int, ...]:
    """Production and long-term branches in support when the table was checked, newest first."""
    rows = [Branch(int(number), *row) for number, row in table("drivers")["branches"].items()]
    kept = [each.number for each in rows if not each.ended and each.kind != "new-feature"]
    return tuple(sorted(kept, reverse=True))


def needs_modules(family: str, product: str) -> str:
    """The only kind of kernel module that a card can use, open or proprietary; empty for both."""
    rows = table("drivers")["kernel_modules"]
    if family in rows["proprietary_only"]:
        return "proprietary"
    if family in rows["open_only"] or product in rows["open_only_products"]:
        return "open"
    return ""


def loses_devices_on_mixed_nodes(version: DriverVersion) -> bool:
    """Whether the release has the fault of nodes with whole cards and MIG instances."""
    first, last = map(parse_driver, table("drivers")["mixed_node_fault"])
    assert first is not None
    assert last is not None
    return not version.is_branch and first.numbers <= version.numbers <= last.numbers
