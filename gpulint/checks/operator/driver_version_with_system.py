"""A driver version that already names the operating system."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, check, drivers, problem, text


@check(each=ChartValues)
def driver_version_with_system(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find the system in driver.version, which the operator appends once more."""
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    version = values.get("driver", "version")
    parsed = drivers.parse_driver(version)
    if parsed is None or not parsed.system:
        return
    yield problem(
        values.at("driver", "version"),
        version=version,
        system=parsed.system,
        right=text(version).strip().partition("-")[0],
    )
