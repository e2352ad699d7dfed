"""Knows which files are parts of an object: kustomize patches, and what a component brings."""

import os
from typing import Any

from gpulint.source.document import Document, parse
from gpulint.source.files import read_file
from gpulint.source.limits import MAX_BYTES
from gpulint.source.text import Text

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")
# A kustomization names patches in its own folder or a little below, such as `patches/gpu.yaml`.
_LEVELS = 3


class Kustomizations:
    """The kustomizations around the files of a run, each read once."""

    __slots__ = ("_patches",)

    def __init__(self) -> None:
        self._patches: dict[str, frozenset[str]] = {}

    def is_patch(self, path: str) -> bool:
        """Whether a kustomization in the folder of a file, or just above, names it as a patch."""
        path = os.path.abspath(path)
        folder = os.path.dirname(path)
        for _ in range(_LEVELS):
            if path in self._named_in(folder):
                return True
            folder = os.path.dirname(folder)
        return False

    def _named_in(self, folder: str) -> frozenset[str]:
        known = self._patches.get(folder)
        if known is None:
            names = _part_names(_kustomization(folder))
            known = frozenset(os.path.normpath(os.path.join(folder, name)) for name in names)
            self._patches[folder] = known
        return known


def _kustomization(folder: str) -> dict[str, Any]:
    """The value of a folder's kustomization; empty when there is none that can be read."""
    for name in _NAMES:
        try:
            data = read_file(os.path.join(folder, name), MAX_BYTES)
        except OSError:
            continue
        for part in parse(Text(name, data or b"")):
            if isinstance(part, Document) and isinstance(part.value, dict):
                return part.value
    return {}


def _part_names(kustomization: dict[str, Any]) -> list[str]:
    """The paths that stand under the fields for patches; inline patches have none.

    What a component brings is made whole by those who use it.
    """
    names: list[str] = []
    fields = ["patches", "patchesStrategicMerge", "patchesJson6902", "components"]
    if kustomization.get("kind") == "Component":
        fields.append("resources")
    for field in fields:
        entries = kustomization.get(field)
        for entry in entries if isinstance(entries, list) else ():
            name = entry.get("path") if isinstance(entry, dict) else entry
            if isinstance(name, str) and "\n" not in name and "\0" not in name:
                names.append(name)
    return names
