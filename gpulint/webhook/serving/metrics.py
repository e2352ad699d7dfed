"""What the server counts, in Prometheus' text form."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from gpulint.version import __version__
from gpulint.webhook.verdict import Verdict

CONTENT_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_BYTES = (4_096, 16_384, 65_536, 262_144, 1_048_576, 3_145_728, 7_340_032)
# Why a request is refused: by a fault of gpulint's own.
FAULT = "fault"
# Kinds come from the request, so only well-known ones may become a label.
_MOST_KINDS = 64


class Metrics:
    """The counters of one server, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._kinds: set[str] = set()
        self._reviews = self._counter("reviews", "Reviews answered", "hook", "kind", "decision")
        self._findings = self._counter("findings", "Findings in reviews", "rule", "severity")
        # without the rule, which the log names: a series that begins with its first fault has no rate
        self._failures = self._counter("failures", "Checks that raised")
        self._refused = self._counter("refused_requests", "Requests that are no review", "why")
        self.reloads = self._counter("reloads", "Files that changed", "file", "outcome")
        self._seconds = Histogram(
            "gpulint_review_seconds", "Time to judge a review", registry=self.registry, buckets=_SECONDS
        )  # fmt: skip
        self._bytes = Histogram(
            "gpulint_review_bytes", "Size of reviews", registry=self.registry, buckets=_BYTES
        )
        self._refused.labels(FAULT)
        info = Gauge("gpulint_info", "Version", ["version"], registry=self.registry)
        info.labels(__version__).set(1)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"gpulint_{name}", text, labels, registry=self.registry)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A value that is asked for when the metrics are read."""
        Gauge(f"gpulint_{name}", text, registry=self.registry).set_function(value)

    def reviewed(self, hook: str, kind: str, size: int, seconds: float, verdict: Verdict) -> None:
        """Count one answer. hook: warn or deny."""
        if kind not in self._kinds:
            if len(self._kinds) >= _MOST_KINDS:
                kind = "other"
            else:
                self._kinds.add(kind)
        self._reviews.labels(hook, kind, verdict.decision).inc()
        self._seconds.observe(seconds)
        self._bytes.observe(size)
        for finding in verdict.findings:
            self._findings.labels(finding.id, finding.severity.label).inc()
        self._failures.inc(len(verdict.failures))

    def refused(self, why: str) -> None:
        """Count a request that was not answered as a review."""
        self._refused.labels(why).inc()

    def text(self) -> bytes:
        """All metrics as a scrape reads them."""
        return generate_latest(self.registry)
