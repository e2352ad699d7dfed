"""Device classes that nobody defines."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    DeviceRequest,
    Problem,
    check,
    dra,
    is_placeholder,
    problem,
)


@check(each=DeviceRequest)
def dra_class_missing(request: DeviceRequest, context: Context) -> Iterator[Problem]:
    """Look for the class in the run; without facts only a slip of one of NVIDIA's names is told."""
    name = request.device_class
    if not name or is_placeholder(name):
        return
    absence = context.absence("resource.k8s.io", "DeviceClass", name)
    if context.cluster.named("resource.k8s.io", "DeviceClass", name) is not None:
        return
    near = tuple(difflib.get_close_matches(name, dra.class_names(), 1, 0.85))
    near = () if name in near else near  # NVIDIA's own name, and the driver is not there
    known = absence is not None and absence.because != "siblings"
    if request.device and not known:
        return
    if absence is not None and (known or absence.near):
        yield problem(
            request.at_body("deviceClassName"),
            name=name,
            near=absence.near or near,
            confidence=absence.confidence,
        )
    elif near:
        yield problem(request.at_body("deviceClassName"), name=name, near=near, confidence="medium")
