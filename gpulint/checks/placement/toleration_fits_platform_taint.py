"""A toleration's value must be the one that the platform's taint has."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, labels, problem, taints


@check(each=PodTemplate, words=("nodeSelector", "nodeAffinity"))
def toleration_fits_platform_taint(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare Equal tolerations with the taints of the platform that the pod selects by label."""
    platforms = {labels.provider_of(r.key) for r in pod.requirements if r.required} - {""}
    for each in pod.tolerations if platforms else ():
        if each.operator not in ("", "Equal") or not each.key:
            continue
        known = [t for t in taints.taints_with(each.key) if t.platform in platforms and t.value]
        if known and all(taint.value != each.value for taint in known):
            place = each.place.child("value") if each.value else each.place
            values = tuple(sorted({str(taint.value) for taint in known}))
            yield problem(
                place, key=each.key, value=each.value or "no value", wanted=values, near=values
            )
