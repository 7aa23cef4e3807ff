"""Takes secrets and the data of people out of log lines, letters to administrators and reports.

Names cannot be recognised, but they occur only in values. So all values are hidden in PostgreSQL's details
and in errors that quote some.
"""

import re
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Final

HIDDEN: Final = "***"
#: Each pattern with its replacement, in the order in which they are applied.
PATTERNS: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = (
    # The password in redis://:word@host and postgres://user:word@host.
    (re.compile(r"(\w+://[^\s:/@]*):[^\s/@]+@"), rf"\1:{HIDDEN}@"),
    (re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"), HIDDEN),
    # PostgreSQL's: Key (email)=(anna@example.org) already exists; and the line of a query with its values.
    (re.compile(r"(?m)^(DETAIL|LINE \d+): .*$"), rf"\1: {HIDDEN}"),
    (re.compile(r"(Key \(|Failing row contains \().*"), rf"\1{HIDDEN}"),
    # Fiscal codes and bank accounts.
    (re.compile(r"\b[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]\b"), HIDDEN),
    (re.compile(r"\b[A-Z]{2}\d{2}[A-Z]?\d{10}[0-9A-Z]{12}\b"), HIDDEN),
    # Tokens and signatures mix capitals, small letters and figures; keys of sessions and digests are longer.
    (
        re.compile(r"(?:\d+\.\d+\.[A-F]\.)?[\w-]{20,}"),
        lambda match: HIDDEN if _is_random(match[0]) else match[0],
    ),
)
QUOTED: Final = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
#: A quoted name of the program, which explains the error and names nobody: 'slug', "club_person.email".
OWN_NAME: Final = re.compile(r".[a-z_][a-z0-9_.]*.")


def scrubbed(text: str) -> str:
    """The text without secrets, addresses and codes of people."""
    for pattern, instead in PATTERNS:
        text = pattern.sub(instead, text)
    return text


def without_values(text: str) -> str:
    """The message of an error without quoted values either, besides names of the program's own."""
    return QUOTED.sub(lambda match: match[0] if OWN_NAME.fullmatch(match[0]) else HIDDEN, scrubbed(text))


def trace(kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> str:
    """The traceback: files, lines of code and errors, never the values of variables."""
    if kind is None or error is None:
        return ""
    parts = traceback.TracebackException(kind, error, at, capture_locals=False).format()
    return "".join(part if _is_of_code(part) else without_values(part) for part in parts).rstrip("\n")


def _is_of_code(part: str) -> bool:
    return part.lstrip().startswith(("File ", "Traceback "))


def _is_random(word: str) -> bool:
    marks = (str.isupper, str.islower, str.isdigit)
    if all(any(map(mark, word)) for mark in marks):
        return True
    return len(word) >= 32 and word.isalnum() and any(map(str.isdigit, word)) and any(map(str.isalpha, word))
