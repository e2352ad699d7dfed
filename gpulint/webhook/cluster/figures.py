"""What the metrics tell about live facts."""

from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from gpulint.webhook.cluster.shelf import Counted, State


class Figures(Collector):
    """Age, objects, relists and errors of every kind, read when the metrics are."""

    def __init__(self, counted: Callable[[], Iterable[Counted]]) -> None:
        self._counted = counted

    def collect(self) -> Iterator[Metric]:
        """One family for each figure."""
        age = GaugeMetricFamily(
            "gpulint_facts_age_seconds", "Since the API server was last heard of", labels=["kind"]
        )
        objects = GaugeMetricFamily("gpulint_facts_objects", "Objects known", labels=["kind"])
        state = GaugeMetricFamily(
            "gpulint_facts_state", "1 for the state that a kind is in", labels=["kind", "state"]
        )
        relists = CounterMetricFamily(
            "gpulint_facts_relists", "Lists read again from the start", labels=["kind"]
        )
        errors = CounterMetricFamily(
            "gpulint_facts_errors", "Requests for facts that failed", labels=["kind"]
        )
        for each in self._counted():
            if each.age is not None:
                age.add_metric([each.kind], each.age)
            objects.add_metric([each.kind], each.objects)
            for one in State:
                state.add_metric([each.kind, one.name.lower()], float(one is each.state))
            relists.add_metric([each.kind], each.relists)
            errors.add_metric([each.kind], each.errors)
        yield from (age, objects, state, relists, errors)


def tell(registry: CollectorRegistry, counted: Callable[[], Iterable[Counted]]) -> None:
    """Add the figures to a server's metrics."""
    registry.register(Figures(counted))
