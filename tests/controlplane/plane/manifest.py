"""The objects of an example as they are sent, and the pods that its workloads would make."""

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.core.pointer import Pointer
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, resources_in
from gpulint.source.reader import ReadOptions, read_bytes
from plane.client import JSON, YAML

_SEPARATOR = re.compile(r"^---(?:\s.*)?$")
_KEY = r"^\s*(?:-\s+)?{}:\s*[\"']?([\w./-]+)"
_READ = ReadOptions(prefilter=False, jobs=1, helm=False)
_MOST_PODS = 64


class Manifest(NamedTuple):
    """One object. lines: those of the text it stands in. resource: None where it cannot be read."""

    file: str
    lines: range
    body: bytes
    content: str
    api_version: str
    kind: str
    resource: Resource | None

    @property
    def namespace(self) -> str:
        """What it says itself; empty when it leaves that open."""
        return self.resource.namespace if self.resource else ""

    @property
    def label(self) -> str:
        """How people call it."""
        return self.resource.label if self.resource else self.kind

    @property
    def templates(self) -> tuple[PodTemplate, ...]:
        """Templates from which it would make pods; empty for a Pod.

        Not those whose containers an operator adds, as Spark's does: they are no pods yet.
        """
        if self.resource is None or self.kind in ("Pod", "PodTemplate"):
            return ()
        templates = PodTemplate.from_resource(self.resource)
        return tuple(each for each in templates if each.get("containers") or not each.beside)

    def relative(self, pointer: Pointer) -> Pointer:
        """A pointer of the document as one of the object."""
        return Pointer(pointer[len(self.resource.pointer) :]) if self.resource else pointer


class MadePod(NamedTuple):
    """A pod that an object would make.

    template: None for a Pod that is written out, and for one that only uses a claim.
    """

    manifest: Manifest
    template: PodTemplate | None
    value: Mapping[str, object]

    def relative(self, pointer: Pointer) -> Pointer | None:
        """A pointer of the workload's document as one of the pod; None outside of its template."""
        if self.template is None:
            return self.manifest.relative(pointer)
        for name, root in (
            ("spec", self.template.spec_pointer),
            ("metadata", self.template.metadata_pointer),
        ):
            if root is not None and pointer[: len(root)] == root:
                return Pointer((name, *pointer[len(root) :]))
        return None


# The scheduler writes conditions by name, even late: a pod of the scene before must not be called alike.
_SCENE = itertools.count()


def read_manifests(texts: Mapping[str, bytes]) -> tuple[Manifest, ...]:
    """All objects of the texts, in their order; items of lists one by one, as kubectl sends them."""
    return tuple(each for name, text in texts.items() for each in _manifests(name, text))


def made_pods(manifest: Manifest, *, all_pods: bool = False) -> Iterator[MadePod]:
    """The pods of a workload, one per template unless all are wanted; a Pod is its own."""
    if manifest.kind == "Pod" and manifest.resource is not None:
        yield MadePod(manifest, None, manifest.resource.value)
    for number, template in enumerate(manifest.templates):
        count = min(template.count or 1, _MOST_PODS) if all_pods else 1
        for index in range(count):
            suffix = f"{number}-{index}-{next(_SCENE)}"
            yield MadePod(manifest, template, _pod(template, suffix))


def _pod(template: PodTemplate, suffix: str) -> Mapping[str, object]:
    resource = template.resource
    name = re.sub(r"[^a-z0-9-]+", "-", f"{resource.name or resource.kind}".lower())[:50]
    metadata = {
        key: template.metadata[key] for key in ("labels", "annotations") if key in template.metadata
    }
    metadata["name"] = f"{name}-{suffix}".strip("-")
    if resource.namespace:
        metadata["namespace"] = resource.namespace
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": template.spec}


def _manifests(name: str, text: bytes) -> Iterator[Manifest]:
    reading = read_bytes(name, text, _READ)
    for lines, piece in _pieces(text.decode("utf-8", "surrogateescape")):
        body = piece.encode("utf-8", "surrogateescape")
        documents = [each for each in reading.documents if each.first_line in lines]
        found = [r for each in documents for r in resources_in(each, each.value)]
        if not found:
            api_version, kind = (
                re.search(_KEY.format(k), piece, re.M) for k in ("apiVersion", "kind")
            )
            if api_version and kind:
                yield Manifest(name, lines, body, YAML, api_version[1], kind[1], None)
        elif len(found) == 1 and not found[0].pointer:
            one = found[0]
            content = JSON if name.endswith(".json") else YAML
            yield Manifest(name, lines, body, content, one.api_version, one.kind, one)
        else:
            for each in found:
                value = {"apiVersion": each.api_version, "kind": each.kind, **each.value}
                body = json.dumps(value).encode()
                yield Manifest(name, lines, body, JSON, each.api_version, each.kind, each)


def _pieces(text: str) -> Iterator[tuple[range, str]]:
    """The documents of a text with their lines, counted from 1."""
    lines = text.split("\n")
    start = 0
    for index, line in enumerate([*lines, "---"]):
        if _SEPARATOR.match(line):
            piece = "\n".join(lines[start:index])
            if any(
                each.strip() and not each.lstrip().startswith("#") for each in lines[start:index]
            ):
                yield range(start + 1, index + 1), piece + "\n"
            start = index + 1
