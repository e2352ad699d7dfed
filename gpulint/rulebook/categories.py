"""The ten categories: a folder in rules/, one in gpulint/checks/, and a hundred ids each."""

from typing import NamedTuple


class Category(NamedTuple):
    """One group of rules.

    digit: first digit of its ids. title, about: heading and lead of its page.
    """

    name: str
    digit: int
    title: str
    about: str


CATEGORIES = (
    Category(
        "input",
        0,
        "Input and schema",
        "The text itself: what no parser, template engine or API server would take as it stands.",
    ),
    Category(
        "resources",
        1,
        "GPU resources",
        "Names and quantities of extended resources, and how requests and limits go together.",
    ),
    Category(
        "mig",
        2,
        "MIG and sharing",
        "MIG profiles and their geometry, time-slicing and MPS.",
    ),
    Category(
        "placement",
        3,
        "Placement",
        "Labels, affinity, taints and topology: whether any node can take the pod.",
    ),
    Category(
        "gangs",
        4,
        "Gangs",
        "Pods that start together or not at all: PodGroup, minMember, minAvailable.",
    ),
    Category(
        "queues",
        5,
        "Queues and quota",
        "Kueue, Volcano and KAI queues, ResourceQuota and LimitRange.",
    ),
    Category(
        "priority",
        6,
        "Priority",
        "Priority classes and preemption.",
    ),
    Category(
        "operator",
        7,
        "GPU Operator, drivers, DRA and monitoring",
        "What the cluster's GPU software reads: operator settings, device classes, claims.",
    ),
    Category(
        "autoscaling",
        8,
        "Autoscaling",
        "Node pools that grow and workloads that scale.",
    ),
    Category(
        "operation",
        9,
        "Operation",
        "Running GPU workloads day by day: disruption, shutdown, shared memory, storage.",
    ),
)


def category_of(id: str) -> str | None:
    """Name of the category whose range holds `id`, such as `mig` for GPU203; None outside all."""
    for category in CATEGORIES:
        if id.startswith(f"GPU{category.digit}"):
            return category.name
    return None
