"""Composes the pieces of a file, each a text of its own."""

from collections.abc import Iterable

from gpulint.core.fault import InputFault
from gpulint.core.location import Origin
from gpulint.source.document import Document, parse
from gpulint.source.examine import Examined
from gpulint.source.screen import Piece
from gpulint.source.text import Text


def composed(
    examined: Examined, fragment: bool, own: bool
) -> tuple[list[Document], list[InputFault], int, str]:
    """Documents, faults and the number of documents of a file, and what was left out, in words.

    A template that claims to hold no object is somebody else's: a workflow's, Terraform's, Ansible's;
    so is `.inf` where no object is. Not so in a file of our own.
    """
    documents: list[Document] = []
    detail = ""
    faults = list(examined.faults)
    count = examined.documents - len(examined.pieces)
    for piece in examined.pieces:
        parts = list(_parse(examined.name, piece, fragment))
        found = [part for part in parts if isinstance(part, Document)]
        documents += found
        told = [part for part in parts if isinstance(part, InputFault)]
        foreign = () if own or not told else _foreign(piece.data)
        broken = [fault for fault in told if fault.kind in foreign]
        faults += [fault for fault in told if fault.kind not in foreign]
        detail = _no_manifest(broken[0]) if broken else detail
        count += len(found) or bool(parts)
    return documents, faults, count, detail


def _foreign(data: bytes) -> tuple[str, ...]:
    """Kinds of faults that are none, as the text is somebody else's."""
    if b"apiVersion" not in data and _is_any_template(data):
        return ("refused", "syntax")
    is_object = data.startswith(b"apiVersion") or b"\napiVersion" in data
    # an object inside a result of a benchmark is not applied either
    return () if is_object or (b"apiVersion" in data and data[:1] in b"[{") else ("refused",)


def _no_manifest(fault: InputFault) -> str:
    if fault.kind == "refused":
        return f"no manifest, and {fault.facts['detail']} in line {fault.span.line}"
    return f"no manifest, and no YAML from line {fault.span.line} on"


def _is_any_template(data: bytes) -> bool:
    from gpulint.source.templates import is_any_template  # only broken texts

    return is_any_template(data)


def _parse(name: str, piece: Piece, fragment: bool) -> Iterable[Document | InputFault]:
    source = None
    if b"# Source: " in piece.data:
        from gpulint.source.chart.program import source_file  # only helm's output

        source = source_file(piece.data)
    return parse(
        Text(name, piece.data, piece.line),
        index=piece.number,
        mentions=piece.mentions,
        fragment=fragment,
        origin=None if source is None else Origin(source),
    )
