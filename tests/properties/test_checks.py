"""No text that loads makes a check raise: what is odd is the schema's to report, not a traceback's."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulint.config.settings import Settings
from gpulint.core.report import Failure
from gpulint.engine import lint_texts
from tests.properties.mutation import (
    ODD,
    Source,
    corpus_sources,
    example_sources,
    kinds_of,
    paths,
    plain,
    replaced,
    sources_with_facts,
    text_of,
    trees,
    words_of,
)

# read when the first test draws, not when pytest collects
EXAMPLES = st.deferred(lambda: st.sampled_from(example_sources()))
WITH_FACTS = st.deferred(lambda: st.sampled_from(sources_with_facts()))
WORDS = st.deferred(lambda: st.sampled_from(words_of(example_sources())))
TREES = st.deferred(lambda: trees(words_of(example_sources())))
KINDS = st.deferred(lambda: st.sampled_from(kinds_of(example_sources())))


def _failures(documents: tuple[Any, ...], source: Source) -> tuple[Failure, ...]:
    settings = source.settings._replace(prefilter=False)
    return lint_texts({"a.yaml": text_of(documents)}, settings, source.facts).failures


def _mutated(data: st.DataObject, source: Source, values: st.SearchStrategy[Any]) -> Any:
    """The documents of a source with up to three values replaced."""
    documents: Any = list(source.documents)
    for _ in range(data.draw(st.integers(1, 3))):
        ways = [path for path in paths(documents) if path]
        path = data.draw(st.sampled_from(ways))
        documents = replaced(documents, path, data.draw(values))
    return tuple(documents)


@given(st.data(), KINDS)
@settings(max_examples=150)
def test_no_invented_object_makes_a_check_raise(data: st.DataObject, kind: Any) -> None:
    """Webhooks are shown whatever anybody sends."""
    body = data.draw(st.dictionaries(WORDS, TREES, max_size=3))
    document = {"spec": data.draw(TREES), "metadata": data.draw(TREES), **body}
    document.update(apiVersion=kind[0], kind=kind[1])
    expected: tuple[Failure, ...] = ()
    actual = _failures((document,), Source((), Settings(complete=True, jobs=1), {}))
    assert expected == actual


@given(st.data(), EXAMPLES)
@settings(max_examples=400)
def test_no_odd_value_in_an_example_makes_its_check_raise(
    data: st.DataObject, source: Source
) -> None:
    """A slip of the hand sits deep inside an object that is right otherwise."""
    documents = _mutated(data, source, st.sampled_from(ODD))
    expected: tuple[Failure, ...] = ()
    actual = _failures(documents, source)
    assert expected == actual


@given(st.data(), EXAMPLES)
@settings(max_examples=150)
def test_no_foreign_branch_in_an_example_makes_a_check_raise(
    data: st.DataObject, source: Source
) -> None:
    """Pasted at the wrong indent, a whole branch stands where a number belongs."""
    documents = _mutated(data, source, TREES)
    expected: tuple[Failure, ...] = ()
    actual = _failures(documents, source)
    assert expected == actual


@given(st.data(), WITH_FACTS)
@settings(max_examples=100)
def test_no_odd_value_in_the_facts_makes_a_check_raise(data: st.DataObject, source: Source) -> None:
    """Facts come from clusters with operators that we have never seen."""
    name = data.draw(st.sampled_from(sorted(source.facts)))
    known = source._replace(documents=plain(name, source.facts[name]))
    facts = {**source.facts, name: text_of(_mutated(data, known, st.sampled_from(ODD)))}
    expected: tuple[Failure, ...] = ()
    actual = _failures(source.documents, source._replace(facts=facts))
    assert expected == actual


@pytest.fixture(scope="module")
def corpus(shared: Path) -> list[Source]:
    """Public manifests, each file a run."""
    return corpus_sources(shared / "corpus" / "manifests", every=4)


@pytest.mark.shared
@given(data=st.data())
@settings(max_examples=200)
def test_no_odd_value_in_a_public_manifest_makes_a_check_raise(
    data: st.DataObject, corpus: list[Source]
) -> None:
    """Examples are tidy; what people publish is not."""
    source = data.draw(st.sampled_from(corpus))
    documents = _mutated(data, source, st.sampled_from(ODD))
    expected: tuple[Failure, ...] = ()
    actual = _failures(documents, source)
    assert expected == actual
