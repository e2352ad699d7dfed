"""One engine: what the webhook finds in an object is what `gpulint check` finds in its YAML."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import yaml

from gpulint.config.file import settings_from
from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError
from gpulint.core.report import Report
from gpulint.engine import ObjectLinter, lint_texts
from gpulint.model.resource import resources_in
from gpulint.rulebook.examples import example_settings
from gpulint.rulebook.rule_file import read_rule_file
from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.webhook.document import document_of

_RULES = Path(__file__).resolve().parents[2] / "rules"
_READ = ReadOptions(prefilter=False, jobs=1, helm=False)
Spot = tuple[str, str, str, str]


class _Block(yaml.SafeDumper):
    """Block style with every text in quotes, so that none turns into a number."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')


_Block.add_representer(str, _quoted)


class _Written(yaml.SafeDumper):
    """As people write: a block for a text of several lines, quotes only where they are needed."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _by_hand(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Written.add_representer(str, _by_hand)


def _objects(category: str) -> Iterator[tuple[str, Settings, Mapping[str, object]]]:
    for path in sorted((_RULES / category).glob("*.yaml")):
        rule = read_rule_file(str(path), f"rules/{category}/{path.name}")
        for example in (each for each in rule.examples if each.kind == "bad"):
            try:
                settings = settings_from(example_settings(rule, example))
            except UsageError:
                continue
            for name, text in example.texts.items():
                for document in read_bytes(name, text, _READ).documents:
                    for resource in resources_in(document, document.value):
                        if resource.kind and resource.api_version:
                            yield f"{rule.id}:{example.line}", settings, resource.value


@cache
def _linter(settings_text: str, maker: int) -> ObjectLinter:
    return ObjectLinter(_SETTINGS[maker])


_SETTINGS: dict[int, Settings] = {}


def _by_webhook(value: Mapping[str, object], settings: Settings) -> list[Spot]:
    text = repr(settings)
    number = hash(text)
    _SETTINGS[number] = settings
    decoded = json.loads(json.dumps(value))
    return _spots(_linter(text, number).lint((document_of(decoded),)))


def _by_command(value: Mapping[str, object], settings: Settings) -> list[Spot]:
    text = yaml.dump(value, Dumper=_Block, width=1_000_000, sort_keys=False, allow_unicode=True)
    return _spots(lint_texts({"object.yaml": text.encode()}, settings))


def _spots(report: Report) -> list[Spot]:
    assert not report.failures
    return sorted(
        (f.id, f.pointer.field_path, f.message, f.fingerprint if f.resource else "")
        for f in report.active
    )


@pytest.mark.parametrize(
    "category", sorted(each.name for each in _RULES.iterdir() if each.is_dir())
)
def test_an_object_brings_the_findings_of_its_yaml(category: str) -> None:
    """Ids, field paths, messages and fingerprints are one language in CI and at admission."""
    expected, actual = [], []
    for where, settings, value in _objects(category):
        by_command = _by_command(value, settings)
        if by_command or category == "resources":
            expected.append((where, by_command))
            actual.append((where, _by_webhook(value, settings)))
        elif found := _by_webhook(value, settings):
            expected.append((where, []))
            actual.append((where, found))
    assert expected == actual


@pytest.mark.parametrize("category", ["mig", "operator"])
def test_a_finding_inside_a_text_is_known_again(category: str) -> None:
    """It has no resource around it, so its fingerprint is made of its rule and its line."""
    expected, actual = [], []
    for where, settings, value in _objects(category):
        text = yaml.dump(value, Dumper=_Written, width=1_000_000, sort_keys=False)
        by_command = _inside(lint_texts({"object.yaml": text.encode()}, settings))
        if by_command:
            decoded = document_of(json.loads(json.dumps(value)))
            expected.append((where, by_command))
            actual.append((where, _inside(ObjectLinter(settings).lint((decoded,)))))
    assert (expected, True) == (actual, bool(expected))


def _inside(report: Report) -> list[tuple[str, str]]:
    return sorted((f.id, f.fingerprint) for f in report.active if f.resource is None)
