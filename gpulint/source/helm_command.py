"""The words of a `helm install` or `helm upgrade` as a document: nothing is installed.

Its value is an object of the kind HelmCommand with chart, version, namespace and the parameters that
--set and its sisters give; their places are columns of the command as it was typed.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.core.errors import UsageError
from gpulint.core.location import Located, Part
from gpulint.core.pointer import Pointer
from gpulint.source.document import Document
from gpulint.source.text import Text

NAME = "<helm command>"
API_VERSION, KIND = "gpulint.io/v1", "HelmCommand"
_SETTERS = {"--set": False, "--set-string": True}
_VALUES = ("-f", "--values")
_NAMED = {"--version": "version", "-n": "namespace", "--namespace": "namespace"}
# Options of helm that stand alone; every other one takes the word that follows.
_SWITCHES = frozenset(
    """
    --atomic --cleanup-on-fail --create-namespace --debug --dependency-update --devel
    --disable-openapi-validation --dry-run --enable-dns --force -g --generate-name --hide-notes
    --hide-secret --insecure-skip-tls-verify -i --install --no-hooks --pass-credentials --plain-http
    --render-subchart-notes --replace --reset-then-reuse-values --reset-values --reuse-values
    --rollback-on-failure --skip-crds --skip-schema-validation --take-ownership --verify --wait
    --wait-for-jobs
    """.split()  # noqa: SIM905 - as helm --help lists them
)
Range = tuple[int, int]


class HelmCommand(NamedTuple):
    """What a command says. folder: the chart as written. values: its values files, in order."""

    folder: str
    chart: str
    version: str
    values: tuple[str, ...]
    document: Document


class _Option(NamedTuple):
    """An option with its value and the column (from 0) at which the value starts."""

    name: str
    value: str
    start: int


class CommandTree:
    """Places of a command: the parameters by pointer, everything else is the whole line."""

    __slots__ = ("_spans", "text")

    def __init__(self, text: Text, spans: dict[Pointer, Range]) -> None:
        self.text = text
        self._spans = spans

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The span of a parameter's name or value; of its nearest parent for anything else."""
        while pointer and pointer not in self._spans:
            pointer = pointer.parent
        start, end = self._spans.get(pointer, (0, len(self.text.text)))
        return Located(self.text.span(start, end))

    def inner_lines(self) -> list[range]:
        """None: a command is one line."""
        return []

    def embedded(self, pointer: Pointer) -> Text | None:
        """None: no parameter holds a document."""
        return None


def helm_command(words: Sequence[str]) -> HelmCommand:
    """Read the words after `helm`. Raises UsageError for words that are no install or upgrade."""
    if not words or words[0] not in ("install", "upgrade", "template"):
        raise UsageError(
            "write the words of `helm install …`, `helm upgrade …` or `helm template …`"
        )
    line = "helm " + " ".join(words)
    plain, options = _split(words)
    if not plain:
        raise UsageError("the command names no chart; write `gpulint helm install NAME CHART …`")
    said = {_NAMED[each.name]: each.value for each in options if each.name in _NAMED}
    parameters: list[dict[str, object]] = []
    spans: dict[Pointer, Range] = {}
    for option in options:
        if option.name not in _SETTERS:
            continue
        for name, value, start in _assignments(option):
            at = Pointer(("spec", "helm", "parameters", len(parameters)))
            spans[at] = (start, start + len(name) + 1 + len(value))
            spans[at.child("name")] = (start, start + len(name))
            value_start = start + len(name) + 1
            spans[at.child("value")] = (value_start, value_start + max(1, len(value)))
            force = _SETTERS[option.name]
            parameters.append({"name": name, "value": value, "forceString": force})
    chart = plain[-1].rstrip("/").rpartition("/")[2]
    spec = {"chart": chart, **said, "helm": {"parameters": parameters}}
    whole = {"apiVersion": API_VERSION, "kind": KIND, "metadata": {"name": plain[0]}, "spec": spec}
    document = Document(CommandTree(Text(NAME, line.encode()), spans), whole)
    files = tuple(path for o in options if o.name in _VALUES for path in o.value.split(","))
    return HelmCommand(plain[-1], chart, said.get("version", ""), files, document)


def _split(words: Sequence[str]) -> tuple[list[str], list[_Option]]:
    """The words that stand alone, after the verb, and the options with their values."""
    plain: list[str] = []
    options: list[_Option] = []
    column = len("helm ") + len(words[0]) + 1
    waiting = ""
    for word in words[1:]:
        if waiting:
            options.append(_Option(waiting, word, column))
            waiting = ""
        elif word.startswith("-"):
            name, equals, value = word.partition("=")
            if equals:
                options.append(_Option(name, value, column + len(name) + 1))
            elif name not in _SWITCHES:
                waiting = name
        else:
            plain.append(word)
        column += len(word) + 1
    return plain, options


def _assignments(option: _Option) -> Iterator[tuple[str, str, int]]:
    """Name, value and column of each `a.b=c` of a --set; a backslash keeps a comma in the value."""
    start = 0
    depth = 0
    text = option.value
    for index in range(len(text) + 1):
        character = text[index : index + 1]
        depth += (character == "{") - (character == "}")
        if character and (character != "," or depth or text[index - 1 : index] == "\\"):
            continue
        name, equals, value = text[start:index].partition("=")
        if equals:
            yield name, value, option.start + start
        start = index + 1
