"""Values files and the charts around them."""

from gpulint.catalog.charts import Release
from gpulint.model.chart_index import Charts
from gpulint.model.chart_values import ChartValues
from gpulint.model.manifests import Manifests
from gpulint.model.resource import resources_in
from gpulint.source.reader import ReadOptions, read_bytes

UMBRELLA = """
apiVersion: v2
name: platform
version: 1.0.0
dependencies:
  - {name: gpu-operator, alias: gpus, version: v24.9.2}
"""
VALUES = "driver: {enabled: false}\nmigManager: {enabled: true}\n"


def run(**files: str) -> Manifests:
    """Texts by file name, `__` for `/`, as one run."""
    options = ReadOptions(prefilter=False)
    names = {name.replace("__", "/") + ".yaml": text for name, text in files.items()}
    readings = [read_bytes(name, text.encode(), options) for name, text in names.items()]
    documents = [document for reading in readings for document in reading.documents]
    return Manifests(each for d in documents for each in resources_in(d, d.value))


def test_a_file_belongs_to_the_chart_in_its_folder() -> None:
    """Only there Helm reads it by itself."""
    manifests = run(a__Chart=UMBRELLA, a__values=VALUES, b__values=VALUES)
    index = manifests.index(Charts)
    found = [index.dependency(values) for values in manifests.of(ChartValues)]
    expected = ["gpus", None]
    actual = [None if each is None else each.key for each in found]
    assert expected == actual


def test_the_release_is_the_one_that_the_umbrella_chart_pins() -> None:
    """The values themselves do not say it."""
    manifests = run(a__Chart=UMBRELLA, a__values=VALUES)
    (values,) = manifests.of(ChartValues)
    expected = Release(24, 9)
    actual = manifests.index(Charts).release(values)
    assert expected == actual


def test_two_files_for_one_chart_in_a_folder_are_layers() -> None:
    """What one leaves out the other may set."""
    manifests = run(a__values=VALUES, **{"a__values-prod": VALUES, "b__values": VALUES})
    index = manifests.index(Charts)
    expected = [True, True, False]
    actual = [index.is_partial(values) for values in manifests.of(ChartValues)]
    assert expected == actual


def test_values_for_a_subchart_away_from_its_parent_are_a_layer() -> None:
    """They lie over the parent's own file, which may set what they leave out."""
    nested = "gpu-operator:\n  driver: {enabled: false}\n  migManager: {enabled: true}\n"
    manifests = run(a__Chart=UMBRELLA, a__values=nested, ci__values=nested)
    index = manifests.index(Charts)
    expected = [False, True]
    actual = [index.is_partial(values) for values in manifests.of(ChartValues)]
    assert expected == actual
