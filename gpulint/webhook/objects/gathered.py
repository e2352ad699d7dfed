"""CEL that gathers what an object holds of pods, wherever its kind keeps it, as a list of templates.

Every step is guarded by has(), as an error refuses the object where failurePolicy is Fail. CEL has
no way to join lists of lists, so each path has wildcards of which the inner ones are opened at once.
"""

from collections.abc import Iterator

from gpulint.catalog.kinds import EACH_ITEM, EACH_VALUE, Path, TemplatePath, WorkloadKind

# What stands at a path, made to look like a template.
_SPEC = "dyn({{'spec': {}}})"
_CONTAINER = "dyn({{'spec': {{'containers': [{}]}}}})"
_BLOCK = "dyn({{'spec': {{'containers': [{{'resources': {}}}]}}}})"
# Spark names a device by a value, not by a key.
_NAMED = "dyn({{'spec': {{'containers': [{{'resources': {{'limits': {{{}.name: 1}}}}}}]}}}})"


def gathered(kind: WorkloadKind) -> str:
    """CEL: the list of all that asks for devices or says where pods may run, each place once."""
    found = [each for template in kind.templates for each in _template(template)]
    containers = {path for template in kind.templates for path in template.containers}
    for block in kind.resource_blocks:
        if block.form == "named":
            found.append(_at("object", block.path, 0, _NAMED))
        elif block.path[:-1] not in containers:
            found.append(_at("object", block.path, 0, _BLOCK))
    return " + ".join(dict.fromkeys(found))


def _template(template: TemplatePath) -> Iterator[str]:
    """CEL: the lists of what stands at its paths, as maps with metadata and spec."""
    form = _SPEC if template.shape == "podspec" else "{}"
    yield _at("object", _of_any_role(template.path), 0, form)
    for path in template.containers:
        yield _at("object", path, 0, _CONTAINER)


def _of_any_role(path: Path) -> Path:
    """The path with any name in place of a role of Kubeflow's, as a misspelt one is a fault."""
    if len(path) > 2 and str(path[1]).endswith("ReplicaSpecs"):
        return (*path[:2], EACH_VALUE, *path[3:])
    return path


def _at(base: str, path: Path, depth: int, form: str) -> str:
    """CEL: the list of what stands at a path below `base`, in its form."""
    guards: list[str] = []
    for number, step in enumerate(path):
        if step is EACH_ITEM or step is EACH_VALUE:
            item = f"i{depth}"
            each = item if step is EACH_ITEM else f"{base}[{item}]"
            below = _at(each, path[number + 1 :], depth + 1, form)
            # an inner list is empty or has one element, so the outer one is filtered, then opened
            lists = f"{base}.map({item}, {below}).filter(l{depth}, size(l{depth}) > 0)"
            found = f"{lists}.map(l{depth}, l{depth}[0])"
            return f"({' && '.join(guards)} ? {found} : [])" if guards else found
        guards.append(f"has({base}.{step})")
        base = f"{base}.{step}"
    found = f"[{form.format(base)}]"
    return f"({' && '.join(guards)} ? {found} : [])" if guards else found
