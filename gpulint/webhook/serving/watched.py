"""A file that is looked at now and then, behind a `..data` link too."""

import hashlib

# Certificates and policies are small; what lies beyond is not told apart.
_MOST_BYTES = 1024 * 1024


class WatchedFile:
    """Tells once for each change of a file."""

    __slots__ = ("_path", "_seen")

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen = file_state(path)

    def has_changed(self) -> bool:
        """Whether the file holds something else than at the last look."""
        state = file_state(self._path)
        changed = state != self._seen
        self._seen = state
        return changed


def file_state(path: str) -> object:
    """What the file holds, or why it cannot be read: times and sizes may stay as they were."""
    try:
        with open(path, "rb") as stream:
            return hashlib.blake2b(stream.read(_MOST_BYTES), digest_size=16).digest()
    except OSError as error:
        return error.errno or 0
