"""Writes a file whole or not at all."""

import os
import tempfile

from gpulint.core.errors import UsageError


def replace_file(path: str, data: bytes) -> None:
    """Put bytes in place of a file, or make it; its permissions stay, and a link keeps leading to it.

    Raises UsageError when it cannot be written; the old file is then as it was.
    """
    real = os.path.realpath(path)
    try:
        mode = os.stat(real).st_mode & 0o777 if os.path.exists(real) else _plain_mode()
        with tempfile.TemporaryDirectory(dir=os.path.dirname(real)) as room:
            new = os.path.join(room, "new")
            with open(new, "wb") as stream:
                stream.write(data)
            os.chmod(new, mode)
            os.replace(new, real)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def _plain_mode() -> int:
    """The permissions that any new file gets."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
