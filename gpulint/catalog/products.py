"""NVIDIA products as node labels name them, and what people write in their place."""

from functools import cache
from typing import Literal, NamedTuple

from gpulint.catalog.tables import table

_NEAR = 0.84
_MOST = 3


class MigProfile(NamedTuple):
    """What one card offers under a profile name.

    name: as NVIDIA writes it, `1g.10gb+me`. resource: the name that the device plugin advertises.
    title: the class in the card's geometry, such as `1g`, `1g-double`, `2g+gfx`.
    starts: memory slices at which an instance may begin, ascending. max_instances: per card.
    """

    name: str
    resource: str
    title: str
    compute_slices: int
    memory_slices: int
    max_instances: int
    starts: tuple[int, ...]

    @property
    def media(self) -> str:
        """The attribute after the size: empty, `+me`, `+me.all`, `-me` or `+gfx`."""
        for sign in "+-":
            if sign in self.name:
                return self.name[self.name.index(sign) :]
        return ""


class Product(NamedTuple):
    """One card, by the value that GPU Feature Discovery writes for it.

    label: without sharing or MIG suffix. aliases: what older drivers reported.
    memory_mib: value of nvidia.com/gpu.memory; None where nobody published it. nominal_gb: the size
    on the box. compute_capability: such as `9.0`.
    profiles: empty for a card that cannot split, None for one that can while its profiles are not
    published. compute_slices, memory_slices: of the whole card, 0 where unknown.
    placements_published: False where starts are assumed.
    mig_min_driver: None where not listed. confusable: labels of cards that are mixed up with it.
    """

    label: str
    aliases: tuple[str, ...]
    memory_mib: int | None
    nominal_gb: int | None
    compute_capability: str
    family: str
    mig_capable: bool
    profiles: tuple[MigProfile, ...] | None
    compute_slices: int
    memory_slices: int
    placements_published: bool
    mig_min_driver: str | None
    mig_confidence: Literal["high", "medium", "low"] | None
    confusable: tuple[str, ...]

    @property
    def compute_major(self) -> int:
        """Value of nvidia.com/gpu.compute.major."""
        return int(self.compute_capability.partition(".")[0])

    @property
    def compute_minor(self) -> int:
        """Value of nvidia.com/gpu.compute.minor."""
        return int(self.compute_capability.partition(".")[2])

    def profile(self, name: str) -> MigProfile | None:
        """The card's profile of that name (`1g.10gb+me`); None when it has none."""
        return next((each for each in self.profiles or () if each.name == name), None)


class ProductLabel(NamedTuple):
    """A value of nvidia.com/gpu.product taken apart.

    text: the value without suffixes. product: None when the catalogue does not know the text.
    mig: profile with dots behind `-MIG-` (`INVALID` for a layout that the single strategy refuses);
    None without it. shared: whether the value ends in `-SHARED`.
    """

    text: str
    product: Product | None
    mig: str | None
    shared: bool


def product(label: str) -> Product | None:
    """The card behind an exact label or the alias of an older driver; None when unknown."""
    rows = table("products")
    canonical = rows["aliases"].get(label, label)
    return _product(canonical) if canonical in rows["products"] else None


def all_products() -> tuple[Product, ...]:
    """Every card, in the order of the data: oldest first."""
    return tuple(_product(label) for label in table("products")["products"])


def parse_label(value: str) -> ProductLabel:
    """Take a label value apart: product, then `-MIG-<profile>`, then `-SHARED`."""
    text, shared = value, value.endswith("-SHARED")
    if shared:
        text = text[: -len("-SHARED")]
    text, mark, profile = text.partition("-MIG-")
    return ProductLabel(text, product(text), profile if mark else None, shared)


