"""Autoscalers read annotations, never labels of the same name."""

from collections.abc import Iterator

from gpulint.authoring import Context, DisruptionKey, Problem, check, problem


@check(each=DisruptionKey, words=("safe-to-evict", "do-not-disrupt", "do-not-evict"))
def disruption_key_as_label(found: DisruptionKey, context: Context) -> Iterator[Problem]:
    """Find the keys under labels, unless the annotation stands on the pods as well."""
    if found.carrier == "labels" and not found.repeated:
        yield problem(found.place, key=found.key, reader=found.reader)
