"""Every wait ends, credentials are those of the moment, and nobody else is believed."""

import os
import ssl
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hook.apiserver import Call, FakeCluster
from hook.served import NOW, write_pair

from gpulint.webhook.certificates.issue import Pair, make_authority, make_leaf
from gpulint.webhook.cluster.access import Access, Pem
from gpulint.webhook.cluster.client import Answer, Client, ClusterError, Waits

_NODES = "/api/v1/nodes"
_WAITS = Waits(1.0, 0.3, 0.3)


def _plain(cluster: FakeCluster, **more: str) -> Client:
    return Client(Access("127.0.0.1", cluster.port, tls=False, **more), _WAITS)  # type: ignore[arg-type]


def _secured(folder: Path, authority: Pair) -> FakeCluster:
    """A server whose certificate an authority signed."""
    write_pair(folder, make_leaf(authority, ("127.0.0.1",), NOW))
    cluster = FakeCluster()
    cluster.put(_NODES, "a")
    cluster.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    cluster.context.load_cert_chain(folder / "tls.crt", folder / "tls.key")
    return cluster


def _replace(path: Path, text: bytes) -> None:
    """As the kubelet does: a new file takes the place of the old one."""
    new = path.with_suffix(".new")
    new.write_bytes(text)
    os.replace(new, path)


def test_an_answer_is_given_whatever_its_status() -> None:
    """Who asks knows what a 404 means."""
    with FakeCluster().serving() as cluster:
        cluster.next("list", "/x", lambda call: call.answer(409, {"a": 1}))
        found = _plain(cluster).request("GET", "/x")
    assert Answer(409, b'{"a": 1}') == found


def test_a_rotated_token_is_used_for_the_next_request(tmp_path: Path) -> None:
    """The kubelet writes a new one every hour; the old one is refused soon after."""
    token = tmp_path / "token"
    token.write_text("first\n")
    with FakeCluster().serving() as cluster:
        client = _plain(cluster, token_file=str(token))
        client.request("GET", "/x")
        _replace(token, b"second\n")
        client.request("GET", "/x")
        client.request("GET", "/x")
    assert [each[3] for each in cluster.calls] == ["Bearer first"] + 2 * ["Bearer second"]


def test_a_rotated_authority_is_trusted_and_the_old_one_is_not(tmp_path: Path) -> None:
    """Both ways: a new CA needs no restart, and an old one is worth nothing."""
    first, second = make_authority(NOW), make_authority(NOW)
    ca = tmp_path / "ca.crt"
    ca.write_bytes(first.cert)
    with _secured(tmp_path, second).serving() as cluster:
        client = Client(Access("127.0.0.1", cluster.port, ca=Pem(str(ca))), _WAITS)
        with pytest.raises(ClusterError) as caught:
            client.request("GET", _NODES)
        _replace(ca, second.cert)
        status = client.request("GET", _NODES).status
    assert ("certificate verify failed" in str(caught.value), status) == (True, 200)


def test_another_name_than_the_certificate_has_is_refused(tmp_path: Path) -> None:
    """A certificate of the same authority may belong to anybody."""
    authority = make_authority(NOW)
    with _secured(tmp_path, authority).serving() as cluster:
        access = Access("127.0.0.1", cluster.port, ca=Pem(text=authority.cert.decode()))
        fine = Client(access, _WAITS).request("GET", _NODES).status
        with pytest.raises(ClusterError) as caught:
            Client(access._replace(server_name="other"), _WAITS).request("GET", _NODES)
    assert (fine, "Hostname mismatch" in str(caught.value)) == (200, True)


def _own_certificate() -> Pair:
    """A certificate that is good for a client: it says nothing of its use."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "someone")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, NOW, NOW + timedelta(1))
    encoding = serialization.Encoding.PEM
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    cert = builder.sign(key, hashes.SHA256())
    return Pair(cert.public_bytes(encoding), key.private_bytes(encoding, *form))


@pytest.mark.parametrize("as_text", [(True, True), (False, True), (False, False)])
def test_a_client_certificate_is_shown(tmp_path: Path, as_text: tuple[bool, bool]) -> None:
    """Kubeconfigs of kubeadm hold nothing else, as data or as files."""
    authority = make_authority(NOW)
    cluster = _secured(tmp_path, authority)
    assert cluster.context is not None
    cluster.context.verify_mode = ssl.CERT_REQUIRED
    mine = _own_certificate()
    cluster.context.load_verify_locations(cadata=mine.cert.decode())
    write_pair(tmp_path, mine)
    files = (tmp_path / "tls.crt", tmp_path / "tls.key")
    shown = [
        Pem(text=path.read_text()) if text else Pem(str(path))
        for path, text in zip(files, as_text, strict=True)
    ]
    with cluster.serving():
        access = Access("127.0.0.1", cluster.port, "", True, "", Pem(text=authority.cert.decode()))
        with pytest.raises(ClusterError):
            Client(access, _WAITS).request("GET", _NODES)
        found = Client(access._replace(cert=shown[0], key=shown[1]), _WAITS).request("GET", _NODES)
    assert found.status == 200


def test_a_token_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A request without it would be somebody else's."""
    with FakeCluster().serving() as cluster:
        with pytest.raises(ClusterError) as caught:
            _plain(cluster, token_file=str(tmp_path / "none")).request("GET", "/x")
        assert ("No such file" in str(caught.value), cluster.calls) == (True, [])


