"""Completions of a Job that do not fill the last wave of its gang."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gangs, Problem, Resource, check, integer, problem, references

_SIZED_BY_HAND = ("kai.scheduler/batch-min-member",)


@check(each=Resource, words=("batch-min-member",))
def last_wave_smaller(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find completions that parallelism does not divide, where KAI derives the gang from parallelism.

    The pods of the last wave are fewer than the gang, so it never starts.
    """
    if (resource.group, resource.kind) != ("batch", "Job"):
        return
    completions = integer(resource.spec.get("completions"))
    parallelism = integer(resource.spec.get("parallelism"))
    if completions is None or parallelism is None or parallelism < 2:
        return
    members = context.manifests.index(Gangs).members_of(resource)
    minimum = resource.annotations.get(_SIZED_BY_HAND[0])
    gang = minimum if isinstance(minimum, str) and minimum.isdecimal() else ""
    rest = completions % parallelism
    if completions < parallelism or rest == 0 or not gang or rest >= int(gang[:9]):
        return
    if any(m.scheduler == "kai-scheduler" and not any(references(m.pod)) for m in members):
        yield problem(
            resource.at("spec", "completions"),
            related=[
                (resource.at("spec", "parallelism"), f"{parallelism} at a time"),
                (resource.at("metadata", "annotations", _SIZED_BY_HAND[0]), f"gangs of {gang}"),
            ],
            completions=completions,
            parallelism=parallelism,
            rest=rest,
            gang=gang,
        )
