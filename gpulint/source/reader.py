"""Paths or bytes in, documents out."""

from typing import BinaryIO, NamedTuple

from gpulint.core.fault import InputFault
from gpulint.core.report import Input
from gpulint.source.comments import Comment
from gpulint.source.document import Document
from gpulint.source.examine import Examined, examine
from gpulint.source.intake import Intake
from gpulint.source.limits import MAX_BYTES
from gpulint.source.screen import essential


class ReadOptions(NamedTuple):
    """How to read.

    tokens: literals one of which a document must hold to be of interest. prefilter: compose only
    such documents. jobs: processes to read with, 0 for as many as pay, 1 for this one only.
    max_bytes: of one file. values: files given to helm as `--values`. helm: whether charts are
    rendered. stdin: what the path `-` reads, None for the process's own.
    """

    tokens: tuple[bytes, ...] = ()
    prefilter: bool = True
    jobs: int = 0
    max_bytes: int = MAX_BYTES
    values: tuple[str, ...] = ()
    helm: bool = True
    stdin: BinaryIO | None = None


class Reading(NamedTuple):
    """Everything that was read: in the order of the paths, then of the text."""

    documents: tuple[Document, ...] = ()
    faults: tuple[InputFault, ...] = ()
    inputs: tuple[Input, ...] = ()
    comments: tuple[Comment, ...] = ()


def read_bytes(name: str, text: bytes, options: ReadOptions) -> Reading:
    """Read one text under a name; its documents, faults and comments in the order of the text."""
    intake = Intake()
    intake.add(_examined(name, text, options))
    return _reading(intake)


def _examined(name: str, text: bytes, options: ReadOptions) -> Examined:
    return examine(name, text, essential(options.tokens), everything=not options.prefilter)


def _reading(intake: Intake) -> Reading:
    return Reading(
        tuple(intake.documents),
        tuple(intake.faults),
        tuple(intake.inputs),
        tuple(intake.comments),
    )
