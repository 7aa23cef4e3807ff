"""The hash chain that makes a log append-only, and its heads, which reveal a log that was rewritten whole.

Erasing a person must still be possible. It rewrites the entries that contain the name, and appends an entry
that lists them with their new hashes (`REWRITTEN`). The old hashes stay, and so do all links. An entry is
broken if its content does not match its hash and no later entry lists the new hash.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.utils.translation import gettext as _

from club.models.club import ChainedEntry

#: One encoder for all entries: `json.dumps` would make one for each.
_in_json = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode

#: The key in an entry's `after` that maps the numbers of rewritten entries to their new hashes.
REWRITTEN: Final = "rewritten"


class EntryRow(NamedTuple):
    """The hashed fields of an entry, in order, and its hash.

    A page that shows a log verifies all of it, and ten thousand tuples load faster than ten thousand models.
    """

    number: int
    at: datetime
    actor_name: str
    act: str
    subject: Any
    before: Any
    after: Any
    reason: str
    key: UUID | None
    previous_hash: str
    hash: str
    #: Only entries of tournaments have digests, and not in databases older than they are.
    digests: Any = None

    @classmethod
    def columns(cls, there: Container[str]) -> list[str]:
        """The columns to read from a log whose table has those `there`, in the order of this row's fields."""
        return [name for name in cls._fields if name in there]


class LogReading:
    """Iterates over a log once, and keeps the number and the hash of the last entry."""

    def __init__(self, entries: Iterable[EntryRow]) -> None:
        self._entries, self.number, self.hash = iter(entries), 0, ""

    def __iter__(self) -> Iterator[EntryRow]:
        for entry in self._entries:
            self.number, self.hash = entry.number, entry.hash
            yield entry


def chain(entry: ChainedEntry, last: ChainedEntry | None) -> None:
    """Sets the number and the hashes of `entry`, which follows `last`."""
    entry.number = last.number + 1 if last else 1
    entry.previous_hash = last.hash if last else ""
    entry.hash = hash_of(entry)


def hash_of(entry: ChainedEntry | EntryRow) -> str:
    """SHA-256 over the entry's content and the hash before it; no database id is included."""
    content = [
        entry.number,
        entry.at.isoformat(timespec="microseconds"),
        entry.actor_name,
        entry.act,
        entry.subject,
        entry.before,
        entry.after,
        entry.reason,
        str(entry.key or ""),
        entry.previous_hash,
        # Entries without digests are hashed as before there were any.
        *([entry.digests] if entry.digests else []),
    ]
    return hashlib.sha256(_in_json(content).encode()).hexdigest()


def first_broken(entries: Iterable[ChainedEntry | EntryRow]) -> int | None:
    """The number of the first entry that was altered, removed or moved; None if the chain holds.

    A rewritten entry is intact if a later one lists its new hash.
    """
    previous, expected = "", 1
    changed: dict[int, str] = {}
    for entry in entries:
        if (entry.number, entry.previous_hash) != (expected, previous):
            return min([*changed, entry.number])
        computed = hash_of(entry)
        if computed != entry.hash:
            changed[entry.number] = computed
        else:
            _accept_rewritten(entry, changed)
        previous, expected = entry.hash, expected + 1
    return min(changed, default=None)


def _accept_rewritten(entry: ChainedEntry | EntryRow, changed: dict[int, str]) -> None:
    digests = entry.after.get(REWRITTEN) if isinstance(entry.after, dict) else None
    for number, digest in (digests or {}).items():
        if changed.get(int(number)) == digest:
            del changed[int(number)]


# The head of a log: the number and hash of its last entry, to be kept where the database cannot reach it.
#
# The chain of hashes reveals an altered entry, unless somebody writes the whole log again. A head that was
# printed, sent or signed before reveals that too: the entry of its number must still have its hash.

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
            yield from _heads_in_line(line)
    except NO_JSON as wrong:
        raise UnreadableHeads(text[:MOST_SHOWN]) from wrong
    else:
        yield from _heads_in_json(whole)


def _heads_in_line(line: str) -> Iterator[Head]:
    if line.startswith("{"):
        try:
            head = json.loads(line)
        except NO_JSON as wrong:
            raise UnreadableHeads(line[:MOST_SHOWN]) from wrong
        yield from _heads_in_json(head)
        return
    log, _space, rest = line.partition(" ")
    number, _space, digits = rest.replace("·", " ").strip().partition(" ")
    yield _head(line, {"log": log, "number": number, "hash": digits})


def _heads_in_json(value: object) -> Iterator[Head]:
    """The heads in a JSON value: one, a list of them, or an answer of the API that holds one."""
    for each in value if isinstance(value, list) else [value]:
        values = each if isinstance(each, dict) else {}
        inner = values.get("log_head")
        yield _head(str(each), inner if isinstance(inner, dict) else values)


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
        hint = _("Fanne una (openssl genpkey -algorithm ed25519 -out log-key.pem), o togli la riga.")
        message = _("LOG_SIGNING_KEY non indica una chiave privata Ed25519: %(file)s.")
        message %= {"file": settings.LOG_SIGNING_KEY}
        return [Error(message, hint=hint, id="club.E003")]
    return []
