"""Globs of the configuration over names of files."""

import os
import re
from functools import lru_cache


def path_matches(file: str, glob: str, root: str = "") -> bool:
    """Whether a glob takes in a file, as .gitignore would read it.

    file: as given on the command line. root: folder that the glob starts from, empty for the
    current one. `*`, `?` and `[…]` stay within a name, `**` crosses folders. A glob without `/`
    holds at any depth, and one that matches a folder takes in all below it.
    """
    path = os.path.normpath(file)
    if root or os.path.isabs(path):
        try:
            path = os.path.relpath(path, root or None)
        except ValueError:  # another drive on Windows
            return False
    return _pattern(glob).match(path.replace(os.sep, "/")) is not None


@lru_cache(maxsize=512)
def _pattern(glob: str) -> re.Pattern[str]:
    """The glob as a regular expression over a relative path."""
    body = glob.removeprefix("./").rstrip("/")
    anywhere = "" if "/" in body else "(?:.*/)?"
    parts = [_part(part) for part in re.split(r"(\*\*/|\*\*|\*|\?|\[[^]/]+\])", body.lstrip("/"))]
    return re.compile(f"{anywhere}{''.join(parts)}(?:/.*)?\\Z", re.DOTALL)


def _part(part: str) -> str:
    """One wildcard or the text between two of them."""
    known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    if part in known:
        return known[part]
    if part.startswith("[") and part.endswith("]"):
        inner = part[1:-1].replace("\\", "\\\\").replace("[", "\\[")
        return f"[^{inner[1:]}]" if inner.startswith("!") else f"[{inner}]"
    return re.escape(part)
