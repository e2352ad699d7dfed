"""An input that could not be read, or only in part: the material of the GPU0xx rules."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpulint.core.location import Located, Origin, Part, Span
from gpulint.core.pointer import Pointer


class InputFault(NamedTuple):
    """Something wrong with the text itself.

    kind: a word that rules bind to, such as `syntax` or `duplicate-key`. facts: fields of the rule's message.
    It is a Locatable, so a problem can lie in it like in a document.
    """

    kind: str
    file: str
    span: Span
    facts: Mapping[str, object] = MappingProxyType({})
    excerpt: str = ""
    origin: Origin | None = None

    @property
    def sentence(self) -> str:
        """What is wrong, for a file that is no input: a configuration or facts file."""
        if "key" in self.facts:
            return f"key {self.facts['key']!r} was given before, at line {self.facts['first_line']}"
        detail = self.facts.get("detail")
        return str(detail or f"template text is no plain YAML: {self.facts.get('text')}")

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The one span that there is."""
        return Located(self.span)

    def line_text(self, line: int) -> str:
        """The line of the fault; empty for any other."""
        return self.excerpt if line == self.span.line else ""
