"""Scrapes that may take longer than the time between two of them."""

from collections.abc import Iterator

from gpulint.authoring import Context, Endpoint, Problem, check, monitors, problem


@check(each=Endpoint, words=("monitoring.coreos.com", "serviceMonitor"))
def scrape_timeout(endpoint: Endpoint, context: Context) -> Iterator[Problem]:
    """Compare scrapeTimeout with interval; an absent interval is Prometheus' own and not known."""
    timeout = monitors.milliseconds(endpoint.timeout)
    interval = monitors.milliseconds(endpoint.interval)
    if timeout and interval and timeout > interval:
        yield problem(
            endpoint.timeout_place,
            related=[(endpoint.place.child("interval"), "the interval")],
            timeout=endpoint.timeout,
            interval=endpoint.interval,
        )
