"""A pod that names a RuntimeClass is refused until the class exists."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem, text


@check(each=PodTemplate, words=("runtimeClassName",))
def runtime_class_missing(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find GPU pods whose class is not among those of the run.

    Classes of the input alone prove little, as operators bring their own: then only a near name does.
    """
    name = text(pod.spec.get("runtimeClassName"))
    if not name or not (pod.accelerators or pod.spec.get("resourceClaims")):
        return
    if is_placeholder(name):
        context.cannot_check(pod.at("runtimeClassName"))
        return
    absent = context.absence("node.k8s.io", "RuntimeClass", name)
    if absent is None or (absent.because == "siblings" and not absent.near):
        return
    yield problem(
        pod.at("runtimeClassName"),
        confidence=absent.confidence,
        name=name,
        near=absent.near,
        known=absent.known,
    )
