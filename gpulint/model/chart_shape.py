"""Which chart a bare values file is for, told by its keys alone."""

from collections.abc import Iterator, Mapping

from gpulint.catalog.charts import DEVICE_PLUGIN, GPU_OPERATOR, chart_key, keys_below, known_charts
from gpulint.model.resource import dig, mapping, sequence, text

# Keys that no other chart is likely to share; the rest (`driver`, `operator`, `config`) is common.
_TELLING = {
    GPU_OPERATOR: frozenset(
        {"ccManager", "dcgmExporter", "devicePlugin", "gdrcopy", "gfd", "kataManager"}
        | {"migManager", "nodeStatusExporter", "sandboxDevicePlugin", "sandboxWorkloads", "toolkit"}
        | {"vfioManager", "vgpuDeviceManager", "vgpuManager", "kataSandboxDevicePlugin"}
    ),
    DEVICE_PLUGIN: frozenset(
        {"compatWithCPUManager", "deviceDiscoveryStrategy", "deviceIDStrategy", "failOnInitError"}
        | {"deviceListStrategy", "legacyDaemonsetAPI", "migStrategy", "nvidiaDriverRoot"}
    ),
}
# What the toolkit and the driver containers read: a sign that even one key alone is meant for them.
_VARIABLES = ("CONTAINERD_", "CRIO_", "DOCKER_", "NVIDIA_", "RUNTIME", "ENABLE_GPU_", "ACCEPT_")
_CONFIG_WORDS = ("migStrategy", "timeSlicing", "nvidia.com/")
_NAMES = {
    "gpu-operator": GPU_OPERATOR,
    "nvidia-gpu-operator": GPU_OPERATOR,
    "nvidia-device-plugin": DEVICE_PLUGIN,
    "k8s-device-plugin": DEVICE_PLUGIN,
}


def chart_named(name: str) -> str | None:
    """The catalogue's name of a chart or of the key that carries its values; None for others."""
    last = name.rstrip("/").rpartition("/")[2].removesuffix(".tgz")
    base, dash, version = last.rpartition("-")
    if dash and version[:1] == "v" and version[1:2].isdigit():
        last = base
    return _NAMES.get(last) or (last if last in known_charts() else None)


def nested(tree: Mapping[str, object]) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Values of a dependency inside the values of an umbrella chart, as (key, chart, values)."""
    for key, value in tree.items():
        if not isinstance(key, str) or not isinstance(value, dict):
            continue
        chart = chart_named(key) if "/" not in key else None
        if chart is None and key not in keys_below(GPU_OPERATOR, ()):
            chart = recognised(value)
        if chart is not None:
            yield key, chart, value


def recognised(tree: Mapping[str, object]) -> str | None:
    """The chart whose values these are by all appearance; None when it cannot be told."""
    scores = {chart: _score(chart, tree) for chart in _TELLING}
    best = max(scores, key=lambda chart: scores[chart])
    return best if scores[best] else None


def _score(chart: str, tree: Mapping[str, object]) -> int:
    """How many keys speak for the chart; 0 when they do not suffice."""
    top = keys_below(chart, ())
    known = [key for key in tree if key in top and key not in ("global", "tags")]
    if len(tree) > 2 * len(known):
        return 0
    inner = sum(
        1
        for key in known
        for name in mapping(tree[key])
        if isinstance(name, str) and chart_key(chart, (key, name)) is not None
    )
    telling = sum(1 for key in known if key in _TELLING[chart])
    if chart == DEVICE_PLUGIN and _is_plugin_config(mapping(tree.get("config"))):
        telling += 1
    if telling and len(known) > 1 and (inner or chart == DEVICE_PLUGIN):
        return len(known) + inner
    signed = any(_is_signed(mapping(tree[key])) for key in known)
    return 1 if telling and inner > 1 and signed else 0


def _is_plugin_config(config: Mapping[str, object]) -> bool:
    if "fallbackStrategies" in config:
        return True
    texts = map(text, mapping(config.get("map")).values())
    return any(word in each for each in texts for word in _CONFIG_WORDS)


def _is_signed(component: Mapping[str, object]) -> bool:
    """Whether a component names NVIDIA's registry or variables that only its containers read."""
    if "nvidia" in text(component.get("repository")):
        return True
    names = (text(dig(entry, ("name",))) for entry in sequence(component.get("env")))
    return any(name.startswith(_VARIABLES) for name in names)
