"""Configuration in claims that NVIDIA's driver does not take."""

from collections.abc import Iterator

from gpulint.authoring import ClaimConfig, Context, Problem, check, problem
from gpulint.authoring import device_config as configs


@check(each=ClaimConfig, words=("resource.k8s.io",))
def dra_config_unknown(config: ClaimConfig, context: Context) -> Iterator[Problem]:
    """Compare kind, version, fields and choices with the driver's types; it decodes strictly."""
    for fault in configs.faults(config):
        yield problem(
            fault.place,
            part=fault.part,
            what=fault.words,
            near=fault.near,
            kind=fault.kind,
            # what resembles nothing may be newer than the table
            confidence="high" if fault.near else "medium",
        )
