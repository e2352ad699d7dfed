"""The face of the check author's vocabulary is whole."""

import ast
from pathlib import Path

import gpulint.authoring as authoring

SOURCE = Path(authoring.__file__).read_text("utf-8")


def static_names() -> dict[str, str]:
    found = {}
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gpulint"):
            for each in node.names:
                found[each.asname or each.name] = f"{node.module}.{each.name}"
    return found


def test_every_name_has_the_same_home_for_readers_and_at_run_time() -> None:
    """A name in one list alone would pass the type checker and fail a user, or the other way round."""
    at_run_time = {n: "gpulint." + home.replace(":", ".") for n, home in authoring._HOMES.items()}
    assert at_run_time == static_names()


def test_every_name_can_be_loaded() -> None:
    """A check imports it on first use, so nobody else would notice."""
    loaded = {name for name in authoring._HOMES if getattr(authoring, name) is not None}
    assert loaded == set(static_names())
