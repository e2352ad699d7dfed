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

# A word, its bit, and whether it has capitals, so that it is met only as written.
Word = tuple[str, int, bool]


class SpeakingRules:
    """Chooses the rules that can find anything in an object.

    It gives what `vocabulary` and `may_speak` give, in one pass over the object; one bit stands for
    a word.
    """

    __slots__ = ("_choices", "_every", "_known", "_rules", "_words")

    def __init__(self, rules: Sequence[PlannedRule]) -> None:
        words = sorted({word for planned in rules for word in planned.rule.words})
        self._words = tuple((word, 1 << n, word != word.lower()) for n, word in enumerate(words))
        bits = {word: bit for word, bit, _ in self._words}
        self._rules = tuple((each, _sum(bits[w] for w in each.rule.words)) for each in rules)
        self._every = tuple(rules)
        self._known: dict[str, int] = {}
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
        found, known = 0, self._known
        new = texts.difference(known)
        for bits in set(map(known.get, texts)):
            found |= bits or 0
        if new:
            if sum(map(len, new)) > _MOST_NEW:
                return None
            found |= self._learn(new)
        return found

    def _learn(self, new: set[str]) -> int:
        """Bits of texts that were not met before; all of them are searched as one."""
        joined = "\n".join(new)
        met = self._spoken(joined, self._words)
        if len(self._known) + len(new) > _MOST_TEXTS:
            self._known.clear()
        for text in new if len(new) <= _MOST_TEXTS else ():
            if len(text) <= _LONGEST_TEXT:
                self._known[text] = _sum(b for _, b, _ in self._spoken(text, met)) if met else 0
        return _sum(bit for _, bit, _ in met)

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


def _collect(root: object, found: set[str]) -> None:
    """Put all keys and texts below a value into `found`; decoded JSON has no aliases."""
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            found.update(value)
            below: Iterable[object] = value.values()
        elif isinstance(value, list):
            below = value
        else:
            below = (value,)
        for each in below:
            kind = type(each)
            if kind is str:
                found.add(each)  # type: ignore[arg-type]  # its type was compared just now
            elif kind is dict or kind is list:
                waiting.append(each)
