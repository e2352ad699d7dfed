"""Certificates change under a running server, and no call notices."""

import datetime
import http.client
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)
from hook.reviews import pod, review
from hook.served import NOW, Served, write_pair

from gpulint.core.errors import UsageError
from gpulint.webhook.certificates.issue import Pair, make_authority, make_leaf
from gpulint.webhook.certificates.served import ServedCertificate, not_after
from gpulint.webhook.serving.server import Options, Server


@pytest.fixture(scope="module")
def authority() -> Pair:
    return make_authority(NOW)


def _serve(folder: Path) -> ServedCertificate:
    return ServedCertificate(str(folder / "tls.crt"), str(folder / "tls.key"))


def test_the_last_day_is_read(authority: Pair) -> None:
    """Metrics and readiness depend on it."""
    leaf = make_leaf(authority, ("a.example",), NOW, days=30)
    expected = int((NOW + datetime.timedelta(days=30)).timestamp())
    assert expected == not_after(leaf.cert.decode())


def test_a_last_day_after_2049_has_another_form(authority: Pair) -> None:
    """RFC 5280 writes such years with four digits."""
    leaf = make_leaf(authority, ("a.example",), NOW, days=40 * 365)
    expected = int((NOW + datetime.timedelta(days=40 * 365)).timestamp())
    assert expected == not_after(leaf.cert.decode())


def test_a_swap_of_the_data_link_is_seen(authority: Pair, tmp_path: Path) -> None:
    """The kubelet replaces a Secret by renaming one symbolic link."""
    for number in (1, 2):
        (tmp_path / f"v{number}").mkdir()
        write_pair(tmp_path / f"v{number}", make_leaf(authority, ("a",), NOW, days=10 * number))
    (tmp_path / "..data").symlink_to("v1")
    for name in ("tls.crt", "tls.key"):
        (tmp_path / name).symlink_to(f"..data/{name}")
    served = _serve(tmp_path)
    (tmp_path / "..new").symlink_to("v2")
    os.replace(tmp_path / "..new", tmp_path / "..data")
    changes = [served.look(), served.look()]
    expected = ([("",), None], 20)
    assert expected == (changes, round(served.days_left(NOW.timestamp())))


@pytest.mark.parametrize("fault", ["mismatch", "truncated", "empty", "missing"])
def test_a_bad_pair_keeps_the_old_and_is_told_once(
    authority: Pair, tmp_path: Path, fault: str
) -> None:
    """A half-written Secret must not end the service."""
    write_pair(tmp_path, make_leaf(authority, ("a",), NOW, days=10))
    served = _serve(tmp_path)
    other = make_leaf(authority, ("b",), NOW, days=20)
    cert, key = tmp_path / "tls.crt", tmp_path / "tls.key"
    if fault == "mismatch":
        cert.write_bytes(other.cert)
    elif fault == "truncated":
        write_pair(tmp_path, Pair(other.cert[:200], other.key))
    elif fault == "empty":
        key.write_bytes(b"")
    else:
        key.unlink()
    first, second = served.look(), served.look()
    days = round(served.days_left(NOW.timestamp()))
    write_pair(tmp_path, other)
    mended = served.look()
    expected = (True, None, 10, ("",), 20)
    told = first is not None and bool(first.error)
    assert expected == (told, second, days, mended, round(served.days_left(NOW.timestamp())))


def test_an_expired_pair_keeps_one_that_is_good(authority: Pair, tmp_path: Path) -> None:
    """A backup that is restored must not take the service down; an expired one makes way."""
    past = NOW - datetime.timedelta(days=20)
    old, newer = (make_leaf(make_authority(past), ("a",), past, days=n) for n in (5, 10))
    write_pair(tmp_path, make_leaf(authority, ("a",), NOW, days=10))
    served = _serve(tmp_path)
    write_pair(tmp_path, old)
    kept = (served.look(), served.look(), round(served.days_left(NOW.timestamp())))
    write_pair(tmp_path, newer)
    begun_with_an_expired_one = _serve(tmp_path)
    write_pair(tmp_path, old)
    told = (f"{tmp_path / 'tls.crt'} has expired, the old one has not",)
    assert (told, None, 10, ("",)) == (*kept, begun_with_an_expired_one.look())


def test_a_first_pair_that_is_bad_is_the_users_mistake(tmp_path: Path) -> None:
    """There is no old one to go on with."""
    (tmp_path / "tls.crt").write_bytes(b"x")
    (tmp_path / "tls.key").write_bytes(b"x")
    options = Options(str(tmp_path / "tls.crt"), str(tmp_path / "tls.key"))
    with pytest.raises(UsageError) as caught:
        Server(options)
    assert "cannot be served" in str(caught.value)


