"""The log is what remains of a Pod; each line is JSON, whatever stands in it."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from gpulint.webhook.serving.log import event, set_up


@pytest.fixture
def stream() -> Iterator[io.TextIOWrapper]:
    """A stream of an environment that knows ASCII alone."""
    loggers = [logging.getLogger(n) for n in ("gpulint.webhook", "uvicorn.error", "asyncio")]
    before = [(each.handlers, each.propagate, each.level) for each in loggers]
    found = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="backslashreplace")
    set_up(found)
    yield found
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.mark.parametrize("text", ["p\udcff.yaml: modes must be a list", "ü\n\u2028☃"])
def test_a_line_is_json_whatever_it_holds(stream: io.TextIOWrapper, text: str) -> None:
    """A file's name may be no UTF-8, and stderr no UTF-8 either."""
    event(logging.ERROR, "kept", error=text)
    stream.seek(0)
    lines = stream.read().splitlines()
    assert [json.loads(line)["error"] for line in lines] == [text]
