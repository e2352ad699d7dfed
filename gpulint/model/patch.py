"""JSON patches that an object holds as text, for Kustomize to apply."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.excerpt import place_within
from gpulint.model.resource import Resource, dig, mapping, sequence

_PATH = re.compile(r"""(?:^|[\s{,\["'-])path["']?\s*:\s*["']?(?P<path>/[^\s"',}]+)""")
_OPERATION = re.compile(r"""(?:^|[\s{,\["'-])op["']?\s*:""")  # a merge patch has none
# Lists of patches, by API group.
_LISTS: dict[str, tuple[tuple[str | int, ...], ...]] = {
    "kustomize.config.k8s.io": (("patches",), ("patchesJson6902",)),
    "kustomize.toolkit.fluxcd.io": (("spec", "patches"),),
    "argoproj.io": (("spec", "source", "kustomize", "patches"),),
}


class PatchPath(NamedTuple):
    """One `path` of an operation. place: of the whole text. start: where the path begins in it."""

    resource: Resource
    path: str
    place: Place
    start: int

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["PatchPath"]:
        """The paths of all operations in the patches of an object, in order."""
        for steps, text in _texts(resource):
            for found in _PATH.finditer(text):
                yield cls(resource, found["path"], resource.at(*steps), found.start("path"))

    def at(self, start: int, end: int) -> Place:
        """The place of some characters of the path; the whole patch where the text is folded."""
        return place_within(self.place, self.start + start, self.start + end)


def _texts(resource: Resource) -> Iterator[tuple[tuple[str | int, ...], str]]:
    lists = [*_LISTS.get(resource.group, ())]
    for index, _ in enumerate(sequence(resource.spec.get("postRenderers"))):
        lists.append(("spec", "postRenderers", index, "kustomize", "patches"))  # of a HelmRelease
    for path in lists:
        for index, row in enumerate(map(mapping, sequence(dig(resource.value, path)))):
            text = row.get("patch")
            if isinstance(text, str) and _OPERATION.search(text):
                yield (*path, index, "patch"), text
