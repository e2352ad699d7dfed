"""Driver branches that NVIDIA no longer mends."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, check, drivers, problem


@check(each=ChartValues)
def driver_branch_support(
    values: ChartValues, context: Context, *, short_lived: bool
) -> Iterator[Problem]:
    """Look the branch of driver.version up; a branch without a row may be newer than the table.

    short_lived: tell branches that were made for a look ahead, else production and long-term ones.
    """
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    version = values.get("driver", "version")
    parsed = drivers.parse_driver(version)
    branch = None if parsed is None else drivers.branch(parsed.branch)
    if branch is None or not branch.ended or (branch.kind == "new-feature") != short_lived:
        return
    yield problem(
        values.at("driver", "version"),
        version=version,
        branch=branch.number,
        ended="" if branch.end == "ended" else f" in {branch.end}",
        supported=tuple(map(str, drivers.supported())),
    )
