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


@check(each=PodTemplate, words=("livenessProbe", "startupProbe"))
def liveness_kills_loading_server(
    pod: PodTemplate, context: Context, *, seconds: int
) -> Iterator[Problem]:
    """Find servers that are killed within `seconds` of their start when they do not answer yet.

    Only servers that are known to answer no sooner than the model is loaded, and only probes over
    the network; a startup probe holds the liveness probe back, so it alone counts then.
    """
    for container in pod.containers if pod.accelerators else ():
        server = model_server(container)
        kind = "startupProbe" if container.value.get("startupProbe") else "livenessProbe"
        budget = _budget(container, kind) if server else None
        if budget is not None and budget < seconds:
            at = container.at(kind)._replace(part="key")
            yield problem(at, server=server, budget=budget, probe=kind)


def _budget(container: Container, kind: str) -> int | None:
    """Seconds from the start to the kill; None for a probe that runs a program or cannot be read."""
    fields = mapping(container.value.get(kind))
    if not fields.keys() & {"httpGet", "tcpSocket", "grpc"}:
        return None
    delay = integer(fields.get("initialDelaySeconds", 0))
    period = integer(fields.get("periodSeconds", 10))
    failures = integer(fields.get("failureThreshold", 3))
    if delay is None or period is None or failures is None:
        return None
    return delay + period * failures
