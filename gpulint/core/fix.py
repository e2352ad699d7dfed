"""A change of the text that mends a finding for certain."""

from typing import NamedTuple

from gpulint.core.location import Span


class Edit(NamedTuple):
    """The characters of a span give way to a text."""

    span: Span
    text: str


class Fix(NamedTuple):
    """Edits of the finding's own file that belong together, and what they do in a few words."""

    message: str
    edits: tuple[Edit, ...]
