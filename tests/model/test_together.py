"""Which objects of a run are for one cluster."""

from collections.abc import Callable

import pytest

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.together import applied_together

Reader = Callable[..., Manifests]

POLICY = "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: a}\n"


@pytest.mark.parametrize(
    ("files", "complete", "expected"),
    [
        ({"one": POLICY + "---\n" + POLICY}, False, True),
        ({"one": POLICY, "two": POLICY}, False, False),
        ({"one": POLICY, "two": POLICY}, True, True),
    ],
    ids=["one file", "two files", "two files that are all there is"],
)
def test_objects_of_one_file_or_of_a_complete_input(
    manifests: Reader, files: dict[str, str], complete: bool, expected: bool
) -> None:
    """Two files of a folder may be samples of which a person picks one."""
    run = manifests(**files)
    one, other = run.resources
    actual = applied_together(one, other, Context(run, complete=complete))
    assert expected == actual
