"""Labels of two platforms never stand on one node."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, labels, problem


@check(each=PodTemplate, words=("nodeSelector",))
def labels_of_one_provider(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find nodeSelectors that demand labels which only nodes of different platforms carry."""
    first = None
    for each in pod.requirements:
        if each.term != -1:
            continue
        provider = labels.provider_of(each.key)
        if not provider or provider == "karpenter":  # its own labels stand beside any platform's
            continue
        if first is None:
            first = (provider, each)
        elif provider != first[0]:
            yield problem(
                each.key_place,
                part="key",
                related=[(first[1].key_place, "the other platform's label")],
                key=each.key,
                provider=provider,
                other=first[1].key,
                other_provider=first[0],
            )
