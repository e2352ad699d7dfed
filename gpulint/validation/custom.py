"""Schemas of custom resources: the files in schemas/crd/, joined with Kubernetes' own types."""

import os
from collections.abc import Mapping
from functools import lru_cache

from gpulint.core.project_files import project_folder
from gpulint.validation.definitions import Definitions, definitions
from gpulint.validation.trim import Schema, from_own_file

_OWN_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
_TEXT: Schema = {"type": "string"}


class CustomDefinitions:
    """Types of custom resources by names such as `ray.io:raycluster.v1:Group`, and Kubernetes' own.

    The root of a file is named without the last part. A reference `#/$defs/Group` leads into the
    same file, `../ray.io/raycluster.v1.json#/$defs/Group` into another one and
    `kubernetes.json#/$defs/…` to Kubernetes' types.
    """

    __slots__ = ("_files", "_kubernetes", "_titles")

    def __init__(self, kubernetes: Definitions) -> None:
        self._kubernetes = kubernetes
        self._files: dict[str, Mapping[str, Schema]] = {}
        self._titles: dict[str, object] = {}

    def definition(self, name: str) -> Schema:
        """The trimmed schema of that name. Raises KeyError for an unknown one."""
        if ":" not in name:
            return self._kubernetes.definition(name)
        group, file, *inner = name.split(":")
        return self._file(group, file)[inner[0] if inner else ""]

    def name_of(self, group: str, version: str, kind: str) -> str | None:
        """Name of the root of the kind's file, None when there is no such file."""
        words = (group.replace(".", "").replace("-", ""), version, kind)
        if not all(word.isalnum() and word.isascii() for word in words):
            return None  # a path must not be built from it
        file = f"{kind.lower()}.{version}"
        if not os.path.isfile(_path(group, file)):
            return None
        self._file(group, file)
        # the file's name has lost the case of the kind
        is_same = self._titles[f"{group}:{file}"] == f"{group}/{version} {kind}"
        return f"{group}:{file}" if is_same else None

    def _file(self, group: str, file: str) -> Mapping[str, Schema]:
        known = self._files.get(f"{group}:{file}")
        if known is None:
            import json  # start-up counts

            with open(_path(group, file), encoding="utf-8") as text:
                content = json.load(text)
            known = {
                name: from_own_file(each, group, file)
                for name, each in content.pop("$defs", {}).items()
            }
            known[""] = _with_type_and_metadata(from_own_file(content, group, file))
            self._files[f"{group}:{file}"] = known
            self._titles[f"{group}:{file}"] = content.get("title")
        return known


@lru_cache(maxsize=4)
def custom_definitions(minor: int) -> CustomDefinitions:
    """Types of custom resources, with pod templates of Kubernetes 1.`minor`."""
    return CustomDefinitions(definitions(minor))


def _path(group: str, file: str) -> str:
    return os.path.join(project_folder("schemas"), "crd", group, f"{file}.json")


def _with_type_and_metadata(root: Schema) -> Schema:
    """What every object has, so that no file needs to say it; `status` is not judged."""
    properties = root.get("properties")
    assert isinstance(properties, Mapping)
    return {
        **root,
        "properties": {
            "apiVersion": _TEXT,
            "kind": _TEXT,
            "metadata": {"$ref": f"#/$defs/{_OWN_META}"},
            "status": {},
            **properties,
        },
    }
