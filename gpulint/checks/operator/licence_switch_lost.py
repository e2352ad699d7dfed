"""The switch of vGPU licensing that a default of the chart overrules."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, check, problem


@check(each=ChartValues)
def licence_switch_lost(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find nlsEnabled: false where the chart renders the default NVIDIADriver."""
    licence = ("driver", "licensingConfig")
    crd = ("driver", "nvidiaDriverCRD")
    if not values.for_operator or values.enabled(*licence, "nlsEnabled") is not False:
        return
    named = values.get(*licence, "secretName") or values.get(*licence, "configMapName")
    rendered = values.enabled(*crd, "enabled") is True
    if named and rendered and values.enabled(*crd, "deployDefaultCR") is not False:
        yield problem(
            values.at(*licence, "nlsEnabled"),
            related=[(values.at(*crd, "enabled"), "the driver CRD is on here")],
        )
