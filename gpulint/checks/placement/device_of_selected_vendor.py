"""Devices of one vendor on nodes that only another vendor's labels mark."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Requirement,
    check,
    labels,
    problem,
    resources,
)

# Cards of these do not share a machine with NVIDIA's; Intel and AMD graphics inside a processor do.
_APART = {"AMD", "AWS", "Google", "Huawei", "Cambricon", "MetaX", "Hygon"}
_NVIDIA = "NVIDIA"
_TERMS = ("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")


@check(each=PodTemplate, words=("nodeSelector", "nodeAffinity"))
def device_of_selected_vendor(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare the vendor of what a pod asks for with the vendor whose labels it demands.

    Silent when one of several devices is the selected vendor's, and for systems that hand out parts
    of NVIDIA's cards under names of their own.
    """
    facts = [resources.accelerator(name) for name in pod.accelerators]
    vendors = {fact.vendor for fact in facts if fact is not None}
    if not vendors or not vendors <= {_NVIDIA, *_APART}:
        return
    foreign = [each for each in pod.requirements if _is_foreign(_vendor(each), vendors)]
    barred = {each.term for each in foreign}
    terms = pod.get("affinity", "nodeAffinity", *_TERMS)
    alternatives = set(range(len(terms))) if isinstance(terms, list) else set()
    if -1 not in barred and not (alternatives and alternatives <= barred):
        return  # of the terms, which are alternatives, one may be met
    for each in foreign[:1]:
        vendor = _vendor(each)
        container = next(c for c in pod.all_containers if c.resources.accelerators())
        amount = next(iter(container.resources.accelerators().values()))
        yield problem(
            each.key_place,
            part="key",
            related=[(amount.place._replace(part="key"), "the device is asked for here")],
            key=each.key,
            vendor=vendor,
            resource=amount.name,
        )


def _is_foreign(vendor: str, vendors: set[str]) -> bool:
    """Whether nodes of a vendor lack the devices of these vendors."""
    return bool(vendor) and vendor not in vendors and (vendors == {_NVIDIA} or vendor == _NVIDIA)


def _vendor(each: Requirement) -> str:
    """The vendor whose nodes alone meet a demand; empty for other demands."""
    if not each.required or each.operator not in ("In", "Exists", "Gt"):
        return ""
    fact = labels.label(each.key)
    if fact is None or (fact.type == "boolean" and "false" in each.values):
        return ""
    if fact.owner == "gfd" or each.key == "nvidia.com/gpu.present":
        return _NVIDIA
    if fact.owner == "amd":
        return "AMD"
    if each.key.startswith("cloud.google.com/gke-tpu-"):
        return "Google"
    known = [labels.products_of(each.key, str(value)) for value in each.values]
    return _NVIDIA if known and all(known) else ""
