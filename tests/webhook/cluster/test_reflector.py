"""A list and a watch keep what is known true, whatever the API server and the network do."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hook.apiserver import Call, FakeCluster

from gpulint.engine.facts_kinds import KINDS
from gpulint.webhook.cluster.access import Access
from gpulint.webhook.cluster.client import Client, Waits
from gpulint.webhook.cluster.reflector import Pace, Reflector
from gpulint.webhook.cluster.shelf import Shelf, State

_CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses"
_KIND = next(each for each in KINDS if each.kind == "PriorityClass")
_WAITS = Waits(1.0, 1.0, 1.0)
_PACE = Pace(first=0.02, most=0.05, again=0.05, watch=(5, 6))


@contextmanager
def following(cluster: FakeCluster, waits: Waits = _WAITS, pace: Pace = _PACE) -> Iterator[Shelf]:
    """A shelf that follows the priority classes of a cluster."""
    with cluster.serving():
        shelf, stop = Shelf(_KIND, time.monotonic), threading.Event()
        client = Client(Access("127.0.0.1", cluster.port, tls=False), waits)
        thread = threading.Thread(target=Reflector(shelf, client, stop, pace).run)
        thread.start()
        try:
            yield shelf
        finally:
            stop.set()
            client.close()
            thread.join(5)
            assert not thread.is_alive()


def until(look: Callable[[], object], expected: object, seconds: float = 10.0) -> object:
    """What a look gives once it is as expected, or at last."""
    end = time.monotonic() + seconds
    while (found := look()) != expected and time.monotonic() < end:
        time.sleep(0.01)
    return found


def values(shelf: Shelf) -> dict[str, object]:
    """What is known: the value of each class."""
    return {each.name: each.value.get("value") for each in shelf.manifests().resources}


@pytest.fixture
def cluster() -> FakeCluster:
    """Three classes."""
    found = FakeCluster()
    for number, name in enumerate(("high", "low", "mid")):
        found.put(_CLASSES, name, value=number)
    return found


_THREE = {"high": 0, "low": 1, "mid": 2}


def test_pages_make_one_list(cluster: FakeCluster) -> None:
    """Half a list would deny what is on the other half."""
    cluster.per_page = 2
    with following(cluster) as shelf:
        found = until(lambda: values(shelf), _THREE)
        asked = cluster.asked("list", _CLASSES, "continue")
        versions = cluster.asked("list", _CLASSES, "resourceVersion")
    assert (found, asked, versions) == (_THREE, ["", "2"], ["", ""])


def test_nothing_is_known_before_the_last_page(cluster: FakeCluster) -> None:
    """A list that is being read proves no absence."""
    cluster.per_page = 2
    seen: list[object] = []
    with following(cluster) as shelf:
        # runs in the server's thread, when the second page is asked for
        cluster.next("list", _CLASSES, lambda _: False)
        cluster.next("list", _CLASSES, lambda _: bool(seen.append((shelf.state, values(shelf)))))
        until(lambda: shelf.state, State.SYNCED)
    assert seen == [(State.NEW, {})]


def test_changes_are_followed(cluster: FakeCluster) -> None:
    """Added, modified, deleted: all in one watch."""
    with following(cluster) as shelf:
        until(lambda: values(shelf), _THREE)
        cluster.put(_CLASSES, "new", value=9)
        cluster.put(_CLASSES, "mid", value=5)
        cluster.delete(_CLASSES, "low")
        expected = {"high": 0, "mid": 5, "new": 9}
        found = until(lambda: values(shelf), expected)
        watches = len(cluster.asked("watch", _CLASSES, "watch"))
    assert (expected, 1) == (found, watches)


def test_a_bookmark_moves_the_version_on(cluster: FakeCluster) -> None:
    """Else a quiet kind would resume from a version that is long gone."""
    with following(cluster, pace=_PACE._replace(watch=(1, 1))) as shelf:
        until(lambda: values(shelf), _THREE)
        cluster.put("/api/v1/nodes", "elsewhere")
        until(lambda: len(cluster.asked("watch", _CLASSES, "watch")) > 1, True)
        versions = cluster.asked("watch", _CLASSES, "resourceVersion")[:2]
        bookmarks = set(cluster.asked("watch", _CLASSES, "allowWatchBookmarks"))
    assert (["13", "14"], {"true"}) == (versions, bookmarks)


def test_a_list_that_expires_between_pages_starts_over(cluster: FakeCluster) -> None:
    """The rest of an old list and the start of a new one would be no list at all."""
    cluster.per_page = 2
    cluster.next("list", _CLASSES, lambda _: False)
    cluster.next("list", _CLASSES, lambda call: call.status(410))
    with following(cluster) as shelf:
        found = until(lambda: values(shelf), _THREE)
        asked = cluster.asked("list", _CLASSES, "continue")
    assert (found, asked) == (_THREE, ["", "2", "", "2"])


def _gone_in_stream(call: Call) -> bool:
    call.begin_stream()
    call.send({"type": "ERROR", "object": {"kind": "Status", "code": 410, "message": "too old"}})
    return call.cut()


@pytest.mark.parametrize("trick", [_gone_in_stream, lambda call: call.status(410)])
def test_a_version_that_is_gone_leads_to_a_new_list(
    cluster: FakeCluster, trick: Callable[[Call], bool]
) -> None:
    """What was deleted in between is told by nobody."""
    cluster.next("watch", _CLASSES, lambda call: _delete_and(cluster, call, trick))
    with following(cluster) as shelf:
        expected = {"high": 0, "mid": 2}
        found = until(lambda: values(shelf), expected)
        relists = until(lambda: shelf.counted().relists, 1)
    assert (expected, 1) == (found, relists)


def _delete_and(cluster: FakeCluster, call: Call, trick: Callable[[Call], bool]) -> bool:
    cluster.delete(_CLASSES, "low")
    return trick(call)


def test_what_is_known_stays_while_a_new_list_is_read(cluster: FakeCluster) -> None:
    """A relist of a large cluster must not look like an empty one."""
    seen: list[object] = []
    cluster.next("list", _CLASSES, lambda _: False)
    cluster.next("watch", _CLASSES, lambda call: call.status(410))
    with following(cluster) as shelf:
        cluster.next("list", _CLASSES, lambda _: bool(seen.append(values(shelf))))
        until(lambda: shelf.counted().relists, 1)
    assert seen == [_THREE]


def _cut_in_line(call: Call) -> bool:
    call.begin_stream()
    call.wfile.write(b'10\r\n{"type":"MODIFIE')
    return call.cut()


def _hang(call: Call) -> bool:
    time.sleep(1.5)
    return call.cut()


def _no_json(call: Call) -> bool:
    call.begin_stream()
    call.wfile.write(b"8\r\n<html/>\n\r\n")
    return call.cut()


@pytest.mark.parametrize(
    "trick",
    [lambda call: call.status(500), lambda call: call.cut(), _cut_in_line, _hang, _no_json],
)
def test_a_watch_that_fails_is_taken_up_where_it_was(
    cluster: FakeCluster, trick: Callable[[Call], bool]
) -> None:
    """A list for every hiccup would break a server that is in trouble."""
    cluster.next("watch", _CLASSES, trick)
    with following(cluster, Waits(1.0, 0.3, 0.3)) as shelf:
        until(lambda: values(shelf), _THREE)
        cluster.put(_CLASSES, "new", value=9)
        found = until(lambda: values(shelf), {**_THREE, "new": 9})
        lists = len(cluster.asked("list", _CLASSES, "limit"))
        versions = cluster.asked("watch", _CLASSES, "resourceVersion")[:2]
    assert (found, lists, versions) == ({**_THREE, "new": 9}, 1, ["13", "13"])


def _no_list(call: Call) -> bool:
    return call.answer(200, {"kind": "Status", "status": "Success", "metadata": {}})


@pytest.mark.parametrize(
    "trick", [lambda call: call.status(500), lambda call: call.cut(), _hang, _no_json, _no_list]
)
def test_a_list_that_fails_is_asked_for_again(
    cluster: FakeCluster, trick: Callable[[Call], bool]
) -> None:
    """A server that starts answers a few times with errors."""
    cluster.next("list", _CLASSES, trick)
    with following(cluster, Waits(1.0, 0.3, 0.3)) as shelf:
        found = until(lambda: values(shelf), _THREE)
        errors = shelf.counted().errors
    assert (found, errors) == (_THREE, 1)


def test_a_kind_that_the_cluster_lacks_is_asked_for_again() -> None:
    """Its definition may be installed later."""
    cluster = FakeCluster()
    with following(cluster) as shelf:
        before = until(lambda: shelf.state, State.ABSENT)
        cluster.put(_CLASSES, "high", value=1)
        after = until(lambda: values(shelf), {"high": 1})
    assert (before, after) == (State.ABSENT, {"high": 1})


def test_a_kind_that_is_forbidden_is_told_once(
    cluster: FakeCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log names what RBAC lacks, and does not repeat it all day."""
    told: list[object] = []
    monkeypatch.setattr(
        "gpulint.webhook.cluster.reflector.event",
        lambda _level, message, **fields: told.append((message, fields.get("missing"))),
    )
    for _ in range(3):
        cluster.next("list", _CLASSES, lambda call: call.status(403))
    with following(cluster) as shelf:
        until(lambda: values(shelf), _THREE)
    expected = ("facts are not allowed", "list priorityclasses.scheduling.k8s.io")
    assert [expected, ("facts read", None)] == told


