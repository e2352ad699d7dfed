import os
import threading

import pytest

from gpulint.source import fork
from gpulint.source.fork import processes, spread


@pytest.mark.parametrize(
    ("count", "jobs", "expected"), [(499, 0, 1), (500, 1, 1), (500, 3, 3), (500, 99, 8)]
)
def test_few_files_are_read_by_one_process(count: int, jobs: int, expected: int) -> None:
    """A second process costs more than it saves below some hundred files."""
    assert expected == processes(count, jobs)


def test_process_with_threads_does_not_fork() -> None:
    """A lock held by another thread would never be released in the child."""
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    actual = processes(1000, 4)
    done.set()
    thread.join()
    assert actual == 1


@pytest.mark.parametrize("parts", [1, 2, 3, 7])
def test_results_keep_the_order_of_the_items(parts: int) -> None:
    """Reports are the same with any number of processes."""
    expected = [(number, "x" * number) for number in range(5)]
    actual = spread(lambda number: (number, "x" * number), range(5), parts)
    assert expected == actual


def test_large_results_pass_through_the_pipe() -> None:
    """A pipe holds 64 KB; more waits for its reader."""
    expected = ["x" * 500_000] * 4
    actual = spread(lambda number: "x" * 500_000, range(4), 2)
    assert expected == actual


def test_work_of_a_child_that_dies_is_done_again() -> None:
    """Nothing passes in silence, not even a file on which a process was killed."""
    parent = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != parent:
            os._exit(9)
        return number

    assert spread(work, range(3), 2) == [0, 1, 2]


def test_child_that_raises_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """The parent does the work again and tells what is wrong itself."""
    parent = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != parent:
            raise ValueError(number)
        return number

    results = spread(work, range(3), 3)
    assert (results, capfd.readouterr()) == ([0, 1, 2], ("", ""))


def test_other_systems_stay_with_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no fork, and macOS starts threads of its own."""
    monkeypatch.setattr(fork.sys, "platform", "darwin")
    assert processes(1000, 4) == 1
