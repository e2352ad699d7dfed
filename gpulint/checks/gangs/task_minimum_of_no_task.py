"""minTaskMember of a Volcano PodGroup against the task names that its pods carry."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, problem


@check(each=Gang)
def task_minimum_of_no_task(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare each task of minTaskMember with the pods that name it; silent while nobody has joined."""
    if gang.carrier != "group" or gang.system != "volcano" or not gang.roles:
        return
    joined = context.manifests.index(Gangs).joined(gang)
    named = {each.reference.subgroup for each in joined} - {""}
    if not joined or any(each.member.count is None for each in joined):
        return
    for role in gang.roles:
        if role.count is None or role.count <= 0 or not role.role:
            continue
        own = [each.member for each in joined if each.reference.subgroup == role.role]
        pods = sum(member.count or 0 for member in own)
        if pods < role.count:
            yield problem(
                role.place,
                part="value" if own else "key",
                related=[(m.pod.at_metadata("annotations"), "pods of this group") for m in own],
                task=role.role,
                minimum=role.count,
                pods=pods,
                near=tuple(difflib.get_close_matches(role.role, named, 1)) if not own else (),
            )
