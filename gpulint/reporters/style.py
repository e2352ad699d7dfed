"""What a reader may ask of a format."""

from typing import NamedTuple


class Style(NamedTuple):
    """Wishes about the look of a report; a format takes those that mean something to it.

    colour: ANSI colours. quiet: one line per finding and nothing else. statistics: a table of
    counts per rule in place of the findings. width: columns of the terminal, 0 where unknown.
    """

    colour: bool = False
    quiet: bool = False
    statistics: bool = False
    width: int = 0


PLAIN = Style()
