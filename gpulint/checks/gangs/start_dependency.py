"""Roles that wait for others, and whether these can ever come first."""

import difflib
from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    Waiter,
    check,
    dependencies,
    is_placeholder,
    problem,
)


@check(each=Resource, words=("dependsOn", "startsAfter"))
def start_dependency(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find dependencies on roles that the object does not have, circles, and a wrong order."""
    found = dependencies(resource)
    if found is None or resource.fragment:
        return
    roles = {role.name: role for role in found.roles if role.name}
    before: set[str] = set()
    for role in found.roles:
        for name, place in role.on:
            wrong = ""
            if not name or is_placeholder(name):
                continue
            if name not in roles:
                wrong = "which does not exist here"
            elif _leads_back(role, name, roles):
                wrong = "which waits for it in turn"
            elif found.ordered and name not in before:
                wrong = "which comes later in the list"
            if wrong:
                yield problem(
                    place,
                    role=role.name,
                    on=name,
                    wrong=wrong,
                    controller=found.controller,
                    near=() if name in roles else tuple(difflib.get_close_matches(name, roles, 1)),
                )
        before.add(role.name)


def _leads_back(role: Waiter, start: str, roles: Mapping[str, Waiter]) -> bool:
    """Whether one comes back to the role along dependencies, from the one that it names."""
    waiting, seen = [start], set()
    while waiting:
        name = waiting.pop()
        if name == role.name:
            return True
        if name not in seen and name in roles:
            seen.add(name)
            waiting += [each for each, _ in roles[name].on]
    return False
