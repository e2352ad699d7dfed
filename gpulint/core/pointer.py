"""The way to a value inside a document, and its two printed forms."""

import re

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
        out: list[str] = []
        for part in self:
            if isinstance(part, int):
                out.append(f"[{part}]")
            elif re.match(_BARE_KEY, part):
                out.append(f".{part}" if out else part)
            else:
                quoted = part.replace("\\", "\\\\").replace('"', '\\"')
                out.append(f'["{quoted}"]')
        return "".join(out)


ROOT = Pointer()
