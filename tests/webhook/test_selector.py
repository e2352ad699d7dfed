"""Selectors mean what kubectl means by them, and nothing is guessed."""

import pytest

from gpulint.core.errors import ConfigError
from gpulint.webhook.selector import Selector, read_selector

_PROD = {"env": "prod", "tier": "a", "empty": ""}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("env=prod", True),
        ("env==prod", True),
        ("env = prod", True),
        ("env=dev", False),
        ("env!=prod", False),
        ("none!=prod", True),
        ("env in (dev, prod)", True),
        ("env in(dev)", False),
        ("none in (prod)", False),
        ("env notin (dev)", True),
        ("env notin (dev,prod)", False),
        ("none notin (prod)", True),
        ("env", True),
        ("none", False),
        ("!env", False),
        ("! none", True),
        ("empty=", True),
        ("env=", False),
        ("empty in (,a)", True),
        ("env=prod,tier in (a,b),!none", True),
        ("env=prod,tier=b", False),
        ("in in (in)", False),
    ],
)
def test_a_selector_selects_as_kubectl_does(text: str, expected: bool) -> None:
    """Each form, with and without the label."""
    assert expected == read_selector(text, "it").selects(_PROD)


def test_an_empty_text_selects_nothing() -> None:
    """An option that is left out must not mean every namespace."""
    assert (Selector(), False) == (read_selector(" ", "it"), read_selector("", "it").selects(_PROD))


def test_the_keys_are_known() -> None:
    """They tell whether the cluster must be asked."""
    found = read_selector("a.example/b=1,kubernetes.io/metadata.name in (x),!c", "it").keys
    assert found == {"a.example/b", "kubernetes.io/metadata.name", "c"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("env=prod,", "it ends in a comma"),
        ("=prod", "'=' is no label key"),
        ("env prod", "'prod' after 'env'; there are =, ==, !=, in and notin"),
        ("env>5", "'env>5' is no label key"),
        ("env in prod", "`in` and `notin` want values in brackets"),
        ("env in (a", "a ) is missing"),
        ("env in (", "it ends too early"),
        ("env notin (a,", "it ends too early"),
        ("env in (a b)", "a comma is missing before 'b'"),
        ("env in", "`in` and `notin` want values in brackets"),
        ("env=a b", "a comma is missing before 'b'"),
        ("!", "a key is missing"),
        ("-a", "'-a' is no label key"),
        ("A/b/c=d", "'A/b/c' is no label key"),
        ("env=-", "'-' is no label value"),
        (f"env={'x' * 64}", f"'{'x' * 64}' is no label value"),
        ("env=(", "'(' is no label value"),
    ],
)
def test_a_mistake_is_told(text: str, expected: str) -> None:
    """A selector that is half understood would open or close the wrong namespaces."""
    with pytest.raises(ConfigError) as caught:
        read_selector(text, "--no-suppress-in")
    start = f"--no-suppress-in: {text!r} is no label selector: {expected}; "
    end = "write it as kubectl does, such as env=prod,tier in (a,b),!legacy"
    assert start + end == str(caught.value)
