"""The protocol of Web Push: a message is encrypted for one browser, signed by the installation, and handed to
the push service that the browser has named.

We do not use `pywebpush`, because it resolves the service's name itself and could call another address than
the verified one. The encryption is thirty lines with `cryptography`, tested with the example of the standard.

| what | source |
| --- | --- |
| the request, TTL, urgency, statuses | RFC 8030 |
| the encryption of the message | RFC 8291, with the encoding `aes128gcm` of RFC 8188 |
| the installation's key and signature (VAPID) | RFC 8292 |
"""

import json
import secrets
import socket
import ssl
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from club.webhooks import addresses

CURVE = ec.SECP256R1()
#: The order of the curve's group (FIPS 186-4): private keys are from 1 to one less.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
#: The size of a record, larger than any message of ours.
RECORD_BYTES = 4096
#: A message larger than this is refused by some services (RFC 8030 7.2).
MOST_BYTES = 3000
#: Seconds for which a signature is valid: RFC 8292 allows a day.
SIGNATURE_SECONDS = 12 * 3600
#: Seconds to wait for the service, for each step: connection, handshake, answer.
PATIENCE = 5


class NotDelivered(Exception):
    """The service did not take the message; `is_gone` if the subscription has expired."""

    def __init__(self, why: str, *, is_gone: bool = False) -> None:
        super().__init__(why)
        self.is_gone = is_gone


@dataclass(frozen=True)
class Subscriber:
    """The browser's own keys, and the address of its push service."""

    endpoint: str
    #: The browser's public key and the secret that it shares with us, in base64url, as it gives them.
    public_key: str
    secret: str


def public_address(host: str, port: int) -> str:
    """The address of `host` to connect to.

    Raises NotDelivered if one of its addresses is not public: otherwise a subscriber could make this server
    send requests to its own network.
    """
    try:
        resolved = {str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except OSError as fault:
        raise NotDelivered(f"no address: {fault}") from fault
    if not all(map(addresses.is_public, resolved)):
        raise NotDelivered("not a public address", is_gone=True)
    return min(resolved, key=lambda each: (":" in each, each))


@dataclass(frozen=True)
class Network:
    """How services are reached: `resolve` returns the address to connect to for a host and port."""

    resolve: Callable[[str, int], str] = public_address
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)


# --- Keys ------------------------------------------------------------------------------------------------


@cache
def installation_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """The key that signs for this installation, made from its `secret`: the same in each of its processes."""
    derived = HKDF(hashes.SHA256(), 40, salt=None, info=b"criccone.push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(derived) % (ORDER - 1) + 1, CURVE)


def public_key_of(key: ec.EllipticCurvePrivateKey) -> str:
    """The public key as browsers take it."""
    return _base64(_point(key.public_key()))


def verify_keys(subscriber: Subscriber) -> None:
    """Raises ValueError for keys or an endpoint that no browser gives."""
    endpoint = subscriber.endpoint
    address = urlsplit(endpoint)
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    is_whole = address.hostname and not address.username and address.port != 0
    if address.scheme != "https" or not is_whole or not is_plain:
        raise ValueError("not an https address")
    _public_key(subscriber.public_key)
    if len(_bytes(subscriber.secret)) != 16:
        raise ValueError("the secret has 16 bytes")


# --- Encryption and signature ------------------------------------------------------------------------------


def encrypted(
    message: bytes,
    subscriber: Subscriber,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The message that only the subscriber's browser can read; `key` and `salt` are new unless given."""
    key = key or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    theirs, ours = _public_key(subscriber.public_key), _point(key.public_key())
    shared = key.exchange(ec.ECDH(), theirs)
    together = _hkdf(_bytes(subscriber.secret), shared, b"WebPush: info\0" + _point(theirs) + ours, 32)
    content_key = _hkdf(salt, together, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, together, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4) + len(ours).to_bytes(1) + ours
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def signature(endpoint: str, key: ec.EllipticCurvePrivateKey, *, contact: str, now: float) -> str:
    """The header by which the service knows this installation; `contact` is a mailto or https address."""
    address = urlsplit(endpoint)
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": int(now) + SIGNATURE_SECONDS,
        "sub": contact,
    }
    signed = ".".join(_base64(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{_base64(r.to_bytes(32) + s.to_bytes(32))}"
    return f"vapid t={token}, k={public_key_of(key)}"


# --- Sending -----------------------------------------------------------------------------------------------


class _Connection(HTTPSConnection):
    """Connects to the address that was verified, without resolving the name again."""

    def __init__(self, host: str, port: int, address: str, tls: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=PATIENCE, context=tls)
        self._address, self._tls = address, tls

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), PATIENCE)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def send(
    message: bytes,
    subscriber: Subscriber,
    key: ec.EllipticCurvePrivateKey,
    *,
    contact: str,
    ttl: int,
    network: Network,
) -> None:
    """Hands the message to the subscriber's service, which keeps it for at most `ttl` seconds.

    Raises NotDelivered. Follows no redirect.
    """
    address = urlsplit(subscriber.endpoint)
    host, port = address.hostname or "", address.port or 443
    headers = {
        "Authorization": signature(subscriber.endpoint, key, contact=contact, now=time.time()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
        "Urgency": "high",
    }
    path = f"{address.path or '/'}{'?' if address.query else ''}{address.query}"
    connection = _Connection(host, port, network.resolve(host, port), network.tls)
    try:
        connection.request("POST", path, encrypted(message, subscriber), headers)
        status = connection.getresponse().status
    except (OSError, HTTPException) as fault:
        raise NotDelivered(str(fault)) from fault
    finally:
        connection.close()
    if status >= 300:
        # 404 and 410: it has expired. 401 and 403: it was made for another key of ours.
        raise NotDelivered(f"status {status}", is_gone=status in (401, 403, 404, 410))


def _hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt=salt, info=info).derive(material)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _public_key(text: str) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(text))


def _base64(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
