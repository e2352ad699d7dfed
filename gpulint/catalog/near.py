"""Names that resemble a text: the "did you mean" of every table."""

from collections.abc import Iterable

_MOST = 3


def near_names(text: str, names: Iterable[str], cutoff: float = 0.8) -> tuple[str, ...]:
    """Names that may have been meant by `text`, likeliest first, at most three; never `text` itself.

    A name that differs in case, blanks or underscores alone is the only answer.
    cutoff: how alike two names must be, from 0 (not at all) to 1 (equal).
    """
    import difflib  # only for hints

    candidates = [name for name in dict.fromkeys(names) if name != text]
    folded = _folded(text)
    same = tuple(name for name in candidates if _folded(name) == folded)
    if same:
        return same
    by_folded = {_folded(name): name for name in reversed(candidates)}
    near = difflib.get_close_matches(folded, by_folded, n=_MOST, cutoff=cutoff)
    return tuple(by_folded[each] for each in near)


def _folded(text: str) -> str:
    return text.strip().lower().replace(" ", "-").replace("_", "-")
