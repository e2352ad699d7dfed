"""Which rule was meant by a name that none has."""

import re
from collections.abc import Iterable

_ID = re.compile(r"GPU[0-9]{3}\Z")
_LIKE_ID = re.compile(r"GPU\W*([0-9]*)\Z")


def near_rule(wrong: str, known: Iterable[str]) -> str | None:
    """The name or id that is most like `wrong`; None when there is none.

    known: ids, names and categories. Ids are numbers: one that differs by a digit is another rule, so an id
    is offered only for the same digits, two of them swapped or the word before them misspelt.
    """
    known = set(known)
    like_id = _LIKE_ID.match(wrong.upper())
    if like_id is not None:
        digits = like_id[1]
        swapped = {
            digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(len(digits) - 1)
        }
        found = sorted(known & {f"GPU{each}" for each in (digits, *swapped)})
        return found[0] if len(found) == 1 else None
    from difflib import get_close_matches  # only a mistake

    names = {each.lower(): each for each in known if not _ID.match(each)}
    near = get_close_matches(wrong.lower(), sorted(names), 1, 0.6)
    return names[near[0]] if near else None