def near_products(value: str) -> tuple[str, ...]:
    """Labels that may have been meant by `value`, likeliest first; empty when none is near.

    Spellings that were met before answer first, then the same text in another case, with blanks or
    without the vendor's name, then names that differ by a few letters. A suffix is put back on.
    """
    parsed = parse_label(value.strip())
    suffix = f"-MIG-{parsed.mig}" if parsed.mig is not None else ""
    suffix += "-SHARED" if parsed.shared else ""
    form = _form(parsed.text)
    labels = _met(parsed.text) or _by_form().get(form, ()) or _alike(form) or _shorter(parsed.text)
    return tuple(label + suffix for label in labels if label + suffix != value)


def _met(text: str) -> tuple[str, ...]:
    wrong: dict[str, list[str]] = table("products")["wrong"]
    return tuple(wrong.get(text, ()))


@cache
def _by_form() -> dict[str, tuple[str, ...]]:
    """Labels by their bare form; wrong spellings only where no label has that form."""
    rows = table("products")
    forms: dict[str, tuple[str, ...]] = {}
    for spelling, labels in rows["wrong"].items():
        form = _form(spelling)
        forms[form] = tuple(dict.fromkeys((*forms.get(form, ()), *labels)))
    right: dict[str, tuple[str, ...]] = {}
    for label in rows["products"]:
        form = _form(label)
        right[form] = (*right.get(form, ()), label)
    for alias, label in rows["aliases"].items():
        right.setdefault(_form(alias), (label,))
    return forms | right


def _form(text: str) -> str:
    """Text without case, blanks, separators, vendor and brand."""
    folded = text.lower().replace("(r)", "").replace("(tm)", "")
    words = folded.replace("_", "-").replace(" ", "-").replace("/", "-").split("-")
    return "".join(word for word in words if word not in ("nvidia", "tesla", "geforce", "gpu", ""))


def _shorter(text: str) -> tuple[str, ...]:
    """Labels that the text names with words too many at its end, as `NVIDIA-L4-24GB` does."""
    words = text.split("-")
    for count in range(len(words) - 1, 0, -1):
        labels = _by_form().get(_form("-".join(words[:count])), ())
        if labels:
            return labels
    return ()


def _alike(form: str) -> tuple[str, ...]:
    import difflib  # only for hints

    forms = _by_form()
    near = difflib.get_close_matches(form, forms, n=_MOST, cutoff=_NEAR)
    model = _model(form)
    labels = (label for each in near if _model(each) == model for label in forms[each])
    return tuple(dict.fromkeys(labels))[:_MOST]


def _model(form: str) -> str:
    """The letters and number that start a bare form, `h100`, `rtx4090`: others are not near."""
    import re  # only for hints

    found = re.match(r"[a-z]*\d+[a-z]?(?=$|\D)|[a-z]+\d+", form)
    return found.group(0) if found else form


@cache
def _product(label: str) -> Product:
    row = table("products")["products"][label]
    aliases, memory, nominal, capability, family, capable, mig_table, driver, confidence, near = row
    profiles, compute, slices, published = _profiles(mig_table)
    return Product(
        label=label,
        aliases=tuple(aliases),
        memory_mib=memory,
        nominal_gb=nominal,
        compute_capability=capability,
        family=family,
        mig_capable=capable,
        profiles=profiles if mig_table is not None or capable else (),
        compute_slices=compute,
        memory_slices=slices,
        placements_published=published,
        mig_min_driver=driver,
        mig_confidence=confidence,
        confusable=tuple(near),
    )


@cache
def _profiles(mig_table: str | None) -> tuple[tuple[MigProfile, ...] | None, int, int, bool]:
    """Profiles of a table with the slices of its card; None and zeros without a table."""
    if mig_table is None:
        return None, 0, 0, False
    rows = table("mig")
    geometry, names = rows["tables"][mig_table]
    compute, memory, published, classes = rows["geometries"][geometry]
    profiles = []
    for title, name in names.items():
        own_compute, own_memory, starts, most = classes[title]
        resource = "nvidia.com/mig-" + name.replace("+", ".")
        profiles.append(
            MigProfile(name, resource, title, own_compute, own_memory, most, tuple(starts))
        )
    return tuple(profiles), compute, memory, published
