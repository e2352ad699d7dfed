"""Manifests from a text, as a run would read them."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.resource import resources_in
from gpulint.source.document import Document
from gpulint.source.reader import ReadOptions, read_bytes

Reader = Callable[..., Manifests]


@pytest.fixture(scope="session")
def manifests() -> Reader:
    """`manifests(text)`, or several texts by file name: `manifests(a=…, b=…)`."""

    def read(text: str = "", **files: str) -> Manifests:
        named = {"input": text, **files} if text else files
        options = ReadOptions(prefilter=False)
        readings = [read_bytes(f"{n}.yaml", t.encode(), options) for n, t in named.items()]
        assert not [fault for reading in readings for fault in reading.faults]
        documents = [document for reading in readings for document in reading.documents]
        return Manifests(r for d in documents for r in resources_in(d, d.value))

    return read


@pytest.fixture(scope="session")
def document() -> Document:
    """A document for objects that are made as plain data."""
    return read_bytes("data.yaml", b"{}", ReadOptions(prefilter=False)).documents[0]
