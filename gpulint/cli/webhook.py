"""`gpulint webhook`: the server, its certificates and its manifests."""

from typing import TYPE_CHECKING

import click

from gpulint.cli.cluster_names import dns_label, image_name
from gpulint.cli.extra import need
from gpulint.cli.seconds import seconds
from gpulint.cli.webhook_certs import certs
from gpulint.core.errors import UsageError

if TYPE_CHECKING:
    from gpulint.webhook.cluster.live import LiveFacts


@click.group(short_help="Judge objects as the API server gets them.")
def webhook() -> None:
    """Judge objects as the API server gets them."""


webhook.add_command(certs)


@webhook.command(short_help="Answer AdmissionReviews until SIGTERM.")
@click.option("--cert", required=True, metavar="FILE", help="Certificate chain, PEM; watched.")
@click.option("--key", required=True, metavar="FILE", help="Its key, PEM; watched.")
@click.option("--config", default="", metavar="FILE", help="Modes by rule and namespace; watched.")
@click.option(
    "--host",
    default="::",
    show_default=True,
    help="Address to listen on; `::` is every one, of IPv4 too.",
)
@click.option("--port", default=8443, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--watch",
    default=2.0,
    show_default=True,
    type=click.FloatRange(0.05, 3600),
    callback=seconds,
    metavar="SECONDS",
    help="Between two looks at the files.",
)
@click.option(
    "--facts",
    type=click.Choice(["live"]),
    help="Follow nodes, queues, quotas and classes of the cluster, for rules that need them.",
)
@click.option(
    "--kubeconfig",
    default="",
    metavar="FILE",
    help="With --facts live: outside of a cluster [KUBECONFIG, else the Pod's own account].",
)
@click.option(
    "--no-suppress-in",
    "no_suppress",
    default="",
    metavar="SELECTOR",
    help="Annotations silence nothing in namespaces with these labels: env=prod,tier in (a,b).",
)
def serve(
    cert: str,
    key: str,
    config: str,
    host: str,
    port: int,
    watch: float,
    facts: str | None,
    kubeconfig: str,
    no_suppress: str,
) -> None:
    """Answer AdmissionReviews on /validate/warn and /validate/deny until SIGTERM."""
    need("uvicorn", "httptools", "msgspec", "prometheus_client")
    from gpulint.webhook.policy import selectors
    from gpulint.webhook.serving.log import set_up  # the extra only
    from gpulint.webhook.serving.server import Options
    from gpulint.webhook.serving.server import serve as run

    if kubeconfig and not facts:
        raise UsageError("--kubeconfig is used with --facts live alone")
    options = Options(cert, key, host, port, config, watch, today=_today)
    selected = selectors(no_suppress, "--no-suppress-in")
    set_up()
    live = _live(kubeconfig) if facts else None
    run(options._replace(live=live, no_suppress=selected))


def _live(kubeconfig: str) -> "LiveFacts":
    from gpulint.webhook.cluster.access import find_access  # only with live facts
    from gpulint.webhook.cluster.client import Client
    from gpulint.webhook.cluster.live import LiveFacts

    return LiveFacts(Client(find_access(kubeconfig)))


def _today() -> str:
    import time  # the clock is read here alone

    return time.strftime("%Y-%m-%d")


@webhook.command(short_help="Print all objects of the webhook as YAML.")
@click.option("--namespace", default="gpulint-system", show_default=True, callback=dns_label)
@click.option(
    "--image", metavar="IMAGE", callback=image_name, help="Image of the server; you build it."
)
@click.option("--replicas", default=2, show_default=True, type=click.IntRange(1, 100))
@click.option(
    "--certificates",
    type=click.Choice(["own", "cert-manager", "given"]),
    help="Who makes them: Jobs of gpulint's own, cert-manager, you. "
    "[given with --ca, else cert-manager]",
)
@click.option("--ca", metavar="FILE", help="ca.crt of `webhook certs`, for those that are given.")
@click.option(
    "--facts",
    type=click.Choice(["live"]),
    help="Let the server follow the cluster, with the rights for it.",
)
@click.option(
    "--matching-only", is_flag=True, help="Only rules and match conditions, for the Helm chart."
)
def manifests(
    namespace: str,
    image: str | None,
    replicas: int,
    certificates: str | None,
    ca: str | None,
    facts: str | None,
    matching_only: bool,
) -> None:
    """Print all objects of the webhook as YAML, for `kubectl apply -f -`."""
    from gpulint.webhook.objects.block_yaml import to_yaml  # one command only
    from gpulint.webhook.objects.manifests import manifests as objects
    from gpulint.webhook.objects.manifests import matching
    from gpulint.webhook.objects.wish import Wish

    if matching_only:
        click.echo(to_yaml([matching()]), nl=False)
        return
    if certificates and (certificates == "given") != bool(ca):
        raise UsageError("--ca FILE and --certificates given belong together")
    authority = _authority(ca) if ca else ""
    wish = Wish(
        namespace=namespace,
        replicas=replicas,
        authority=authority,
        certificates=certificates or "",
        facts=facts == "live",
    )
    click.echo(to_yaml(objects(wish._replace(image=image) if image else wish)), nl=False)


@webhook.command(short_help="Print policies for rules that need no server.")
@click.option(
    "--namespace",
    default="gpulint-system",
    show_default=True,
    callback=dns_label,
    help="Left alone.",
)
def vap(namespace: str) -> None:
    """Print ValidatingAdmissionPolicies for the rules that need no server, as YAML."""
    from gpulint.webhook.objects.block_yaml import to_yaml  # one command only
    from gpulint.webhook.objects.policies import policies

    click.echo(to_yaml(policies(namespace)), nl=False)


def _authority(path: str) -> str:
    """Certificates of an authority as base64.

    Raises UsageError when the file cannot be read, is no certificate, or holds a key: whoever may
    read a webhook's configuration would have it.
    """
    import base64  # one command only

    from gpulint.webhook.certificates.served import not_after

    try:
        with open(path, "rb") as stream:
            pem = stream.read()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if b"PRIVATE KEY-----" in pem:
        raise UsageError(f"{path} holds a private key; --ca is for the certificate, ca.crt, alone")
    try:
        not_after(pem.decode("ascii", "replace"))
    except ValueError as error:
        raise UsageError(f"{path} is no authority: {error}") from None
    return base64.b64encode(pem).decode()
