"""The least number of partitions of a Volcano task against the minimums that pods are held back for."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, VolcanoJob, check, problem


@check(each=VolcanoJob)
def volcano_partition_minimum(
    job: VolcanoJob, context: Context, *, written: bool
) -> Iterator[Problem]:
    """Compare minPartitions times partitionSize with minAvailable of the task.

    written: whether to judge a minAvailable that stands there, or the want of one. Releases from
    before volcano#4868 fill in the replicas, later ones refuse a product that differs.
    """
    for task in job.tasks:
        _, size, least = task.partition
        if not size or not least or size < 0 or least < 0:
            continue
        total, place = size * least, task.at("partitionPolicy", "minPartitions")
        product = f"{least} x {size} = {total}"
        minimum, replicas = task.number("minAvailable"), task.number("replicas")
        if written and minimum is not None and minimum != total:
            related = [(place, f"{least} partitions are enough")]
            yield problem(
                task.at("minAvailable"),
                related=related,
                minimum=minimum,
                product=product,
                total=total,
            )
        unwritten = "minAvailable" not in task.value and not job.spec.get("minAvailable")
        if not written and unwritten and replicas is not None and total < replicas:
            related = [(task.at("replicas"), f"{replicas} pods are demanded")]
            yield problem(
                place, part="key", related=related, replicas=replicas, product=product, total=total
            )
