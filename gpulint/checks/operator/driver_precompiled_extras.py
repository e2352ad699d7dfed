"""Precompiled drivers with kernel modules that they do not carry."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, check, problem


@check(each=ChartValues)
def driver_precompiled_extras(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for GPUDirect Storage and GDRCopy beside precompiled drivers."""
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    if values.enabled("driver", "usePrecompiled") is not True:
        return
    crd = ("driver", "nvidiaDriverCRD", "enabled")
    by_object = values.carrier == "NVIDIADriver" or values.enabled(*crd) is True
    for name, words in (("gds", "GPUDirect Storage"), ("gdrcopy", "GDRCopy")):
        path = ("driver", name) if values.carrier == "NVIDIADriver" else (name,)
        if values.enabled(*path, "enabled") is True:
            yield problem(
                values.at(*path, "enabled"),
                related=[(values.at("driver", "usePrecompiled"), "precompiled drivers are on")],
                module=words,
                confidence="high" if by_object else "medium",
            )
