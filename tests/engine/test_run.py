"""A check that raises is our fault: told, and nothing else is lost."""

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gpulint.config.settings import PathOverride, Settings
from gpulint.core.check import Check
from gpulint.core.errors import RuleError
from gpulint.core.problem import Problem, problem
from gpulint.core.report import Failure, Report
from gpulint.core.rule import Rule
from gpulint.engine import judge, lint_texts
from gpulint.model.resource import Resource
from gpulint.rulebook.bind import bind

Lint = Callable[..., Report]
Bind = Callable[[Rule], Check[Any]]


def _raising(resource: Resource, context: object) -> Iterator[Problem]:
    facts = dict.fromkeys(("owner", "resource", "request", "limit"), "x")
    yield problem(resource.at("kind"), **facts)
    raise ValueError("no such\nslice")


def _wordless(resource: Resource, context: object) -> Iterator[Problem]:
    yield problem(resource.at("kind"))


def _bind(monkeypatch: pytest.MonkeyPatch, bind: Bind) -> None:
    """Let a run find its checks by another function."""
    monkeypatch.setattr(judge, "run", functools.partial(judge.run, bound=bind))


def _replace(
    monkeypatch: pytest.MonkeyPatch, id: str, function: Callable[..., Iterator[Problem]]
) -> None:
    """Bind another function to one rule."""

    def replaced(rule: Rule) -> Check[Any]:
        return Check(rule.check, Resource, function) if rule.id == id else bind(rule)

    _bind(monkeypatch, replaced)


def test_a_check_that_raises_is_a_failure_beside_all_findings(
    monkeypatch: pytest.MonkeyPatch, run: Lint, pod: str
) -> None:
    """One faulty rule must not cost the user the hundred that work."""
    _replace(monkeypatch, "GPU101", lambda r, c, **params: _raising(r, c))
    report = run(pod)
    raised = f"ValueError: no such slice (_raising, line {_raising.__code__.co_firstlineno + 3})"
    expected = (
        (Failure("GPU101", "Pod/trainer", "a.yaml", raised),),
        [("GPU101", 2), ("GPU103", 13)],
    )
    actual = (report.failures, [(f.id, f.span.line) for f in report.findings])
    assert expected == actual


def test_a_check_goes_on_with_the_next_object_after_it_raised(
    monkeypatch: pytest.MonkeyPatch, run: Lint, pod: str
) -> None:
    """The object that broke it may be the only odd one."""
    _replace(monkeypatch, "GPU101", lambda r, c, **params: _raising(r, c))
    expected = ["a.yaml", "b.yaml"]
    actual = [f.file for f in run({"a.yaml": pod, "b.yaml": pod}).failures]
    assert expected == actual


def test_a_problem_without_the_facts_of_its_message_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, run: Lint, pod: str
) -> None:
    """A sentence with a hole must not reach a user, nor take the report with it."""
    _replace(monkeypatch, "GPU101", lambda r, c, **params: _wordless(r, c))
    report = run(pod)
    expected = ([("GPU101", "message")], ["GPU103"])
    actual = ([(f.rule, f.about) for f in report.failures], [f.id for f in report.findings])
    assert expected == actual


def test_a_message_of_no_such_fact_is_told_with_the_facts_that_there_are(
    monkeypatch: pytest.MonkeyPatch, run: Lint, pod: str
) -> None:
    """One letter apart, and the author sees both."""

    def misspelt(resource: Resource, context: object, **params: object) -> Iterator[Problem]:
        yield problem(resource.at("kind"), ownr="x", limit="x")

    _replace(monkeypatch, "GPU101", misspelt)
    expected = ["yield; it yields limit, ownr"]
    actual = [f.error[-len(expected[0]) :] for f in run(pod).failures]
    assert expected == actual


def test_a_rule_whose_check_cannot_be_loaded_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, run: Lint, pod: str
) -> None:
    """A damaged installation is told with the rule that suffers from it."""

    def broken(rule: Rule) -> Check[Any]:
        if rule.id == "GPU101":
            raise RuleError("the check is gone")
        return bind(rule)

    _bind(monkeypatch, broken)
    report = run(pod)
    expected = ((Failure("GPU101", "", "", "the check is gone"),), ["GPU103"])
    actual = (report.failures, [f.id for f in report.findings])
    assert expected == actual


def test_a_problem_in_a_file_where_the_rule_is_off_is_dropped(
    monkeypatch: pytest.MonkeyPatch, run: Lint, pod: str
) -> None:
    """A check may see an object here and blame one there; the settings of the place count."""

    def elsewhere(resource: Resource, context: Any, **params: object) -> Iterator[Problem]:
        facts = dict.fromkeys(("owner", "resource", "request", "limit"), "x")
        for other in context.manifests.resources:
            if other is not resource:
                yield problem(other.at("kind"), **facts)

    _replace(monkeypatch, "GPU101", elsewhere)
    paths = (PathOverride(("b.yaml",), ignore=("GPU101",)),)
    report = run({"a.yaml": pod, "b.yaml": pod, "c.yaml": pod}, paths=paths, select=("GPU101",))
    expected = [("a.yaml", 2), ("c.yaml", 2)]
    actual = [(f.file, f.span.line) for f in report.findings]
    assert expected == actual


def test_a_view_that_cannot_be_read_is_a_failure_beside_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading is ours as much as judging is."""

    def broken(resource: object) -> None:
        raise ValueError("odd shape")

    monkeypatch.setattr("gpulint.model.node.Node.from_resource", broken)
    text = b"apiVersion: v1\nkind: Node\nmetadata: {name: a, labels: {nvidia.com/gpu.product: X}}\n"
    report = lint_texts({"a.yaml": text}, Settings(select=("GPU316",)))
    assert [each.rule for each in report.failures] == ["GPU316"]
