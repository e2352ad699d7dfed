"""Follows one kind: a list in pages, then a watch from where the list ended, for ever.

Source: kubernetes client-go tools/cache/reflector.go and the API concepts page, "Efficient
detection of changes": what a resourceVersion, a bookmark and a 410 mean.
"""

import logging
import random
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from threading import Event as Signal
from typing import NamedTuple
from urllib.parse import quote

import msgspec

from gpulint.webhook.cluster.client import Client, ClusterError
from gpulint.webhook.cluster.holding import holding_of
from gpulint.webhook.cluster.projection import event_of, reader_of, status_of
from gpulint.webhook.cluster.shelf import Shelf, State
from gpulint.webhook.serving.log import event

_PAGE = 500
_SERVER_ERROR = 500
_UNKNOWN: Mapping[int, State] = {404: State.ABSENT, 403: State.FORBIDDEN}


class Pace(NamedTuple):
    """Waits in seconds. watch: shortest and longest life of a watch, as the server is asked.

    first, most: of the growing wait after an error. again: until an unknown kind is asked for.
    """

    first: float = 1.0
    most: float = 30.0
    again: float = 180.0
    watch: tuple[int, int] = (300, 600)


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """The server answered a list or watch with this status."""

    def __init__(self, status: int, verb: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.verb = verb


class Reflector:
    """Keeps a shelf up to date until it is stopped. stop: set by the owner, who closes the client too."""

    def __init__(self, shelf: Shelf, client: Client, stop: Signal, pace: Pace) -> None:
        self._shelf = shelf
        self._client = client
        self._stop = stop
        self._pace = pace
        self._reader = reader_of(shelf.kind)
        self._api_version = "" if shelf.kind.group else "v1"
        self._version = ""
        self._failures = 0
        self._told: set[object] = set()

    def run(self) -> None:
        """Follow the kind. Nothing raises out of it: a thread that dies would let facts age unseen."""
        while not self._stop.is_set():
            try:
                if not self._version:
                    self._list()
                self._watch()
                self._failures = 0
            except Refused as refusal:
                self._refused(refusal)
            except Exception as error:  # ours too: the kind grows stale and is tried again
                self._failed(error)

    def _list(self) -> None:
        """Read all pages into a new holding, and take it over as a whole."""
        body = self._first_page()
        holding = holding_of(self._shelf.kind, self._api_version)
        while True:
            page = self._reader.page(body)
            for each in page.items or ():
                holding.put(each)
            following = page.metadata.continue_
            version = page.metadata.resourceVersion
            del page, body  # before the next one is read
            if not following:
                break
            body = self._got(f"{self._path()}?limit={_PAGE}&continue={quote(following)}", "list")
        if not version:  # some proxy's answer: taken for a list, it would say that nothing exists
            raise ValueError("the answer is no list: it has no resourceVersion")
        self._shelf.swap(holding)
        self._version = version
        self._failures = 0
        event(logging.INFO, "facts read", kind=self._shelf.kind.name, objects=len(holding))

    def _first_page(self) -> bytes:
        """The first page, of the first version of the API that has the kind."""
        last = Refused(int(HTTPStatus.NOT_FOUND), "list", "no version of the group has it")
        for api_version in [self._api_version] if self._api_version else self._versions():
            self._api_version = api_version
            try:
                return self._got(f"{self._path()}?limit={_PAGE}", "list")
            except Refused as refusal:
                if refusal.status != HTTPStatus.NOT_FOUND:
                    raise
                last = refusal
        raise last

    def _versions(self) -> Iterator[str]:
        """Versions of the group, the one that the server prefers first."""
        body = self._got(f"/apis/{self._shelf.kind.group}", "get")
        group = msgspec.json.decode(body, type=_Group)
        names = [group.preferredVersion.groupVersion, *(v.groupVersion for v in group.versions)]
        return iter(dict.fromkeys(name for name in names if name))

    def _watch(self) -> None:
        """One watch until the server ends it; the version that it reached is kept."""
        seconds = random.randint(*self._pace.watch)
        query = f"watch=true&allowWatchBookmarks=true&timeoutSeconds={seconds}"
        path = f"{self._path()}?{query}&resourceVersion={quote(self._version)}"
        heard = False
        try:
            for line in self._client.stream(path):
                self._take(line)
                heard = True
                self._failures = 0
                self._told.clear()
        except ClusterError as error:
            if error.status:
                raise Refused(error.status, "watch", str(error)) from None
            raise
        if not heard:  # a server that ends every watch at once is not asked in a loop
            self._stop.wait(self._pace.first)

    def _take(self, line: bytes) -> None:
        found = event_of(line)
        if found.type == "ERROR":
            status = status_of(found.object)
            raise Refused(status.code or _SERVER_ERROR, "watch", status.message)
        each = self._reader.object(found.object)
        if found.type in ("ADDED", "MODIFIED"):
            self._shelf.put(each)
        elif found.type == "DELETED":
            self._shelf.remove(each)
        else:
            self._shelf.heard()
        self._version = each.metadata.resourceVersion or self._version

    def _got(self, path: str, verb: str) -> bytes:
        answer = self._client.request("GET", path)
        if answer.status != HTTPStatus.OK:
            raise Refused(answer.status, verb, status_of(answer.body).message or "no reason given")
        return answer.body

    def _path(self) -> str:
        group = "apis" if self._shelf.kind.group else "api"
        return f"/{group}/{self._api_version}/{self._shelf.kind.plural}"

    def _refused(self, refusal: Refused) -> None:
        """An answer that is no 200: what it means for what is known, and when to ask again."""
        state = _UNKNOWN.get(refusal.status)
        if refusal.status == HTTPStatus.GONE:
            # the list is too old to go on from; a second one in a row waits
            again = self._failures > 0
            self._version = ""
            self._failures += 1
            if again:
                self._pause()
        elif state is not None:
            self._version = ""
            self._api_version = self._api_version if not self._shelf.kind.group else ""
            self._shelf.unknown(state)
            self._tell_unknown(state, refusal)
            self._stop.wait(self._pace.again * random.uniform(0.8, 1.2))
        else:
            self._failed(refusal)

    def _failed(self, error: Exception) -> None:
        if self._stop.is_set():
            return
        self._shelf.failed()
        why = " ".join(f"{error}".split()) or type(error).__name__
        if isinstance(error, Refused):
            why = f"{error.status} {why}"
        if why not in self._told:  # once until it works again
            self._told.add(why)
            event(logging.WARNING, "facts cannot be read", kind=self._shelf.kind.name, why=why)
        self._pause()

    def _pause(self) -> None:
        pace = self._pace
        most = min(pace.most, pace.first * 2**self._failures)
        self._failures = min(self._failures + 1, 10)
        self._stop.wait(max(pace.first, random.uniform(most / 2, most)))

    def _tell_unknown(self, state: State, refusal: Refused) -> None:
        if state in self._told:
            return
        self._told.add(state)
        kind = self._shelf.kind
        if state is State.FORBIDDEN:
            missing = f"{refusal.verb} {kind.argument}"
            event(logging.WARNING, "facts are not allowed", kind=kind.name, missing=missing)
        else:
            event(logging.INFO, "the cluster has no such kind", kind=kind.name)


class _Named(msgspec.Struct):
    groupVersion: str = ""  # noqa: N815 - the API's own spelling


class _Group(msgspec.Struct):
    versions: list[_Named] = []
    preferredVersion: _Named = msgspec.field(default_factory=_Named)  # noqa: N815
