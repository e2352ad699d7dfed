"""The value of an annotation that holds a pod's node must be one that its reader knows."""

from collections.abc import Iterator

from gpulint.authoring import Context, DisruptionKey, Problem, check, is_placeholder, problem


@check(each=DisruptionKey, words=("safe-to-evict", "do-not-disrupt", "do-not-evict"))
def disruption_value_understood(found: DisruptionKey, context: Context) -> Iterator[Problem]:
    """Find texts that are no value of the key; a boolean without quotes is refused anyway."""
    if found.carrier != "annotations" or not isinstance(found.value, str) or found.is_understood:
        return
    if is_placeholder(found.value):
        context.cannot_check(found.place)
        return
    wanted = '"true" or a duration such as 4h30m (there is no unit for days)'
    if found.reader != "Karpenter":
        wanted = '"true", "false" or "on-completion"'
    yield problem(
        found.place,
        part="value",
        key=found.key,
        value=found.value,
        reader=found.reader,
        wanted=wanted,
    )
