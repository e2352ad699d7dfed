"""The way to a value inside a document, and its two printed forms."""

import re
from functools import lru_cache

_BARE_KEY = r"[A-Za-z_$][A-Za-z0-9_$-]*\Z"


class Pointer(tuple[str | int, ...]):
    """Keys (str) and list indexes (int) from the root of a document down to a value.

    `Pointer(("spec", "containers", 0, "image"))` leads to the image of the first container.
    """

    __slots__ = ()

    def child(self, *parts: str | int) -> "Pointer":
        """The pointer that goes on from here by `parts`."""
        return Pointer((*self, *parts))

    @property
    def parent(self) -> "Pointer":
        """The pointer to what holds this value; the root is its own parent."""
        return Pointer(self[:-1])

    @property
    def text(self) -> str:
        """RFC 6901 form, `/spec/containers/0/image`; empty for the root."""
        return "".join("/" + str(p).replace("~", "~0").replace("/", "~1") for p in self)

    @property
    def field_path(self) -> str:
        """The form people read, `spec.containers[0].image`; a key with dots is quoted."""
        return "".join(map(_step, self)).removeprefix(".")


@lru_cache(4096, typed=True)
def _step(part: str | int) -> str:
    """One step of a field path; the dot before a key goes when it comes first."""
    if isinstance(part, int):
        return f"[{part}]"
    if re.match(_BARE_KEY, part):
        return f".{part}"
    quoted = part.replace("\\", "\\\\").replace('"', '\\"')
    return f'["{quoted}"]'


ROOT = Pointer()
