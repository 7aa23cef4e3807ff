"""A push service: takes messages over TLS as those of the browsers do, and a browser that decrypts them."""

import json
import secrets
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from tournaments.results.push.web_push import Network, Subscriber

HOST = "push.example.org"


def base64(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """A browser that subscribes, and reads what is encrypted for it: RFC 8291 from the receiver's side."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def at(self, endpoint: str) -> Subscriber:
        return Subscriber(endpoint, base64(self.point), base64(self.secret))

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, content = body[21 : 21 + length], body[21 + length :]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), sender)
        together = self._hkdf(self.secret, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = self._hkdf(salt, together, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._hkdf(salt, together, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, content, None)
        return padded.rstrip(b"\0").removesuffix(b"\x02")

    def _hkdf(self, salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt=salt, info=info).derive(material)


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> dict[str, str]:
        """What the sender says of itself, once its signature is verified."""
        scheme, _space, rest = self.headers["authorization"].partition(" ")
        token, key = (part.strip().partition("=")[2] for part in rest.split(","))
        assert scheme == "vapid"
        signed, _dot, signature = token.rpartition(".")
        raw = unbase64(signature)
        pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unbase64(key))
        sender.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims: dict[str, str] = json.loads(unbase64(signed.partition(".")[2]))
        return claims


class PushService(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Service)
        self.received: list[Received] = []
        #: The status for each path; 201 for the others.
        self.statuses: dict[str, int] = {}

    def endpoint(self, name: str) -> str:
        return f"https://{HOST}:{self.server_address[1]}/{name}"

    def messages(self, browser: Browser, name: str) -> list[dict[str, str]]:
        return [json.loads(browser.read(each.body)) for each in self.received if each.path == f"/{name}"]


class _Service(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.path, headers, body))
        self.send_response_only(self.server.statuses.get(self.path, 201))
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Silent."""


@contextmanager
def push_service(folder: Path) -> Iterator[tuple[PushService, Network]]:
    """The service, and the network in which its name leads to this machine and its certificate is trusted."""
    certificate = _certificate(folder)
    service = PushService()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    service.socket = tls.wrap_socket(service.socket, server_side=True)
    Thread(target=service.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    trusting = ssl.create_default_context(cafile=str(certificate))
    try:
        yield service, Network(resolve=lambda _host, _port: "127.0.0.1", tls=trusting)
    finally:
        service.shutdown()
        service.server_close()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "service.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    return path
