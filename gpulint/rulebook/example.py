"""The examples of a rule: manifests that are tests and documentation at once."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast

from gpulint.rulebook.yaml_file import YamlFile, list_at, mapping_at, text_at

Kind = Literal["bad", "good", "near_miss"]
KINDS: tuple[Kind, ...] = ("bad", "good", "near_miss")
_MARK = re.compile(r"#\s*<-\s*(.*?)\s*$")
_IDS = re.compile(r"GPU\d{3}(\s*,\s*GPU\d{3})*\Z")


class Expected(NamedTuple):
    """Findings that one line of an example must bring; an id stands as often as it is found."""

    file: str
    line: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """One manifest, with what a run over it must find.

    name: what it shows, may be empty. file: name under which the text is linted. files: further
    sources by name. facts: cluster facts by file name. settings: keys of the configuration file.
    nodes: nodes on which a real scheduler tries it, as tests/controlplane reads them. line: where the
    example stands in the rule.
    """

    kind: Kind
    name: str
    file: str
    text: str
    expected: tuple[Expected, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    nodes: str = ""
    untried: str = ""
    line: int = 1

    @property
    def texts(self) -> Mapping[str, bytes]:
        """Every source of the example by name, marks included: they are comments."""
        return {name: text.encode() for name, text in {self.file: self.text, **self.files}.items()}


def read_examples(file: YamlFile, id: str) -> tuple[Example, ...]:
    """The examples of the rule `id`. Raises RuleError with file and line."""
    rows = list_at(file, mapping_at(file, file.value).get("examples"), "examples")
    return tuple(_example(file, index, row, id) for index, row in enumerate(rows))


def _example(file: YamlFile, index: int, row: object, id: str) -> Example:
    where = ("examples", index)
    value = mapping_at(file, row, *where)
    kinds = [kind for kind in KINDS if kind in value]
    if len(kinds) != 1:
        raise file.error("an example is one of bad, good and near_miss", *where)
    kind = kinds[0]
    text = value[kind]
    if not isinstance(text, str) or not text.strip():
        raise file.error(f"{kind} must be a manifest in a block of text (`{kind}: |`)", *where)
    main = text_at(file, value.get("file"), *where, "file") or f"{kind.replace('_', '-')}.yaml"
    files = _texts(file, value.get("files"), "", *where, "files")
    expected = (
        *(
            mark
            for name, each in {main: text, **files}.items()
            for mark in _marks(file, name, each, *where)
        ),
        *_listed(file, value.get("expect"), main, id, *where, "expect"),
    )
    if kind == "bad" and not any(id in each.ids for each in expected):
        raise file.error(f"no line of the bad example ends in `# <- {id}`", *where)
    if kind != "bad" and expected:
        raise file.error(
            f"a {kind} example expects no finding, yet line {expected[0].line} is marked", *where
        )
    return Example(
        kind,
        text_at(file, value.get("name"), *where, "name"),
        main,
        text,
        tuple(sorted(expected)),
        files,
        _texts(file, value.get("facts"), "facts.yaml", *where, "facts"),
        mapping_at(file, value.get("settings"), *where, "settings"),
        text_at(file, value.get("nodes"), *where, "nodes"),
        text_at(file, value.get("untried"), *where, "untried"),
        file.line(*where, kind),
    )


def _texts(file: YamlFile, value: object, alone: str, *where: str | int) -> dict[str, str]:
    if alone and isinstance(value, str):
        if value.strip() and len(value.split()) == 1 and ":" not in value:
            raise file.error(f"facts are the objects themselves, not a file: {value}", *where)
        return {alone: value}
    found = mapping_at(file, value, *where)
    for name, text in found.items():
        if not isinstance(text, str):
            raise file.error(f"{name} must be a block of text (`{name}: |`)", *where, name)
    return cast("dict[str, str]", dict(found))


def _marks(file: YamlFile, name: str, text: str, *where: str | int) -> Iterator[Expected]:
    # split at \n alone: the reader counts lines so, whatever else str.splitlines knows
    for number, line in enumerate(text.split("\n"), 1):
        mark = _MARK.search(line)
        if mark is None:
            continue
        if not _IDS.match(mark[1]):
            raise file.error(f"line {number} of {name}: a mark reads `# <- GPU203, GPU101`", *where)
        yield Expected(name, number, tuple(each.strip() for each in mark[1].split(",")))


def _listed(
    file: YamlFile, value: object, main: str, id: str, *where: str | int
) -> Iterator[Expected]:
    for index, row in enumerate(list_at(file, value, *where)):
        entry = mapping_at(file, row, *where, index)
        line = entry.get("line")
        if not isinstance(line, int):
            raise file.error("expect needs a line, a whole number", *where, index)
        ids = tuple(str(each) for each in list_at(file, entry.get("ids"), *where, index, "ids"))
        name = text_at(file, entry.get("file"), *where, index, "file")
        yield Expected(name or main, line, ids or (id,))
