"""Writes the pages of the rulebook: one per category in one fixed form, and the overview."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gpulint.rulebook.categories import CATEGORIES, Category
from gpulint.rulebook.example import Example
from gpulint.rulebook.load import REBUILD, Retired
from gpulint.rulebook.rule_file import RuleFile

_HEAD = f"<!-- Renewed by `{REBUILD}` from the YAML files of the rules; never edit this page. -->\n"
FIXABLE = (
    "`gpulint check --fix` writes it where only one thing can be meant; `--diff` shows it first."
)
_TITLES = {"bad": "Bad", "good": "Good", "near_miss": "Near miss: looks bad, is good"}


def category_page(category: Category, rules: Iterable[RuleFile]) -> str:
    """The page of a category: every rule, in the order of ids."""
    own = sorted((r for r in rules if r.category == category.name), key=lambda r: r.id)
    first, last = f"GPU{category.digit}00", f"GPU{category.digit}99"
    blocks = [
        f"{_HEAD}\n# {category.title}",
        category.about,
        f"Ids {first} to {last}. [All rules](../README.md)",
        *(block for rule in own for block in _rule_blocks(rule)),
    ]
    if not own:
        blocks.append("No rules yet.")
    return "\n\n".join(blocks) + "\n"


def overview_page(
    rules: Sequence[RuleFile], retired: Sequence[Retired], refused: Sequence[tuple[str, str]]
) -> str:
    """rules/README.md: a table per category, then what was retired and what was refused.

    refused: pairs of the rule that was proposed and why there is none.
    """
    blocks = [
        f"{_HEAD}\n# Rules",
        "Each rule is one YAML file: its promise, the reason, the cure, and examples that are run"
        " as tests. `gpulint explain GPU203` prints one.",
    ]
    shown = sum(rule.proof.is_shown for rule in rules)
    blocks.append(
        f"Of {len(rules)} rules {shown} are shown by a running program: an API server, a scheduler or"
        " Kueue does with the examples what the rule says"
        " ([how](../tests/controlplane/README.md)). The others cite documentation or source."
    )
    for category in CATEGORIES:
        own = sorted((r for r in rules if r.category == category.name), key=lambda r: r.id)
        blocks.append(f"## [{category.title}]({category.name}/README.md)")
        blocks.append(_overview_table(own) if own else "No rules yet.")
    if refused:
        table = _table([("rule", "why there is none"), *refused])
        blocks += ["## Refused", "Proposed, weighed, and left out:", table]
    if retired:
        rows = [(each.id, each.reason, each.successor) for each in retired]
        blocks += ["## Retired", _table([("id", "reason", "successor"), *rows])]
    return "\n\n".join(blocks) + "\n"


def anchor(rule: RuleFile) -> str:
    """The fragment that a page's heading of this rule gets on GitHub."""
    return f"{rule.id.lower()}-{rule.name}"


def suppress_comment(rule: RuleFile) -> str:
    """The comment that silences the rule on one line."""
    return f"# gpulint: ignore[{rule.name}] the reason"


def needs_text(rule: RuleFile) -> str:
    """What the rule requires of a run, in a sentence's words."""
    return ", ".join(rule.needs) or "nothing"


def plain_json(value: object) -> str:
    """A setting or parameter as people would write it."""
    return json.dumps(value, ensure_ascii=False)


def _overview_table(rules: Iterable[RuleFile]) -> str:
    rows: list[Sequence[str]] = [("id", "name", "severity", "confidence", "status", "proof")]
    for rule in rules:
        link = f"[{rule.name}]({rule.category}/README.md#{anchor(rule)})"
        labels = (rule.severity.label, rule.confidence.label, rule.status)
        rows.append((rule.id, link, *labels, rule.proof.headline))
    return _table(rows)


def _rule_blocks(rule: RuleFile) -> Iterator[str]:
    yield f"## {rule.id} {rule.name}"
    yield _table(
        [
            ("severity", "confidence", "needs", "status", "since", "proof"),
            (
                rule.severity.label,
                rule.confidence.label,
                needs_text(rule),
                rule.status,
                rule.since,
                rule.proof.sentence,
            ),
        ]
    )
    if rule.successor:
        yield f"Deprecated: {rule.successor} takes its place."
    yield rule.why
    yield f"Message: `{rule.message}`"
    for example in rule.examples:
        yield from _example_blocks(example)
    if rule.proof.probe:
        yield "**What the proof sends once an example is stored**"
        yield _fence(rule.proof.probe, "probe.yaml")
    if rule.proof.nodes:
        yield "**Nodes of the proof**"
        yield _fence(rule.proof.nodes, "nodes.yaml")
    yield f"**Fix.** {rule.fix}"
    if rule.mend:
        yield f"**Fixable.** {FIXABLE}"
    if rule.params:
        yield "**Parameters**"
        yield _parameter_table(rule.params)
    yield "**References**"
    yield "\n".join(f"- [{each.title}]({each.url})" for each in rule.references)
    yield f"**Silence it** with `{suppress_comment(rule)}` on the line or the line above."
    if rule.aliases:
        yield f"Former names: {', '.join(f'`{each}`' for each in rule.aliases)}."


def _example_blocks(example: Example) -> Iterator[str]:
    title = _TITLES[example.kind] + (f" ({example.name})" if example.name else "")
    yield f"**{title}**"
    yield _fence(example.text, example.file)
    for name, text in {**example.files, **example.facts}.items():
        yield f"With `{name}`:"
        yield _fence(text, name)
    if example.nodes:
        yield "On the nodes:"
        yield _fence(example.nodes, "nodes.yaml")
    if example.settings:
        yield f"Under the settings `{plain_json(example.settings)}`."


def _fence(text: str, name: str) -> str:
    ticks = "```"
    while ticks in text:  # a manifest may hold Markdown of its own
        ticks += "`"
    language = "json" if name.endswith(".json") else "yaml"
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"


def _parameter_table(params: Mapping[str, Mapping[str, object]]) -> str:
    rows: list[Sequence[str]] = [("name", "what", "value")]
    for name, schema in params.items():
        fixed = "const" in schema
        value = plain_json(schema["const"] if fixed else schema["default"])
        what = str(schema.get("description", "fixed by the rule" if fixed else ""))
        rows.append((f"`{name}`", what, f"`{value}`"))
    return _table(rows)


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = [
        "| " + " | ".join(" ".join(c.replace("|", "\\|").split()) for c in r) + " |" for r in rows
    ]
    return "\n".join((lines[0], "|" + "---|" * len(rows[0]), *lines[1:]))
