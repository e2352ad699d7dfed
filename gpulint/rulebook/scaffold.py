"""Writes the first version of a new rule: a YAML and a check, every key explained."""

import difflib
import os
import re
from collections.abc import Iterable, Mapping, Sequence

from gpulint.core.errors import UsageError
from gpulint.rulebook.book import Book, read_book
from gpulint.rulebook.categories import CATEGORIES, Category
from gpulint.rulebook.home import Home, checkout_home
from gpulint.rulebook.template import check_text, rule_text

_KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+\Z")
_ID = re.compile(r"^id:\s*[\"']?(GPU\d{3})", re.MULTILINE)


def new_rule(name: str, category: str, home: Home | None = None) -> tuple[str, ...]:
    """Write rules/<category>/<name>.yaml and a check that finds nothing yet; returns both paths.

    Raises UsageError for an unknown or full category, a name that is taken or not kebab-case.
    """
    home = home or checkout_home()
    found = _category(category)
    if not _KEBAB.match(name):
        raise UsageError(f"{name!r} is no rule name; write what is wrong, as mig-profile-unknown")
    check = name.replace("-", "_")
    book = read_book(home)
    _demand_free(home, book, name, check)
    texts = {
        home.rule_path(found.name, name): rule_text(next_id(home, found, book), name, check),
        os.path.join(home.checks, found.name, f"{check}.py"): check_text(check),
    }
    for path, text in texts.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    return tuple(texts)


def next_id(home: Home, category: Category, book: Book) -> str:
    """The id after the highest one of a category, alive or retired; a gap when the end is reached.

    Raises UsageError when all hundred are taken.
    """
    used = {*_written_ids(home), *(each.id for each in book.retired)}
    own = sorted(int(each[3:]) for each in used if each.startswith(f"GPU{category.digit}"))
    first = category.digit * 100 + 1
    after = own[-1] + 1 if own else first
    free = [n for n in (after, *range(first, first + 99)) if n // 100 == category.digit]
    for number in free:
        if number not in own:
            return f"GPU{number:03}"
    raise UsageError(f"the category {category.name} has no free id left")


def _written_ids(home: Home) -> Iterable[str]:
    # from the text itself: a rule that someone is still writing holds its id all the same
    for folder in sorted(os.listdir(home.rules)):
        path = os.path.join(home.rules, folder)
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                if name.endswith(".yaml"):
                    with open(os.path.join(path, name), encoding="utf-8") as stream:
                        yield from _ID.findall(stream.read())


def _category(name: str) -> Category:
    known = {each.name: each for each in CATEGORIES}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    raise UsageError(f"{name} is no category; {hint}")


def _demand_free(home: Home, book: Book, name: str, check: str) -> None:
    taken: Mapping[str, str] = {
        **{alias: rule.file for rule in book.rules for alias in rule.aliases},
        **{rule.name: rule.file for rule in book.rules},
        **{n: f"rules/{f}/{n}.yaml" for f, n in _names(home)},
    }
    if name in taken:
        raise UsageError(f"the rule {name} exists: {taken[name]}")
    if check in book.modules:
        raise UsageError(f"the check {check} exists: {book.modules[check]}; take another name")


def _names(home: Home) -> Sequence[tuple[str, str]]:
    return [
        (each.name, name[:-5])
        for each in CATEGORIES
        if os.path.isdir(os.path.join(home.rules, each.name))
        for name in os.listdir(os.path.join(home.rules, each.name))
        if name.endswith(".yaml")
    ]
