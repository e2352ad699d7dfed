"""What showed that a rule tells the truth, and how pages say it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

# Programs that tests/controlplane runs, at the version that it builds; a test holds both together.
PROVERS: Mapping[str, str] = MappingProxyType(
    {"kube-apiserver": "1.37.2", "kube-scheduler": "1.37.2", "kueue": "0.17.0"}
)


class Proof(NamedTuple):
    """What showed that a rule tells the truth.

    by: a program of PROVERS, which tests/controlplane asks, or documentation, or source.
    outcome: what it did with the bad example. text: part of its answer. detail: which part of `by`
    spoke, such as a plugin of the scheduler. note: anything else worth knowing.
    nodes: objects (Node, ResourceSlice) of the cluster on which the examples are tried; empty for
    those of their facts, else the fleet of tests/controlplane. probe: a manifest that is sent once
    an example is stored, and of which the outcome speaks. stored: what the server keeps at the
    place of the finding. pods: `all` to make every pod of a workload instead of one, `update`
    to let the real controllers update a Deployment.
    """

    by: str
    outcome: str
    text: str = ""
    detail: str = ""
    note: str = ""
    nodes: str = ""
    probe: str = ""
    stored: str = ""
    pods: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether a program shows it in tests, so that it is more than a citation."""
        return self.by in PROVERS

    @property
    def headline(self) -> str:
        """`kube-apiserver 1.37.2: rejected`; by a citation only who says it."""
        return f"{self.by} {PROVERS[self.by]}: {self.outcome}" if self.is_shown else self.by

    @property
    def sentence(self) -> str:
        """`shown by kube-apiserver 1.37.2: rejected, “must be an integer”`."""
        detail = f" ({self.detail})" if self.detail else ""
        known = f"shown by {self.by} {PROVERS[self.by]}" if self.is_shown else f"by {self.by}"
        said = f", “{self.text}”" if self.text else ""
        note = f"; {self.note}" if self.note else ""
        return f"{known}{detail}: {self.outcome}{said}{note}"
