"""How bad a finding is, and how sure."""

from enum import IntEnum


class Severity(IntEnum):
    """How bad a finding is if it is true.

    error: it will be refused, never start, or not do what is written. warning: likely to fail or to
    waste GPUs. info: advice, shown on request.
    """

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word that people write: `error`, `warning`, `info`."""
        return self.name.lower()

    @classmethod
    def from_text(cls, text: str) -> "Severity":
        """Raises KeyError for a word that is no severity."""
        return cls[text.upper()]


class Confidence(IntEnum):
    """How sure a rule can be from static text alone."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3

    @property
    def label(self) -> str:
        """The word that people write: `high`, `medium`, `low`."""
        return self.name.lower()

    @classmethod
    def from_text(cls, text: str) -> "Confidence":
        """Raises KeyError for a word that is no confidence."""
        return cls[text.upper()]
