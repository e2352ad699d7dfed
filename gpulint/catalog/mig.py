"""MIG profiles: their two spellings, the cards that offer them, and what fits on one card."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from gpulint.catalog.products import MigProfile, Product, all_products
from gpulint.catalog.tables import table

PREFIX = "nvidia.com/mig-"

_PROFILE = re.compile(
    r"(?:(?P<instances>[1-8])c\.)?(?P<slices>[1-8])g\.(?P<memory>\d{1,9})gb"
    r"(?P<attribute>[+.](?:me\.all|me|gfx)|-me)?"
)
_LOOSE = re.compile(r"(?i)(\d{1,9})\s*g[^0-9a-z]*(\d{1,9})\s*g?i?b?(.*)")
_MOST = 3


class ProfileName(NamedTuple):
    """A profile name taken apart.

    slices: the number before `g`. memory_gb: the number before `gb`.
    attribute: empty, `me`, `me.all`, `gfx` or `-me`. compute_instances: the number before `c` of a
    compute-instance profile, which no plugin advertises; None for a GPU instance.
    """

    slices: int
    memory_gb: int
    attribute: str = ""
    compute_instances: int | None = None

    @property
    def name(self) -> str:
        """The spelling of tools and layouts, `1g.10gb+me`."""
        part = f"{self.compute_instances}c." if self.compute_instances is not None else ""
        sign = "+" if self.attribute and not self.attribute.startswith("-") else ""
        return f"{part}{self.slices}g.{self.memory_gb}gb{sign}{self.attribute}"

    @property
    def resource(self) -> str:
        """The resource name, `nvidia.com/mig-1g.10gb.me`."""
        return resource_name(self.name)


class SupersededProfile(NamedTuple):
    """A profile name that was shown once for a card, and the right one; None where it has none."""

    name: str
    product: str
    replacement: str | None


def parse_profile(text: str) -> ProfileName | None:
    """Take apart `1g.10gb+me` or the dotted form `1g.10gb.me`; None for text that is no profile.

    The form alone counts: whether a card offers it is another question.
    """
    found = _PROFILE.fullmatch(text)
    if found is None:
        return None
    instances = found["instances"]
    return ProfileName(
        slices=int(found["slices"]),
        memory_gb=int(found["memory"]),
        attribute=(found["attribute"] or "").lstrip("+."),
        compute_instances=int(instances) if instances else None,
    )


def resource_name(profile: str) -> str:
    """Resource that the device plugin advertises for a profile name of either spelling."""
    return PREFIX + profile.replace("+", ".")


def profile_of_resource(resource: str) -> str | None:
    """Profile name (`1g.10gb+me`) behind a MIG resource, shared or not; None for other names."""
    if not resource.startswith(PREFIX):
        return None
    parsed = parse_profile(resource[len(PREFIX) :].removesuffix(".shared"))
    return None if parsed is None else parsed.name


def products_with(profile: str) -> tuple[Product, ...]:
    """Cards that offer a profile, by its name of either spelling."""
    parsed = parse_profile(profile)
    return () if parsed is None else _offers().get(parsed.name, ())


def known_profiles() -> tuple[str, ...]:
    """Names of all profiles that some card offers, smallest first."""
    return tuple(_offers())


def superseded(profile: str) -> tuple[SupersededProfile, ...]:
    """Whether a name was shipped or shown once for a card; empty when it was not."""
    parsed = parse_profile(profile)
    rows = table("mig")["superseded"].get(parsed.name, ()) if parsed else ()
    return tuple(SupersededProfile(profile, product, right) for product, right in rows)


def superseded_profiles() -> tuple[str, ...]:
    """Names that were shipped or shown once for a card."""
    return tuple(table("mig")["superseded"])


def near_profiles(text: str) -> tuple[str, ...]:
    """Profile names that someone who wrote `text` may have meant, likeliest first; at most three.

    text: a profile, a resource name, or something like one (`mig1g-5gb`, `MIG-1g.5GB`).
    """
    found = _LOOSE.search(text.lower().rpartition("/")[2])
    if found is None:
        return ()
    slices, memory = int(found[1]), int(found[2])
    attribute = _attribute(found[3])
    offered = [parsed for name in known_profiles() if (parsed := parse_profile(name))]
    exact = [each for each in offered if (each.slices, each.memory_gb) == (slices, memory)]
    alike = [each for each in exact if each.attribute == attribute] or exact
    if not alike:
        alike = _by_size(offered, slices, memory, attribute)
    return tuple(each.name for each in alike if text not in (each.name, each.resource))[:_MOST]


def _by_size(
    offered: Sequence[ProfileName], slices: int, memory: int, attribute: str
) -> list[ProfileName]:
    """Profiles of as many slices, nearest in memory first; else those of the same memory."""
    plain = [each for each in offered if each.attribute == attribute]
    same = [each for each in plain if each.slices == slices]
    if same:
        return sorted(same, key=lambda each: abs(each.memory_gb - memory))
    return [each for each in plain if each.memory_gb == memory]


def _attribute(rest: str) -> str:
    """The attribute in what follows the size, in any spelling."""
    word = rest.removesuffix(".shared").strip()
    if word.startswith("-") and word.endswith("me"):
        return "-me"
    word = word.lstrip("+.-_ ")
    return word if word in ("me", "me.all", "gfx") else ""


def placeable(product: Product, layout: Mapping[str, int]) -> bool:
    """Whether one card can hold a layout: profile name (`1g.10gb+me`) to number of instances.

    Tries every placement over the card's memory slices, within its compute slices, the most
    instances of each profile, and the rules on media engines. False for a profile that the card
    lacks. True where the card's profiles are not published, for the unknown is never wrong.
    """
    if product.profiles is None:
        return True
    wanted: list[MigProfile] = []
    for name, count in layout.items():
        profile = product.profile(name)
        if count <= 0:
            continue
        if profile is None or count > profile.max_instances:
            return False
        wanted.extend([profile] * count)
    if sum(each.compute_slices for each in wanted) > product.compute_slices:
        return False
    wanted.sort(key=lambda each: (-each.memory_slices, each.name))
    return _media_agree(wanted) and _place(tuple(wanted), 0)


def _media_agree(wanted: Sequence[MigProfile]) -> bool:
    """One `+me` instance a card; `+me.all` takes every engine, so all others must be `-me`."""
    media = [each.media for each in wanted]
    if "+me.all" in media:
        return media.count("+me.all") == 1 and media.count("-me") == len(media) - 1
    return media.count("+me") <= 1


def _place(wanted: tuple[MigProfile, ...], taken: int) -> bool:
    """Whether the instances fit beside the memory slices set in the bits of `taken`."""
    if not wanted:
        return True
    first, rest = wanted[0], wanted[1:]
    span = (1 << first.memory_slices) - 1
    return any(
        _place(rest, taken | span << start) for start in first.starts if not taken & span << start
    )


@cache
def _offers() -> dict[str, tuple[Product, ...]]:
    """Cards by profile name, smallest profiles first."""
    offers: dict[str, list[Product]] = {}
    for product in all_products():
        for profile in product.profiles or ():
            offers.setdefault(profile.name, []).append(product)
    parsed = {name: parse_profile(name) or ProfileName(0, 0) for name in offers}
    return {name: tuple(offers[name]) for name in sorted(offers, key=lambda name: parsed[name][:3])}
