"""Keys of rows in the log of a club that was moved here: old entries name rows by their former keys.

The club's own row says whether it was moved: one that never was costs no query.
"""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from django.db.models import Model, Q

from club.models import Club, FormerKey, Person

PEOPLE: Final = Person._meta.label_lower


def mentions(club: Club, model: type[Model], key: int, *words: str) -> Q:
    """A condition for the entries of the club's log that name this row under one of `words` in their subject.

    Two more queries for a club that was moved here.
    """
    kind = model._meta.label_lower
    ends = _ends(club, kind)
    condition = _subject_names(words, key) & Q(number__gt=ends[-1]) if ends else _subject_names(words, key)
    if ends:
        rows = FormerKey.objects.filter(club=club, kind=kind, new=key)
        for until, old in rows.values_list("until", "old"):
            earlier = ends[ends.index(until) - 1] if until != ends[0] else 0
            condition |= _subject_names(words, old) & Q(number__gt=earlier, number__lte=until)
    return condition


def current_key_lookup(club: Club, model: type[Model]) -> Callable[[int, Any], Any]:
    """A function that turns the key in an entry into the row's present key; 0 for a row that no longer
    exists.

    It takes the number of the entry and the key.
    """
    kind = model._meta.label_lower
    ends = _ends(club, kind)
    if not ends:
        return lambda _number, key: key
    rows = FormerKey.objects.filter(club=club, kind=kind).values_list("until", "old", "new")
    successors = {(until, old): new for until, old, new in rows}

    def now(number: int, key: Any) -> Any:
        at = bisect_left(ends, number)
        return key if at == len(ends) else successors.get((ends[at], key), 0)

    return now


def moves_since(club: Club) -> Callable[[int], int]:
    """A function from the number of an entry to the number of moves since; 0 for an entry written here."""
    ends = _ends(club, PEOPLE)
    return lambda number: len(ends) - bisect_left(ends, number)


def keys_by_move(club: Club, person: int) -> dict[int, set[int]]:
    """The keys under which the log names a person, by moves since. Two queries for a club that was moved
    here.
    """
    ends, called = _ends(club, PEOPLE), {0: {person}}
    rows = FormerKey.objects.filter(club=club, kind=PEOPLE, new=person) if ends else ()
    for row in rows:
        called.setdefault(len(ends) - ends.index(row.until), set()).add(row.old)
    return called


def redirect(club: Club, person: int, other: int) -> None:
    """Makes the former keys of `person` lead to `other` from now on; 0 means nobody."""
    FormerKey.objects.filter(club=club, kind=PEOPLE, new=person).update(new=other)


def _ends(club: Club, kind: str) -> list[int]:
    """The last entry before each move, the oldest first."""
    if club.former_keys_until is None:
        return []
    rows = FormerKey.objects.filter(club=club, kind=kind).order_by("until")
    return list(rows.values_list("until", flat=True).distinct())


def _subject_names(words: tuple[str, ...], key: int) -> Q:
    condition = Q()
    for word in words:
        condition |= Q(**{f"subject__{word}": key})
    return condition
