"""The one import of a check author; re-exports only. This is the surface that we keep stable.

Names are loaded when they are first used: a check pays for its own vocabulary alone. A new name stands
twice, once for readers and type checkers, once in `_HOMES`; a test holds the two together.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpulint.catalog import (
        api_versions,
        charts,
        dcgm,
        dra,
        drivers,
        keys,
        kinds,
        labels,
        mig,
        products,
        resources,
        taints,
    )
    from gpulint.catalog.instances import instance, known_instances
    from gpulint.catalog.near import near_names
    from gpulint.core.check import check
    from gpulint.core.fault import InputFault
    from gpulint.core.location import Place
    from gpulint.core.pointer import Pointer
    from gpulint.core.problem import Problem, Related, problem
    from gpulint.model import cel as device_selectors
    from gpulint.model import (
        chart_configs,
        device_config,
        gang_task_groups,
        gpu_nodes,
        queue_fit,
        queue_gang,
        queue_lookup,
        queue_need,
        quota,
        rollout,
        sharing,
        visibility,
    )
    from gpulint.model import device_plugin_config as plugin_configs
    from gpulint.model import dra as device_claims
    from gpulint.model import gang_address as gang_addresses
    from gpulint.model import mig_layout as layouts
    from gpulint.model import mig_request as slices
    from gpulint.model import mig_wish as node_wishes
    from gpulint.model import monitor as monitors
    from gpulint.model import priority as priorities
    from gpulint.model import queue as queues
    from gpulint.model import queue_kai as kai
    from gpulint.model import queue_kueue as kueue
    from gpulint.model import queue_volcano as volcano
    from gpulint.model import scaling_group as scaling
    from gpulint.model import virtual_gpu as virtual_gpus
    from gpulint.model import volume as volumes
    from gpulint.model.affinity import Requirement, Toleration, tolerations
    from gpulint.model.agent import is_agent
    from gpulint.model.cel import CelSelector
    from gpulint.model.chart_index import Chart, Charts
    from gpulint.model.chart_values import ChartValues
    from gpulint.model.compute_domain import ComputeDomain, ComputeDomainUsers
    from gpulint.model.container import Amount, Container, EnvVar, ResourceRequirements
    from gpulint.model.context import Absence, Context
    from gpulint.model.counter_list import CounterList
    from gpulint.model.disruption import DisruptionKey, duration_seconds
    from gpulint.model.dra import ClaimConfig, DeviceRequest, PodClaim
    from gpulint.model.feature_discovery import FeatureDiscovery
    from gpulint.model.gang import Gang, RoleMinimum
    from gpulint.model.gang_dependency import Waiter, dependencies
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
    from gpulint.model.gang_misplaced import misplaced
    from gpulint.model.gang_order import Order, ordered_start
    from gpulint.model.gang_ray import RayGroup
    from gpulint.model.gang_reference import BY_GROUP, SCHEDULERS, Reference, references
    from gpulint.model.gang_volcano import VolcanoJob, VolcanoTask
    from gpulint.model.gang_worlds import Worlds
    from gpulint.model.gpu_nodes import GpuNodes, MigUses
    from gpulint.model.manifests import Manifests, same_namespace
    from gpulint.model.metric_query import Exported, MetricQuery
    from gpulint.model.model_server import model_server
    from gpulint.model.monitor import Endpoint, ServiceMonitor
    from gpulint.model.node import Node, Taint
    from gpulint.model.node_pool import NodePool
    from gpulint.model.patch import PatchPath
    from gpulint.model.pod import PodTemplate
    from gpulint.model.pod_labels import PodLabels
    from gpulint.model.quantity import (
        WRAPS_FROM,
        ZERO,
        Quantity,
        is_placeholder,
        is_template,
        parse_quantity,
        quantity_meant,
        whole_number,
    )
    from gpulint.model.queue_chain import Kueue
    from gpulint.model.resource import Field, Resource, dig, integer, mapping, sequence, text
    from gpulint.model.schema import schema_violations
    from gpulint.model.together import applied_together
    from gpulint.model.unusual import UnusualRequirements
    from gpulint.model.unusual_selection import UnusualSelection
    from gpulint.model.workload import expand
    from gpulint.placement import fleet, gpu_groups, machine_room, pool_demand, pools, room
    from gpulint.placement import spread as spreading
    from gpulint.placement.fleet import is_served_by_claims

# Where a name lives: a module, or `module:attribute`.
_HOMES = {
    "FeatureDiscovery": "model.feature_discovery:FeatureDiscovery",
    "applied_together": "model.together:applied_together",
    "monitors": "model.monitor",
    "ServiceMonitor": "model.monitor:ServiceMonitor",
    "Endpoint": "model.monitor:Endpoint",
    "Exported": "model.metric_query:Exported",
    "MetricQuery": "model.metric_query:MetricQuery",
    "CounterList": "model.counter_list:CounterList",
    "api_versions": "catalog.api_versions",
    "expand": "model.workload:expand",
    "gang_addresses": "model.gang_address",
    "dcgm": "catalog.dcgm",
    "virtual_gpus": "model.virtual_gpu",
    "node_wishes": "model.mig_wish",
    "BY_GROUP": "model.gang_reference:BY_GROUP",
    "ComputeDomainUsers": "model.compute_domain:ComputeDomainUsers",
    "ComputeDomain": "model.compute_domain:ComputeDomain",
    "CelSelector": "model.cel:CelSelector",
    "PatchPath": "model.patch:PatchPath",
    "PodClaim": "model.dra:PodClaim",
    "DeviceRequest": "model.dra:DeviceRequest",
    "ClaimConfig": "model.dra:ClaimConfig",
    "device_config": "model.device_config",
    "device_selectors": "model.cel",
    "device_claims": "model.dra",
    "dra": "catalog.dra",
    "gpu_groups": "placement.gpu_groups",
    "sharing": "model.sharing",
    "plugin_configs": "model.device_plugin_config",
    "layouts": "model.mig_layout",
    "Absence": "model.context:Absence",
    "Amount": "model.container:Amount",
    "Chart": "model.chart_index:Chart",
    "chart_configs": "model.chart_configs",
    "Charts": "model.chart_index:Charts",
    "charts": "catalog.charts",
    "ChartValues": "model.chart_values:ChartValues",
    "check": "core.check:check",
    "Container": "model.container:Container",
    "Context": "model.context:Context",
    "dig": "model.resource:dig",
    "drivers": "catalog.drivers",
    "elastic_signal": "model.gang_launch:elastic_signal",
    "EnvVar": "model.container:EnvVar",
    "Field": "model.resource:Field",
    "fleet": "placement.fleet",
    "Gang": "model.gang:Gang",
    "gang_task_groups": "model.gang_task_groups",
    "Gangs": "model.gang_index:Gangs",
    "gpu_nodes": "model.gpu_nodes",
    "GpuNodes": "model.gpu_nodes:GpuNodes",
    "gpus_of": "model.gang_launch:gpus_of",
    "InputFault": "core.fault:InputFault",
    "integer": "model.resource:integer",
    "is_placeholder": "model.quantity:is_placeholder",
    "is_served_by_claims": "placement.fleet:is_served_by_claims",
    "is_template": "model.quantity:is_template",
    "kai": "model.queue_kai",
    "keys": "catalog.keys",
    "kinds": "catalog.kinds",
    "KubeflowJob": "model.gang_kubeflow:KubeflowJob",
    "kueue": "model.queue_kueue",
    "labels": "catalog.labels",
    "Launch": "model.gang_launch:Launch",
    "launch": "model.gang_launch:launch",
    "Manifests": "model.manifests:Manifests",
    "mapping": "model.resource:mapping",
    "Member": "model.gang_member:Member",
    "Members": "model.gang_member:Members",
    "mig": "catalog.mig",
    "MigUses": "model.gpu_nodes:MigUses",
    "misplaced": "model.gang_misplaced:misplaced",
    "near_names": "catalog.near:near_names",
    "Node": "model.node:Node",
    "NodePool": "model.node_pool:NodePool",
    "Option": "model.gang_launch:Option",
    "option": "model.gang_launch:option",
    "Order": "model.gang_order:Order",
    "ordered_start": "model.gang_order:ordered_start",
    "parse_quantity": "model.quantity:parse_quantity",
    "Place": "core.location:Place",
    "quantity_meant": "model.quantity:quantity_meant",
    "PodTemplate": "model.pod:PodTemplate",
    "Pointer": "core.pointer:Pointer",
    "pools": "placement.pools",
    "priorities": "model.priority",
    "Problem": "core.problem:Problem",
    "problem": "core.problem:problem",
    "products": "catalog.products",
    "Quantity": "model.quantity:Quantity",
    "queue_fit": "model.queue_fit",
    "queue_gang": "model.queue_gang",
    "queue_lookup": "model.queue_lookup",
    "queue_need": "model.queue_need",
    "queues": "model.queue",
    "quota": "model.quota",
    "RayGroup": "model.gang_ray:RayGroup",
    "Reference": "model.gang_reference:Reference",
    "references": "model.gang_reference:references",
    "Related": "core.problem:Related",
    "Requirement": "model.affinity:Requirement",
    "Resource": "model.resource:Resource",
    "ResourceRequirements": "model.container:ResourceRequirements",
    "resources": "catalog.resources",
    "Role": "model.gang_kubeflow:Role",
    "RoleMinimum": "model.gang:RoleMinimum",
    "same_namespace": "model.manifests:same_namespace",
    "SCHEDULERS": "model.gang_reference:SCHEDULERS",
    "sequence": "model.resource:sequence",
    "slices": "model.mig_request",
    "Taint": "model.node:Taint",
    "taints": "catalog.taints",
    "text": "model.resource:text",
    "UnusualRequirements": "model.unusual:UnusualRequirements",
    "UnusualSelection": "model.unusual_selection:UnusualSelection",
    "Toleration": "model.affinity:Toleration",
    "tolerations": "model.affinity:tolerations",
    "schema_violations": "model.schema:schema_violations",
    "volcano": "model.queue_volcano",
    "VolcanoJob": "model.gang_volcano:VolcanoJob",
    "VolcanoTask": "model.gang_volcano:VolcanoTask",
    "whole_number": "model.quantity:whole_number",
    "Word": "model.gang_launch:Word",
    "words": "model.gang_launch:words",
    "world_signal": "model.gang_launch:world_signal",
    "machine_room": "placement.machine_room",
    "spreading": "placement.spread",
    "pool_demand": "placement.pool_demand",
    "DisruptionKey": "model.disruption:DisruptionKey",
    "Kueue": "model.queue_chain:Kueue",
    "volumes": "model.volume",
    "visibility": "model.visibility",
    "is_agent": "model.agent:is_agent",
    "room": "placement.room",
    "rollout": "model.rollout",
    "scaling": "model.scaling_group",
    "Worlds": "model.gang_worlds:Worlds",
    "duration_seconds": "model.disruption:duration_seconds",
    "instance": "catalog.instances:instance",
    "known_instances": "catalog.instances:known_instances",
    "model_server": "model.model_server:model_server",
    "PodLabels": "model.pod_labels:PodLabels",
    "dependencies": "model.gang_dependency:dependencies",
    "Waiter": "model.gang_dependency:Waiter",
    "WRAPS_FROM": "model.quantity:WRAPS_FROM",
    "ZERO": "model.quantity:ZERO",
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """The name itself, loaded now and kept."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"gpulint.authoring offers no {name!r}")
        module, _, attribute = home.partition(":")
        value = importlib.import_module(f"gpulint.{module}")
        if attribute:
            value = getattr(value, attribute)
        globals()[name] = value
        return value
