"""Jobs of the Kubeflow operators: roles, elastic bounds, processes per pod."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpulint.core.location import Place
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, integer, mapping

# Kind to the key of its roles and the name that its main container must have.
_KINDS: Mapping[str, tuple[str, str]] = {
    "PyTorchJob": ("pytorchReplicaSpecs", "pytorch"),
    "TFJob": ("tfReplicaSpecs", "tensorflow"),
    "XGBoostJob": ("xgbReplicaSpecs", "xgboost"),
    "PaddleJob": ("paddleReplicaSpecs", "paddle"),
    "JAXJob": ("jaxReplicaSpecs", "jax"),
    "MPIJob": ("mpiReplicaSpecs", ""),
}


@dataclass(frozen=True, slots=True)
class Role:
    """One replica type. name: as the author wrote it, such as `Worker`."""

    resource: Resource
    name: str
    value: Mapping[str, object]
    path: tuple[str, ...]

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the replica type."""
        return self.resource.at(*self.path, *path)

    @property
    def replicas(self) -> int | None:
        """Pods of the role; 1 when absent, None when not known."""
        return integer(self.value.get("replicas", 1))

    @property
    def pod(self) -> PodTemplate | None:
        """The pod template of the role, if it has one."""
        root = self.resource.pointer.child(*self.path, "template")
        found = PodTemplate.from_resource(self.resource)
        return next((pod for pod in found if pod.pointer == root), None)


@dataclass(frozen=True, slots=True)
class KubeflowJob:
    """A job of the training operator or the MPI operator.

    container: the name that its main container must have; empty where any will do.
    """

    resource: Resource
    container: str
    roles: tuple[Role, ...]

    WORDS = ("kubeflow.org",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["KubeflowJob"]:
        """The job that an object is, if it is one."""
        row = _KINDS.get(resource.kind) if resource.group == "kubeflow.org" else None
        if row is None:
            return
        key, container = row
        roles = mapping(resource.spec.get(key))
        yield cls(
            resource,
            container,
            tuple(
                Role(resource, name, value, ("spec", key, name))
                for name, value in roles.items()
                if isinstance(value, dict)
            ),
        )

    def role(self, name: str) -> Role | None:
        """The replica type of that name."""
        return next((role for role in self.roles if role.name == name), None)
