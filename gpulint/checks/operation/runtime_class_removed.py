"""With its NRI plugin the GPU Operator removes the runtime class that pods used to name."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, PodTemplate, Problem, check, problem

_CLASS = "nvidia"
_SWITCH = ("cdi", "nriPluginEnabled")


@check(each=PodTemplate, words=("nriPluginEnabled",))
def runtime_class_removed(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find GPU pods of class nvidia beside operator settings that switch the plugin on.

    Silent where the run itself keeps a class of that name.
    """
    if pod.spec.get("runtimeClassName") != _CLASS or not pod.accelerators:
        return
    if context.cluster.named("node.k8s.io", "RuntimeClass", _CLASS) is not None:
        return
    for values in context.cluster.of(ChartValues):
        if values.chart == "gpu-operator" and values.enabled(*_SWITCH) is True:
            related = [(values.at(*_SWITCH), "the NRI plugin is switched on here")]
            yield problem(pod.at("runtimeClassName"), related=related, name=_CLASS)
            return
