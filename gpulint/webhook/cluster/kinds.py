"""Which kinds are followed: those of a facts file but one, and namespaces for their labels."""

from gpulint.engine.facts_kinds import CLUSTER_POLICY, KINDS, FactKind

NAMESPACE = FactKind("namespaces", "", "Namespace")
# Never Pods, Secrets or ConfigMaps: facts need none, and so the server needs no right to them.
# Nor ClusterPolicies: they may hold secrets, and the few fields that facts keep of them would be read
# as if all others were left at their defaults.
WATCHED = (*(each for each in KINDS if (each.group, each.kind) != CLUSTER_POLICY), NAMESPACE)
