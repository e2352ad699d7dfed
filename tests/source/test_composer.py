import base64
import random
from collections.abc import Iterator

import pytest
import yaml._yaml
from yaml.nodes import Node

from gpulint.source import composer
from gpulint.source.text import Text
from gpulint.source.yaml_text import YamlDocument, read_yaml

SAMPLES = [
    "a: 1\nb:\n- x\n- {y: [1, 2], z: ''}\n---\nc: |\n  t\n\n  u\nd: >-\n  v\n  w\n",
    "# é 😀\nkey: &a {b: *x0}\n".replace("*x0", "x"),
    "a: &a {b: 1}\nc: *a\nd: {<<: *a, e: !!int '1'}\nf: !local g\n",
    "? complex\n: value\n? other\n",
    "- - a\n  - b\n-\n- c: \n- 'q''q'\n- \"\\u00e9\"\n",
    "a: plain over\n  two lines\r\nb: x\r\n",
    "---\n...\n---\na: 1\n...\n",
    "a: \u2028\n",
]


def nodes(text: str) -> list[object]:
    return [outline(root) for root in composer.compose(text.encode())]


def outline(node: Node) -> object:
    """A node with its tag and the places that we use."""
    marks = (node.start_mark.index, node.end_mark.index)
    if isinstance(node.value, str):
        return (node.tag, node.value, *marks)
    children = [
        tuple(map(outline, child)) if isinstance(child, tuple) else outline(child)
        for child in node.value
    ]
    # The end mark of a block lies on the next token, and the parsers differ about it.
    return (node.tag, children, bool(node.flow_style), marks if node.flow_style else marks[:1])


@pytest.mark.parametrize("text", SAMPLES)
def test_parser_in_python_gives_the_same_nodes_and_places(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Findings must not depend on how PyYAML was built."""
    expected = nodes(text)
    monkeypatch.setattr(composer, "_composer", None)
    actual = nodes(text)
    assert expected == actual


def generated(seed: int) -> str:
    """A small document of random shape."""
    chance = random.Random(seed)
    words = [
        "1",
        "y",
        "1e3",
        "'q'",
        '"d"',
        "{a: 1}",
        "[1, x]",
        "|\n    t",
        "",
        "~",
        "&n w",
        "!!str 1",
    ]
    lines = []
    for number in range(chance.randint(1, 6)):
        lines.append(f"k{number}: {chance.choice(words)}")
        if chance.random() < 0.4:
            lines.append(
                f"m{number}:\n  - {chance.choice(words[:7])}\n  - c: {chance.choice(words[:7])}"
            )
    return "\n".join(lines).replace("&n w", "w") + chance.choice(["", "\n", "\n---\nlast: 1\n"])


@pytest.mark.parametrize("seed", range(60))
def test_random_documents_read_alike_with_and_without_libyaml(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shapes that nobody thought of."""
    text = generated(seed)
    expected = nodes(text)
    monkeypatch.setattr(composer, "_composer", None)
    actual = nodes(text)
    assert expected == actual


@pytest.mark.parametrize(("version", "is_used"), [((0, 2, 5), False), ((0, 2, 6), True)])
def test_libyaml_without_a_nesting_limit_is_not_used(
    version: tuple[int, int, int], is_used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """100 KB of brackets would end the process."""
    monkeypatch.setattr(yaml._yaml, "get_version", lambda: version)
    actual = composer._libyaml_composer() is not None
    assert is_used == actual


def test_pyyaml_still_has_the_parser_that_is_built_upon() -> None:
    """`CParser` is no public name; a new PyYAML may take it away."""
    expected = {"check_node", "get_node", "check_event", "get_event", "raw_parse"}
    actual = {name for name in dir(yaml._yaml.CParser) if name in expected}
    assert expected == actual


def documents(text: str) -> Iterator[object]:
    for part in read_yaml(Text("a.yaml", text.encode())):
        yield part.value if isinstance(part, YamlDocument) else part.facts["detail"]


@pytest.mark.usefixtures("each_parser")
def test_anchor_may_be_set_anew_in_a_later_document_of_the_stream() -> None:
    """PyYAML refuses it, Kubernetes does not."""
    text = "%YAML 1.1\n---\na: &x 1\n---\na: &x 1\nb: &x 2\nc: *x\n"
    expected = [{"a": 1}, {"a": 1, "b": 2, "c": 2}]
    actual = list(documents(text))
    assert expected == actual


def test_large_texts_leave_no_scalars_behind() -> None:
    """A server would keep every large ConfigMap that it ever saw."""
    payload = base64.b64encode(random.Random(1).randbytes(300_000)).decode()
    list(documents(f"a: {payload}"))
    actual = composer._resolve.cache_info().currsize
    assert actual == 0
