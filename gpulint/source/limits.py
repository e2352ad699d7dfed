"""How much text one run takes on: bounds of memory and time against hostile or damaged input."""

# Bytes of one file; larger ones are named, never read.
MAX_BYTES = 64 * 2**20
# Values of one document with its aliases expanded. A Pod has about 100.
MAX_NODES = 1_000_000
# JSON objects are smaller in memory, and `kubectl get -o json` lists are long.
MAX_JSON_VALUES = 8_000_000
# Levels of nesting. Kubernetes' deepest schemas have 40; views walk values recursively within
# Python's own limit of 1,000 calls.
MAX_DEPTH = 300
# Faults told of one document: the thousandth duplicate key teaches nothing new.
MAX_FAULTS = 20


class LimitError(Exception):
    """A text that asks for more than that. `index`: the character where the limit was met.

    kind: of the fault; `refused` for what others than Kubernetes may read.
    """

    def __init__(self, detail: str, index: int = 0, kind: str = "syntax") -> None:
        super().__init__(detail)
        self.detail = detail
        self.index = index
        self.kind = kind


def too_many_values(limit: int = MAX_NODES) -> str:
    """The words for a document with too many values."""
    return f"one document holds more than {limit:,} values, aliases expanded"


def too_deep() -> str:
    """The words for a document that nests too deeply."""
    return f"nested more than {MAX_DEPTH} levels deep"
