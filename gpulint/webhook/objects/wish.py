"""What may differ between clusters, and what all objects of the webhook have in common."""

from typing import NamedTuple

from gpulint.version import __version__

Object = dict[str, object]

LABELS = {"app.kubernetes.io/name": "gpulint"}
USER = 65532
CERTIFICATES = ("own", "cert-manager", "given")


class Wish(NamedTuple):
    """What may differ between clusters.

    authority: base64 of the PEM that signed the certificate, for one that is given. url: what is
    called instead of the Service, if given. certificates: who makes them, one of CERTIFICATES; empty
    means given with an authority, cert-manager without. facts: whether the server follows the cluster.
    """

    namespace: str = "gpulint-system"
    image: str = f"registry.example.com/gpulint:{__version__}"
    replicas: int = 2
    authority: str = ""
    url: str = ""
    certificates: str = ""
    facts: bool = False

    @property
    def made_by(self) -> str:
        """Who makes the certificates, one of CERTIFICATES."""
        return self.certificates or ("given" if self.authority else "cert-manager")


def metadata(wish: Wish, name: str = "gpulint") -> Object:
    """Metadata of an object in the webhook's namespace."""
    return {"name": name, "namespace": wish.namespace, "labels": dict(LABELS)}


def hardened() -> Object:
    """The security context of a container that needs nothing."""
    return {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


def unprivileged() -> Object:
    """The security context of a Pod, as the level `restricted` asks for it."""
    return {
        "runAsNonRoot": True,
        "runAsUser": USER,
        "runAsGroup": USER,
        "seccompProfile": {"type": "RuntimeDefault"},
    }
