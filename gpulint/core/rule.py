"""What is promised to users: one rule, as the engine needs it. Examples and references stay in its YAML."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gpulint.core.severity import Confidence, Severity


class Mend(NamedTuple):
    """One way in which the fault of a rule is mended in the text, when that is certain.

    replace, write: what must stand at the place and what is written instead, with the facts of the
    message in braces and `{source}` for what stands there; a list of one is its item. style: `kept`,
    `quoted` (a number or boolean becomes text) or `plain` (quoted digits become a number). when:
    facts with the value that they must have. alike: both differ in capitals and separators alone.
    """

    replace: str
    write: str
    style: str = "kept"
    when: Mapping[str, object] = MappingProxyType({})
    alike: bool = False


class Rule(NamedTuple):
    """One entry of rules/index.json.

    check: name of the function. module: where it lives. needs: what the run must offer (siblings,
    facts, text). params: the values handed to the check. generic: silent where a more specific rule
    speaks of the same place. tokens: literals one of which a document must hold to be of interest.
    words: see Check.words. mend: ways to mend its fault, of which the first that applies counts.
    """

    id: str
    name: str
    category: str
    check: str
    module: str
    severity: Severity
    confidence: Confidence
    message: str
    why: str
    fix: str
    needs: tuple[str, ...] = ()
    params: Mapping[str, object] = MappingProxyType({})
    status: str = "stable"
    since: str = "0.1"
    generic: bool = False
    aliases: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    reference: str = ""
    words: tuple[str, ...] = ()
    mend: tuple[Mend, ...] = ()
