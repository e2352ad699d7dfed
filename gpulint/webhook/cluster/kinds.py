"""Which kinds are followed: those of a facts file, and namespaces for their labels."""

from gpulint.engine.facts_kinds import KINDS, FactKind

NAMESPACE = FactKind("namespaces", "", "Namespace")
# Never Pods, Secrets or ConfigMaps: facts need none, and so the server needs no right to them.
WATCHED = (*KINDS, NAMESPACE)
