"""Signatures of heads by an Ed25519 key that is a file, and never in the database.

`LOG_SIGNING_KEY` names the file: a private key in PEM, as `openssl genpkey -algorithm ed25519` writes it.
"""

from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.core.checks import CheckMessage, Error


class NoKey(ValueError):
    """The file holds no Ed25519 private key."""


def sign(content: bytes) -> str:
    """The signature in hexadecimal; empty without a key."""
    return _key(settings.LOG_SIGNING_KEY).sign(content).hex() if settings.LOG_SIGNING_KEY else ""


def public_key() -> str:
    """The public key of this installation in hexadecimal; empty without one."""
    if not settings.LOG_SIGNING_KEY:
        return ""
    return _key(settings.LOG_SIGNING_KEY).public_key().public_bytes_raw().hex()


def is_signature(signature: str, content: bytes, public_key: str) -> bool:
    """Whether the key has signed the content; False also for a malformed signature or key."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=1)
def _key(path: str) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(Path(path).read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as wrong:
        raise NoKey(path) from wrong
    if not isinstance(key, Ed25519PrivateKey):
        raise NoKey(path)
    return key


def check_signing_key(**_given: object) -> list[CheckMessage]:
    """A system check that `LOG_SIGNING_KEY` names a key."""
    try:
        public_key()
    except NoKey:
        hint = "Make one with: openssl genpkey -algorithm ed25519 -out log-key.pem"
        message = f"LOG_SIGNING_KEY names no Ed25519 private key: {settings.LOG_SIGNING_KEY}"
        return [Error(message, hint=hint, id="club.E003")]
    return []
