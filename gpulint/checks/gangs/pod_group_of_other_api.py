"""A group of one system, named by the key of another."""

from collections.abc import Iterator

from gpulint.authoring import BY_GROUP, Context, PodTemplate, Problem, check, problem, references

_OWN_GROUP = ("batch.volcano.sh", "flow.volcano.sh")


@check(each=PodTemplate, words=("PodGroup",))
def pod_group_of_other_api(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods whose group exists under the same name, but as the PodGroup of another API."""
    if pod.resource.group in _OWN_GROUP:
        return
    found = [each for each in references(pod) if each.key.group and each.key.kind == "PodGroup"]
    wanted = {each.key.group for each in found}
    for reference in found:
        name, space = reference.name, reference.namespace
        if context.cluster.named(reference.key.group, "PodGroup", name, space) is not None:
            continue
        for (group, kind), key in BY_GROUP.items():
            if kind != "PodGroup" or group in wanted:
                continue
            other = context.cluster.named(group, kind, name, space)
            if other is not None:
                yield problem(
                    reference.place,
                    part="key",
                    related=[(other.at("apiVersion"), f"a PodGroup of {group}")],
                    key=reference.key.key,
                    group=reference.key.group,
                    name=name,
                    other=group,
                    right=f"{key.carrier} {key.key}",
                )
                break
