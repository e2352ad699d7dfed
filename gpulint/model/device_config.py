"""What is wrong with configuration for NVIDIA's DRA driver."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog import dra
from gpulint.core.location import Part, Place
from gpulint.model.dra import ClaimConfig
from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import text


class ConfigFault(NamedTuple):
    """One thing that the driver would refuse. words: what it is."""

    place: Place
    part: Part
    words: str
    near: tuple[str, ...]
    kind: str


def faults(config: ClaimConfig) -> Iterator[ConfigFault]:
    """Everything that strict decoding and validation of the driver would refuse, in order."""
    if config.driver not in dra.config_drivers() or not config.parameters:
        return
    kind = text(config.parameters.get("kind"))
    version = text(config.parameters.get("apiVersion"))
    if version != dra.config_api_version():
        near = (dra.config_api_version(),)
        words = f"{version or 'an absent apiVersion'} is no version of its configuration"
        yield ConfigFault(config.at("apiVersion"), "value", words, near, kind)
        return
    if kind not in dra.config_kinds():
        words = f"{kind or 'an absent kind'} is no kind of its configuration"
        yield ConfigFault(config.at("kind"), "value", words, _near(kind, dra.config_kinds()), kind)
        return
    yield from _fields(config, kind, config.parameters, ())


def _fields(
    config: ClaimConfig, kind: str, value: Mapping[str, object], path: tuple[str, ...]
) -> Iterator[ConfigFault]:
    known = dra.config_fields(kind)
    prefix = "".join(f"{step}." for step in path)
    names = tuple(
        field[len(prefix) :]
        for field in known
        if field.startswith(prefix) and "." not in field[len(prefix) :]
    )
    for name, inner in value.items():
        if not path and name in ("apiVersion", "kind"):
            continue
        field = f"{prefix}{name}"
        place = config.at(*path, name)
        if field not in known:
            words = f"{kind} has no field {field}"
            yield ConfigFault(place, "key", words, _near(str(name), names), kind)
        elif isinstance(inner, dict) and any(each.startswith(f"{field}.") for each in known):
            yield from _fields(config, kind, inner, (*path, str(name)))
        else:
            yield from _choice(place, field, inner, kind)


def _choice(place: Place, field: str, value: object, kind: str) -> Iterator[ConfigFault]:
    allowed = dra.config_values(field)
    if allowed and value is not None and value not in allowed and not is_placeholder(value):
        words = f"{field} is {value}, which is not one of {', '.join(allowed)}"
        yield ConfigFault(place, "value", words, _near(str(value), allowed), kind)
    is_share = field.endswith("defaultActiveThreadPercentage")
    if is_share and isinstance(value, int) and not 0 <= value <= 100:
        words = f"{field} is {value}, and a percentage lies between 0 and 100"
        yield ConfigFault(place, "value", words, (), kind)


def _near(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    import difflib  # only for hints

    folded = {each.lower(): each for each in names}
    return tuple(folded[each] for each in difflib.get_close_matches(name.lower(), folded, 1, 0.6))
