"""ComputeDomains and the pods that take a channel of theirs."""

from collections.abc import Iterator

from gpulint.model.dra import PodClaim
from gpulint.model.manifests import Manifests, same_namespace
from gpulint.model.resource import Resource, integer, text


class ComputeDomain:
    """A set of nodes that share GPU memory over NVLink; its controller makes a claim template."""

    __slots__ = ("resource",)

    WORDS = ("ComputeDomain",)

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ComputeDomain"]:
        """The domain that the object is, if it is one."""
        if (resource.group, resource.kind) == ("resource.nvidia.com", "ComputeDomain"):
            yield cls(resource)

    @property
    def nodes(self) -> int | None:
        """numNodes; None when absent or no whole number."""
        value = self.resource.get("spec", "numNodes")
        return None if value is None else integer(value)

    @property
    def template(self) -> str:
        """Name of the ResourceClaimTemplate that the controller will make."""
        return text(self.resource.get("spec", "channel", "resourceClaimTemplate", "name"))


class ComputeDomainUsers:
    """Which pods take channels of which domains, by the name of the template."""

    def __init__(self, manifests: Manifests) -> None:
        self._domains: dict[str, list[ComputeDomain]] = {}
        self._claims: dict[str, list[PodClaim]] = {}
        for domain in manifests.of(ComputeDomain):
            if domain.template:
                self._domains.setdefault(domain.template, []).append(domain)
        for claim in manifests.of(PodClaim):
            if claim.template in self._domains:
                self._claims.setdefault(claim.template, []).append(claim)

    def of(self, domain: ComputeDomain) -> tuple[PodClaim, ...]:
        """Claims on the domain's channels; empty when another domain makes a template of that name."""
        rivals = [
            other
            for other in self._domains.get(domain.template, ())
            if same_namespace(other.resource.namespace, domain.resource.namespace)
        ]
        if len(rivals) != 1:
            return ()
        claims = self._claims.get(domain.template, ())
        return tuple(
            claim
            for claim in claims
            if same_namespace(claim.resource.namespace, domain.resource.namespace)
        )

    def domains_of(self, claim: PodClaim) -> tuple[ComputeDomain, ...]:
        """Domains that make a template of the name that the claim gives, in any namespace."""
        return tuple(self._domains.get(claim.template, ()))
