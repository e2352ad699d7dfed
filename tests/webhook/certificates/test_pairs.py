"""A stored pair is judged before it is trusted: who wrote it is not known."""

import datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from gpulint.webhook.certificates.issue import Pair, make_authority, make_leaf
from gpulint.webhook.certificates.pairs import (
    authorities_in,
    bundle_of,
    is_signed_by,
    last_day,
    why_not_authority,
    why_not_served,
)

NOW = datetime.datetime(2027, 1, 1, tzinfo=datetime.timezone.utc)
DAY = datetime.timedelta(days=1)
NAMES = ("gpulint.gpulint-system.svc", "127.0.0.1")
CA = make_authority(NOW)
OTHER = make_authority(NOW)
LEAF = make_leaf(CA, NAMES, NOW, 90)
_RSA = rsa.generate_private_key(65537, 2048).private_bytes(
    serialization.Encoding.PEM,
    serialization.PrivateFormat.PKCS8,
    serialization.NoEncryption(),
)


@pytest.mark.parametrize(
    ("pair", "after", "expected"),
    [
        (CA, 0, ""),
        (CA, 3560, ""),
        (Pair(b"", b""), 0, "there is no authority"),
        (Pair(b"", CA.key), 0, "there is no authority"),
        (Pair(CA.cert[:80], CA.key), 0, "the authority cannot be read"),
        (Pair(CA.cert, b""), 0, "the authority's key cannot be read"),
        (Pair(CA.cert, CA.key[:60]), 0, "the authority's key cannot be read"),
        (Pair(CA.cert, _RSA), 0, "the authority's key is no elliptic curve key"),
        (Pair(CA.cert, OTHER.key), 0, "the authority's key belongs to another certificate"),
        (LEAF, 0, "the authority may not sign certificates"),
        (CA, -1, "the authority is not valid yet"),
        (CA, 3561, "the authority has 89 days left, a server certificate needs 90"),
        (CA, 4000, "the authority has 0 days left, a server certificate needs 90"),
    ],
)
def test_an_authority_is_used_only_when_it_can_sign(pair: Pair, after: int, expected: str) -> None:
    """What it signs must not outlive it."""
    assert expected == why_not_authority(pair, NOW + after * DAY, 90)


@pytest.mark.parametrize(
    ("pair", "names", "after", "expected"),
    [
        (LEAF, NAMES, 0, ""),
        (LEAF, NAMES[:1], 59, ""),
        (LEAF, NAMES, 60, "the server certificate has 30 days left"),
        (LEAF, NAMES, 61, "the server certificate has 29 days left"),
        (LEAF, NAMES, 900, "the server certificate has 0 days left"),
        (LEAF, NAMES, -1, "the server certificate has 91 days left"),
        (LEAF, ("a", "127.0.0.1", "b"), 0, "the server certificate is not for a, b"),
        (Pair(b"", b""), NAMES, 0, "the server certificate does not exist yet"),
        (Pair(LEAF.cert[:90], LEAF.key), NAMES, 0, "the server certificate cannot be read"),
        (Pair(LEAF.cert, b""), NAMES, 0, "the server certificate's key does not belong to it"),
        (Pair(LEAF.cert, CA.key), NAMES, 0, "the server certificate's key does not belong to it"),
        (CA, NAMES[:1], 0, "the server certificate is not for gpulint.gpulint-system.svc"),
    ],
)
def test_a_server_certificate_is_renewed_in_time(
    pair: Pair, names: tuple[str, ...], after: int, expected: str
) -> None:
    """A third of its life is left for whoever has to mend what should have renewed it."""
    assert expected == why_not_served(pair, names, NOW + after * DAY)


def test_a_bundle_holds_each_certificate_once() -> None:
    """API servers take it as it is, comments, broken parts and all."""
    text = b"# ours\n" + CA.cert + CA.cert.replace(b"\n", b"\r\n") + CA.cert[:200] + OTHER.cert
    found = authorities_in(text)
    expected = ((CA.cert, OTHER.cert), CA.cert + OTHER.cert, ())
    assert expected == (found, bundle_of(found, found), authorities_in(b"x"))


def test_a_signature_is_looked_at_not_a_name() -> None:
    """All authorities of gpulint's own have the same name."""
    same = x509.load_pem_x509_certificate(CA.cert).subject
    assert same == x509.load_pem_x509_certificate(OTHER.cert).subject
    pairs = [(LEAF.cert, CA.cert), (LEAF.cert, OTHER.cert), (b"x", CA.cert), (LEAF.cert, b"")]
    assert [is_signed_by(*each) for each in pairs] == [True, False, False, False]


def test_the_last_day_is_told_to_people() -> None:
    """A day is what they put into calendars."""
    assert (last_day(LEAF.cert), last_day(b"")) == ("2027-04-01", "")
