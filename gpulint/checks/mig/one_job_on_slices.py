"""A launcher that spreads one job over MIG slices."""

from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    Option,
    PodTemplate,
    Problem,
    check,
    launch,
    option,
    problem,
    slices,
    words,
)

_RANKS = ("--nproc_per_node", "--nproc-per-node", "--num_gpus", "--num_processes")
_WIDTHS = ("--tensor-parallel-size", "-tp", "--tp", "--tp-size", "--num-shard")


@check(each=PodTemplate, words=("nvidia.com/mig-",))
def one_job_on_slices(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find options that start several ranks, or split a model, in a container of MIG slices.

    Slices of one card or of several have no P2P and no CUDA IPC, and a process sees one of them.
    """
    for each in slices.slices(pod):
        found = _spread(each.container)
        if found is not None:
            yield problem(
                found.place,
                related=[(each.amount.place._replace(part="key"), "the slices are asked for here")],
                option=found.name,
                number=found.number,
                resource=each.amount.name,
            )


def _spread(container: Container) -> Option | None:
    """The option that asks for more than one device."""
    started = launch(container)
    ranks = None if started is None else started.option(*_RANKS)
    width = option(words(container), *_WIDTHS)
    for found in (ranks, width):
        if found is not None and found.number is not None and found.number > 1:
            return found
    return None
