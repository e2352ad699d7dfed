"""A driver that is switched off while its default NVIDIADriver object is still made."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, charts, check, problem

_MENDED = charts.Release(25, 10)


@check(each=ChartValues)
def driver_crd_while_driver_off(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare driver.enabled with driver.nvidiaDriverCRD; releases from 25.10 look at both."""
    if not values.for_operator or values.enabled("driver", "enabled") is not False:
        return
    crd = ("driver", "nvidiaDriverCRD")
    if values.enabled(*crd, "enabled") is not True:
        return
    if values.enabled(*crd, "deployDefaultCR") is False:
        return
    release = context.manifests.index(Charts).release(values)
    if release is not None and release >= _MENDED:
        return
    yield problem(
        values.at(*crd, "enabled"),
        related=[(values.at("driver", "enabled"), "the driver is switched off here")],
        confidence="high" if release is not None else "medium",
    )
