"""A file that is looked at now and then, behind a `..data` link too."""

import os


class WatchedFile:
    """Tells once for each change of a file."""

    __slots__ = ("_path", "_seen")

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen = file_state(path)

    def has_changed(self) -> bool:
        """Whether the file is another one than at the last look."""
        state = file_state(self._path)
        changed = state != self._seen
        self._seen = state
        return changed


def file_state(path: str) -> tuple[str, int, int, int]:
    """What differs whenever a file, or a folder on the way to it, was replaced."""
    try:
        stat = os.stat(path)
    except OSError as error:
        return (path, error.errno or 0, 0, 0)
    return (os.path.realpath(path), stat.st_ino, stat.st_mtime_ns, stat.st_size)
