"""Which rules may speak about an object: the vocabulary of a run, kept from one review to the next.

A server meets the same keys again and again, so what a text says to the rules is worked out once.
"""

from collections.abc import Iterable, Sequence

from gpulint.engine.plan import PlannedRule
from gpulint.engine.vocabulary import kind_word
from gpulint.model.resource import Resource

# Texts that are remembered: keys, names, values that come back. What is longer rarely does.
_MOST_TEXTS = 16_384
_LONGEST_TEXT = 96
# Above this much new text, looking costs more than asking every rule.
_MOST_NEW = 262_144
_MOST_CHOICES = 1_024


class SpeakingRules:
    """Chooses the rules that can find anything in an object.

    It gives what `vocabulary` and `may_speak` give, in one pass over the object; one bit stands for
    a word.
    """

    __slots__ = ("_choices", "_every", "_known", "_rules", "_words")

    def __init__(self, rules: Sequence[PlannedRule]) -> None:
        words = sorted({word for planned in rules for word in planned.rule.words})
        self._words = tuple((word, 1 << number) for number, word in enumerate(words))
        bits = dict(self._words)
        self._rules = tuple((each, _sum(bits[w] for w in each.rule.words)) for each in rules)
        self._every = tuple(rules)
        self._known: dict[str, int] = {}
        self._choices: dict[int, tuple[PlannedRule, ...]] = {}

    def of(self, resources: Sequence[Resource]) -> tuple[PlannedRule, ...]:
        """The rules one of whose words stands in the resources, and those that name none."""
        found = 0
        new: set[str] = set()
        for resource in resources:
            for text in (kind_word(resource), resource.api_version):
                found |= self._heard(text, new)
            found |= self._collected(resource.value, new)
        if new:
            if sum(map(len, new)) > _MOST_NEW:
                return self._every
            found |= self._learn(new)
        return self._choice(found)

    def _heard(self, text: str, new: set[str]) -> int:
        bits = self._known.get(text)
        if bits is None:
            new.add(text)
            return 0
        return bits

    def _collected(self, root: object, new: set[str]) -> int:
        """Bits of all known texts below a value; the unknown ones are put into `new`."""
        known, found = self._known.get, 0
        waiting = [root]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                for key in value:
                    bits = known(key)
                    if bits is None:
                        new.add(str(key))
                    else:
                        found |= bits
                value = value.values()
            for each in value if not isinstance(value, str) else (value,):  # type: ignore[attr-defined]
                if isinstance(each, str):
                    bits = known(each)
                    if bits is None:
                        new.add(each)
                    else:
                        found |= bits
                elif isinstance(each, (dict, list)):
                    waiting.append(each)
        return found

    def _learn(self, new: set[str]) -> int:
        """Bits of texts that were not met before; all of them are searched as one."""
        joined = "\n".join(new)
        met = self._spoken(joined, self._words)
        if len(self._known) + len(new) > _MOST_TEXTS:
            self._known.clear()
        for text in new if len(new) <= _MOST_TEXTS else ():
            if len(text) <= _LONGEST_TEXT:
                self._known[text] = _sum(b for _, b in self._spoken(text, met)) if met else 0
        return _sum(bit for _, bit in met)

    @staticmethod
    def _spoken(text: str, words: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """The words that stand in a text, as written or in small letters."""
        small = text.lower()
        return [each for each in words if each[0] in text or each[0] in small]

    def _choice(self, found: int) -> tuple[PlannedRule, ...]:
        chosen = self._choices.get(found)
        if chosen is None:
            if len(self._choices) >= _MOST_CHOICES:
                self._choices.clear()
            chosen = tuple(r for r, bits in self._rules if not r.rule.words or bits & found)
            self._choices[found] = chosen
        return chosen


def _sum(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found
