"""Partitions of a Volcano task against its replicas."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, VolcanoTask, check, problem


@check(each=VolcanoTask)
def volcano_partition_product(task: VolcanoTask, context: Context) -> Iterator[Problem]:
    """The replicas must be the number of partitions times their size."""
    total, size, _ = task.partition
    replicas = 0 if "replicas" not in task.value else task.number("replicas")
    if total is None or size is None or replicas is None or replicas == total * size:
        return
    yield problem(
        task.at("replicas") if "replicas" in task.value else task.at("partitionPolicy"),
        related=[
            (task.at("partitionPolicy", "totalPartitions"), f"{total} partitions"),
            (task.at("partitionPolicy", "partitionSize"), f"of {size} pods"),
        ],
        replicas=replicas,
        product=f"{total} x {size} = {total * size}",
        total=total * size,
    )
