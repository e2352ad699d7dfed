"""Files inside ConfigMaps, chart values and files of their own."""

from collections.abc import Callable

from gpulint.model.config_text import config_texts
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]

IN_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: layouts}
data:
  config.yaml: |
    version: v1
    mig-configs:
      whole:
        - devices: all
          mig-enabled: false
  notes.txt: nothing about layouts
"""
IN_VALUES = """\
migManager:
  config:
    create: true
    name: layouts
    data:
      config.yaml: |-
        version: v1
        mig-configs: {}
toolkit: {enabled: true}
"""
WORDS = ("mig-configs",)


def read(found: Manifests) -> list[tuple[str, str, str, list[str]]]:
    """Carrier, component, entry and keys of every file."""
    return [
        (each.carrier, each.component, each.entry, list(each.value))
        for resource in found.resources
        for each in config_texts(resource, WORDS, WORDS)
    ]


def test_entries_of_a_config_map_are_read(manifests: Reader) -> None:
    """Most layouts and sharing configurations stand in one."""
    expected = [("ConfigMap", "", "config.yaml", ["version", "mig-configs"])]
    assert expected == read(manifests(IN_MAP))


def test_values_of_a_chart_are_read(manifests: Reader) -> None:
    """The chart makes the ConfigMap of them."""
    expected = [("values", "migManager.config", "config.yaml", ["version", "mig-configs"])]
    assert expected == read(manifests(IN_VALUES))


def test_a_file_of_its_own_is_read(manifests: Reader) -> None:
    """mig-parted's file may lie in the repository as it is."""
    expected = [("file", "", "", ["version", "mig-configs"])]
    assert expected == read(manifests("version: v1\nmig-configs: {}\n"))


def test_a_place_inside_the_text_is_a_line_of_the_file(manifests: Reader) -> None:
    """People edit the line inside the block, not the key above it."""
    found = next(config_texts(manifests(IN_MAP).resources[0], WORDS, WORDS))
    place = found.at("mig-configs", "whole", 0, "mig-enabled")
    span = place.document.locate(place.pointer, "value").span
    expected = (10, 24, 'data["config.yaml"].mig-configs.whole[0].mig-enabled')
    assert expected == (span.line, span.column, place.pointer.field_path)


def test_what_cannot_be_read_is_told(manifests: Reader) -> None:
    """The software reads nothing of such a file."""
    text = "apiVersion: v1\nkind: ConfigMap\ndata:\n  c: |\n    mig-configs:\n      - a\n     - b\n"
    found = next(config_texts(manifests(text).resources[0], WORDS, WORDS))
    fault = found.fault
    assert fault is not None
    expected = ("syntax", 7)
    assert expected == (fault.kind, fault.span.line)


def test_prose_and_templates_are_no_files(manifests: Reader) -> None:
    """A note that mentions the word is not meant to be read by a machine."""
    text = (
        "apiVersion: v1\nkind: ConfigMap\ndata:\n"
        "  readme: 'the file: [mig-configs'\n"
        '  template: "mig-configs:\\n  {{ toYaml .x }}"\n'
    )
    expected: list[object] = []
    assert expected == read(manifests(text))
