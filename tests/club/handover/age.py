"""The age format written a second time, from its specification: an archive whose passphrase is quick to try.

https://age-encryption.org/v1: header with the file key wrapped by scrypt, then chunks of ChaCha20-Poly1305.
"""

import hashlib
import hmac
from base64 import b64encode

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CHUNK = 64 * 1024
#: The tool's own is about 2 to the 18 (seconds, half a gigabyte); the reader takes what the header says.
QUICK = 10


def sealed_quickly(body: bytes, passphrase: str) -> bytes:
    """The body sealed as `encryption.seal` does, but for the work of trying a passphrase. Keys are fixed."""
    file_key, salt, nonce = (bytes(range(start, start + 16)) for start in (1, 50, 100))
    wrapping = hashlib.scrypt(
        passphrase.encode(), salt=b"age-encryption.org/v1/scrypt" + salt, n=1 << QUICK, r=8, p=1, dklen=32
    )
    wrapped = ChaCha20Poly1305(wrapping).encrypt(bytes(12), file_key, None)
    header = b"age-encryption.org/v1\n-> scrypt %s %d\n%s\n---" % (_text(salt), QUICK, _text(wrapped))
    mac = hmac.digest(_derived(file_key, b"", b"header"), header, "sha256")
    return header + b" %s\n" % _text(mac) + nonce + _chunks(body, _derived(file_key, nonce, b"payload"))


def _chunks(body: bytes, key: bytes) -> bytes:
    starts = range(0, max(len(body), 1), CHUNK)
    cipher = ChaCha20Poly1305(key)
    return b"".join(
        cipher.encrypt(
            number.to_bytes(11, "big") + bytes([start + CHUNK >= len(body)]),
            body[start : start + CHUNK],
            None,
        )
        for number, start in enumerate(starts)
    )


def _derived(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=purpose).derive(key)


def _text(octets: bytes) -> bytes:
    return b64encode(octets).rstrip(b"=")
