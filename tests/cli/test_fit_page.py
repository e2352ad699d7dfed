"""The page of `gpulint fit`, as a browser shows it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--virtual-time-budget=2000",
]


@pytest.fixture
def browser() -> str:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed, so the page of fit was not opened")
    return CHROMIUM


def test_page_shows_every_node_and_runs_no_script(
    browser: str, tmp_path: Path, cli: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture that a browser does not draw explains nothing."""
    monkeypatch.chdir(ROOT)
    page, shot = tmp_path / "fit.html", tmp_path / "fit.png"
    words = ["fit", "fixtures/scenario/after", "--facts", "fixtures/scenario/cluster.yaml"]
    cli(*words, "--format", "html", "-o", str(page))  # type: ignore[operator]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    picture = [browser, *FLAGS, profile, f"--screenshot={shot}", page.as_uri()]
    subprocess.run(picture, check=True, capture_output=True, timeout=120)
    dump = [browser, *FLAGS, profile, "--dump-dom", page.as_uri()]
    done = subprocess.run(dump, check=True, capture_output=True, timeout=120, text=True)
    drawn = re.search(r"<svg.*</svg>", done.stdout, re.DOTALL)
    text = drawn.group(0) if drawn else ""
    actual = ("gpu-1" in text, "gpu-2" in text, "<script" in done.stdout, shot.read_bytes()[:4])
    assert actual == (True, True, False, b"\x89PNG")
