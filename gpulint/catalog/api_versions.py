"""Versions of an API that were dropped, and what is written in their place."""

from typing import NamedTuple

from gpulint.catalog.tables import table


class RetiredVersion(NamedTuple):
    """A version that the owner of a kind serves no longer.

    use: what to write, as words. owner: who serves the kind. minor: the minor version of Kubernetes
    that dropped it; None where another project owns the kind.
    """

    use: str
    owner: str
    minor: int | None


def retired_version(api_version: str, kind: str) -> RetiredVersion | None:
    """What became of `kind` in a `group/version`; None where it is served, or not known."""
    row = table("api-versions")["versions"].get(f"{api_version}/{kind}")
    return None if row is None else RetiredVersion(*row)
