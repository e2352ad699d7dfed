"""EKS Auto Mode and self-managed Karpenter label machines under different domains."""

from collections.abc import Iterator

from gpulint.authoring import Context, NodePool, Problem, check, problem, text

_OTHER = {"eks.amazonaws.com": "karpenter.k8s.aws", "karpenter.k8s.aws": "eks.amazonaws.com"}


@check(each=NodePool, words=("karpenter.sh/",))
def node_pool_labels_of_its_class(pool: NodePool, context: Context) -> Iterator[Problem]:
    """Find `instance-…` requirements under the domain of the other kind of node class."""
    domain = text(pool.resource.get(*pool.base, "nodeClassRef", "group"))
    other = _OTHER.get(domain)
    for each in pool.requirements if other is not None else ():
        if each.key.startswith(f"{other}/instance-"):
            wanted = f"{domain}/{each.key.partition('/')[2]}"
            yield problem(
                each.key_place, pool=pool.name, key=each.key, wanted=wanted, domain=domain
            )