def test_a_right_that_is_taken_away_takes_the_facts_with_it(cluster: FakeCluster) -> None:
    """What may no longer be read is no longer known."""
    with following(cluster, pace=_PACE._replace(watch=(1, 1))) as shelf:
        until(lambda: values(shelf), _THREE)
        cluster.forbidden.add(_CLASSES)
        found = until(lambda: shelf.state, State.FORBIDDEN)
        known = values(shelf)
    assert (found, known) == (State.FORBIDDEN, {})


def test_a_new_version_of_the_api_is_found() -> None:
    """A group drops old versions; the preferred one that has the kind is read."""
    cluster = FakeCluster()
    cluster.put(_CLASSES, "high", value=1)
    cluster.put("/apis/scheduling.k8s.io/v2/others", "x")
    with following(cluster) as shelf:
        until(lambda: values(shelf), {"high": 1})
        found = [each.api_version for each in shelf.manifests().resources]
    assert found == ["scheduling.k8s.io/v1"]


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_what_is_known_ends_as_what_is_there(seed: int, gone: bool) -> None:
    """Changes and failures in any order: in the end nothing is missing and nothing is left over.

    gone: with new lists now and then, which would also hide what a resumed watch has lost.
    """
    chance = random.Random(seed)
    cluster = FakeCluster(bookmark=0.01)
    cluster.per_page = 3
    tricks = [_cut_in_line, _no_json, lambda call: call.status(500), lambda call: call.cut()]
    tricks += [_gone_in_stream, lambda call: call.status(410)] if gone else []
    cluster.put(_CLASSES, "first", value=0)
    with following(cluster, pace=Pace(0.001, 0.01, 0.01, (1, 1))) as shelf:
        for step in range(150):
            name = f"class-{chance.randrange(60)}"
            if chance.random() < 0.3:
                cluster.next(
                    chance.choice(("list", "watch") if gone else ("watch",)),
                    _CLASSES,
                    chance.choice(tricks),
                )
            if chance.random() < 0.4 and name in cluster.lists[_CLASSES]:
                cluster.delete(_CLASSES, name)
            else:
                cluster.put(_CLASSES, name, value=step)
            if chance.random() < 0.2:
                cluster.cut_streams()
            time.sleep(chance.random() / 200)
        expected = {name: each["value"] for name, each in cluster.lists[_CLASSES].items()}
        found = until(lambda: values(shelf), expected)
    assert found == expected


def test_a_watch_lives_five_to_ten_minutes() -> None:
    """All replicas asking anew at one moment would be a burst."""
    assert Pace().watch == (300, 600)
