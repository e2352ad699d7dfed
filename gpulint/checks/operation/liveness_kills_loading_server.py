"""A liveness probe must leave a model server the time to load its model."""

from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    PodTemplate,
    Problem,
    check,
    integer,
    mapping,
    model_server,
    problem,
)


@check(each=PodTemplate, words=("livenessProbe",))
def liveness_kills_loading_server(
    pod: PodTemplate, context: Context, *, seconds: int
) -> Iterator[Problem]:
    """Find servers that are killed within `seconds` of their start when they do not answer yet.

    Only servers that are known to answer no sooner than the model is loaded, and only probes over
    the network; a startup probe holds the liveness probe back.
    """
    for container in pod.containers if pod.accelerators else ():
        server = model_server(container)
        probe = mapping(container.value.get("livenessProbe"))
        if not server or not probe or container.value.get("startupProbe"):
            continue
        budget = _budget(container, probe)
        if budget is not None and budget < seconds:
            at = container.at("livenessProbe")._replace(part="key")
            yield problem(at, server=server, budget=budget)


def _budget(container: Container, probe: object) -> int | None:
    """Seconds from the start to the kill; None for a probe that runs a program or cannot be read."""
    fields = mapping(probe)
    if not fields.keys() & {"httpGet", "tcpSocket", "grpc"}:
        return None
    delay = integer(fields.get("initialDelaySeconds", 0))
    period = integer(fields.get("periodSeconds", 10))
    failures = integer(fields.get("failureThreshold", 3))
    if delay is None or period is None or failures is None:
        return None
    return delay + period * failures
