"""Arguments that become names in a cluster, refused here in place of by its API server."""

import re
from ipaddress import ip_address

import click

_LABEL = re.compile(r"[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?")
_MOST_NAME = 253
_IMAGE = re.compile(r"[A-Za-z0-9][-A-Za-z0-9._:/@]*")


def dns_label(context: click.Context, option: click.Parameter, value: str) -> str:
    """The name of a namespace or a Service; raises BadParameter for others. Source: RFC 1123."""
    if not _LABEL.fullmatch(value):
        raise click.BadParameter(
            f"{value!r} is no name: lower-case letters, digits and '-', at most 63, "
            "with a letter or digit at both ends"
        )
    return value


def image_name(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """An image with its registry, tag or digest; raises BadParameter for what none can have."""
    if value is not None and not _IMAGE.fullmatch(value):
        raise click.BadParameter(
            f"{value!r} is no image, such as registry.example.com/gpulint:0.1.0"
        )
    return value


def host_names(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """DNS names, `*.` before one included, or addresses; raises BadParameter for others.

    A certificate takes any text, and then fits no host. Source: RFC 1123, RFC 6125 section 6.4.3.
    """
    for value in values:
        labels = value.removeprefix("*.").lower().split(".")
        is_name = len(value) <= _MOST_NAME and all(map(_LABEL.fullmatch, labels))
        if not is_name and not _is_address(value):
            raise click.BadParameter(
                f"{value!r} is no DNS name or address, such as gpulint.example.com or 10.0.0.1; "
                "write other alphabets as xn--…"
            )
    return values


def _is_address(text: str) -> bool:
    try:
        return "%" not in str(ip_address(text))
    except ValueError:
        return False