def test_nobody_listening_is_told() -> None:
    """The API server restarts now and then."""
    with FakeCluster().serving() as cluster:
        port = cluster.port
    with pytest.raises(ClusterError) as caught:
        Client(Access("127.0.0.1", port, tls=False)).request("GET", "/x")
    start = f"the API server at 127.0.0.1:{port}: GET /x: "
    assert str(caught.value) == f"{start}[Errno 111] Connection refused"


def _silent(call: Call) -> bool:
    time.sleep(1.0)
    return call.cut()


def test_an_answer_that_does_not_come_is_not_awaited() -> None:
    """A thread that hangs would let facts age without a word."""
    with FakeCluster().serving() as cluster:
        cluster.next("list", "/x", _silent)
        with pytest.raises(ClusterError) as caught:
            _plain(cluster).request("GET", "/x")
    assert "timed out" in str(caught.value)


def test_a_stream_that_falls_silent_ends() -> None:
    """A peer that lost power closes nothing."""

    def one_line(call: Call) -> bool:
        call.begin_stream()
        call.send({"a": 1})
        return _silent(call)

    with FakeCluster().serving() as cluster:
        cluster.next("watch", "/x", one_line)
        stream = _plain(cluster).stream("/x?watch=true")
        first = next(stream)
        with pytest.raises(ClusterError) as caught:
            next(stream)
    assert (first, "timed out" in str(caught.value)) == (b'{"a": 1}', True)


def test_the_status_of_a_stream_that_is_refused_is_told() -> None:
    """410 means something else than 500."""
    with FakeCluster().serving() as cluster:
        cluster.next("watch", "/x", lambda call: call.status(410))
        with pytest.raises(ClusterError) as caught:
            list(_plain(cluster).stream("/x?watch=true"))
    assert caught.value.status == 410


def test_an_answer_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must not take the memory of the Pod."""
    monkeypatch.setattr("gpulint.webhook.cluster.client.MOST_BYTES", 100)
    with FakeCluster().serving() as cluster:
        cluster.next("list", "/x", lambda call: call.answer(200, {"a": "x" * 200}))
        cluster.next("watch", "/x", _long_line)
        client = _plain(cluster)
        told = []
        for ask in (lambda: client.request("GET", "/x"), lambda: list(client.stream("/x?watch=1"))):
            with pytest.raises(ClusterError) as caught:
                ask()
            told.append(str(caught.value))
    expected = ["the answer to /x has more than 100 bytes"]
    assert [*expected, "a line of a watch has more than 100 bytes"] == told


def _long_line(call: Call) -> bool:
    call.begin_stream()
    call.wfile.write(b"c8\r\n%s\r\n" % (200 * b"x"))
    return call.cut()


def test_closing_ends_a_stream_at_once() -> None:
    """SIGTERM must not wait for the next bookmark."""
    cluster = FakeCluster(bookmark=30.0)
    cluster.put(_NODES, "a")
    with cluster.serving():
        client = Client(Access("127.0.0.1", cluster.port, tls=False))
        path = f"{_NODES}?watch=true&resourceVersion={cluster.version}&timeoutSeconds=60"
        ended = threading.Event()

        def follow() -> None:
            with pytest.raises(ClusterError):
                list(client.stream(path))
            ended.set()

        threading.Thread(target=follow, daemon=True).start()
        while not cluster.calls:
            time.sleep(0.01)
        client.close()
        assert ended.wait(5)
        cluster.put(_NODES, "b")
    with pytest.raises(ClusterError) as caught:
        client.request("GET", "/x")
    assert "this client is closed" in str(caught.value)


def test_a_key_file_needs_no_second_copy(tmp_path: Path) -> None:
    """A pair given as text is a file for a moment alone."""
    authority = make_authority(NOW)
    texts = [each.decode() for each in make_leaf(authority, ("someone",), NOW)]
    before = set(Path(os.environ.get("TMPDIR", "/tmp")).glob("gpulint-*"))
    cluster = _secured(tmp_path, authority)
    with cluster.serving():
        pair = [Pem(text=each) for each in texts]
        ca = Pem(text=authority.cert.decode())
        access = Access("127.0.0.1", cluster.port, ca=ca, cert=pair[0], key=pair[1])
        Client(access, _WAITS).request("GET", _NODES)
    after = set(Path(os.environ.get("TMPDIR", "/tmp")).glob("gpulint-*"))
    assert before == after
