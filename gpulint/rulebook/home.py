"""Where the rules and the checks lie."""

import os
from typing import NamedTuple

from gpulint.core.errors import UsageError
from gpulint.core.project_files import project_folder


class Home(NamedTuple):
    """The folders of one rulebook.

    rules: folder with one folder per category. checks: likewise, a Python package. package: dotted
    name under which `checks` is imported.
    """

    rules: str
    checks: str
    package: str = "gpulint.checks"

    def rule_path(self, category: str, name: str) -> str:
        """Path of the YAML of a rule."""
        return os.path.join(self.rules, category, f"{name}.yaml")

    def shown(self, path: str) -> str:
        """The path as messages print it: `rules/mig/name.yaml`, `gpulint/checks/mig/name.py`."""
        if path.startswith(self.rules + os.sep):
            front, folder = "rules", self.rules
        else:
            front, folder = self.package.replace(".", "/"), self.checks
        return "/".join((front, *os.path.relpath(path, folder).split(os.sep)))


def installed_home() -> Home:
    """The rulebook of this installation, wheel or checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return Home(project_folder("rules"), os.path.join(package, "checks"))


def checkout_home() -> Home:
    """The rulebook of a checkout, the only place where rules are written.

    Raises UsageError in an installed wheel, whose files belong to the package manager.
    """
    home = installed_home()
    if os.path.basename(home.rules) != "rules":
        raise UsageError(
            "rules are written in a checkout of gpulint: "
            "clone it and run `pip install -e '.[test]'`"
        )
    return home
