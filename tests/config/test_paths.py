import pytest

from gpulint.config.paths import path_matches


@pytest.mark.parametrize(
    ("file", "glob", "expected"),
    [
        ("jobs/a.yaml", "a.yaml", True),
        ("jobs/a.yaml", "jobs", True),
        ("jobs/a.yaml", "jobs/", True),
        ("jobs/deep/a.yaml", "jobs/*.yaml", False),
        ("jobs/deep/a.yaml", "jobs/**/*.yaml", True),
        ("jobs/a.yaml", "jobs/**/*.yaml", True),
        ("jobs/deep/a.yaml", "jobs/**", True),
        ("old/jobs/a.yaml", "jobs/*.yaml", False),
        ("old/jobs/a.yaml", "**/jobs/*.yaml", True),
        ("./jobs/a.yaml", "./jobs/*.yaml", True),
        ("jobs/a1.yaml", "a[0-9].yaml", True),
        ("jobs/ab.yaml", "a[!0-9].yaml", True),
        ("jobs/a+b.yaml", "a+b.yaml", True),
        ("jobs/a.yml", "*.y?l", True),
        ("jobs/axyaml", "a.yaml", False),
        ("jobs2/a.yaml", "jobs", False),
        ("<stdin>", "<stdin>", True),
    ],
)
def test_glob_reads_like_one_of_gitignore(file: str, glob: str, expected: bool) -> None:
    """Everybody knows these globs; other ones would silence what nobody meant."""
    actual = path_matches(file, glob)
    assert expected == actual


def test_glob_starts_at_the_folder_of_the_configuration() -> None:
    """The same override has to hold from every folder that the hook may run in."""
    expected = [True, False]
    actual = [path_matches("../team/jobs/a.yaml", g, "../team") for g in ("jobs/*", "team/jobs/*")]
    assert expected == actual
