"""Kernel modules that cannot drive the cards of the cluster."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, GpuNodes, Problem, check, drivers, problem


@check(each=ChartValues)
def driver_kernel_modules(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare driver.kernelModuleType with the only kind that a card of the facts can use."""
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    chosen = values.get("driver", "kernelModuleType")
    if chosen not in ("open", "proprietary"):
        return
    for product, node in context.cluster.index(GpuNodes).products():
        needed = drivers.needs_modules(product.family, product.label)
        if needed and needed != chosen:
            yield problem(
                values.at("driver", "kernelModuleType"),
                related=[(node.resource.at("metadata", "name"), f"{node.name} has this card")],
                chosen=chosen,
                needed=needed,
                product=product.label,
            )
