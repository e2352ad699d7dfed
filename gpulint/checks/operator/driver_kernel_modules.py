"""Kernel modules that cannot drive the cards of the cluster."""

from collections.abc import Iterator

from gpulint.authoring import (
    ChartValues,
    Context,
    GpuNodes,
    Place,
    Problem,
    check,
    drivers,
    mapping,
    problem,
    products,
    text,
)

_PRODUCT = "nvidia.com/gpu.product"


@check(each=ChartValues)
def driver_kernel_modules(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare driver.kernelModuleType with the only kind that a card of the facts can use.

    An NVIDIADriver is also held against the product that it selects.
    """
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    chosen = values.get("driver", "kernelModuleType")
    if chosen not in ("open", "proprietary"):
        return
    for product, place, words in (*_selected(values), *_present(values, context)):
        needed = drivers.needs_modules(product.family, product.label)
        if needed and needed != chosen:
            yield problem(
                values.at("driver", "kernelModuleType"),
                related=[(place, words)],
                chosen=chosen,
                needed=needed,
                product=product.label,
            )
            return


def _selected(values: ChartValues) -> Iterator[tuple[products.Product, Place, str]]:
    if values.resource.kind == "NVIDIADriver":
        selector = mapping(values.resource.spec.get("nodeSelector"))
        product = products.parse_label(text(selector.get(_PRODUCT))).product
        if product is not None:
            place = values.resource.at("spec", "nodeSelector", _PRODUCT)
            yield product, place, "nodes with this card are selected"


def _present(
    values: ChartValues, context: Context
) -> Iterator[tuple[products.Product, Place, str]]:
    for product, node in context.cluster.index(GpuNodes).products(values):
        yield product, node.resource.at("metadata", "name"), f"{node.name} has this card"
