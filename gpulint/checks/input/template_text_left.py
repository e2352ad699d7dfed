"""Template expressions that survived the rendering."""

from collections.abc import Iterator

from gpulint.authoring import Context, Place, Problem, Resource, check, is_template, problem

# Kinds whose own controllers fill `{{ … }}`, and fields that hold text for people or programs.
_OWN_SYNTAX = (
    "argoproj.io",
    "serving.kserve.io",
    "tekton.dev",
    "kyverno.io",
    "templates.gatekeeper.sh",
)
_FREE_TEXT = frozenset(
    {"annotations", "data", "stringData", "args", "command", "env", "description"}
)
_CORE = ("", "apps", "batch", "autoscaling", "policy", "extensions")  # the groups without a dot
# Files that programs read, some of which fill them: kubeadm, kind, the kubelet.
_PROGRAMS = ("kubeadm.k8s.io", "kind.x-k8s.io", ".config.k8s.io")
_MAX_DEPTH = 60


@check(each=Resource, words=("{{",))
def template_text_left(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find `{{ … }}` in values that Kubernetes reads itself.

    Silent in kinds whose own syntax it is, and in free text, where it may be meant.
    """
    if not (resource.kind and resource.api_version):
        return  # values, workflows and the like are rendered by others
    writer = resource.wrapper or resource  # whose syntax it may be
    if writer.group.endswith(_OWN_SYNTAX) or resource.kind in ("ConfigMap", "Secret"):
        return
    if resource.group not in _CORE and not resource.group.endswith(
        (".k8s.io", ".volcano.sh", "kubeflow.org")
    ):
        return  # an unknown controller, or a program on a desk, may have such a syntax of its own
    if resource.group.endswith(_PROGRAMS):
        return
    for path, value in _templates(resource.value, (), 0):
        at = resource.pointer.child(*path)
        place = Place(resource.document, at, "value", resource.pointer)
        yield problem(place, field_path=at.field_path, value=value)


def _templates(
    value: object, path: tuple[str | int, ...], depth: int
) -> Iterator[tuple[tuple[str | int, ...], object]]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        if str(value.get("apiVersion")).partition("/")[0].endswith(_OWN_SYNTAX):
            return  # such a kind inside another, as a Workflow in a Katib Experiment
        for key, item in value.items():
            if key not in _FREE_TEXT:
                yield from _templates(item, (*path, key), depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _templates(item, (*path, index), depth + 1)
    elif is_template(value):
        yield path, value
