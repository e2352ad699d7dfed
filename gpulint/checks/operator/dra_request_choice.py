"""Device requests that say twice, or not at all, what they want."""

from collections.abc import Iterator

from gpulint.authoring import Context, DeviceRequest, Problem, check, dra, problem


@check(each=DeviceRequest)
def dra_request_choice(request: DeviceRequest, context: Context) -> Iterator[Problem]:
    """Find `exactly` beside `firstAvailable`, and a count beside allocationMode All."""
    version = dra.api_version(request.resource.version)
    if version is None:
        return
    if version.exactly and "exactly" in request.value and "firstAvailable" in request.value:
        yield problem(
            request.at("firstAvailable"), part="key", what="firstAvailable beside exactly"
        )
    if request.body.get("allocationMode") == "All" and request.body.get("count") is not None:
        yield problem(
            request.at_body("count"), part="key", what="a count beside allocationMode All"
        )
