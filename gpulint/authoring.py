"""The one import of a check author; re-exports only. This is the surface that we keep stable."""

from gpulint.catalog import charts, drivers, kinds, labels, mig, products, resources, taints
from gpulint.catalog.near import near_names
from gpulint.core.check import check
from gpulint.core.fault import InputFault
from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.core.problem import Problem, Related, problem
from gpulint.model import (
    chart_configs,
    gpu_nodes,
    queue_fit,
    queue_gang,
    queue_lookup,
    queue_need,
    quota,
)
from gpulint.model import mig_request as slices
from gpulint.model import priority as priorities
from gpulint.model import queue as queues
from gpulint.model import queue_kai as kai
from gpulint.model import queue_kueue as kueue
from gpulint.model import queue_volcano as volcano
from gpulint.model.affinity import Requirement, Toleration, tolerations
from gpulint.model.chart_index import Chart, Charts
from gpulint.model.chart_values import ChartValues
from gpulint.model.container import Amount, Container, EnvVar, ResourceRequirements
from gpulint.model.context import Absence, Context
from gpulint.model.gang import Gang, RoleMinimum
from gpulint.model.gang_index import Gangs
from gpulint.model.gang_kubeflow import KubeflowJob, Role
from gpulint.model.gang_launch import (
    Launch,
    Option,
    Word,
    elastic_signal,
    gpus_of,
    launch,
    option,
    words,
    world_signal,
)
from gpulint.model.gang_member import Member, Members
from gpulint.model.gang_order import Order, ordered_start
from gpulint.model.gang_ray import RayGroup
from gpulint.model.gang_reference import SCHEDULERS, Reference, misplaced, references
from gpulint.model.gang_volcano import VolcanoJob, VolcanoTask
from gpulint.model.gpu_nodes import GpuNodes, MigUses
from gpulint.model.manifests import Manifests, same_namespace
from gpulint.model.node import Node, Taint
from gpulint.model.node_pool import NodePool
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO, Quantity, is_placeholder, is_template, parse_quantity
from gpulint.model.resource import Field, Resource, dig, integer, mapping, sequence, text
from gpulint.placement import fleet, pools
from gpulint.placement.fleet import is_served_by_claims
from gpulint.validation.kubernetes import violations

__all__ = [
    "SCHEDULERS", "ZERO", "Absence", "Amount", "Chart", "ChartValues", "Charts", "Container",
    "Context", "EnvVar", "Field", "Gang", "Gangs", "GpuNodes", "InputFault", "KubeflowJob",
    "Launch", "Manifests", "Member", "Members", "MigUses", "Node", "NodePool", "Option", "Order",
    "Place", "PodTemplate", "Pointer", "Problem", "Quantity", "RayGroup", "Reference", "Related",
    "Requirement", "Resource", "ResourceRequirements", "Role", "RoleMinimum", "Taint",
    "Toleration", "VolcanoJob", "VolcanoTask", "Word", "chart_configs", "charts", "check", "dig",
    "drivers", "elastic_signal", "fleet", "gpu_nodes", "gpus_of", "integer", "is_placeholder",
    "is_served_by_claims", "is_template", "kai", "kinds", "kueue", "labels", "launch", "mapping",
    "mig", "misplaced", "near_names", "option", "ordered_start", "parse_quantity", "pools",
    "priorities", "problem", "products", "queue_fit", "queue_gang", "queue_lookup", "queue_need",
    "queues", "quota", "references", "resources", "same_namespace", "sequence", "slices", "taints",
    "text", "tolerations", "violations", "volcano", "words", "world_signal",
]  # fmt: skip
