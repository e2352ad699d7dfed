import os
from pathlib import Path

import pytest

from gpulint.core.errors import UsageError
from gpulint.source.files import Source, chart_of_template, find_sources, read_file


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository, entered."""
    for name in (
        "b.yaml", "a.yml", "c.JSON", "notes.txt", "sub/d.yaml", "sub/.git/e.yaml",
        "node_modules/f.yaml", ".github/g.yaml", "venv/h.yaml",
        "chart/Chart.yaml", "chart/values.yaml", "chart/templates/i.yaml",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a: 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*paths: str) -> list[tuple[str, str]]:
    return [(source.name, source.kind) for source in find_sources(paths)]


def test_folder_is_walked_in_the_order_of_names(tree: Path) -> None:
    """The same folder must give the same report everywhere."""
    expected = [
        (".github/g.yaml", "file"),
        ("a.yml", "file"),
        ("b.yaml", "file"),
        ("c.JSON", "file"),
        ("chart", "chart"),
        ("sub/d.yaml", "file"),
    ]
    actual = names(".")
    assert expected == actual


@pytest.mark.parametrize("path", ["sub", "sub/", "./sub"])
def test_names_begin_with_the_path_as_given(tree: Path, path: str) -> None:
    """Editors and CI systems find the file by it."""
    expected = [(f"{path.rstrip('/')}/d.yaml", "file")]
    actual = names(path)
    assert expected in (actual, [(name.removeprefix("./"), kind) for name, kind in actual])


def test_named_file_is_read_whatever_its_suffix(tree: Path) -> None:
    """The user knows what it is."""
    expected = [("notes.txt", "file"), ("<stdin>", "stdin")]
    actual = names("notes.txt", "-")
    assert expected == actual


def test_file_named_twice_is_read_once(tree: Path) -> None:
    """Its objects would collide with themselves."""
    expected = [("b.yaml", "file"), ("sub/d.yaml", "file")]
    actual = names("b.yaml", "./b.yaml", "sub", "sub/d.yaml", str(tree / "b.yaml"))
    assert expected == actual


@pytest.mark.parametrize("name", ["values.yaml", "Chart.yaml"])
def test_values_of_a_chart_are_no_manifest(tree: Path, name: str) -> None:
    """A hook hands over every changed file."""
    assert [(f"chart/{name}", "values")] == names(f"chart/{name}")


def test_missing_path_is_the_users_mistake(tree: Path) -> None:
    """A typing error must not pass as a clean run."""
    with pytest.raises(UsageError, match=r"nope\.yaml: no such file or folder; check the path"):
        find_sources(["nope.yaml"])


def test_links_do_not_lead_in_circles(tree: Path) -> None:
    """A link to the folder above, to itself and to nothing; a file is read under its own name."""
    (tree / "sub" / "up").symlink_to("..")
    (tree / "sub" / "self").symlink_to("self")
    (tree / "sub" / "gone.yaml").symlink_to("nowhere")
    (tree / "sub" / "twin.yaml").symlink_to("d.yaml")
    (tree / "sub" / "venv.yaml").symlink_to("../venv/h.yaml")
    expected = [
        ("sub/d.yaml", "file"),
        ("sub/gone.yaml", "unreadable"),
        ("sub/up/.github/g.yaml", "file"),
        ("sub/up/a.yml", "file"),
        ("sub/up/b.yaml", "file"),
        ("sub/up/c.JSON", "file"),
        ("sub/up/chart", "chart"),
        ("sub/venv.yaml", "file"),
    ]
    actual = names("sub")
    assert expected == actual


def test_link_to_a_folder_elsewhere_is_followed_once(tree: Path) -> None:
    """Shared manifests are linked in; what is walked anyway is not walked again."""
    outside = tree.parent / f"{tree.name}-outside"
    outside.mkdir()
    (outside / "k.yaml").write_text("a: 1\n")
    (outside / "loop").symlink_to(outside)
    for name in ("one", "two"):
        (tree / "sub" / name).symlink_to(outside)
    (tree / "sub" / "sibling").symlink_to(tree / "sub")
    expected = [("sub/d.yaml", "file"), ("sub/one/k.yaml", "file")]
    actual = names("sub")
    assert expected == actual


def test_link_to_itself_is_told(tree: Path) -> None:
    """The system refuses even to say what it is, and the rest of the folder is read."""
    (tree / "sub" / "c.yaml").symlink_to("c.yaml")
    expected = [
        Source("sub/c.yaml", "sub/c.yaml", "unreadable", detail="a link to itself"),
        Source("sub/d.yaml", "sub/d.yaml"),
    ]
    actual = find_sources(["sub"])
    assert expected == actual


@pytest.mark.parametrize(
    ("path", "expected"),
    [("sub", [("sub/d.yaml", "file")]), ("sub/env", [("sub/env/e.yaml", "file")])],
)
def test_python_environment_of_any_name_is_not_walked(
    tree: Path, path: str, expected: list[tuple[str, str]]
) -> None:
    """Packages bring YAML of their own; who names the folder wants it read."""
    (tree / "sub" / "env").mkdir()
    (tree / "sub" / "env" / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (tree / "sub" / "env" / "e.yaml").write_text("a: 1\n")
    actual = names(path)
    assert expected == actual


def test_what_is_no_regular_file_is_not_opened(tree: Path) -> None:
    """Reading a pipe without a writer never ends."""
    os.mkfifo(tree / "sub" / "pipe.yaml")
    expected = Source("sub/pipe.yaml", "sub/pipe.yaml", "unreadable", detail="no regular file")
    actual = find_sources(["sub"])[-1]
    assert expected == actual


@pytest.mark.parametrize("size", [0, 10, 65536, 65537, 200_000])
def test_file_of_any_size_is_read_whole(tmp_path: Path, size: int) -> None:
    """Reads come in pieces."""
    data = bytes(range(1, 251)) * (size // 250 + 1)
    (tmp_path / "a").write_bytes(data[:size])
    assert data[:size] == read_file(str(tmp_path / "a"), 1_000_000)


@pytest.mark.parametrize(("size", "is_read"), [(100, True), (101, False), (70_000, False)])
def test_file_above_the_limit_is_not_read(tmp_path: Path, size: int, is_read: bool) -> None:
    """Memory stays bounded."""
    (tmp_path / "a").write_bytes(b"x" * size)
    assert is_read == (read_file(str(tmp_path / "a"), 100) is not None)


def test_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    """`gpulint check <(helm template …)` hands over a pipe that fills bit by bit."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    child = os.fork()
    if child == 0:
        with open(path, "wb", buffering=0) as stream:
            stream.write(b"a: 1\n")
            stream.write(b"b: 2\n")
        os._exit(0)
    data = read_file(str(path), 100)
    os.waitpid(child, 0)
    assert data == b"a: 1\nb: 2\n"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("chart/templates/i.yaml", "chart"),
        ("chart/templates/deep/j.yaml", "chart"),
        ("sub/templates/d.yaml", None),
        ("sub/d.yaml", None),
    ],
)
def test_template_of_a_chart_is_known_by_its_folder(
    tree: Path, path: str, expected: str | None
) -> None:
    """Hooks name changed templates one by one."""
    wanted = None if expected is None else str(tree / expected)
    assert wanted == chart_of_template(path)
