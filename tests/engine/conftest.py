"""Tiny inputs for the engine, and findings in a form that can be compared whole."""

from collections.abc import Callable, Mapping

import pytest

from gpulint.config.settings import Settings
from gpulint.core.report import Report
from gpulint.engine import lint_texts

# two faults of one container: the request differs from the limit, and the limit is a fraction
POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
    - name: trainer
      image: registry.example/trainer:1.0
      resources:
        requests:
          nvidia.com/gpu: 2
        limits:
          nvidia.com/gpu: 0.5
"""

Spot = tuple[str, str, int]
Lint = Callable[..., Report]
Spots = Callable[[Report], list[Spot]]


@pytest.fixture
def pod() -> str:
    """A Pod with a GPU101 at line 11 and a GPU103 at line 13."""
    return POD


@pytest.fixture
def run() -> Lint:
    """Lint texts by name: `run({"a.yaml": text}, select=("GPU1",))`; a bare text is `a.yaml`."""

    def lint(
        texts: str | Mapping[str, str],
        facts: Mapping[str, str] | None = None,
        **settings: object,
    ) -> Report:
        named = {"a.yaml": texts} if isinstance(texts, str) else texts
        return lint_texts(
            {name: text.encode() for name, text in named.items()},
            Settings(**settings),  # type: ignore[arg-type]  # a test names real settings
            {name: text.encode() for name, text in (facts or {}).items()},
        )

    return lint


@pytest.fixture
def spots() -> Spots:
    """Active findings as (id, file, line), in the order of the report."""

    def of(report: Report) -> list[Spot]:
        return [(f.id, f.file, f.span.line) for f in report.active]

    return of
