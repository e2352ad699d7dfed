"""Names that resemble a text: the "did you mean" of every table."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

_MOST = 3
# Tables of the catalogue are asked again and again; what an object brings must not stay in memory.
_KEPT = 32
_MOST_KEPT = 20_000  # characters


class _Table(NamedTuple):
    """Names as they are compared: all of a bare form, and the first of a folded form."""

    by_bare: Mapping[str, tuple[str, ...]]
    by_folded: Mapping[str, str]


def near_names(
    text: str, names: Iterable[str], cutoff: float = 0.8, *, by_start: bool = True
) -> tuple[str, ...]:
    """Names that may have been meant by `text`, likeliest first, at most three; never `text` itself.

    A name that differs in case or separators alone is the only answer; names that go on
    where the text ends, or the other way round, come before names that merely look alike.
    by_start: whether the latter are near at all; they are not where unknown names are common.
    cutoff: how alike two names must be, from 0 (not at all) to 1 (equal).
    """
    import difflib  # only for hints

    names = tuple(names)
    table = (_kept_table if sum(map(len, names)) <= _MOST_KEPT else _table)(names)
    same = tuple(name for name in table.by_bare.get(_bare(text), ()) if name != text)
    if same:
        return same
    folded = _folded(text)
    others = [each for each in table.by_folded if each != folded]
    parts = (
        each
        for each in reversed(others)
        if by_start and (_begins(each, folded) or _begins(folded, each))
    )
    # what is much shorter or longer cannot be alike: most fall out here, at little cost
    size = len(folded)
    fitting = [e for e in others if 2 * min(size, len(e)) >= cutoff * (size + len(e))]
    near = difflib.get_close_matches(folded, fitting, n=_MOST, cutoff=cutoff)
    return tuple(table.by_folded[each] for each in dict.fromkeys((*parts, *near)))[:_MOST]


def _table(names: tuple[str, ...]) -> _Table:
    by_bare: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(names):
        bare = _bare(name)
        by_bare[bare] = (*by_bare.get(bare, ()), name)
    return _Table(by_bare, {_folded(name): name for name in reversed(dict.fromkeys(names))})


_kept_table = lru_cache(_KEPT)(_table)


def _begins(text: str, start: str) -> bool:
    """Whether `text` goes on after a whole word `start`, as `ada-lovelace` does after `ada`."""
    return len(start) > 2 and text.startswith(start) and not text[len(start)].isalnum()


def _folded(text: str) -> str:
    return text.strip().lower().replace(" ", "-").replace("_", "-")


def _bare(text: str) -> str:
    return "".join(each for each in text.lower() if each not in " _-.")
