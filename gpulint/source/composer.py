"""YAML text to PyYAML nodes: by libyaml where it is sound, else by PyYAML's own parser.

Both give the same nodes: tags are those of `scalars`, marks count code points. Imported only when
a text must be parsed, since `yaml` is slow to load.
"""

import operator
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import yaml
from yaml.composer import ComposerError
from yaml.events import Event
from yaml.nodes import Node, ScalarNode, SequenceNode

from gpulint.source.assembly import assemble
from gpulint.source.limits import MAX_NODES
from gpulint.source.scalars import MAP, SEQ, STR, plain_scalar

# Before 0.2.6 libyaml has no nesting limit: 100 KB of `[` end the process.
_SOUND_LIBYAML = (0, 2, 6)
# A value tagged `!` is text; PyYAML's own composer would guess a type for it.
_BARE_TAG = rb"[:?-][ \t]+!(?=\s)"
# Above this, remembered scalars would hold too much memory.
_LARGE_BYTES = 256 * 1024


@lru_cache(maxsize=32768)
def _resolve(kind: type[Node], value: str, implicit: Any) -> str:
    """The tag of a node that carries none; libyaml's composer calls it for every node."""
    if kind is ScalarNode:
        return plain_scalar(value)[0] if implicit[0] else STR
    return SEQ if kind is SequenceNode else MAP


def _libyaml_composer() -> Any | None:
    """A composer class with Kubernetes' tags; None when libyaml is absent or too old."""
    try:
        from yaml._yaml import CParser, get_version  # a build without libyaml lacks it
    except ImportError:
        return None
    if get_version() < _SOUND_LIBYAML:
        return None

    class Composer(CParser):
        # Hooks at C speed: two builtins that do nothing, and a cache hit.
        descend_resolver = operator.is_
        ascend_resolver = bool
        resolve = staticmethod(_resolve)

    return Composer


_composer = _libyaml_composer()


def compose(data: bytes) -> Iterator[Node]:
    """The root node of each document of a stream, in order.

    Raises, after the documents before it: yaml.YAMLError where the text is broken, LimitError and
    AliasError.
    """
    if _composer is None or _could_be_huge(data) or _has_bare_tag(data):
        yield from assemble(_events(data))
        return
    composer = _composer(data)
    done = 0
    try:
        while composer.check_node():
            yield composer.get_node()
            done += 1
    except ComposerError as error:
        if "duplicate anchor" not in f"{error.context} {error.problem}":
            raise
        # YAML lets an anchor be set anew, PyYAML does not.
        again = assemble(_events(data))
        for _ in range(done):
            next(again)
        yield from again
    finally:
        if len(data) > _LARGE_BYTES:
            _resolve.cache_clear()
            plain_scalar.cache_clear()


def _has_bare_tag(data: bytes) -> bool:
    return b"!" in data and re.search(_BARE_TAG, data) is not None


def check_syntax(data: bytes) -> None:
    """Read a stream without building anything; raises yaml.YAMLError where it is broken."""
    if _composer is not None:
        _composer(data).raw_parse()
    else:
        for _ in _events(data):
            pass


def _events(data: bytes) -> Iterator[Event]:
    if _composer is None:
        yield from yaml.parse(data, Loader=yaml.SafeLoader)
        return
    parser = _composer(data)
    while parser.check_event():
        yield parser.get_event()


def _could_be_huge(data: bytes) -> bool:
    """Whether the text may hold more nodes than allowed: each costs an indicator."""
    if len(data) <= MAX_NODES:
        return False
    return sum(map(data.count, (b",", b"[", b"{", b":", b"-", b"?", b"*"))) > MAX_NODES
