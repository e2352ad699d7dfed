"""Which rules may speak about an object: the vocabulary of a run, kept from one review to the next.

A server meets the same keys again and again, so what a text says to the rules is worked out once.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from gpulint.engine.plan import PlannedRule
from gpulint.engine.vocabulary import kind_word
from gpulint.model.resource import Resource

# Texts that are remembered: keys, names, values that come back. What is longer rarely does.
_MOST_TEXTS = 16_384
_LONGEST_TEXT = 96
# Above this much new text, looking costs more than asking every rule.
_MOST_NEW = 262_144
_MOST_CHOICES = 1_024

_DIGITS = str.maketrans("123456789", "0" * 9)

# A word, its bit, and whether it has capitals, so that it is met only as written.
Word = tuple[str, int, bool]


class SpeakingRules:
    """Chooses the rules that can find anything in an object.

    It gives what `vocabulary` and `may_speak` give, in one pass over the object; one bit stands for
    a word. Several threads may ask: what is remembered is replaced when it is full, never emptied.
    """

    __slots__ = (
        "_alike",
        "_choices",
        "_every",
        "_known",
        "_numbered",
        "_plain",
        "_rules",
        "_silent",
    )

    def __init__(self, rules: Sequence[PlannedRule]) -> None:
        words = sorted({word for planned in rules for word in planned.rule.words})
        known = [(word, 1 << n, word != word.lower()) for n, word in enumerate(words)]
        bits = {word: bit for word, bit, _ in known}
        # numbers change from one name to the next, and few words hold one
        self._numbered = tuple(each for each in known if any(map(str.isdigit, each[0])))
        self._plain = tuple(each for each in known if each not in self._numbered)
        self._rules = tuple((each, _sum(bits[w] for w in each.rule.words)) for each in rules)
        self._every = tuple(rules)
        # texts that say nothing, bits of others as they stand, and without the numbered words of texts
        # whose digits are all 0
        self._silent: set[str] = set()
        self._known: dict[str, int] = {}
        self._alike: dict[str, int] = {}
        self._choices: dict[int, tuple[PlannedRule, ...]] = {}

    def of(self, resources: Sequence[Resource], heard: int = 0) -> tuple[PlannedRule, ...]:
        """The rules one of whose words stands in the resources, and those that name none.

        heard: words that stand elsewhere, from `words_in`.
        """
        found = self.words_in(resources)
        return self._every if found is None else self._choice(found | heard)

    def words_in(self, resources: Sequence[Resource]) -> int | None:
        """The words of the resources, a bit each; None when there is too much text to look."""
        texts: set[str] = set()
        for resource in resources:
            texts.add(kind_word(resource))
            texts.add(resource.api_version)
            _collect(resource.value, texts)
        texts = texts.difference(self._silent)  # most of them; goes over the smaller set
        found, known, new = 0, self._known, set[str]()
        for text in texts:
            bits = known.get(text)
            if bits is None:
                new.add(text)
            else:
                found |= bits
        if new:
            if sum(map(len, new)) > _MOST_NEW:
                return None
            found |= self._learn(new)
        return found

    def _learn(self, new: set[str]) -> int:
        """Bits of texts that were not met before.

        Texts that differ in their numbers alone are one text to every word without a number.
        """
        if len(self._known) + len(self._silent) + len(new) > _MOST_TEXTS:
            self._known, self._alike, self._silent = {}, {}, set()
        known, alike_ones, silent = self._known, self._alike, self._silent
        plain = {text: text.translate(_DIGITS) for text in new}
        self._learn_alike(set(plain.values()).difference(alike_ones), alike_ones)
        numbered = self._spoken("\n".join(new), self._numbered)
        found = 0
        for text, alike in plain.items():
            bits = alike_ones[alike]
            if numbered:
                bits |= _sum(bit for _, bit, _ in self._spoken(text, numbered))
            found |= bits
            if len(text) <= _LONGEST_TEXT and len(known) + len(silent) < _MOST_TEXTS:
                if bits:
                    known[text] = bits
                else:
                    silent.add(text)
        return found

    def _learn_alike(self, new: set[str], known: dict[str, int]) -> None:
        """Learn the words without a number of texts whose digits are all 0; searched as one."""
        met = self._spoken("\n".join(new), self._plain) if new else []
        for text in new:
            known[text] = _sum(b for _, b, _ in self._spoken(text, met)) if met else 0

    @staticmethod
    def _spoken(text: str, words: Sequence[Word]) -> list[Word]:
        """The words that stand in a text, as written or, without capitals, in any case."""
        small = text.lower()
        return [each for each in words if each[0] in (text if each[2] else small)]

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


def _collect(root: Any, found: set[str]) -> None:
    """Put all keys and texts below a value into `found`; decoded JSON has no aliases."""
    waiting = [root]
    add, update, later = found.add, found.update, waiting.extend
    for value in waiting:  # which grows while it is gone through
        kind = type(value)  # JSON has no subclasses
        if kind is str:
            add(value)
        elif kind is dict:
            update(value)
            later(value.values())
        elif kind is list:
            later(value)
