"""Driver releases that lose devices on nodes with whole cards and MIG instances."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, GpuNodes, Node, Problem, check, drivers, problem


@check(each=ChartValues)
def driver_mixed_node_fault(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for a node that offers both, where driver.version is one of the faulty releases."""
    version = values.get("driver", "version")
    parsed = drivers.parse_driver(version)
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    if parsed is None or not drivers.loses_devices_on_mixed_nodes(parsed):
        return
    for node in context.cluster.index(GpuNodes).driven_by(values):
        if _offers_both(node):
            yield problem(
                values.at("driver", "version"),
                related=[(node.resource.at("metadata", "name"), f"{node.name} offers both")],
                version=version,
                node=node.name,
            )
            return


def _offers_both(node: Node) -> bool:
    offered = {name for name, amount in node.allocatable.items() if not amount.is_zero}
    return "nvidia.com/gpu" in offered and any(n.startswith("nvidia.com/mig-") for n in offered)
