"""Removing a name from texts, and from logs without breaking their hash chains.

Triggers on `club_clublogentry` and `tournaments_logentry` refuse every DELETE and every UPDATE of a number, a
time, an author, an act, a key, a digest or a hash. They admit an UPDATE of `subject`, `before`, `after` and
`reason` only while there is a row in `club_logrewriting`, and an account's key only to become empty. The
triggers are in the migrations `club.0019_logs_stay` and `tournaments.0025_log_stays`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import Model

from club.history.hash_chain import hash_of
from club.models import LogRewriting, Person
from club.models.club import ChainedEntry

#: Shorter names may also be common words: they are removed only beside the other name.
LEAST_LETTERS: Final = 4


E = TypeVar("E", bound=ChainedEntry)


class NameRedactor:
    """Replaces a person's name, first or last name first and in any case, by another text."""

    def __init__(self, person: Person, replacement: str) -> None:
        parts = [name for name in (person.last_name.strip(), person.first_name.strip()) if name]
        self.replacement = replacement
        both = [" ".join(parts), " ".join(reversed(parts))]
        # A single name may also be a common word: it is removed only where it is alone or beside a partner.
        around = (r"(?<!\w)", r"(?!\w)") if len(parts) > 1 else (r"(?:^|(?<=– ))", r"(?=$| –)")
        self._whole = _pattern(both, *around)
        alone = [name for name in parts if len(name) >= LEAST_LETTERS]
        self._any = _pattern([*both, *alone], r"(?<!\w)", r"(?!\w)")

    def cleaned(self, text: str, *, is_theirs: bool = False) -> str:
        """`text` without the full name; if it is about the person, also without the first or last name
        alone."""
        pattern = self._any if is_theirs else self._whole
        return pattern.sub(lambda _found: self.replacement, text) if pattern else text

    def cleaned_all(self, value: Any) -> Any:
        """The JSON value with the full name removed from every text in it."""
        if isinstance(value, str):
            return self.cleaned(value)
        if isinstance(value, dict):
            return {key: self.cleaned_all(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.cleaned_all(inner) for inner in value]
        return value


def _pattern(names: list[str], before: str, after: str) -> re.Pattern[str] | None:
    longest_first = sorted({name for name in names if name}, key=len, reverse=True)
    if not longest_first:
        return None
    either = "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest_first)
    return re.compile(rf"{before}(?:{either}){after}", re.I)


def rewrite(entries: Iterable[E], new_fields: Callable[[E], dict[str, object]]) -> dict[str, str]:
    """Updates each entry with the fields that `new_fields` returns; returns the new hashes of changed
    entries, by number.

    The caller must log them under `hash_chain.REWRITTEN`, or the chain is broken.
    """
    changed: list[tuple[E, list[str]]] = []
    for entry in entries:
        changes = {name: value for name, value in new_fields(entry).items() if getattr(entry, name) != value}
        for name, value in changes.items():
            setattr(entry, name, value)
        if changes:
            changed.append((entry, list(changes)))
    if changed:
        with rewriting():
            for entry, names in changed:
                entry.save(update_fields=names)
    return {str(entry.number): hash_of(entry) for entry, _names in changed}


@contextmanager
def rewriting() -> Iterator[None]:
    """Lets the texts of log entries be rewritten inside; must be used in a transaction.

    The marker is deleted before the transaction ends: nobody else ever sees it.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("rewriting() needs a transaction around it")
    marker = LogRewriting.objects.create()
    yield
    marker.delete()


def clean_texts(rows: Iterable[Model], fields: Iterable[str], words: NameRedactor, *, is_theirs: bool) -> int:
    """Removes the name from these fields of the rows; returns the number of changed rows."""
    count = 0
    for row in rows:
        changed = []
        for name in fields:
            text = words.cleaned(getattr(row, name), is_theirs=is_theirs)
            longest = row._meta.get_field(name).max_length  # type: ignore[union-attr]
            text = text[:longest] if longest else text
            if text != getattr(row, name):
                setattr(row, name, text)
                changed.append(name)
        if changed:
            row.save(update_fields=changed)
            count += 1
    return count
