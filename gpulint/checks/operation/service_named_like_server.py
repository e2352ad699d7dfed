"""A Service called vllm puts a variable into the pods that vLLM reads as its own."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Resource,
    check,
    model_server,
    problem,
    same_namespace,
)


@check(each=PodTemplate, words=("vllm",))
def service_named_like_server(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find vLLM pods beside a Service of that name, whose VLLM_PORT=tcp://… vLLM refuses.

    Headless Services and Services without a cluster address make no variables.
    """
    if pod.spec.get("enableServiceLinks") is False or not pod.accelerators:
        return
    services = [s for s in context.cluster.by_kind("", "Service") if _makes_port(s, pod)]
    for container in pod.containers if services else ():
        if model_server(container) != "vLLM" or any(e.name == "VLLM_PORT" for e in container.env):
            continue
        related = [(services[0].at("metadata", "name"), "the Service")]
        yield problem(pod.at(), part="key", related=related, service=services[0].name)
        return


def _makes_port(service: Resource, pod: PodTemplate) -> bool:
    if service.name != "vllm" or not same_namespace(service.namespace, pod.resource.namespace):
        return False
    return service.spec.get("clusterIP") != "None" and service.spec.get("type") != "ExternalName"
