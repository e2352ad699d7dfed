"""Ephemeral containers take no resources."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, mapping, problem, sequence


@check(each=PodTemplate, words=("ephemeralContainers",))
def resources_in_ephemeral_container(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find resources that an ephemeral container asks for."""
    for index, each in enumerate(map(mapping, sequence(pod.get("ephemeralContainers")))):
        if each.get("resources"):
            yield problem(
                pod.at("ephemeralContainers", index, "resources"),
                part="key",
                container=each.get("name") or index,
            )
