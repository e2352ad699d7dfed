"""Arguments that become names in a cluster, refused here in place of by its API server."""

import re

import click

_LABEL = re.compile(r"[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?")
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
