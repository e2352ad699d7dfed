"""Names in device requests that the API server does not take."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, DeviceRequest, Problem, check, is_placeholder, problem

_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")


@check(each=DeviceRequest)
def dra_name_is_legal(request: DeviceRequest, context: Context) -> Iterator[Problem]:
    """Read the name of a request as a DNS label and its class as a DNS subdomain."""
    name, chosen = request.name, request.device_class
    if name and not is_placeholder(name) and _LABEL.fullmatch(name) is None:
        right = "small letters, digits and - alone, 63 at most"
        yield problem(request.at("name"), field="name", value=name, right=right)
    if not chosen or is_placeholder(chosen):
        return
    if len(chosen) > 253 or _SUBDOMAIN.fullmatch(chosen) is None:
        right = "the name of a DeviceClass, such as gpu.nvidia.com"
        place = request.at_body("deviceClassName")
        yield problem(place, field="deviceClassName", value=chosen, right=right)
