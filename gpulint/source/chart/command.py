"""The words of a `helm install` or `helm upgrade` as a document: nothing is installed.

Its value is an object of the kind HelmCommand with chart, version, namespace and the parameters that
--set and its sisters give; their places are columns of the command as it was typed.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gpulint.core.errors import UsageError
from gpulint.core.location import Located, Part, Span
from gpulint.core.pointer import Pointer
from gpulint.source.chart.parameters import Option, is_setter, parameters
from gpulint.source.document import Document
from gpulint.source.text import Text

NAME = "<helm command>"
API_VERSION, KIND = "gpulint.io/v1", "HelmCommand"
_VALUES = ("-f", "--values")
# Options that helm takes before the verb too.
_GLOBAL = ("-n", "--namespace", "--debug", "--kube")
_NAMED = {"--version": "version", "-n": "namespace", "--namespace": "namespace"}
# Options of helm that stand alone; every other one takes the word that follows.
_SWITCHES = frozenset(
    """
    --atomic --cleanup-on-fail --create-namespace --debug --dependency-update --devel
    --disable-openapi-validation --dry-run --enable-dns --force -g --generate-name --hide-notes
    --hide-secret --insecure-skip-tls-verify -i --install --kube-insecure-skip-tls-verify
    --no-hooks --pass-credentials --plain-http --render-subchart-notes --replace
    --reset-then-reuse-values --reset-values --reuse-values
    --rollback-on-failure --skip-crds --skip-schema-validation --take-ownership --verify --wait
    --wait-for-jobs
    """.split()  # noqa: SIM905 - as helm --help lists them
)


class HelmCommand(NamedTuple):
    """What a command says. folder: the chart as written. values: its values files, in order."""

    folder: str
    chart: str
    version: str
    values: tuple[str, ...]
    document: Document


class CommandTree:
    """Places of a command: the parameters by pointer, everything else is the whole line."""

    __slots__ = ("_spans", "text")

    def __init__(self, text: Text, spans: Mapping[Pointer, Span]) -> None:
        self.text = text
        self._spans = spans

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The span of a parameter's name or value; of its nearest parent for anything else.

        Its key is its name: nobody typed the word `value`.
        """
        if part == "key" and pointer[-1:] == ("value",):
            pointer = pointer.parent.child("name")
        while pointer and pointer not in self._spans:
            pointer = pointer.parent
        return Located(self._spans.get(pointer) or self.text.span(0, len(self.text.text)))

    def inner_lines(self) -> list[range]:
        """None: a command is one line."""
        return []

    def embedded(self, pointer: Pointer) -> Text | None:
        """None: no parameter holds a document."""
        return None


def helm_command(words: Sequence[str]) -> HelmCommand:
    """Read the words after `helm`. Raises UsageError for words that are no install or upgrade."""
    plain, options = _split(words)
    verb = plain.pop(0) if plain else ""
    before = words[: words.index(verb)] if verb else words
    unknown = [each for each in before if each.startswith("-") and not each.startswith(_GLOBAL)]
    if verb not in ("install", "upgrade", "template") or unknown:
        raise UsageError(
            "write the words of `helm install …`, `helm upgrade …` or `helm template …`"
        )
    line = "helm " + " ".join(words)
    if not plain:
        raise UsageError("the command names no chart; write `gpulint helm install NAME CHART …`")
    said = {_NAMED[each.name]: each.value for each in options if each.name in _NAMED}
    text = Text(NAME, line.encode())
    found = [each for option in options for each in parameters(option, text)]
    spans: dict[Pointer, Span] = {}
    for number, each in enumerate(found):
        at = Pointer(("spec", "helm", "parameters", number))
        spans[at] = spans[at.child("name")] = each.at_name
        spans[at.child("value")] = each.at_value
    listed = [{"name": p.name, "value": p.value, "forceString": p.is_text} for p in found]
    chart = plain[-1].rstrip("/").rpartition("/")[2]
    spec = {"chart": chart, **said, "helm": {"parameters": listed}}
    whole = {"apiVersion": API_VERSION, "kind": KIND, "metadata": {"name": plain[0]}, "spec": spec}
    document = Document(CommandTree(text, spans), whole)
    files = tuple(path for o in options if o.name in _VALUES for path in o.value.split(","))
    return HelmCommand(plain[-1], chart, said.get("version", ""), files, document)


def _split(words: Sequence[str]) -> tuple[list[str], list[Option]]:
    """The words that stand alone, the verb first, and the options with their values."""
    plain: list[str] = []
    options: list[Option] = []
    column = len("helm ")
    waiting = ""
    for word in words:
        if waiting:
            options.append(Option(waiting, word, column))
            waiting = ""
        elif word.startswith("-"):
            name, equals, value = word.partition("=")
            if equals:
                options.append(Option(name, value, column + len(name) + 1))
            elif name not in _SWITCHES:
                waiting = name
        else:
            plain.append(word)
        column += len(word) + 1
    if is_setter(waiting) or waiting in _VALUES:
        raise UsageError(f"{waiting} stands last and has no value; write one after it")
    return plain, options
