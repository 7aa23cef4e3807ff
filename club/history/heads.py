"""The head of a log: the number and hash of its last entry, to be kept where the database cannot reach it.

The chain of hashes reveals an altered entry, unless somebody writes the whole log again. A head that was
printed, sent or signed before reveals that too: the entry of its number must still have its hash.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.utils.translation import gettext as _

#: The digits of a hash on paper: enough that nobody finds another log with the same ones.
SHORT_DIGITS: Final = 16
HEX: Final = re.compile(rf"[0-9a-f]{{{SHORT_DIGITS},64}}")

#: The digits of a number, and the characters of a line that the refusal shows.
MOST_DIGITS: Final = 18
MOST_SHOWN: Final = 120
#: Raised by the parser for text that is not JSON, is nested too deeply, or has a number with thousands of
#: digits.
NO_JSON: Final = (ValueError, RecursionError)


class UnreadableHeads(ValueError):
    """The line is not the head of a log; the message shows it."""


@dataclass(frozen=True)
class Head:
    """The last entry of a log when the head was taken; number 0 for an empty log."""

    #: "club/" and the club's slug, or "tournament/" and the tournament's code.
    log: str
    number: int
    #: The hash of the entry; from paper only its first digits.
    hash: str
    #: The signature of the installation's key, in hexadecimal; empty without one.
    signature: str = ""

    @property
    def short(self) -> str:
        """The head as printed: "214 · 9f3a 77c1 0b2e 55d8"."""
        digits = self.hash[:SHORT_DIGITS]
        groups = " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))
        return f"{self.number} · {groups}" if groups else f"{self.number}"

    @property
    def printed(self) -> str:
        """The line at the foot of a printed page."""
        return _("Registro %(head)s") % {"head": self.short}

    @property
    def signed_content(self) -> bytes:
        return f"{self.log} {self.number} {self.hash}".encode()

    def signed(self) -> Head:
        """The head with the signature of this installation's key; unchanged without a key."""
        signature = sign(self.signed_content) if self.number else ""
        return Head(self.log, self.number, self.hash, signature)

    def is_signed_by(self, public_key: str) -> bool:
        """Whether the signature is of this head, by the key."""
        return is_signature(self.signature, self.signed_content, public_key)

    def as_json(self) -> str:
        """The head on a line of its own, as files of heads hold it."""
        return json.dumps(asdict(self), sort_keys=True)


def heads_in(text: str) -> Iterator[Head]:
    """Yields the heads in a file: a line for each, as JSON or as "LOG NUMBER HASH", or the API's JSON.

    The hash may have spaces and be cut after its first sixteen digits, as on paper. Raises UnreadableHeads.
    """
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        for line in filter(None, map(str.strip, text.splitlines())):
            yield from _in_line(line)
    except NO_JSON as wrong:
        raise UnreadableHeads(text[:MOST_SHOWN]) from wrong
    else:
        yield from _in_json(whole)


def _in_line(line: str) -> Iterator[Head]:
    if line.startswith("{"):
        try:
            head = json.loads(line)
        except NO_JSON as wrong:
            raise UnreadableHeads(line[:MOST_SHOWN]) from wrong
        yield from _in_json(head)
        return
    log, _space, rest = line.partition(" ")
    number, _space, digits = rest.replace("·", " ").strip().partition(" ")
    yield _head(line, {"log": log, "number": number, "hash": digits})


def _in_json(value: object) -> Iterator[Head]:
    """The heads in a JSON value: one, a list of them, or an answer of the API that holds one."""
    for each in value if isinstance(value, list) else [value]:
        values = each if isinstance(each, dict) else {}
        held = values.get("log_head")
        yield _head(str(each), held if isinstance(held, dict) else values)


def _head(line: str, values: dict[str, object]) -> Head:
    log, number, digits = (str(values.get(name, "")) for name in ("log", "number", "hash"))
    digits = "".join(digits.split()).lower()
    if (
        not log
        or not number.isascii()
        or not number.isdigit()
        or len(number) > MOST_DIGITS
        or not (HEX.fullmatch(digits) or number == "0")
    ):
        raise UnreadableHeads(line[:MOST_SHOWN])
    return Head(log, int(number), digits, str(values.get("signature") or ""))


def as_lines(heads: Iterable[Head]) -> str:
    """The heads as a file that `heads_in` reads."""
    return "".join(f"{head.as_json()}\n" for head in heads)


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
