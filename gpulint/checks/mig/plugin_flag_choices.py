"""Words that the device plugin is started with: as flags, as environment or by its chart."""

from collections.abc import Iterator

from gpulint.authoring import (
    ChartValues,
    Context,
    Place,
    PodTemplate,
    Problem,
    Resource,
    charts,
    check,
    is_placeholder,
    mapping,
    near_names,
    plugin_configs,
    problem,
    sequence,
    text,
)

_CHOICES = {path[-1]: known for path, known in plugin_configs.CHOICES.items()}
# Source: NVIDIA/k8s-device-plugin cmd/nvidia-device-plugin/main.go.
_FLAGS = {
    "mig-strategy": "migStrategy",
    "device-list-strategy": "deviceListStrategy",
    "device-id-strategy": "deviceIDStrategy",
    "device-discovery-strategy": "deviceDiscoveryStrategy",
}
_VARIABLES = {flag.upper().replace("-", "_"): field for flag, field in _FLAGS.items()}
_IMAGE = "nvidia/k8s-device-plugin"


@check(each=Resource, words=("device-plugin", "devicePlugin", "deviceListStrategy"))
def plugin_flag_choices(resource: Resource, context: Context) -> Iterator[Problem]:
    """Hold each word against those that the plugin takes; several stand between commas."""
    for field, value, place in (*_of_pods(resource), *_of_charts(resource)):
        known = _CHOICES[_VARIABLES.get(field) or _FLAGS.get(field.lstrip("-")) or field]
        for word in value.split(","):
            if is_placeholder(value) or "{{" in value or not word or word in known:
                continue
            near = near_names(word, known, cutoff=0.6)
            yield problem(place, field=field, value=word, known=known, near=near)


def _of_pods(resource: Resource) -> Iterator[tuple[str, str, Place]]:
    for pod in PodTemplate.from_resource(resource):
        for container in pod.all_containers:
            if _IMAGE not in text(container.value.get("image")):
                continue
            for variable in container.env:
                if variable.name in _VARIABLES:
                    yield variable.name, text(variable.value), variable.place
            for word, place in container.words:
                flag, _, value = word.partition("=")
                if flag.startswith("--") and flag.lstrip("-") in _FLAGS:
                    yield flag, value, place


def _of_charts(resource: Resource) -> Iterator[tuple[str, str, Place]]:
    for values in ChartValues.from_resource(resource):
        if values.chart == charts.DEVICE_PLUGIN:
            field = "deviceListStrategy"
            yield field, text(values.get(field)), values.at(field)
        for index, entry in enumerate(map(mapping, sequence(values.get("devicePlugin", "env")))):
            name = text(entry.get("name"))
            if name in _VARIABLES:
                place = values.at("devicePlugin", "env", index, "value")
                yield name, text(entry.get("value")), place
