"""Several kinds of NVIDIA devices in one container."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, slices

_WHOLE = ("nvidia.com/gpu", "nvidia.com/gpu.shared")


@check(each=PodTemplate, words=("nvidia.com/mig-",))
def one_kind_of_device(pod: PodTemplate, context: Context, *, beside: str) -> Iterator[Problem]:
    """Find containers that ask for MIG slices and for something else besides.

    beside: gpu (whole cards) or profile (slices of another profile). Each kind is handed over by
    its own call to the plugin, and with the variable only one of the lists is seen.
    """
    for container in pod.all_containers:
        named = container.resources.accelerators()
        wanted = [a for n, a in named.items() if slices.profile_of(n) is not None]
        other = [a for n, a in named.items() if n in _WHOLE]
        first, second = (other, wanted) if beside == "gpu" else (wanted[:1], wanted[1:])
        if first and second:
            yield problem(
                second[0].place,
                part="key",
                related=[(first[0].place._replace(part="key"), "the other kind is asked for here")],
                owner=container.resources.owner,
                resource=second[0].name,
                other=first[0].name,
            )
