"""Arguments that are times."""

import math

import click


def seconds(context: click.Context, option: click.Parameter, value: float) -> float:
    """So many seconds; raises BadParameter for `nan`, which no range keeps out."""
    if math.isnan(value):
        raise click.BadParameter("nan is no number of seconds")
    return value
