"""AdmissionReview v1: what the API server asks, and the form of the answer.

Source: kubernetes staging/src/k8s.io/api/admission/v1/types.go and
apiserver/pkg/admission/plugin/webhook/request/admissionreview.go (what makes an answer a failure).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

API_VERSION = "admission.k8s.io/v1"
KIND = "AdmissionReview"
# Written by the API server and by kubectl for themselves: no rule reads them, and they are long.
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
_FORBIDDEN = 403
# Above this a copy of the body costs more memory than it is worth.
_SMALL = 256 * 1024
# An empty list must not count: the next `}]` would end another one.
_WRITTEN = b'"managedFields":[{'
# Source: kubernetes apimachinery pkg/api/validation/objectmeta.go, TotalAnnotationSizeLimitB.
_MOST_ANNOTATION_BYTES = 256 * 1024
_MANY = 5_000
# Four times what the API server lets names have; they end up in log lines and metrics.
_LONGEST_NAME = 1_024


T = TypeVar("T")


class ReviewError(ValueError):
    """A body that is no AdmissionReview v1; the sentence says why. There is no uid to echo."""


class _Request(msgspec.Struct, Generic[T]):
    uid: str
    kind: Any = None
    operation: Any = ""
    subResource: Any = ""  # noqa: N815 - the API's own spelling
    namespace: Any = ""
    name: Any = ""
    dryRun: Any = False  # noqa: N815
    object: T = msgspec.Raw(b"null")  # type: ignore[assignment]  # T is Raw, or anything
    oldObject: msgspec.Raw = msgspec.Raw(b"null")  # noqa: N815


class _Envelope(msgspec.Struct, Generic[T]):
    apiVersion: str  # noqa: N815
    kind: str
    request: _Request[T]


# The object is decoded in the same pass, which fails with the object; then it is left for later.
_WHOLE = msgspec.json.Decoder(_Envelope[Any])
_ROUGH = msgspec.json.Decoder(_Envelope[msgspec.Raw])
_OBJECT = msgspec.json.Decoder()
_ENCODER = msgspec.json.Encoder()


class Review(NamedTuple):
    """One question of the API server.

    operation: CREATE, UPDATE, DELETE, CONNECT or what else was sent. kind: of the object, as the
    request names it. value: the object as decoded, None for one that is not there or cannot be read.
    old: JSON of the one before, `null` for none; few verdicts ask for it.
    """

    uid: str
    operation: str
    kind: str
    namespace: str
    name: str
    subresource: str
    dry_run: bool
    value: Any
    old: bytes | memoryview

    def new_object(self) -> dict[str, object] | None:
        """The object under review; None when there is none or it cannot be read."""
        return _trimmed(self.value, self.namespace)

    def old_object(self) -> dict[str, object] | None:
        """The object before the update; None when there is none or it cannot be read."""
        return _trimmed(_decoded(self.old), self.namespace)


class Answer(NamedTuple):
    """What is said to the API server. denial: why it is refused, None when it is allowed."""

    denial: str | None = None
    warnings: Sequence[str] = ()
    audit: Mapping[str, str] = {}


ALLOWED = Answer()


def read_review(body: bytes) -> Review:
    """The review in a request body. Raises ReviewError for anything else, however it is nested."""
    envelope = _envelope(body)
    if envelope.apiVersion != API_VERSION or envelope.kind != KIND:
        raise ReviewError(f"only {KIND} of {API_VERSION} is understood")
    request = envelope.request
    if not request.uid:
        raise ReviewError("request.uid is empty")
    kind = request.kind.get("kind") if isinstance(request.kind, dict) else None
    return Review(
        _text("uid", request.uid),
        _text("operation", request.operation),
        _text("kind", kind),
        _text("namespace", request.namespace),
        _text("name", request.name),
        _text("subResource", request.subResource),
        request.dryRun is True,
        _decoded(request.object) if isinstance(request.object, msgspec.Raw) else request.object,
        memoryview(request.oldObject),
    )


def _lean(body: bytes) -> bytes:
    """The body with one empty list of managedFields, whose many small maps take half the reading.

    The first `}]` after its beginning ends it, as what the API server notes there holds no other
    list. Were it inside a text or another list, what is left would be no JSON, and the whole is read.
    """
    start = body.find(_WRITTEN) if len(body) <= _SMALL else -1
    end = body.find(b"}]", start) if start >= 0 else -1
    return body if end < 0 else body[: start + len(_WRITTEN) - 1] + body[end + 1 :]


def _envelope(body: bytes) -> _Envelope[Any]:
    try:
        return _WHOLE.decode(_lean(body))
    except (RecursionError, ValueError):
        pass  # perhaps for the sake of the object alone
    try:
        return _ROUGH.decode(body)
    except RecursionError:
        raise ReviewError("the body is nested too deeply") from None
    except ValueError as error:  # msgspec's own errors are such
        raise ReviewError(f"the body is no AdmissionReview: {error}") from None


def answer_body(uid: str, answer: Answer) -> bytes:
    """The AdmissionReview that answers the request of this uid."""
    response: dict[str, object] = {"uid": uid, "allowed": answer.denial is None}
    if answer.denial is not None:
        response["status"] = {
            "status": "Failure",
            "code": _FORBIDDEN,
            "reason": "Forbidden",
            "message": answer.denial,
        }
    if answer.warnings:
        response["warnings"] = list(answer.warnings)
    if answer.audit:
        response["auditAnnotations"] = dict(answer.audit)
    return _ENCODER.encode({"apiVersion": API_VERSION, "kind": KIND, "response": response})


def _text(name: str, value: object) -> str:
    """A text of the request; empty for what is none. Raises ReviewError for one that is no name."""
    if not isinstance(value, str):
        return ""
    if len(value) > _LONGEST_NAME:
        raise ReviewError(f"request.{name} has more than {_LONGEST_NAME} characters")
    return value


def _size(annotations: Mapping[object, object]) -> int:
    return sum(len(str(key)) + len(str(value)) for key, value in annotations.items())


def _decoded(raw: bytes | memoryview) -> object:
    """What the JSON of an object holds; None for what cannot be read."""
    try:
        return _OBJECT.decode(raw)
    except (RecursionError, ValueError):
        return None


def _trimmed(value: object, namespace: str) -> dict[str, object] | None:
    """The object as plain data, without the parts that no rule reads, in its namespace."""
    if not isinstance(value, dict):
        return None
    metadata = value.get("metadata")
    if isinstance(metadata, dict):
        metadata.pop("managedFields", None)
        annotations = metadata.get("annotations")
        if isinstance(annotations, dict):
            annotations.pop(_LAST_APPLIED, None)
            if len(annotations) > _MANY and _size(annotations) > _MOST_ANNOTATION_BYTES:
                return None  # refused by the API server itself, so nobody sends it but a stranger
        if namespace and not metadata.get("namespace"):
            metadata["namespace"] = namespace
    return value
