"""Node labels that select GPUs: who writes them, and which values they take."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from gpulint.catalog.near import near_names
from gpulint.catalog.products import all_products, near_products
from gpulint.catalog.tables import table

# Source: kubernetes apimachinery pkg/util/validation, IsValidLabelValue.
LEGAL_VALUE = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?\Z")
# Keys come from users, so only so many answers are kept; a server is asked for the same ones.
_KEPT = 4096

# Types whose values are words; a version such as 12.4 is no whole number either.
_WORDS = ("product", "enum", "boolean", "version", "topology")

LabelType = Literal["integer", "boolean", "enum", "string", "product", "version", "topology"]
Owner = Literal["gfd", "operator", "nfd", "amd", "kubernetes", "provider", "user"]


class LabelFact(NamedTuple):
    """What is known of one label key.

    type: of its value, which on the node is text in any case.
    values: known ones; complete where no other can appear.
    owner: who writes it; `user` means that nothing does unless a person sets it.
    provider: whose nodes carry it, empty for labels that no platform owns.
    deprecated: still written, beside another key that is to stay. never_written: met in manifests
    though nothing writes it, or not any more. successor: the key to use in place of either; None
    where there is none.
    products: values of nvidia.com/gpu.product on nodes that carry a value of this label.
    """

    key: str
    type: LabelType
    owner: Owner
    provider: str
    values: tuple[str, ...]
    complete: bool
    deprecated: bool
    successor: str | None
    never_written: bool
    products: Mapping[str, tuple[str, ...]]

    @property
    def never_number(self) -> bool:
        """Whether no node has a whole number as its value, so that Gt and Lt meet none."""
        return self.type in _WORDS and not any(map(str.isdigit, self.values))


@lru_cache(_KEPT)
def label(key: str) -> LabelFact | None:
    """What is known of a node label; None for a key that the catalogue does not know."""
    rows = table("labels")
    if key in rows["keys"]:
        return _listed(key)
    row = next((row for pattern, row in _patterns() if pattern.fullmatch(key)), None)
    return None if row is None else _fact(key, row)


def known_labels() -> tuple[str, ...]:
    """Every key that is listed by itself, in the order of the data."""
    return tuple(table("labels")["keys"])


def forms_without_number() -> tuple[str, ...]:
    """Regular expressions of keys known by their form whose values are never whole numbers."""
    return tuple(pattern.pattern for pattern, row in _patterns() if _fact("", row).never_number)


@lru_cache(_KEPT)
def near_labels(key: str) -> tuple[str, ...]:
    """Keys that may have been meant by `key`, likeliest first; empty for one that nodes carry."""
    fact = label(key)
    if fact is not None and (fact.never_written or fact.deprecated):
        return () if fact.successor is None else (fact.successor,)
    if fact is not None:
        return ()
    carried = [each for each in known_labels() if not _listed(each).never_written]
    domain = key.rpartition("/")[0]
    domains = {each.rpartition("/")[0] for each in carried}
    if domain not in domains and not near_names(domain, domains, cutoff=0.9, by_start=False):
        return ()  # another domain is somebody else's
    # of a known key with a word more, that word alone tells: it may be one of somebody's own
    start = max((len(each) for each in carried if key.startswith(f"{each}-")), default=0)
    if start:
        known = [each[start:] for each in carried if each.startswith(f"{key[:start]}-")]
        near = near_names(key[start:], known, cutoff=0.7, by_start=False)
        return tuple(f"{key[:start]}{each}" for each in near)
    return near_names(key, carried, cutoff=0.85, by_start=False)


def known_values(key: str) -> tuple[str, ...]:
    """Values that a label is known to take; empty where they are open or unknown."""
    fact = label(key)
    if fact is None:
        return ()
    if fact.type == "product":
        return tuple(product.label for product in all_products())
    return ("true", "false") if fact.type == "boolean" else fact.values


def near_values(key: str, value: str) -> tuple[str, ...]:
    """Values of `key` that may have been meant by `value`, likeliest first; empty for a known one.

    A product's name under another provider's key is translated into this key's own word for it.
    """
    fact = label(key)
    if fact is None or value in known_values(key):
        return ()
    if fact.type == "product":
        return near_products(value)
    near = near_names(value, known_values(key), cutoff=0.7)
    if fact.products and not fact.complete:
        # another number is another card, which may be newer than the table
        near = tuple(each for each in near if _numbers(each) == _numbers(value))
    return _translated(fact, value) or near


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def provider_of(key: str) -> str:
    """Platform whose nodes carry a label, such as `gke`; empty for any other key."""
    fact = label(key)
    return "" if fact is None else fact.provider


def products_of(key: str, value: str) -> tuple[str, ...]:
    """Values of nvidia.com/gpu.product on nodes with this label; empty where that is not known."""
    fact = label(key)
    return () if fact is None else fact.products.get(value, ())


def _translated(fact: LabelFact, value: str) -> tuple[str, ...]:
    """This key's words for the product that `value` names in the catalogue's words."""
    if not fact.products:
        return ()
    meant = {value, *near_products(value)}
    return tuple(own for own, labels in fact.products.items() if not meant.isdisjoint(labels))


@cache
def _listed(key: str) -> LabelFact:
    return _fact(key, table("labels")["keys"][key])


def _fact(key: str, row: list[Any]) -> LabelFact:
    kind, owner, provider, values, complete, deprecated, successor, never, products = row
    return LabelFact(
        key=key,
        type=kind,
        owner=owner,
        provider=provider,
        values=tuple(values),
        complete=complete,
        deprecated=deprecated,
        successor=successor,
        never_written=never,
        products={value: tuple(labels) for value, labels in products.items()},
    )


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], list[Any]], ...]:
    return tuple((re.compile(pattern), row) for pattern, row in table("labels")["patterns"])
