"""Names of files as platforms want them: relative, with `/`, without the machine they come from."""

import os

STDIN_NAMES = frozenset(("-", "<stdin>"))


def relative_path(file: str) -> str:
    """The name from the current folder; an absolute one elsewhere loses its root."""
    if file in STDIN_NAMES:
        return "stdin"
    path = os.path.normpath(file)
    if os.path.isabs(path):
        inside = os.path.join(os.getcwd(), "")
        path = path[len(inside) :] if path.startswith(inside) else _without_root(path)
    return path.replace(os.sep, "/")


def uri(file: str) -> str:
    """The relative path as a relative URI, percent-encoded byte by byte."""
    from urllib.parse import quote  # heavy, SARIF only

    # a colon in the first segment would read as a scheme, so it is encoded as well
    return quote(os.fsencode(relative_path(file)), safe="/")


def _without_root(path: str) -> str:
    """`/home/me/a.yaml` as `home/me/a.yaml`: no platform takes an absolute path."""
    return os.path.splitdrive(path)[1].lstrip(os.sep)
