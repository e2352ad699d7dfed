"""An API server of lists and watches on loopback, which fails as it is told."""

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from hook.reviews import Object

# What a scripted answer is given and what it may do: answer by itself and return True.
Trick = Callable[["Call"], bool]


class Change(NamedTuple):
    """One event of the history. path: of the list that the object is in."""

    version: int
    path: str
    type: str
    object: Object


class Call(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    cluster: "FakeCluster"

    def log_message(self, *_: object) -> None:
        """Nothing is said."""

    def do_GET(self) -> None:
        """Discovery, lists and watches, unless a trick answers."""
        url = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        cluster = self.cluster
        verb = "watch" if "watch" in query else "list"
        cluster.calls.append((verb, url.path, query, self.headers.get("Authorization", "")))
        trick = cluster.next_trick(verb, url.path)
        if trick is not None and trick(self):
            return
        if url.path in cluster.forbidden:
            self.status(403)
        elif url.path.count("/") == 2 and url.path.startswith("/apis/"):
            self._discovered(url.path.rpartition("/")[2])
        elif url.path not in cluster.lists:
            self.status(404)
        elif verb == "watch":
            self.begin_stream()
            for line in cluster.watch(url.path, query):
                self.send(line)
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.answer(200, cluster.page(url.path, query))

    def status(self, code: int, message: str = "as told") -> bool:
        """Answer with an error."""
        return self.answer(code, {"kind": "Status", "code": code, "message": message})

    def answer(self, code: int, value: Object) -> bool:
        """Answer with JSON."""
        body = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return True

    def begin_stream(self) -> None:
        """The head of a watch."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def send(self, value: Object) -> None:
        """One line of a watch, in two pieces, as a network may cut it."""
        line = json.dumps(value).encode() + b"\n"
        for piece in filter(None, (line[:9], line[9:])):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()

    def cut(self) -> bool:
        """End the connection without an end of the answer."""
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(2)
        return True

    def _discovered(self, group: str) -> None:
        folders = {path.rpartition("/")[0] for path in self.cluster.lists}
        versions = sorted(each[6:] for each in folders if each.startswith(f"/apis/{group}/"))
        if not versions:
            self.status(404)
            return
        named = [{"groupVersion": each} for each in versions]
        self.answer(200, {"versions": named, "preferredVersion": named[-1]})


class _Quiet(ThreadingHTTPServer):
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has left is nothing to tell."""


class FakeCluster:
    """Objects by the path of their list. bookmark: seconds between two bookmarks of a watch."""

    def __init__(self, bookmark: float = 0.05) -> None:
        self.lists: dict[str, dict[str, Object]] = {}
        self.calls: list[tuple[str, str, dict[str, str], str]] = []
        self.bookmark = bookmark
        self.per_page = 500
        self.version = 10
        self.forbidden: set[str] = set()
        self.port = 0
        self.context: ssl.SSLContext | None = None
        self._history: list[Change] = []
        self._tricks: list[tuple[str, str, Trick]] = []
        self._changed = threading.Condition()
        self._stopped = False
        self._era = 0

    def put(self, path: str, name: str, **value: Any) -> None:
        """Create or change an object. value: what it holds beside its metadata."""
        with self._changed:
            found = self.lists.setdefault(path, {})
            self.version += 1
            labels = value.pop("labels", None)
            namespace = value.pop("namespace", None)
            metadata = {"name": name, "resourceVersion": str(self.version)}
            metadata |= {"labels": labels} if labels else {}
            metadata |= {"namespace": namespace} if namespace else {}
            type_ = "MODIFIED" if name in found else "ADDED"
            found[name] = {"metadata": metadata, **value}
            self._history.append(Change(self.version, path, type_, found[name]))
            self._changed.notify_all()

    def delete(self, path: str, name: str) -> None:
        """Remove an object."""
        with self._changed:
            self.version += 1
            gone = self.lists[path].pop(name)
            gone = {**gone, "metadata": {**gone["metadata"], "resourceVersion": str(self.version)}}
            self._history.append(Change(self.version, path, "DELETED", gone))
            self._changed.notify_all()

    def cut_streams(self) -> None:
        """End every watch that is open, without an end of its answer."""
        with self._changed:
            self._era += 1
            self._changed.notify_all()

    def next(self, verb: str, path: str, trick: Trick) -> None:
        """Let a trick answer the next list or watch of a path."""
        self._tricks.append((verb, path, trick))

    def next_trick(self, verb: str, path: str) -> Trick | None:
        """The trick for a request, if there is one left."""
        for index, (for_verb, for_path, trick) in enumerate(self._tricks):
            if (for_verb, for_path) == (verb, path):
                del self._tricks[index]
                return trick
        return None

    def asked(self, verb: str, path: str, key: str) -> list[str]:
        """A parameter of all requests so far; empty where it was not given."""
        return [q.get(key, "") for v, p, q, _ in list(self.calls) if (v, p) == (verb, path)]

    def page(self, path: str, query: dict[str, str]) -> Object:
        """One page of a list."""
        with self._changed:
            items = [self.lists[path][name] for name in sorted(self.lists[path])]
            start = int(query.get("continue", "0"))
            end = start + min(int(query.get("limit", "500")), self.per_page)
            metadata = {"resourceVersion": str(self.version)}
            if end < len(items):
                metadata["continue"] = str(end)
            return {"metadata": metadata, "items": items[start:end]}

    def watch(self, path: str, query: dict[str, str]) -> Iterator[Object]:
        """Events since a version, and bookmarks between them."""
        at = int(query["resourceVersion"])
        end = time.monotonic() + float(query["timeoutSeconds"])
        era = self._era
        while time.monotonic() < end and not self._stopped:
            with self._changed:
                if self.version == at:
                    self._changed.wait(self.bookmark)
                if era != self._era:
                    raise ConnectionError
                new = [each for each in self._history if each.version > at]
                at = self.version
            found = [each for each in new if each.path == path]
            for each in found:
                yield {"type": each.type, "object": each.object}
            if not found:
                bookmark = {"metadata": {"resourceVersion": str(at)}}
                yield {"type": "BOOKMARK", "object": bookmark}

    @contextmanager
    def serving(self) -> Iterator["FakeCluster"]:
        """Serve for as long as the block lasts."""
        handler = type("Handler", (Call,), {"cluster": self})
        server = _Quiet(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        if self.context is not None:
            server.socket = self.context.wrap_socket(server.socket, server_side=True)
        self.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield self
        finally:
            self._stopped = True
            server.shutdown()
            server.server_close()
            thread.join(10)
