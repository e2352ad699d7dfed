"""Reads a YAML text: documents with values and places, and faults where it cannot be read."""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from yaml import YAMLError
from yaml.nodes import Node, ScalarNode

from gpulint.core.fault import InputFault
from gpulint.source.assembly import AliasError
from gpulint.source.composer import check_syntax, compose
from gpulint.source.limits import LimitError, too_deep
from gpulint.source.text import Text
from gpulint.source.yaml_tree import YamlTree
from gpulint.source.yaml_value import DuplicateKey, RefusedError, build


class YamlDocument(NamedTuple):
    """The tree and value of one document; start is the index of its first character."""

    tree: YamlTree
    value: object
    start: int


def read_yaml(text: Text) -> Iterator[YamlDocument | InputFault]:
    """The documents of a text, empty ones left out, and its faults, in the order of the text.

    A document with a key twice is given with the last value, after one fault per such key. What
    follows a syntax fault cannot be read.
    """
    roots = compose(text.data)
    for number in count():
        try:
            root = next(roots)
        except StopIteration:
            return
        except YAMLError as error:
            yield syntax_fault(error, text)
            return
        except AliasError as error:
            detail = f"the alias `*{error.anchor}` names an anchor that does not exist"
            yield fault("syntax", text, error.index, error.index + 1, detail=detail)
            return
        except LimitError as error:
            yield fault("syntax", text, error.index, error.index, detail=error.detail)
            return
        except RecursionError:
            yield fault("syntax", text, 0, 0, detail=too_deep())
            return
        if not _is_empty(root):
            yield from _document(text, root, number)


def check_yaml(text: Text) -> InputFault | None:
    """Only whether a text is well-formed; nothing is built."""
    try:
        check_syntax(text.data)
    except YAMLError as error:
        return syntax_fault(error, text)
    return None


def _document(text: Text, root: Node, number: int) -> Iterator[YamlDocument | InputFault]:
    tree = YamlTree(text, root, number)
    try:
        value, duplicates = build(root)
    except RefusedError as refused:
        start, end = (
            tree.key_range(refused.node)
            if isinstance(refused.node, ScalarNode)
            else tree.value_range(refused.node)
        )
        yield fault(refused.kind, text, start, end, detail=refused.detail)
        return
    except LimitError as error:
        yield fault("syntax", text, error.index, error.index, detail=error.detail)
        return
    for duplicate in duplicates:
        yield _duplicate_fault(text, tree, duplicate)
    tree.drop()
    yield YamlDocument(tree, value, tree.value_range(root)[0])


def _is_empty(root: Node) -> bool:
    """A document without any content: no value, no anchor, no tag."""
    return (
        isinstance(root, ScalarNode)
        and not root.style
        and root.value == ""
        and root.start_mark.index == root.end_mark.index
    )


def _duplicate_fault(text: Text, tree: YamlTree, duplicate: DuplicateKey) -> InputFault:
    first = text.span(*tree.key_range(duplicate.first))
    start, end = tree.key_range(duplicate.second)
    return fault("duplicate-key", text, start, end, key=duplicate.text, first_line=first.line)


def syntax_fault(error: YAMLError, text: Text) -> InputFault:
    """The fault that stands for a parser's error."""
    from gpulint.source.yaml_words import words_for  # only broken texts

    words = words_for(error, text)
    kind = "encoding" if words.encoding else "syntax"
    return fault(kind, text, words.start, words.end, detail=words.detail)


def fault(kind: str, text: Text, start: int, end: int, **facts: object) -> InputFault:
    """A fault at the characters from `start` up to `end` of a text."""
    span = text.span(start, end)
    return InputFault(kind, text.name, span, facts, text.line_text(span.line))
