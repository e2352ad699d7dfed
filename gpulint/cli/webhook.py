"""`gpulint webhook`: the server, its certificates and its manifests."""

import os

import click

from gpulint.core.errors import UsageError

_EXTRA = "pip install 'gpulint[webhook]'"


@click.group(short_help="Judge objects as the API server gets them.")
def webhook() -> None:
    """Judge objects as the API server gets them."""


@webhook.command(short_help="Answer AdmissionReviews until SIGTERM.")
@click.option("--cert", required=True, metavar="FILE", help="Certificate chain, PEM; watched.")
@click.option("--key", required=True, metavar="FILE", help="Its key, PEM; watched.")
@click.option("--config", default="", metavar="FILE", help="Modes by rule and namespace; watched.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", default=8443, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--watch",
    default=2.0,
    show_default=True,
    type=click.FloatRange(0.05, 3600),
    metavar="SECONDS",
    help="Between two looks at the files.",
)
def serve(cert: str, key: str, config: str, host: str, port: int, watch: float) -> None:
    """Answer AdmissionReviews on /validate/warn and /validate/deny until SIGTERM."""
    _need("uvicorn", "httptools", "msgspec", "prometheus_client")
    from gpulint.webhook.log import set_up  # the extra only
    from gpulint.webhook.server import Options
    from gpulint.webhook.server import serve as run

    set_up()
    run(Options(cert, key, host, port, config, watch, today=_today))


@webhook.command(short_help="Make an authority and a server certificate.")
@click.option("--service", default="gpulint", show_default=True, help="Name of the Service.")
@click.option("--namespace", default="gpulint-system", show_default=True)
@click.option("--name", "names", multiple=True, help="One more DNS name or address.")
@click.option("--days", default=365, show_default=True, type=click.IntRange(1, 3650))
@click.option("--output", default=".", show_default=True, metavar="FOLDER", help="Where to write.")
def certs(service: str, namespace: str, names: tuple[str, ...], days: int, output: str) -> None:
    """Make an authority and a server certificate: ca.crt, ca.key, tls.crt, tls.key.

    The authority lasts ten years. Keep ca.key away from the cluster.
    """
    _need("cryptography")
    import datetime  # one command only

    from gpulint.webhook.certs import make_authority, make_leaf, service_names

    now = datetime.datetime.now(datetime.timezone.utc)
    authority = make_authority(now)
    leaf = make_leaf(authority, (*service_names(service, namespace), *names), now, days)
    files = {"ca.crt": authority.cert, "ca.key": authority.key}
    files |= {"tls.crt": leaf.cert, "tls.key": leaf.key}
    for name, text in files.items():
        click.echo(f"wrote {_write(os.path.join(output, name), text, name.endswith('.key'))}")


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


def _need(*modules: str) -> None:
    """Raises UsageError with the cure when the extra is not installed."""
    import importlib.util  # one command only

    missing = [each for each in modules if importlib.util.find_spec(each) is None]
    if missing:
        raise UsageError(f"{', '.join(missing)} not installed; run: {_EXTRA}")


def _today() -> str:
    import time  # the clock is read here alone

    return time.strftime("%Y-%m-%d")


@webhook.command(short_help="Print all objects of the webhook as YAML.")
@click.option("--namespace", default="gpulint-system", show_default=True)
@click.option("--image", metavar="IMAGE", help="Image of the server [this version's].")
@click.option("--replicas", default=2, show_default=True, type=click.IntRange(1, 100))
@click.option("--ca", metavar="FILE", help="ca.crt of `webhook certs`; else cert-manager is used.")
@click.option(
    "--matching-only", is_flag=True, help="Only rules and match conditions, for the Helm chart."
)
def manifests(
    namespace: str, image: str | None, replicas: int, ca: str | None, matching_only: bool
) -> None:
    """Print all objects of the webhook as YAML, for `kubectl apply -f -`."""
    from gpulint.webhook.block_yaml import to_yaml  # one command only
    from gpulint.webhook.manifests import Wish, matching
    from gpulint.webhook.manifests import manifests as objects

    if matching_only:
        click.echo(to_yaml([matching()]), nl=False)
        return
    wish = Wish(namespace=namespace, replicas=replicas, authority=_base64(ca) if ca else "")
    click.echo(to_yaml(objects(wish._replace(image=image) if image else wish)), nl=False)


@webhook.command(short_help="Print policies for rules that need no server.")
@click.option("--namespace", default="gpulint-system", show_default=True, help="Left alone.")
def vap(namespace: str) -> None:
    """Print ValidatingAdmissionPolicies for the rules that need no server, as YAML."""
    from gpulint.webhook.block_yaml import to_yaml  # one command only
    from gpulint.webhook.policies import policies

    click.echo(to_yaml(policies(namespace)), nl=False)


def _base64(path: str) -> str:
    """A file as base64. Raises UsageError when it cannot be read."""
    import base64  # one command only

    try:
        with open(path, "rb") as stream:
            return base64.b64encode(stream.read()).decode()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
