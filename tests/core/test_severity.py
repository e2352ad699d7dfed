import pytest

from gpulint.core.severity import Confidence, Severity


@pytest.mark.parametrize("kind", [Severity, Confidence])
def test_words_and_values_are_one(kind: type[Severity] | type[Confidence]) -> None:
    """Reports write the word that configurations read."""
    expected = list(kind)
    actual = [kind.from_text(each.label) for each in kind]
    assert expected == actual


def test_the_worse_is_the_greater() -> None:
    """Limits compare."""
    expected = [Severity.INFO, Severity.WARNING, Severity.ERROR]
    actual = sorted(Severity)
    assert expected == actual


def test_the_surer_is_the_greater() -> None:
    """Limits compare."""
    expected = [Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH]
    actual = sorted(Confidence)
    assert expected == actual


@pytest.mark.parametrize("kind", [Severity, Confidence])
def test_another_word_is_refused(kind: type[Severity] | type[Confidence]) -> None:
    """The caller turns it into a sentence with the words that there are."""
    with pytest.raises(KeyError) as raised:
        kind.from_text("fatal")
    expected = ("FATAL",)
    assert expected == raised.value.args
