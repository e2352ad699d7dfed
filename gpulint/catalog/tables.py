"""The compiled tables, read once each and only when someone asks."""

import os
from functools import cache
from typing import Any

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "compiled")


def table_path(name: str) -> str:
    """Where the compiled table `name` lies."""
    return os.path.join(_FOLDER, f"{name}.json")


@cache
def table(name: str) -> Any:
    """The compiled table `name`, as compile.py wrote it; readers must not change it.

    Raises FileNotFoundError when the installation lacks it.
    """
    import json  # costs start-up time

    with open(table_path(name), "rb") as stream:
        return json.loads(stream.read())
