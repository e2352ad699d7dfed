"""Labels that tell nodes how to cut and share their cards."""

from collections.abc import Callable

from gpulint.model.manifests import Manifests
from gpulint.model.mig_wish import NodeWish

Reader = Callable[..., Manifests]

NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: gpu-1
  labels: {nvidia.com/gpu.product: NVIDIA-A30-MIG-1g.6gb, nvidia.com/mig.config: all-1g.6gb}
"""
POOL = """\
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: shared}
spec:
  template:
    metadata: {labels: {nvidia.com/device-plugin.config: quarter}}
    spec:
      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [g6.xlarge]}]
"""


def test_nodes_and_pools_carry_wishes(manifests: Reader) -> None:
    """The card of a pool is known by its machines, that of a node by its label."""
    found = manifests(a=NODE, b=POOL).of(NodeWish)
    actual = [(w.owner, w.value, [card.label for card in w.products]) for w in found]
    expected = [
        ("node gpu-1", "all-1g.6gb", ["NVIDIA-A30"]),
        ("NodePool shared", "quarter", ["NVIDIA-L4"]),
    ]
    assert expected == actual
