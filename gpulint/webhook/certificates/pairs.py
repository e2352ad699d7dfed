"""What stored certificates are worth: which pair can sign, which can be served, and for how long."""

import datetime
from collections.abc import Iterable, Sequence

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes

from gpulint.webhook.certificates.issue import Pair

_BEGIN, _END = b"-----BEGIN CERTIFICATE-----", b"-----END CERTIFICATE-----"
_DAY = datetime.timedelta(days=1)
# what cryptography raises for bytes that are no certificate or key
_UNREADABLE = (ValueError, TypeError, UnsupportedAlgorithm)


def authorities_in(pem: bytes) -> tuple[bytes, ...]:
    """The certificates of a bundle, each once, in its order and in one form of PEM.

    What is no certificate is left out: the API server passes it over too.
    """
    found: dict[bytes, None] = {}
    for piece in pem.split(_BEGIN)[1:]:
        body, ended, _ = piece.partition(_END)
        certificate = _certificate(_BEGIN + body + _END) if ended else None
        if certificate is not None:
            found[certificate.public_bytes(serialization.Encoding.PEM)] = None
    return tuple(found)


def bundle_of(*parts: Iterable[bytes]) -> bytes:
    """One bundle of all certificates, each once, in the order given."""
    return b"".join(dict.fromkeys(each for part in parts for each in part))


def why_not_authority(pair: Pair, now: datetime.datetime, days: int) -> str:
    """Why a pair cannot sign a server certificate that lasts `days` from now; empty when it can."""
    certificate = _certificate(pair.cert)
    if certificate is None:
        return "there is no authority" if not pair.cert else "the authority cannot be read"
    key = _key(pair.key)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        what = "cannot be read" if key is None else "is no elliptic curve key"
        return f"the authority's key {what}"
    if key.public_key() != certificate.public_key():
        return "the authority's key belongs to another certificate"
    if not _may_sign(certificate):
        return "the authority may not sign certificates"
    if certificate.not_valid_before_utc > now:
        return "the authority is not valid yet"
    left = certificate.not_valid_after_utc - now
    if left < days * _DAY:
        return (
            f"the authority has {max(left // _DAY, 0)} days left, a server certificate needs {days}"
        )
    return ""


def why_not_served(pair: Pair, names: Sequence[str], now: datetime.datetime) -> str:
    """Why a server certificate should be replaced now; empty while it is good.

    Less than a third of its life is too little: what should renew it may fail for weeks.
    """
    certificate = _certificate(pair.cert)
    if certificate is None:
        what = "cannot be read" if pair.cert else "does not exist yet"
        return f"the server certificate {what}"
    key = _key(pair.key)
    if key is None or key.public_key() != certificate.public_key():
        return "the server certificate's key does not belong to it"
    missing = [name for name in names if name not in _names(certificate)]
    if missing:
        return f"the server certificate is not for {', '.join(missing)}"
    start, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if start > now or (end - now) * 3 < end - start:
        return f"the server certificate has {max((end - now) // _DAY, 0)} days left"
    return ""


def is_signed_by(leaf: bytes, authority: bytes) -> bool:
    """Whether a certificate was issued by an authority; False when one of them cannot be read."""
    certificate, issuer = _certificate(leaf), _certificate(authority)
    if certificate is None or issuer is None:
        return False
    try:
        certificate.verify_directly_issued_by(issuer)
    except (InvalidSignature, *_UNREADABLE):
        return False
    return True


def last_day(cert: bytes) -> str:
    """The day on which a certificate expires, ISO 8601; empty when it cannot be read."""
    certificate = _certificate(cert)
    return certificate.not_valid_after_utc.date().isoformat() if certificate else ""


def _certificate(pem: bytes) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(pem)
    except _UNREADABLE:
        return None


def _key(pem: bytes) -> PrivateKeyTypes | None:
    try:
        return serialization.load_pem_private_key(pem, None)
    except _UNREADABLE:
        return None


def _may_sign(certificate: x509.Certificate) -> bool:
    try:
        found = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    except (x509.ExtensionNotFound, *_UNREADABLE):
        return False
    return found.value.ca


def _names(certificate: x509.Certificate) -> set[str]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except (x509.ExtensionNotFound, *_UNREADABLE):
        return set()
    names = found.value.get_values_for_type(x509.DNSName)
    return {*names, *(str(each) for each in found.value.get_values_for_type(x509.IPAddress))}
