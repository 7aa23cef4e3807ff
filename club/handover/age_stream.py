"""The age format with a passphrase, in chunks, so that a file of any size needs little memory.

https://age-encryption.org/v1: a header with the file key, which scrypt protects, then chunks of
ChaCha20-Poly1305. `pyrage` and the `age` tool read what this writes, and the reverse; `pyrage` itself takes a
passphrase only for a body in memory.
"""

import hashlib
import hmac
import io
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import BinaryIO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MAGIC: Final = b"age-encryption.org/v1\n"
CHUNK: Final = 64 * 1024
TAG_BYTES: Final = 16
NONCE_BYTES: Final = 16
#: scrypt takes 2 to this power times a kilobyte: 128 MB, and a third of a second for each guess.
WORK: Final = 17
#: `pyrage` writes up to 20 on fast machines; a header that asks for more would exhaust the memory.
MOST_WORK: Final = 20
LONGEST_HEADER_LINE: Final = 128


class NotSealed(ValueError):
    """The file is not in the age format with a passphrase."""


class NotOpened(ValueError):
    """The passphrase is wrong, or the file is cut or altered."""


class SealingWriter(io.RawIOBase):
    """Encrypts into `out` the bytes written to it. `close` writes the last chunk; without it the file cannot
    be decrypted."""

    def __init__(self, out: BinaryIO, passphrase: str) -> None:
        self._out, self._waiting, self._number = out, bytearray(), 0
        file_key, nonce = secrets.token_bytes(16), secrets.token_bytes(NONCE_BYTES)
        out.write(_header(file_key, passphrase) + nonce)
        self._cipher = ChaCha20Poly1305(_derived(file_key, nonce, b"payload"))

    def writable(self) -> bool:
        return True

    def write(self, body: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        self._waiting += body
        # A full chunk waits until more follows, because the last one is marked.
        while len(self._waiting) > CHUNK:
            self._seal(bytes(self._waiting[:CHUNK]), is_last=False)
            del self._waiting[:CHUNK]
        return len(body)

    def _seal(self, chunk: bytes, *, is_last: bool) -> None:
        self._out.write(self._cipher.encrypt(_chunk_nonce(self._number, is_last=is_last), chunk, None))
        self._number += 1

    def close(self) -> None:
        if not self.closed:
            self._seal(bytes(self._waiting), is_last=True)
        super().close()

    def abandon(self) -> None:
        """Closes without the last chunk."""
        super().close()


def opened_chunks(sealed: BinaryIO, passphrase: str) -> Iterator[bytes]:
    """Yields the decrypted and authenticated chunks. Raises NotSealed or NotOpened, the latter possibly after
    some chunks: their reader must not trust the file before the end.
    """
    file_key = _file_key(sealed, passphrase)
    nonce = sealed.read(NONCE_BYTES)
    if len(nonce) < NONCE_BYTES:
        raise NotOpened("nonce")
    cipher = ChaCha20Poly1305(_derived(file_key, nonce, b"payload"))
    number, chunk = 0, sealed.read(CHUNK + TAG_BYTES)
    while True:
        following = sealed.read(CHUNK + TAG_BYTES)
        try:
            opened = cipher.decrypt(_chunk_nonce(number, is_last=not following), chunk, None)
        except (InvalidTag, ValueError) as wrong:
            raise NotOpened("chunk") from wrong
        if not opened and number:
            raise NotOpened("empty chunk")
        yield opened
        if not following:
            return
        number, chunk = number + 1, following


def _chunk_nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _header(file_key: bytes, passphrase: str) -> bytes:
    salt = secrets.token_bytes(16)
    wrapped = ChaCha20Poly1305(_wrapping_key(passphrase, salt, WORK)).encrypt(bytes(12), file_key, None)
    header = MAGIC + b"-> scrypt %s %d\n%s\n---" % (_text(salt), WORK, _text(wrapped))
    return header + b" %s\n" % _text(_mac(file_key, header))


def _file_key(sealed: BinaryIO, passphrase: str) -> bytes:
    """The key in the header, which is verified."""
    lines = [sealed.readline(LONGEST_HEADER_LINE) for _line in range(4)]
    words = lines[1].split()
    if lines[0] != MAGIC or words[:2] != [b"->", b"scrypt"] or len(words) != 4:
        raise NotSealed("header")
    try:
        salt, work, wrapped = _bytes(words[2]), int(words[3]), _bytes(lines[2].strip())
        dashes, _space, mac = lines[3].strip().partition(b" ")
        tag = _bytes(mac)
    except ValueError as wrong:
        raise NotOpened("header") from wrong
    if dashes != b"---" or not 1 <= work <= MOST_WORK:
        raise NotOpened("header")
    try:
        key = ChaCha20Poly1305(_wrapping_key(passphrase, salt, work)).decrypt(bytes(12), wrapped, None)
    except (InvalidTag, ValueError) as wrong:
        raise NotOpened("passphrase") from wrong
    if not hmac.compare_digest(_mac(key, b"".join(lines[:3]) + b"---"), tag):
        raise NotOpened("header")
    return key


def _wrapping_key(passphrase: str, salt: bytes, work: int) -> bytes:
    return hashlib.scrypt(
        passphrase.encode(),
        salt=b"age-encryption.org/v1/scrypt" + salt,
        n=1 << work,
        r=8,
        p=1,
        dklen=32,
        maxmem=(1 << work) * 1024 + 2**20,
    )


def _mac(file_key: bytes, header: bytes) -> bytes:
    return hmac.digest(_derived(file_key, b"", b"header"), header, "sha256")


def _derived(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=purpose).derive(key)


def _text(octets: bytes) -> bytes:
    return b64encode(octets).rstrip(b"=")


def _bytes(text: bytes) -> bytes:
    octets = b64decode(text + b"=" * (-len(text) % 4), validate=True)
    if _text(octets) != text:
        raise ValueError("bits that mean nothing are set")
    return octets
