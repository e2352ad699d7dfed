"""Finds rules/ and schemas/ in an installed wheel and in a checkout alike."""

import os

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def project_folder(name: str) -> str:
    """Path of the folder `rules` or `schemas`: `_rules` inside a wheel, beside the package else.

    Raises FileNotFoundError when the installation lacks it.
    """
    for candidate in (
        os.path.join(_PACKAGE, f"_{name}"),
        os.path.join(os.path.dirname(_PACKAGE), name),
    ):
        if os.path.isdir(candidate):
            return candidate
    raise FileNotFoundError(
        f"this installation of gpulint lacks its {name} folder; install it again"
    )
