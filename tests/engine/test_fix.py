"""Fixes: each mends its finding and brings no other; none is offered where it is not certain."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import pytest

from gpulint.config.file import settings_from
from gpulint.config.settings import Settings
from gpulint.core.finding import Finding
from gpulint.core.fix import Fix
from gpulint.core.location import Place, Span
from gpulint.core.pointer import Pointer
from gpulint.core.report import Report
from gpulint.core.rule import Mend
from gpulint.engine import lint_texts
from gpulint.engine.fix import fix_of
from gpulint.engine.mending import mended
from gpulint.rulebook.book import read_book
from gpulint.rulebook.example import Example
from gpulint.rulebook.examples import example_settings
from gpulint.rulebook.home import installed_home
from gpulint.rulebook.load import rules
from gpulint.rulebook.rule_file import RuleFile
from gpulint.source.reader import ReadOptions, read_bytes

Lint = Callable[..., Report]
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  containers:
    - name: trainer
      image: registry.example/trainer:1.0
      resources:
        requests: {nvidia.com/gpu: 1}
        limits: {nvidia.com/gpu: 1}
"""
LEADERS = """\
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {name: trainer}
spec:
  leaderWorkerTemplate:
    restartPolicy: recreateGroupOnPodRestart
    size: 2
    workerTemplate:
      spec:
        containers:
          - name: trainer
            image: registry.example/trainer:1.0
            resources:
              limits: {nvidia.com/gpu: 1}
"""
PLAIN = {
    "GPU011": POD.replace("spec:", "spec:\n  nodeselector: {pool: gpus}"),
    "GPU013": LEADERS,
    "GPU303": POD.replace("spec:", "spec:\n  nodeSelector: {nvidia.com/mig.strategy: Mixed}"),
    "GPU907": POD.replace("spec:", "spec:\n  runtimeClassName: Nvidia")
    + "---\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: nvidia}\nhandler: nvidia\n",
}


def _cases() -> Iterator[tuple[RuleFile, Example]]:
    for rule in read_book(installed_home()).rules:
        if rule.mend:
            yield from ((rule, example) for example in rule.of_kind("bad"))
            if rule.id in PLAIN:
                yield rule, Example("bad", "", "bad.yaml", PLAIN[rule.id])


CASES = list(_cases())


def _judged(rule: RuleFile, example: Example, text: bytes) -> Report:
    others: Mapping[str, bytes] = {name: t.encode() for name, t in example.files.items()}
    facts = {name: t.encode() for name, t in example.facts.items()}
    settings = settings_from(example_settings(rule, example))
    return lint_texts({example.file: text, **others}, settings, facts)


def _with_fix(rule: RuleFile, example: Example) -> list[Finding]:
    found = _judged(rule, example, example.text.encode()).findings
    return [f for f in found if f.id == rule.id and f.fix is not None]


def _spots(report: Report) -> "Counter[tuple[str, str, int]]":
    return Counter((f.id, f.file, f.span.line) for f in report.findings)


@pytest.mark.parametrize(("rule", "example"), CASES, ids=lambda each: each.name or "plain")
def test_a_fix_takes_its_finding_away_and_brings_none(rule: RuleFile, example: Example) -> None:
    """A tool that writes into people's files must be right each time."""
    data = example.text.encode()
    before = _spots(_judged(rule, example, data))
    findings = _with_fix(rule, example)
    expected = [before - Counter([(f.id, f.file, f.span.line)]) for f in findings]
    actual = [
        _spots(_judged(rule, example, mended(f.file, data, [f], Settings()).data)) for f in findings
    ]
    assert expected == actual


def test_every_fixable_rule_fixes_something_here() -> None:
    """A way of mending that never applies is a promise that nobody keeps."""
    expected = sorted({rule.id for rule in rules() if rule.mend})
    actual = sorted({rule.id for rule, example in CASES if _with_fix(rule, example)})
    assert expected == actual


def _fixes(report: Report) -> list[Fix | None]:
    return [f.fix for f in report.findings]


def test_a_fix_says_what_it_writes_and_where(run: Lint, pod: str) -> None:
    """It is data for other programs, too."""
    found = run(pod.replace("0.5", "4")).findings[0]
    expected = (("write 4 in place of 2", "4"), found.span)
    actual = found.fix and ((found.fix.message, found.fix.edits[0].text), found.fix.edits[0].span)
    assert expected == actual


