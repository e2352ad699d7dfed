"""What the rulebook has to say against a rule."""

from typing import NamedTuple


class Complaint(NamedTuple):
    """One thing that is wrong with a rule, at a line of its file. line: counted from 1."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        """`file:line: text`, as editors and terminals link it."""
        return f"{self.file}:{self.line}: {self.text}"
