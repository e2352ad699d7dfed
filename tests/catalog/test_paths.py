"""Written paths of the data files."""

import pytest

from gpulint.catalog.paths import EACH_ITEM, EACH_VALUE, parse_path, path_from_parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("spec.template", ("spec", "template")),
        ("spec.tasks[].template", ("spec", "tasks", "[]", "template")),
        ("spec.services{}.resources", ("spec", "services", "{}", "resources")),
        ('metadata.labels["kai.scheduler/queue"]', ("metadata", "labels", "kai.scheduler/queue")),
    ],
)
def test_path_is_taken_apart(text: str, parts: tuple[str, ...]) -> None:
    """Keys with dots and slashes must not be split."""
    assert parts == parse_path(text)


@pytest.mark.parametrize("text", ["spec..template", "spec[0]", "spec.", 'a["b'])
def test_text_that_is_no_path_is_refused(text: str) -> None:
    """A slip in the data must stop the build, not a run."""
    with pytest.raises(ValueError, match="no path"):
        parse_path(text)


def test_markers_are_no_keys() -> None:
    """A map may hold a key that is spelled like a marker."""
    expected = ("spec", EACH_ITEM, EACH_VALUE)
    actual = path_from_parts(["spec", "[]", "{}"])
    assert expected == actual