@pytest.mark.parametrize("written", ["2", '"2"', "'2'"])
def test_quotes_stay_as_they_are(written: str, run: Lint, pod: str) -> None:
    """A fix changes what is wrong, not how somebody writes."""
    found = run(pod.replace("gpu: 2", f"gpu: {written}").replace("0.5", "4")).findings[0]
    expected = written.replace("2", "4")
    actual = found.fix and found.fix.edits[0].text
    assert expected == actual


SHARED = POD.replace("requests: {nvidia.com/gpu: 1}", "requests: &all {nvidia.com/gpu: 2}").replace(
    "trainer:1.0\n", "trainer:1.0\n      env: []  # *other\n"
)
NONE = [
    pytest.param(
        SHARED
        + "    - name: b\n      image: b:1\n      resources: {requests: *all, limits: *all}\n",
        id="aliased-part",
    ),
    pytest.param(POD.replace("gpu: 1}", 'gpu: "\\x32"}', 1), id="escape"),
    pytest.param(POD.replace("requests: {nvidia.com/gpu: 1}", "requests: {gpu: 1}"), id="no-mend"),
    pytest.param(POD.replace("spec:", "spec:\n  nodeSelector: {a: yes}"), id="yes-is-no-true"),
    pytest.param(
        POD.replace("spec:", "spec:\n  nodeSelector: {nvidia.com/gpu.product: A10G}"),
        id="other-letters",
    ),
]


@pytest.mark.parametrize("text", NONE)
def test_no_fix_where_it_is_not_certain(text: str, run: Lint) -> None:
    """A fix that is wrong once is switched off for ever."""
    report = run(text)
    expected = [None] * max(1, len(report.findings))
    actual = _fixes(report)
    assert expected == actual


def test_an_anchor_that_nothing_names_hinders_no_fix(run: Lint) -> None:
    """Only what is used twice may mean two things."""
    expected = ["1"]
    actual = [f.fix and f.fix.edits[0].text for f in run(SHARED).findings]
    assert expected == actual


def test_json_is_mended_as_json() -> None:
    """A key without quotes would break the file."""
    text = (
        b'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{'
        b'"name": "a", "image": "a:1", "resources": {"limits": {"nvidia.com/mig1g.5gb": 1}}}]}}\n'
    )
    report = lint_texts({"a.json": text}, Settings())
    expected = text.replace(b"mig1g", b"mig-1g")
    actual = mended("a.json", text, report.findings, Settings()).data
    assert expected == actual


WAYS = [
    pytest.param(Mend("{old}", "{new}"), {"old": "one", "new": "two"}, "two", id="said"),
    pytest.param(Mend("{old}", "{new}"), {"old": "other", "new": "two"}, None, id="not-there"),
    pytest.param(Mend("one", "{new}"), {"new": "#two"}, None, id="would-be-a-comment"),
    pytest.param(Mend("one", "{new}"), {"new": "on"}, '"on"', id="would-be-a-boolean"),
    pytest.param(Mend("one", "{new}"), {"new": "1.5"}, '"1.5"', id="would-be-a-number"),
    pytest.param(Mend("one", "{new}"), {"new": None}, None, id="fact-not-known"),
    pytest.param(Mend("one", "{new}"), {"new": ["a", "b"]}, None, id="two-may-be-meant"),
    pytest.param(Mend("one", "{new}", when={"a": "b"}), {"new": "x", "a": "c"}, None, id="when"),
    pytest.param(Mend("one", "{new}", alike=True), {"new": ["x", "O-ne"]}, "O-ne", id="alike"),
    pytest.param(Mend("a.{source}", "a.{new}"), {"new": "two"}, "two", id="last-of-a-path"),
    pytest.param(Mend("a.{source}", "b.{new}"), {"new": "two"}, None, id="another-map"),
    pytest.param(Mend("{source}", "{source}", "quoted"), {}, None, id="is-text-already"),
]


@pytest.mark.parametrize(("way", "facts", "expected"), WAYS)
def test_a_way_of_mending_applies_only_where_it_is_certain(
    way: Mend, facts: dict[str, object], expected: str | None
) -> None:
    """Each of these has one reading, or none."""
    options = ReadOptions(prefilter=False)
    document = read_bytes("a.yaml", b"key: one\n", options).documents[0]
    rule = rules()[0]._replace(mend=(way,))
    place = Place(document, Pointer(("key",)))
    found = fix_of(rule, place, Span(1, 6, 1, 9), "key: one", facts)
    actual = found and found.edits[0].text
    assert expected == actual
