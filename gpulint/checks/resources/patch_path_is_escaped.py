"""Names with a slash in the paths of JSON patches."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PatchPath, Problem, check, labels, problem, resources

_STEP = re.compile(r"(?=/(?P<domain>[a-z0-9.-]+\.[a-z]+)\\*/(?P<name>[A-Za-z0-9._-]+))")


@check(each=PatchPath, words=("patches", "postRenderers"))
def patch_path_is_escaped(path: PatchPath, context: Context) -> Iterator[Problem]:
    """Find two steps that together are the name of a device or a label: the slash has to be ~1."""
    for found in _STEP.finditer(path.path):
        name = f"{found['domain']}/{found['name']}"
        if resources.accelerator(name) is None and labels.label(name) is None:
            continue
        right = f"{found['domain']}~1{found['name']}"
        yield problem(path.at(found.start("domain"), found.end("name")), name=name, right=right)
        return
