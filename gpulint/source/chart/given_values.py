"""Files of an umbrella chart that tell what NVIDIA's charts below it are given."""

import os
from collections.abc import Iterator

from gpulint.source.files import Source

# Charts whose values are judged as such, though no template of the umbrella chart reads them.
_INSTALLED = (b"gpu-operator", b"nvidia-device-plugin", b"dra-driver")
_NAME = "Chart.yaml"


def value_sources(chart: Source) -> Iterator[Source]:
    """Chart.yaml and the values files beside it, if the chart is or installs one of NVIDIA's."""
    try:
        with open(os.path.join(chart.path, _NAME), "rb") as stream:
            head = stream.read(64 * 1024)
        names = sorted(os.listdir(chart.path))
    except OSError:
        return  # rendering tells what is wrong with the folder
    if not any(name in head for name in _INSTALLED):
        return
    for name in names:
        if name == _NAME or (name.startswith("values") and name.endswith((".yaml", ".yml"))):
            shown = f"{chart.name}/{name}" if chart.name not in ("", ".") else name
            yield Source(os.path.join(chart.path, name), shown)
