"""Documents that a person could have written, and what a slip, a template or an enemy makes of them."""

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from gpulint.config.file import settings_from
from gpulint.config.settings import Settings
from gpulint.rulebook.book import read_book
from gpulint.rulebook.examples import example_settings
from gpulint.rulebook.home import installed_home
from gpulint.source.reader import ReadOptions, read_bytes

Path_ = tuple[str | int, ...]
ODD: list[Any] = [
    None, True, False, 0, -1, 10**30, 1.5, -0.0, 1e300, "", "x", "${X}", "{{ .x }}", "<N>",
    "nvidia.com/gpu", "1e400", "9" * 400, "9" * 5000, 10**300, "\u2028", "\x00", "1Gi",
    "Always", [], {}, [None],
    [[]], [{}], ["x"], {"": None}, {"a": {"b": []}}, {"nvidia.com/gpu": []}, {"1": 1},
]  # fmt: skip


class Source(NamedTuple):
    """The documents of a run as plain values, with what is needed to lint them."""

    documents: tuple[Any, ...]
    settings: Settings
    facts: dict[str, bytes]


def plain(name: str, text: bytes) -> tuple[Any, ...]:
    """The values of all documents of a text."""
    reading = read_bytes(name, text, ReadOptions(prefilter=False, jobs=1))
    return tuple(document.value for document in reading.documents)


@functools.cache
def example_sources() -> list[Source]:
    """Every example of every rule: between them they hold each field that any rule reads."""
    found = []
    for rule in read_book(installed_home()).rules:
        for example in rule.examples:
            documents = tuple(v for n, text in example.texts.items() for v in plain(n, text))
            settings = settings_from(example_settings(rule, example))._replace(jobs=1)
            facts = {name: text.encode() for name, text in example.facts.items()}
            if documents:
                found.append(Source(documents, settings, facts))
    return found


def sources_with_facts() -> list[Source]:
    """The examples that state what a cluster has."""
    return [source for source in example_sources() if source.facts]


def corpus_sources(folder: Path, every: int) -> list[Source]:
    """Each n-th file of a folder that speaks of GPUs, as a run of its own."""
    files = sorted(path for path in folder.rglob("*.y*ml") if path.is_file())
    texts = ((path.name, path.read_bytes()) for path in files)
    speaking = [(name, text) for name, text in texts if b"gpu" in text and len(text) < 20_000]
    found = [Source(plain(name, text), Settings(jobs=1), {}) for name, text in speaking[::every]]
    return [source for source in found if source.documents]


def paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The way to each value inside a value, itself first."""
    yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from paths(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from paths(each, (*path, index))


def replaced(value: Any, path: Path_, new: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], new)
    return copy


def text_of(documents: tuple[Any, ...]) -> bytes:
    """The documents as one text; JSON is YAML."""
    return "\n---\n".join(json.dumps(each, default=str) for each in documents).encode()


def words_of(sources: list[Source]) -> list[str]:
    """Every key of every document, so that invented objects have plausible fields."""
    found = {
        step
        for source in sources
        for document in source.documents
        for path in paths(document)
        for step in path[-1:]
        if isinstance(step, str)
    }
    return sorted(found)


def kinds_of(sources: list[Source]) -> list[tuple[str, str]]:
    """API version and kind of every object."""
    found = {
        (document["apiVersion"], document["kind"])
        for source in sources
        for document in source.documents
        if isinstance(document, dict) and {"apiVersion", "kind"} <= document.keys()
    }
    return sorted(found)


def trees(words: list[str]) -> st.SearchStrategy[Any]:
    """Any value that YAML can write, with keys that rules look for."""
    leaves = st.sampled_from(ODD) | st.sampled_from(words) | st.integers() | st.text(max_size=8)
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(words), inner, max_size=4)
        ),
        max_leaves=12,
    )