@pytest.mark.parametrize(
    ("cert", "key", "expected"),
    [
        ("absent", "one.key", "cannot read absent: No such file or directory"),
        ("one.crt", ".", "cannot read .: Is a directory"),
        ("one.key", "one.crt", "one.key holds no certificate in PEM form"),
        ("one.crt", "one.crt", "one.crt holds no private key in PEM form"),
        ("one.crt", "locked.key", "locked.key is encrypted; write it without a passphrase"),
        ("one.crt", "two.key", "two.key is not the key of one.crt"),
        ("one.crt", "rsa.key", "rsa.key is not the key of one.crt"),
        ("rsa.crt", "one.key", "one.key is not the key of rsa.crt"),
    ],
)
def test_what_is_wrong_with_a_pair_is_told(
    cert: str, key: str, expected: str, pairs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenSSL says `PEM lib` of most of them."""
    monkeypatch.chdir(pairs)
    with pytest.raises(UsageError) as caught:
        Server(Options(cert, key))
    assert f"the certificate cannot be served: {expected}" == str(caught.value)


@pytest.fixture(scope="module")
def pairs(authority: Pair, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pairs")
    key = rsa.generate_private_key(65537, 2048)
    leaves = {name: make_leaf(authority, ("a",), NOW) for name in ("one", "two")}
    leaves["rsa"] = make_leaf(authority, ("a",), NOW, key=key)
    for name, leaf in leaves.items():
        (folder / f"{name}.crt").write_bytes(leaf.cert)
        (folder / f"{name}.key").write_bytes(leaf.key)
    locked = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x"))
    (folder / "locked.key").write_bytes(locked)
    return folder


def test_a_hundred_swaps_under_load_fail_no_call(served: Served) -> None:
    """Rotation happens while objects are being created; a pair that fits is served at once."""
    key = rsa.generate_private_key(65537, 2048)
    first, second, third = (make_leaf(served.authority, ("127.0.0.1",), NOW) for _ in range(3))
    other = make_leaf(served.authority, ("127.0.0.1",), NOW, key=key)
    bad = (
        Pair(first.cert, second.key),
        Pair(first.cert, other.key),
        Pair(other.cert, first.key),
        Pair(first.cert[:300], first.key),
        Pair(other.cert, other.key[:300]),
    )
    # each kind of key follows the other one, and each fault both kinds
    pairs = (first, other, bad[0], bad[1], second, bad[2], bad[3], third, other, bad[4])
    expected, actual, current = [], [], first
    with _load(served) as answers:
        for pair in pairs * 10:
            write_pair(served.folder, pair)
            served.call(served.server.look_at_files)
            current = current if pair in bad else pair
            expected.append(ssl.PEM_cert_to_DER_cert(current.cert.decode()))
            actual.append(_leaf(served))
    write_pair(served.folder, first)
    served.call(served.server.look_at_files)
    assert (expected, {"new": {200}, "kept": {200}}) == (actual, answers)


def test_a_fault_while_looking_does_not_end_the_watch(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watch that has ended would go on serving the certificate until its last day."""
    looked = threading.Event()

    def fail(server: Server) -> None:
        looked.set()
        raise RuntimeError("a fault")

    with monkeypatch.context() as broken:
        broken.setattr(Server, "look_at_files", fail)
        assert looked.wait(10)
    leaf = make_leaf(served.authority, ("127.0.0.1",), NOW)
    write_pair(served.folder, leaf)
    expected = ssl.PEM_cert_to_DER_cert(leaf.cert.decode())
    end = time.monotonic() + 10
    while (actual := _leaf(served)) != expected and time.monotonic() < end:
        time.sleep(0.05)
    assert expected == actual


@contextmanager
def _load(served: Served) -> Iterator[dict[str, set[object]]]:
    """Calls for as long as the block lasts, over new connections and over one that is kept; what
    came back, errors too."""
    answers: dict[str, set[object]] = {"new": set(), "kept": set()}
    body, over, kept = review(pod(2)), threading.Event(), served.connection()

    def over_kept() -> int:
        kept.request("POST", "/validate/deny", body, {"Content-Type": "application/json"})
        answer = kept.getresponse()
        answer.read()
        return answer.status

    def load(name: str, call: Callable[[], int]) -> None:
        while not over.is_set():
            try:
                answers[name].add(call())
            except (OSError, http.client.HTTPException) as error:
                answers[name].add(repr(error))

    calls = {"new": lambda: served.post(body)[0], "kept": over_kept}
    threads = [threading.Thread(target=load, args=each) for each in (*calls.items(),)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        over.set()
        for thread in threads:
            thread.join(20)
        kept.close()


def _leaf(served: Served) -> bytes | None:
    """The certificate that a new connection gets."""
    with (
        socket.create_connection(("127.0.0.1", served.port), 20) as stream,
        served.context.wrap_socket(stream, server_hostname="127.0.0.1") as secure,
    ):
        return secure.getpeercert(binary_form=True)
