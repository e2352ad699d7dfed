import os

import pytest

from gpulint.reporters.paths import relative_path, uri


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("./jobs//a.yaml", "jobs/a.yaml"),
        ("<stdin>", "stdin"),
        ("-", "stdin"),
        ("/elsewhere/a.yaml", "elsewhere/a.yaml"),
        (os.path.join(os.getcwd(), "jobs", "a.yaml"), "jobs/a.yaml"),
    ],
)
def test_path_is_relative(file: str, expected: str) -> None:
    """Platforms place a finding only by its path from the top of the repository."""
    actual = relative_path(file)
    assert expected == actual


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("a b#c?.yaml", "a%20b%23c%3F.yaml"),
        ("http:x.yaml", "http%3Ax.yaml"),
        ("größe.yaml", "gr%C3%B6%C3%9Fe.yaml"),
        ("odd\udcff.yaml", "odd%FF.yaml"),
    ],
)
def test_uri_is_encoded_byte_by_byte(file: str, expected: str) -> None:
    """A blank or a hash sign in a name would end the URI."""
    actual = uri(file)
    assert expected == actual
