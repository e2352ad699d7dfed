"""A driver that is too old for MIG on the cards that shall be split."""

from collections.abc import Iterator

from gpulint.authoring import (
    ChartValues,
    Context,
    MigUses,
    Problem,
    check,
    drivers,
    gpu_nodes,
    problem,
)


@check(each=ChartValues)
def driver_below_mig_minimum(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare driver.version with the lowest release that splits each card on which MIG is wanted."""
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    version = values.get("driver", "version")
    parsed = drivers.parse_driver(version)
    if parsed is None:
        return
    told: set[str] = set()
    for use in context.cluster.index(MigUses).uses:
        lowest = drivers.parse_driver(use.product.mig_min_driver)
        if lowest is None or not parsed.is_below(lowest) or use.product.label in told:
            continue
        if not gpu_nodes.reaches(values, use.labels):
            continue
        told.add(use.product.label)
        yield problem(
            values.at("driver", "version"),
            related=[(use.place, use.words)],
            version=version,
            product=use.product.label,
            lowest=use.product.mig_min_driver,
        )
