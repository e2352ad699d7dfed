"""Update strategies that the API server refuses."""

from collections.abc import Iterator

from gpulint.authoring import Context, Place, PodTemplate, Problem, check, mapping, problem

_FIELDS = {"Deployment": "strategy", "StatefulSet": "updateStrategy", "DaemonSet": "updateStrategy"}
_TYPES = {
    "Deployment": ("RollingUpdate", "Recreate"),
    "StatefulSet": ("RollingUpdate", "OnDelete"),
    "DaemonSet": ("RollingUpdate", "OnDelete"),
}
_NOTHING = (0, "0", "0%")


@check(each=PodTemplate, words=("trategy",))
def update_strategy_is_accepted(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find settings of a rolling update beside another type, unknown types, and 0 beside 0.

    Source: kubernetes pkg/apis/apps/validation, ValidateDeploymentStrategy and its neighbours.
    """
    resource = pod.resource
    if resource.group != "apps" or resource.kind not in _FIELDS or not pod.accelerators:
        return
    field = _FIELDS[resource.kind]
    strategy = mapping(resource.get("spec", field))
    kind, rolling = strategy.get("type", "RollingUpdate"), strategy.get("rollingUpdate")
    place = resource.at("spec", field)
    if not isinstance(kind, str) or "$" in kind:
        return
    if kind not in _TYPES[resource.kind]:
        yield _told(place.child("type"), f"{kind} is none of {', '.join(_TYPES[resource.kind])}")
    elif kind == "Recreate" and rolling is not None:
        here = place.child("rollingUpdate")._replace(part="key")
        yield _told(here, "rollingUpdate must not stand beside Recreate; write rollingUpdate: null")
    elif resource.kind == "Deployment":
        bounds = mapping(rolling)
        if bounds.get("maxSurge") in _NOTHING and bounds.get("maxUnavailable") in _NOTHING:
            here = place.child("rollingUpdate", "maxUnavailable")
            yield _told(here, "maxSurge and maxUnavailable cannot both be 0")


def _told(place: Place, fault: str) -> Problem:
    return problem(place, fault=fault)
