"""Writes a Secret's keys as files, a little late and by one link, as the kubelet does."""

import base64
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plane.client import Client

# The kubelet takes up to a minute and a half; what counts is that it is later than the Secret.
_LATE = 0.4


@contextmanager
def mounted(client: Client, path: str, folder: Path, *keys: str) -> Iterator[None]:
    """Keep the files as the Secret at a path of the API is. A Secret without a key changes nothing."""
    over = threading.Event()

    def follow() -> None:
        last = ""
        while not over.wait(_LATE):
            value: Any = client.request("GET", path).value
            version = value.get("metadata", {}).get("resourceVersion", "")
            data = value.get("data") or {}
            if version != last and all(key in data for key in keys):
                _swap(folder, version, {key: base64.b64decode(data[key]) for key in keys})
                last = version

    thread = threading.Thread(target=follow)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(10)


def _swap(folder: Path, version: str, files: dict[str, bytes]) -> None:
    now = folder / f"..{version}"
    now.mkdir()
    for name, text in files.items():
        (now / name).write_bytes(text)
    (folder / "..data_tmp").symlink_to(now.name)
    os.replace(folder / "..data_tmp", folder / "..data")
    for name in files:
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(f"..data/{name}")
