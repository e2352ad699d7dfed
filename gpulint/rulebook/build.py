"""Renews everything that is generated from the rules, or tells what is stale."""

import os
from collections.abc import Iterable, Mapping

from gpulint.core.errors import RuleError, UsageError
from gpulint.rulebook import load
from gpulint.rulebook.book import Book, read_book
from gpulint.rulebook.categories import CATEGORIES
from gpulint.rulebook.examples import Lint, run_examples
from gpulint.rulebook.home import Home, checkout_home, installed_home
from gpulint.rulebook.index import index_text, tokens_text
from gpulint.rulebook.pages import category_page, overview_page
from gpulint.rulebook.rule_file import RuleFile


def build(lint: Lint | None = None, home: Home | None = None) -> tuple[str, ...]:
    """Write all generated files of the checkout, or of `home`; returns the paths that changed.

    lint: runs the examples too. Raises RuleError, after writing what can be written, with one
    `file:line: text` per complaint: a rule that cannot run is left out and the others are renewed.
    """
    home = home or checkout_home()
    tables = write_files(_catalogue_files())  # first: the tokens are read from them
    book = read_book(home)
    changed = (*tables, *write_files(generated_files(home, book)))
    load.forget()
    complaints = list(book.complaints)
    if lint is not None:
        complaints += [str(each) for rule in book.rules for each in run_examples(rule, lint)]
    if complaints:
        raise RuleError("\n".join(complaints))
    return changed


def refresh_index(home: Home | None = None) -> None:
    """Renew the index alone, so that the engine runs a rule that has just been written.

    Outside a checkout nothing is written: an installed index belongs to its rules.
    """
    try:
        home = home or checkout_home()
    except UsageError:
        return
    write_files(index_files(home, read_book(home)))
    load.forget()


def run_tests(
    names: Iterable[str], lint: Lint, home: Home | None = None
) -> tuple[int, tuple[str, ...]]:
    """Run the examples of rules, by id, name or former name; all when none is named.

    Returns how many rules ran, and the complaints, each as `file:line: text`. A rule that cannot
    run counts as a complaint when it is named or when none is. The index is renewed first.
    Raises UsageError for an unknown name.
    """
    refresh_index(home)
    home = home or installed_home()
    book, wanted = read_book(home), set(names)
    found = [r for r in book.rules if not wanted or wanted & {r.id, r.name, *r.aliases}]
    for name in sorted(wanted - {grip for r in found for grip in (r.id, r.name, *r.aliases)}):
        broken = [each for each in book.complaints if f"/{name}.yaml:" in each]
        if not broken:
            raise UsageError(load.unknown_rule(name))
    told = [each for each in book.complaints if not wanted or _is_about(each, wanted, found)]
    return len(found), (
        *told,
        *(str(each) for rule in found for each in run_examples(rule, lint)),
    )


def _is_about(complaint: str, names: Iterable[str], rules: Iterable[RuleFile]) -> bool:
    files = (*(f"/{name}.yaml:" for name in names), *(f"{rule.file}:" for rule in rules))
    return any(file in complaint for file in files)


def stale_files(home: Home | None = None) -> tuple[str, ...]:
    """Paths of generated files that `build` would change."""
    home = home or checkout_home()
    return differing({**_catalogue_files(), **generated_files(home, read_book(home))})


def generated_files(home: Home, book: Book) -> Mapping[str, str]:
    """Text of every generated file by its path."""
    pages = {
        os.path.join(home.rules, each.name, "README.md"): category_page(each, book.rules)
        for each in CATEGORIES
    }
    overview = overview_page(book.rules, book.retired, book.refused)
    return {
        **index_files(home, book),
        **pages,
        os.path.join(home.rules, "README.md"): overview,
    }


def index_files(home: Home, book: Book) -> Mapping[str, str]:
    """Text of the files that a run reads, by their path."""
    return {
        os.path.join(home.rules, load.INDEX_FILE): index_text(
            book.rules, book.retired, book.modules
        ),
        os.path.join(home.rules, load.TOKENS_FILE): tokens_text(book.rules, _catalogue_tokens()),
    }


def write_files(files: Mapping[str, str]) -> tuple[str, ...]:
    """Write those files that differ; returns their paths."""
    changed = differing(files)
    for path in changed:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        # swapped in whole: somebody else may lint with the index meanwhile
        draft = f"{path}.{os.getpid()}"
        with open(draft, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(files[path])
        os.replace(draft, path)
    return changed


def differing(files: Mapping[str, str]) -> tuple[str, ...]:
    """Paths whose file does not hold this text, sorted."""
    return tuple(path for path, text in sorted(files.items()) if _current(path) != text)


def _catalogue_files() -> Mapping[str, str]:
    from gpulint.catalog.compaction import TABLES  # reads the catalogue
    from gpulint.catalog.compile import compiled_text
    from gpulint.catalog.tables import table_path

    return {table_path(name): compiled_text(name) for name in TABLES}


def _catalogue_tokens() -> Iterable[str]:
    from gpulint.catalog.tokens import tokens  # reads the catalogue

    return tokens()


def _current(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", newline="") as stream:
            return stream.read()
    except OSError:
        return None
