"""One YAML file of the rulebook: its value, and the line of every key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpulint.core.errors import RuleError
from gpulint.core.location import Locatable
from gpulint.core.pointer import Pointer


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A parsed file.

    name: as messages print it. document: knows the lines; None for an empty file.
    """

    name: str
    value: object
    document: Locatable | None = None

    def line(self, *parts: str | int) -> int:
        """Line of the key at this pointer, or of its nearest parent; 1 for the file itself."""
        if self.document is None or not parts:
            return 1
        return self.document.locate(Pointer(parts), "key").span.line

    def error(self, text: str, *parts: str | int) -> RuleError:
        """An error that names file and line."""
        return RuleError(f"{self.name}:{self.line(*parts)}: {text}")

    def check_contract(self, contract: str) -> None:
        """Hold the value against one of our schemas; raises RuleError with one line per mistake."""
        from gpulint.validation.contracts import contract_errors  # loads jsonschema

        if self.value is None:
            raise self.error("the file is empty; `gpulint rules new` writes a first text")
        errors = contract_errors(self.value, contract)
        if errors:
            lines = [str(self.error(each.message, *each.pointer)) for each in errors]
            raise RuleError("\n".join(lines))


def read_yaml(path: str, name: str) -> YamlFile:
    """Read one file of the rulebook; `name` stands in messages.

    Raises RuleError for a file that cannot be read, is no YAML or holds several documents.
    """
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise RuleError(f"{name}:1: cannot be read: {error.strerror}") from None
    return parse_yaml(data, name)


def parse_yaml(data: bytes, name: str) -> YamlFile:
    """Like read_yaml, over bytes at hand."""
    from gpulint.source.reader import ReadOptions, read_bytes  # loads yaml

    reading = read_bytes(name, data, ReadOptions(prefilter=False, jobs=1, own=True))
    for fault in reading.faults:
        facts = ", ".join(str(value) for value in fault.facts.values())
        raise RuleError(f"{name}:{fault.span.line}: {fault.kind}: {facts}")
    if len(reading.documents) > 1:
        raise RuleError(f"{name}:1: holds {len(reading.documents)} documents, one is meant")
    if not reading.documents:
        return YamlFile(name, None)
    return YamlFile(name, reading.documents[0].value, reading.documents[0])


def mapping_at(file: YamlFile, value: object, *parts: str | int) -> Mapping[str, object]:
    """Narrow to a mapping with text keys; an absent value is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise file.error("must be a mapping", *parts)
    return {str(key): each for key, each in value.items()}


def list_at(file: YamlFile, value: object, *parts: str | int) -> Sequence[object]:
    """Narrow to a list; an absent value is an empty one."""
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise file.error("must be a list", *parts)
    return value


def text_at(file: YamlFile, value: object, *parts: str | int) -> str:
    """Narrow to text without white space around it; an absent value is empty text."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise file.error(f"must be text, quote it: {value!r}", *parts)
    return value.strip()
