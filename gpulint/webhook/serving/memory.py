"""How the collector of garbage works in a server that makes the same small objects for each review."""

import gc

# Objects that may wait for the youngest collection: about thirty reviews, a few megabytes.
_YOUNGEST = 20_000
_MIDDLE, _OLDEST = 10, 50


def settle() -> None:
    """Leave rules, tables and schemas out of all later collections, and collect less often.

    By default every review begins one collection, which takes a twelfth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNGEST, _MIDDLE, _OLDEST)
