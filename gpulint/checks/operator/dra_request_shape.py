"""Device requests in the layout of another API version."""

from collections.abc import Iterator

from gpulint.authoring import Context, DeviceRequest, Problem, check, dra, problem
from gpulint.authoring import device_claims as claims


@check(each=DeviceRequest)
def dra_request_shape(request: DeviceRequest, context: Context) -> Iterator[Problem]:
    """Compare where the class stands with where the object's version has it."""
    version = dra.api_version(request.resource.version)
    if version is None or request.outer:
        return
    fields = [field for field in claims.EXACT_FIELDS if field in request.value]
    for field in fields if version.exactly else ():
        yield problem(
            request.at(field),
            part="key",
            version=request.resource.api_version,
            field=field,
            right="below exactly",
        )
    for field in ("exactly", "firstAvailable") if not version.exactly else ():
        if field in request.value and (field == "exactly" or version.name != "v1beta1"):
            yield problem(
                request.at(field),
                part="key",
                version=request.resource.api_version,
                field=field,
                right="in no request of that version; write its fields into the request itself",
            )
