"""Names that resemble a text: the "did you mean" of every table."""

from collections.abc import Iterable

_MOST = 3


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

    candidates = [name for name in dict.fromkeys(names) if name != text]
    bare = _bare(text)
    same = tuple(name for name in candidates if _bare(name) == bare)
    if same:
        return same
    folded = _folded(text)
    by_folded = {_folded(name): name for name in reversed(candidates)}
    parts = (
        name
        for name in reversed(by_folded)
        if by_start and (_begins(name, folded) or _begins(folded, name))
    )
    near = difflib.get_close_matches(folded, by_folded, n=_MOST, cutoff=cutoff)
    return tuple(by_folded[each] for each in dict.fromkeys((*parts, *near)))[:_MOST]


def _begins(text: str, start: str) -> bool:
    """Whether `text` goes on after a whole word `start`, as `ada-lovelace` does after `ada`."""
    return len(start) > 2 and text.startswith(start) and not text[len(start)].isalnum()


def _folded(text: str) -> str:
    return text.strip().lower().replace(" ", "-").replace("_", "-")


def _bare(text: str) -> str:
    return "".join(each for each in text.lower() if each not in " _-.")
