"""The served certificate: watched, switched for new connections, never worse than before.

Every certificate gets an SSLContext of its own; the listener's context only chooses among them in
`sni_callback`. Loading into a context in use would mix chains of two keys.
"""

import calendar
import ssl
import time
from typing import NamedTuple

from gpulint.webhook.serving.watched import file_state

_UTC_TIME, _GENERALIZED_TIME, _VERSION = 0x17, 0x18, 0xA0
_BEFORE_VALIDITY = 3  # serial number, algorithm, issuer

# what OpenSSL says of two keys of one kind, and of two kinds
_MISMATCHES = ("KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH", "NO_CERTIFICATE_ASSIGNED")


class Change(NamedTuple):
    """What a look at the files brought. error: why the old certificate stays; empty when switched."""

    error: str = ""


class ServedCertificate:
    """The pair of files and the context made from it.

    Raises OSError or ssl.SSLError when the first pair cannot be used.
    """

    __slots__ = ("_cert", "_current", "_key", "_seen", "_told", "listener", "not_after")

    def __init__(self, cert: str, key: str) -> None:
        self._cert, self._key = cert, key
        self._seen = self._state()
        self._current, self.not_after = self._load()
        self._told: object = None
        # the context of the listener; any certificate must stand in it for a handshake to begin
        self.listener = new_context(cert, key)
        self.listener.sni_callback = self._choose

    def look(self) -> Change | None:
        """Switch when the files have changed; None when there is nothing new to tell.

        A pair that does not load or match keeps the old one and is tried again at the next look.
        """
        state = self._state()
        if state == self._seen:
            return None
        try:
            current, last = self._load()
        except (OSError, ValueError) as error:  # SSLError is an OSError
            return self._kept(state, why_not_served(self._cert, self._key, error))
        if last <= time.time() < self.not_after:
            return self._kept(state, f"{self._cert} has expired, the old one has not")
        self._current, self.not_after = current, last
        self._seen, self._told = state, None
        return Change()

    def _kept(self, state: object, why: str) -> Change | None:
        """The old pair stays, which is told once."""
        if state == self._told:
            return None
        self._told = state
        return Change(why)

    def days_left(self, now: float | None = None) -> float:
        """Days until the served certificate expires; negative afterwards."""
        return (self.not_after - (time.time() if now is None else now)) / 86_400

    def _choose(self, connection: ssl.SSLObject, name: str | None, context: object) -> None:
        connection.context = self._current

    def _load(self) -> tuple[ssl.SSLContext, float]:
        context = new_context(self._cert, self._key)
        with open(self._cert, encoding="ascii", errors="replace") as stream:
            return context, not_after(stream.read())

    def _state(self) -> object:
        return [file_state(path) for path in (self._cert, self._key)]


def new_context(cert: str, key: str) -> ssl.SSLContext:
    """A server's context for one pair, TLS 1.2 and newer, HTTP/1.1 alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(cert, key, password="")  # an encrypted key fails instead of asking
    return context


def why_not_served(cert: str, key: str, error: Exception) -> str:
    """What is wrong with two files, as far as they show it; else the words of the TLS library."""
    texts = {}
    for path in (cert, key):
        try:
            with open(path, "rb") as stream:
                texts[path] = stream.read()
        except OSError as unreadable:
            return f"cannot read {path}: {unreadable.strerror}"
    if ssl.PEM_HEADER.encode() not in texts[cert]:
        return f"{cert} holds no certificate in PEM form"
    if b"PRIVATE KEY-----" not in texts[key]:
        return f"{key} holds no private key in PEM form"
    if b"ENCRYPTED" in texts[key]:
        return f"{key} is encrypted; write it without a passphrase"
    if getattr(error, "reason", None) in _MISMATCHES:
        return f"{key} is not the key of {cert}"
    return f"{cert} or {key} is broken: {error}"


def not_after(pem: str) -> float:
    """The moment, in seconds since 1970, at which the first certificate of a PEM text expires.

    Raises ValueError for what is no certificate. Source: RFC 5280 section 4.1.
    """
    start = pem.find(ssl.PEM_HEADER)
    end = pem.find(ssl.PEM_FOOTER, start)
    if start < 0 or end < 0:
        raise ValueError("no certificate in PEM form")
    der = ssl.PEM_cert_to_DER_cert(pem[start : end + len(ssl.PEM_FOOTER)])
    try:
        _, certificate, _ = _element(der)
        _, body, _ = _element(certificate)
        tag, _, rest = _element(body)
        body = rest if tag == _VERSION else body
        for _ in range(_BEFORE_VALIDITY):
            _, _, body = _element(body)
        _, validity, _ = _element(body)
        _, _, last = _element(validity)
        tag, moment, _ = _element(last)
        form = {_UTC_TIME: "%y%m%d%H%M%SZ", _GENERALIZED_TIME: "%Y%m%d%H%M%SZ"}[tag]
        return float(calendar.timegm(time.strptime(moment.decode("ascii"), form)))
    except (IndexError, KeyError) as error:
        raise ValueError("the certificate's last day cannot be read") from error


def _element(der: bytes) -> tuple[int, bytes, bytes]:
    """Tag and content of the first DER element, and what follows it."""
    tag, length, at = der[0], der[1], 2
    if length & 0x80:
        size = length & 0x7F
        length, at = int.from_bytes(der[2 : 2 + size], "big"), 2 + size
    return tag, der[at : at + length], der[at + length :]
