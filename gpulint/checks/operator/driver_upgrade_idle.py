"""Settings of driver upgrades that another setting makes idle."""

from collections.abc import Iterator

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    Problem,
    check,
    mapping,
    problem,
    sequence,
    text,
)

# Variables with the value that the chart itself once gave them: a copied default harms nobody.
_EVICTION = {"ENABLE_GPU_POD_EVICTION": "true", "ENABLE_AUTO_DRAIN": "false"}
_POLICY = ("driver", "upgradePolicy")


@check(each=ChartValues)
def driver_upgrade_idle(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for eviction variables beside automatic upgrades, and for a drain while those are off."""
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    automatic = values.enabled(*_POLICY, "autoUpgrade")
    default = values.carrier != "ClusterPolicy"  # the chart and NVIDIADriver have it on
    if automatic is True or (
        automatic is None and default and not context.manifests.index(Charts).is_partial(values)
    ):
        entries = sequence(values.get("driver", "manager", "env"))
        for index, entry in enumerate(map(mapping, entries)):
            default_value = _EVICTION.get(text(entry.get("name")))
            if default_value is not None and entry.get("value") != default_value:
                place = values.at("driver", "manager", "env", index, "name")
                why = "automatic upgrades evict and drain by driver.upgradePolicy"
                yield problem(place, key=text(entry.get("name")), why=why)
    if automatic is False and values.enabled(*_POLICY, "drain", "enable") is True:
        place = values.at(*_POLICY, "drain", "enable")
        why = "driver.upgradePolicy.autoUpgrade is false, which makes the rest of the policy idle"
        yield problem(place, key="driver.upgradePolicy.drain.enable", why=why)
