"""Logs as JSON, one object a line, in ASCII: the stream's encoding is the environment's."""

import json
import logging
import sys
import time
from typing import TextIO

_LOGGER = logging.getLogger("gpulint.webhook")


class _AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """The record with the fields that `event` gave."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        fields = getattr(record, "fields", {})
        line.update({name: value for name, value in fields.items() if value not in ("", [], None)})
        # its escapes hold lone surrogates too, as names of files that are no UTF-8 have them
        return json.dumps(line, separators=(",", ":"))


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send this program's and uvicorn's messages to a stream, stderr by default."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_AsJson())
    for name in ("gpulint.webhook", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        # what strangers send to the port is counted, not told
        logger.setLevel(level if name == "gpulint.webhook" else logging.ERROR)


def event(level: int, message: str, **fields: object) -> None:
    """Write one line. fields: empty ones are left out."""
    if _LOGGER.isEnabledFor(level):
        _LOGGER.log(level, message, extra={"fields": fields})
