"""What several floors' tests share: golden files and the way to the shared corpus."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
# Without chance: every run draws the same inputs, so that a failure can be replayed.
settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,  # two cores that others use as well
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("house")


# What a test run leaves out must be seen even under -q; the reason opens with these words.
UNPROVEN = "the rules' proofs were not run"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line why the proofs were not run, and how to run them."""
    skipped = (
        getattr(each, "longrepr", None) for each in terminalreporter.stats.get("skipped", ())
    )
    reasons = {each[2].removeprefix("Skipped: ") for each in skipped if isinstance(each, tuple)}
    for reason in sorted(each for each in reasons if each.startswith(UNPROVEN)):
        terminalreporter.write_line(reason, yellow=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --update, for a person who then reads the diff; CI never passes it."""
    parser.addoption("--update", action="store_true", help="rewrite golden files")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A session in which nothing passed is no success, nor one with skips where CI allows none."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or exitstatus != 0 or hasattr(session.config, "workerinput"):
        return
    skipped = len(reporter.stats.get("skipped", ()))
    if not reporter.stats.get("passed"):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
    elif skipped and os.environ.get("GPULINT_NO_SKIPS"):
        reporter.write_line(f"{skipped} tests were skipped, and GPULINT_NO_SKIPS is set", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], str]:
    """Text of a golden file below fixtures/: `assert golden("reports/text.txt", actual) == actual`.

    With --update the file is written first.
    """

    def read(name: str, actual: str) -> str:
        path = ROOT / "fixtures" / name
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(actual.encode())
        return path.read_bytes().decode() if path.exists() else f"no golden file {name}"

    return read


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of the shared corpus and cases; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the shared corpus and cases do not lie beside this checkout")
    return SHARED


@pytest.fixture
def real_helm(capsys: pytest.CaptureFixture[str]) -> str:
    """The `helm` on the PATH; without one the test is skipped, which is said."""
    helm = shutil.which("helm")
    if helm is None:
        with capsys.disabled():
            print("\nno helm on PATH, so no chart was rendered")
        pytest.skip("no helm on PATH, so no chart was rendered")
    return helm
