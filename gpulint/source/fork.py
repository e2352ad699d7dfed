"""Spreads work over child processes by fork and pipe: a few milliseconds where a pool takes fifty."""

import marshal
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
# Below this many files a second process costs more than it saves.
WORTHWHILE = 500
_MOST = 8


def processes(count: int, jobs: int) -> int:
    """How many processes to use for `count` files. jobs: the most wanted, 0 for as many as pay."""
    if count < WORTHWHILE or jobs == 1 or not _may_fork():
        return 1
    return max(1, min(jobs or _cores(), _MOST))


def _may_fork() -> bool:
    """Fork copies locks that threads hold, and macOS's own libraries start threads."""
    if not hasattr(os, "fork") or sys.platform == "darwin":
        return False
    threading = sys.modules.get("threading")
    return threading is None or threading.active_count() == 1


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(work: Callable[[T], Any], items: Sequence[T], parts: int) -> list[Any]:
    """`[work(item) for item in items]`, computed by `parts` processes.

    work must return what marshal can write (plain tuples, lists, dicts, text, numbers), and must
    not depend on being called in this process. A child that fails is made up for here.
    """
    children = [(number, *_start(work, items[number::parts])) for number in range(1, parts)]
    results: list[Any] = [None] * len(items)
    results[::parts] = [work(item) for item in items[::parts]]
    for number, child, pipe in children:
        found = _collect(child, pipe)
        results[number::parts] = (
            [work(item) for item in items[number::parts]] if found is None else found
        )
    return results


def _start(work: Callable[[T], Any], items: Sequence[T]) -> tuple[int, int]:
    """Fork a child that works off `items`; its id and the pipe that its results come from."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return child, reader
    status = 1
    try:
        os.close(reader)
        with os.fdopen(writer, "wb") as stream:
            stream.write(marshal.dumps([work(item) for item in items]))
        status = 0
    finally:
        # Neither the parent's buffers nor its exit handlers are this process's to run.
        os._exit(status)


def _collect(child: int, pipe: int) -> Any:
    """The results of a child, None when it failed."""
    with os.fdopen(pipe, "rb") as stream:
        data = stream.read()
    _, status = os.waitpid(child, 0)
    return marshal.loads(data) if status == 0 else None
