"""The door for decoded objects chooses the same rules as the one for texts, only faster."""

import json
from pathlib import Path

import pytest

from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError
from gpulint.engine import Known, ObjectLinter
from gpulint.engine.plan import plan
from gpulint.engine.vocabulary import may_speak, vocabulary
from gpulint.engine.words import SpeakingRules
from gpulint.model.resource import resources_in
from gpulint.rulebook.load import rules
from gpulint.rulebook.rule_file import read_rule_file
from gpulint.source.document import Document
from gpulint.source.reader import ReadOptions, read_bytes

_RULES = Path(__file__).resolve().parents[2] / "rules"
_READ = ReadOptions(prefilter=False, jobs=1, helm=False)


def test_the_words_of_an_object_choose_the_same_rules() -> None:
    """What is remembered from one object to the next must not change what is heard."""
    planned = plan(rules(), Settings()).rules
    speaking = SpeakingRules(planned)
    expected, actual = [], []
    for path in sorted(_RULES.glob("*/*.yaml"))[::6]:
        for example in read_rule_file(str(path), path.name).examples:
            for document in read_bytes("a.yaml", example.text.encode(), _READ).documents:
                resources = list(resources_in(document, document.value))
                known = vocabulary(resources)
                expected.append([p.rule.id for p in planned if may_speak(p.rule.words, known)])
                actual.append([p.rule.id for p in speaking.of(resources)])
    assert expected == actual


def test_an_unknown_rule_is_the_users_mistake() -> None:
    """As for files: a policy that names nothing must not pass as one that finds nothing."""
    with pytest.raises(UsageError) as caught:
        ObjectLinter(Settings(ignore=("GPU999",)))
    assert "GPU999" in str(caught.value)


def _document(value: object) -> Document:
    return read_bytes("a.json", json.dumps(value).encode(), _READ).documents[0]


def _pod(cards: str) -> Document:
    limits = {"limits": {"nvidia.com/gpu": cards}}
    spec = {"containers": [{"name": "train", "image": "train:1", "resources": limits}]}
    return _document({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": spec})


def test_what_is_known_of_the_cluster_serves_every_object() -> None:
    """One value of facts, many reviews: each gets the verdict that a file with these facts gets."""
    node = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": "one", "labels": {"nvidia.com/gpu.product": "NVIDIA-L4"}},
        "status": {"allocatable": {"nvidia.com/gpu": "4"}},
    }
    facts = Known.of(resources_in(_document(node), node, from_facts=True), ["Node"])
    linter = ObjectLinter(Settings(select=("more-devices-than-a-node",)))
    reports = [
        linter.lint((_pod(cards),), known=known)
        for cards, known in (("8", Known()), ("4", facts), ("8", facts), ("4", facts))
    ]
    assert [[f.name for f in report.findings] for report in reports] == [
        [],
        [],
        ["more-devices-than-a-node"],
        [],
    ]
