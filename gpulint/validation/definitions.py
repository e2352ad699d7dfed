"""Kubernetes' own types, read from the data of the kubernetes-validate package.

Its file of definitions holds 1.8 MB and 862 types, of which one Deployment touches about fifteen.
Measured for the first object of a process: parsing all of it 10 ms, cutting the text at its
definitions 4 ms and parsing the fifteen 0.5 ms. A cache on disk would save 3 ms more and bring
staleness and locks, so there is none.
"""

import os
from collections.abc import Mapping
from functools import lru_cache

from gpulint.core.errors import GpulintError
from gpulint.validation.trim import Schema, trimmed

_HEAD = b'{\n  "$defs": {\n    "'
_FOLDER = "kubernetes-json-schema"
_SUFFIX = ".0-local-strict"


class Definitions:
    """The types of one Kubernetes version, each parsed when it is first asked for."""

    __slots__ = ("_parsed", "_texts")

    def __init__(self, text: bytes) -> None:
        self._texts = _cut(text)
        self._parsed: dict[str, Schema] = {}

    def definition(self, name: str) -> Schema:
        """The trimmed schema of a type such as `io.k8s.api.core.v1.PodSpec`.

        Raises KeyError for a name that this version does not have.
        """
        known = self._parsed.get(name)
        if known is None:
            known = self._parsed[name] = trimmed(name, self._read(name))
        return known

    def name_of(self, group: str, version: str, kind: str) -> str | None:
        """Name of the type that the API serves under exactly this group, version and kind."""
        ending = f".{version}.{kind}"
        wanted = {"group": group, "version": version, "kind": kind}
        for name in self._texts:
            if name.endswith(ending):
                served = self._read(name).get("x-kubernetes-group-version-kind")
                if isinstance(served, list) and wanted in served:
                    return name
        return None

    def _read(self, name: str) -> Mapping[str, object]:
        import json  # start-up counts

        text = self._texts[name].decode()
        # the cut took the closing brace away; after the last definition stands the rest of the file
        value, _ = json.JSONDecoder().raw_decode(text[text.index("{") :] + "}")
        return value if isinstance(value, dict) else {}


def _cut(text: bytes) -> dict[str, bytes]:
    """Text of each definition by name, without its last brace."""
    # the layout of the package's files; any other is read the slow way
    if text.startswith(_HEAD):
        pieces = text.split(b'\n    },\n    "')
        pieces[0] = pieces[0][len(_HEAD) :]
    else:
        pieces = _cut_any_layout(text)
    return {piece[: piece.index(b'"')].decode(): piece for piece in pieces}


def _cut_any_layout(text: bytes) -> list[bytes]:
    import json  # start-up counts

    definitions = json.loads(text)["$defs"]
    return [f'{name}": {json.dumps(value)[:-1]}'.encode() for name, value in definitions.items()]


@lru_cache(maxsize=1)
def _schema_folder() -> str:
    from importlib.machinery import PathFinder  # import costs nothing

    # only the package's place is asked for: importing it takes as long as a whole run
    found = PathFinder.find_spec("kubernetes_validate")
    if found is not None and found.origin is not None:
        folder = os.path.join(os.path.dirname(found.origin), _FOLDER)
        if os.path.isdir(folder):
            return folder
    raise GpulintError("the schemas of the package kubernetes-validate are missing; install it")


@lru_cache(maxsize=1)
def available() -> tuple[int, ...]:
    """Minor versions of Kubernetes whose schemas are installed, ascending; 37 stands for 1.37."""
    return tuple(
        sorted(
            int(name[3 : -len(_SUFFIX)])
            for name in os.listdir(_schema_folder())
            if name.startswith("v1.") and name.endswith(_SUFFIX)
        )
    )


def nearest(wanted: int | None) -> int:
    """The installed version nearest to the wanted one, the newest for None; both minor versions."""
    versions = available()
    if wanted is None:
        return versions[-1]
    return min(versions, key=lambda version: (abs(version - wanted), -version))


@lru_cache(maxsize=4)
def definitions(minor: int) -> Definitions:
    """The types of Kubernetes 1.`minor`, which must be one of `available()`."""
    with open(
        os.path.join(_schema_folder(), f"v1.{minor}{_SUFFIX}", "_definitions.json"), "rb"
    ) as file:
        return Definitions(file.read())
