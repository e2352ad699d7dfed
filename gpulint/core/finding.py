"""What is reported: a problem that the engine has placed, worded and numbered."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from gpulint.core.location import Origin, Span
from gpulint.core.pointer import Pointer
from gpulint.core.severity import Confidence, Severity

if TYPE_CHECKING:
    from gpulint.core.fix import Fix


class ResourceName(NamedTuple):
    """Which Kubernetes object a finding is about; empty strings where the text does not say."""

    api_version: str
    kind: str
    namespace: str
    name: str


class RelatedPlace(NamedTuple):
    """A second place of a finding, with its own line."""

    file: str
    span: Span
    message: str


class Suppressed(NamedTuple):
    """Why a finding is silenced: `by` is comment, annotation, configuration or baseline."""

    by: str
    reason: str
    file: str = ""
    line: int = 0


class Finding(NamedTuple):
    """One thing to change. `excerpt` is the text of its first line, for people; it is no part of the JSON."""

    id: str
    name: str
    severity: Severity
    confidence: Confidence
    message: str
    file: str
    span: Span
    pointer: Pointer
    resource: ResourceName | None
    facts: Mapping[str, object] = MappingProxyType({})
    related: tuple[RelatedPlace, ...] = ()
    fix: "Fix | None" = None
    fingerprint: str = ""
    suppressed: Suppressed | None = None
    origin: Origin | None = None
    excerpt: str = ""

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of every report: file, line, column, id, then the message."""
        return (self.file, self.span.line, self.span.column, self.id, self.message)
