"""`gpulint webhook certs`: certificates as files, or kept in a cluster's Secret."""

import os
from typing import NamedTuple

import click
from click.core import ParameterSource

from gpulint.cli.cluster_names import dns_label, host_names
from gpulint.cli.extra import need
from gpulint.cli.seconds import seconds
from gpulint.core.errors import UsageError

# in the order of the pairs, authority and certificate
_FILES = ("ca.crt", "ca.key", "tls.crt", "tls.key")
_ROTATING = ("secret", "configuration", "settle", "kubeconfig", "dry_run")


class _Names(NamedTuple):
    """Whom a certificate is for. more: DNS names and addresses beside the Service's own."""

    service: str
    namespace: str
    more: tuple[str, ...]


@click.command(short_help="Make certificates, or keep those of a cluster.")
@click.option(
    "--service",
    default="gpulint",
    show_default=True,
    callback=dns_label,
    help="Name of the Service.",
)
@click.option("--namespace", default="gpulint-system", show_default=True, callback=dns_label)
@click.option(
    "--name", "names", multiple=True, callback=host_names, help="One more DNS name or address."
)
@click.option("--days", default=365, show_default=True, type=click.IntRange(1, 3650))
@click.option("--output", default=".", show_default=True, metavar="FOLDER", help="Where to write.")
@click.option("--rotate", is_flag=True, help="Keep the Secret and the caBundles in a cluster.")
@click.option("--secret", default="gpulint-tls", show_default=True, help="With --rotate: its name.")
@click.option(
    "--configuration",
    multiple=True,
    default=("gpulint-warn", "gpulint-deny"),
    show_default=True,
    metavar="NAME",
    help="With --rotate: a ValidatingWebhookConfiguration.",
)
@click.option(
    "--settle",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, 3600),
    callback=seconds,
    metavar="SECONDS",
    help="With --rotate: until all have seen a new authority.",
)
@click.option(
    "--kubeconfig", default="", metavar="FILE", help="With --rotate: outside of a cluster."
)
@click.option("--dry-run", is_flag=True, help="With --rotate: tell what would be written.")
@click.pass_context
def certs(
    context: click.Context,
    service: str,
    namespace: str,
    names: tuple[str, ...],
    days: int,
    output: str,
    rotate: bool,
    secret: str,
    configuration: tuple[str, ...],
    settle: float,
    kubeconfig: str,
    dry_run: bool,
) -> None:
    """Make an authority and a server certificate: ca.crt, ca.key, tls.crt, tls.key.

    The authority lasts ten years. Keep ca.key away from the cluster.

    With --rotate nothing is written to files: the Secret is filled, renewed when a third of its life
    is left, and the configurations trust its authority. Run it daily; one that was interrupted is
    continued by the next.
    """
    _not_both(context, rotate=rotate)
    need("cryptography")
    wanted = _Names(service, namespace, names)
    if not rotate:
        _write_files(wanted, days, output)
        return
    from gpulint.webhook.certificates.rotation import Order
    from gpulint.webhook.certificates.rotator import rehearse
    from gpulint.webhook.certificates.rotator import rotate as run
    from gpulint.webhook.certificates.store import Place
    from gpulint.webhook.cluster.access import find_access  # with --rotate only
    from gpulint.webhook.cluster.client import Client

    place = Place(namespace, secret, configuration)
    client = Client(find_access(kubeconfig))
    order = Order(_all_names(wanted), days, settle)
    (rehearse if dry_run else run)(client, place, order, click.echo)


def _not_both(context: click.Context, *, rotate: bool) -> None:
    """Raises UsageError for options of the way that is not taken."""
    given = [
        name
        for name in (("output",) if rotate else _ROTATING)
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given and rotate:
        raise UsageError("--output writes files, --rotate a cluster's Secret; give one of them")
    if given:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise UsageError(f"{options}: only together with --rotate; add it or leave them out")


def _all_names(wanted: _Names) -> tuple[str, ...]:
    from gpulint.webhook.certificates.issue import service_names  # the extra only

    return (*service_names(wanted.service, wanted.namespace), *wanted.more)


def _write_files(wanted: _Names, days: int, output: str) -> None:
    import datetime  # one command only

    from gpulint.webhook.certificates.issue import make_authority, make_leaf

    _not_over([os.path.join(output, name) for name in _FILES])
    now = datetime.datetime.now(datetime.timezone.utc)
    authority = make_authority(now)
    leaf = make_leaf(authority, _all_names(wanted), now, days)
    for name, text in zip(_FILES, (*authority, *leaf), strict=True):
        click.echo(f"wrote {_write(os.path.join(output, name), text, name.endswith('.key'))}")


def _not_over(paths: list[str]) -> None:
    """Raises UsageError for a file that is there: a lost authority leaves a webhook untrusted."""
    there = [path for path in paths if os.path.lexists(path)]
    if there:
        raise UsageError(
            f"{', '.join(there)}: not overwritten; give another --output or remove them first"
        )


def _write(path: str, text: bytes, is_secret: bool) -> str:
    """Write a file that nobody else may read if it is a key. Raises UsageError when it cannot."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        mode = 0o600 if is_secret else 0o644
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with open(os.open(path, flags, mode), "wb") as stream:
            stream.write(text)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    return path
