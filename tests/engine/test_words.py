"""A server's choice of rules is that of a single run, whatever it has met before."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from gpulint.config.settings import Settings
from gpulint.engine import words as words_module
from gpulint.engine.plan import PlannedRule, plan
from gpulint.engine.vocabulary import may_speak, vocabulary
from gpulint.engine.words import SpeakingRules
from gpulint.model.resource import Resource, resources_in
from gpulint.rulebook.load import rules
from gpulint.source.reader import ReadOptions, read_bytes

TEXTS = (
    "{apiVersion: v1, kind: Pod, spec: {containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]}}",
    "{apiVersion: v1, kind: ConfigMap, data: {a: b}}",
    "{driver: {enabled: true}}",
    "{apiVersion: v1, kind: List, items: [[nvidia.com/gpu, [7]]]}",
    "{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, spec: {minAvailable: 2, tasks: []}}",
    "{apiVersion: kueue.x-k8s.io/v1beta1, kind: ClusterQueue, spec: {cohort: X}}",
)
PLANNED = plan(rules(), Settings()).rules


def _resources(text: str) -> list[Resource]:
    documents = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False, jobs=1)).documents
    return [
        resource for document in documents for resource in resources_in(document, document.value)
    ]


def _ids(chosen: tuple[PlannedRule, ...]) -> list[str]:
    return [each.rule.id for each in chosen]


def _alone(text: str) -> list[str]:
    known = vocabulary(_resources(text))
    return [each.rule.id for each in PLANNED if may_speak(each.rule.words, known)]


def test_the_choice_is_that_of_a_run_of_its_own() -> None:
    """Admission and the command line must not differ."""
    speaking = SpeakingRules(PLANNED)
    expected = [_alone(text) for text in TEXTS * 2]
    actual = [_ids(speaking.of(_resources(text))) for text in TEXTS * 2]
    assert expected == actual


@pytest.mark.parametrize("limit", ["_MOST_TEXTS", "_MOST_CHOICES", "_LONGEST_TEXT"])
def test_a_full_memory_forgets_and_stays_right(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server runs for months over whatever anybody sends."""
    monkeypatch.setattr(words_module, limit, 3)
    speaking = SpeakingRules(PLANNED)
    expected = [_alone(text) for text in TEXTS * 3]
    actual = [_ids(speaking.of(_resources(text))) for text in TEXTS * 3]
    assert expected == actual


def test_threads_that_ask_at_once_get_their_own_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large reviews are judged in a thread; one that empties the memory must not take it from another."""
    monkeypatch.setattr(words_module, "_MOST_TEXTS", 12)
    speaking, texts = SpeakingRules(PLANNED), [_resources(text) for text in TEXTS]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda each: _ids(speaking.of(each)), texts * 300))
    finally:
        sys.setswitchinterval(interval)
    expected = [_alone(text) for text in TEXTS]
    wrong = [number for number, ids in enumerate(found) if ids != expected[number % len(TEXTS)]]
    assert wrong == []


def test_an_object_of_many_new_words_asks_every_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking would cost more than asking."""
    monkeypatch.setattr(words_module, "_MOST_NEW", 3)
    expected = _ids(PLANNED)
    actual = _ids(SpeakingRules(PLANNED).of(_resources(TEXTS[1])))
    assert expected == actual
