"""A container that asks for GPUs must not hide them from its own program."""

from collections.abc import Iterator

from gpulint.authoring import Container, Context, PodTemplate, Problem, check, problem, visibility


@check(each=PodTemplate, words=("VISIBLE_DEVICES",))
def gpu_hidden_from_program(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find the two variables set to values that make no GPU visible, beside NVIDIA GPUs."""
    for container in pod.all_containers:
        yield from _problems(container)


def _problems(container: Container) -> Iterator[Problem]:
    names = container.resources.accelerators()
    if not any(name.startswith("nvidia.com/") for name in names):
        return
    for variable, values in visibility.HIDING.items():
        found = visibility.wish(container, variable)
        if found is not None and found.value in values:
            yield problem(found.place, variable=variable, value=found.value)
