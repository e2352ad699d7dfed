"""Certificates change under a running server, and no call notices."""

import datetime
import os
import shutil
import threading
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from hook.reviews import pod, review
from hook.served import NOW, Served, write_pair

from gpulint.core.errors import UsageError
from gpulint.webhook.certificates import ServedCertificate, not_after
from gpulint.webhook.certs import Pair, make_authority, make_leaf
from gpulint.webhook.server import Options, Server


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


def test_a_first_pair_that_is_bad_is_the_users_mistake(tmp_path: Path) -> None:
    """There is no old one to go on with."""
    (tmp_path / "tls.crt").write_bytes(b"x")
    (tmp_path / "tls.key").write_bytes(b"x")
    options = Options(str(tmp_path / "tls.crt"), str(tmp_path / "tls.key"))
    with pytest.raises(UsageError) as caught:
        Server(options)
    assert "cannot be served" in str(caught.value)


def test_a_hundred_swaps_under_load_fail_no_call(served: Served, tmp_path: Path) -> None:
    """Rotation happens while objects are being created."""
    key = rsa.generate_private_key(65537, 2048)
    good = [make_leaf(served.authority, ("127.0.0.1",), NOW) for _ in range(3)]
    good.append(make_leaf(served.authority, ("127.0.0.1",), NOW, key=key))
    pairs = [*good, Pair(good[0].cert, good[1].key), Pair(good[0].cert[:300], good[0].key)]
    body, answers, over = review(pod(2)), [], threading.Event()

    def load() -> None:
        while not over.is_set():
            answers.append(served.post(body)[0])

    threads = [threading.Thread(target=load) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for number in range(100):
            write_pair(served.folder, pairs[number % len(pairs)])
            served.call(served.server.look_at_files)
    finally:
        over.set()
        for thread in threads:
            thread.join(20)
    write_pair(served.folder, good[0])
    served.call(served.server.look_at_files)
    shutil.rmtree(tmp_path)
    assert {200} == set(answers)
