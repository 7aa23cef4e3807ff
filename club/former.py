"""What a club's log calls a row: the log of a club brought here from elsewhere says the keys of there.

Cheap for all others: a club that was never moved says so in its own row.
"""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from django.db.models import Model, Q

from club.models import Club, FormerKey, Person

PEOPLE: Final = Person._meta.label_lower


def mentions(club: Club, model: type[Model], key: int, *words: str) -> Q:
    """The entries of the club's log whose subject names that row under one of these words.

    Two queries more for a club that came from elsewhere.
    """
    kind = model._meta.label_lower
    ends = _ends(club, kind)
    found = _named(words, key) & Q(number__gt=ends[-1]) if ends else _named(words, key)
    if ends:
        rows = FormerKey.objects.filter(club=club, kind=kind, new=key)
        for until, old in rows.values_list("until", "old"):
            earlier = ends[ends.index(until) - 1] if until != ends[0] else 0
            found |= _named(words, old) & Q(number__gt=earlier, number__lte=until)
    return found


def keys_now(club: Club, model: type[Model]) -> Callable[[int, Any], Any]:
    """Tells for the number of an entry and a key in it which row that is now; 0 for one that is no more."""
    kind = model._meta.label_lower
    ends = _ends(club, kind)
    if not ends:
        return lambda _number, key: key
    rows = FormerKey.objects.filter(club=club, kind=kind).values_list("until", "old", "new")
    told = {(until, old): new for until, old, new in rows}

    def now(number: int, key: Any) -> Any:
        at = bisect_left(ends, number)
        return key if at == len(ends) else told.get((ends[at], key), 0)

    return now


def time_of(club: Club) -> Callable[[int], int]:
    """Tells for the number of an entry how often the club has moved since: 0 for what is written here."""
    ends = _ends(club, PEOPLE)
    return lambda number: len(ends) - bisect_left(ends, number)


def keys_of(club: Club, person: int) -> dict[int, set[int]]:
    """What the club's log has called that person, by time. Two queries in a club that came from elsewhere."""
    ends, called = _ends(club, PEOPLE), {0: {person}}
    rows = FormerKey.objects.filter(club=club, kind=PEOPLE, new=person) if ends else ()
    for row in rows:
        called.setdefault(len(ends) - ends.index(row.until), set()).add(row.old)
    return called


def means_now(club: Club, person: int, other: int) -> None:
    """What earlier entries say of `person` leads to `other` from now on, to nobody with 0."""
    FormerKey.objects.filter(club=club, kind=PEOPLE, new=person).update(new=other)


def _ends(club: Club, kind: str) -> list[int]:
    """The last entries of every time elsewhere, the oldest first."""
    if club.former_keys_until is None:
        return []
    rows = FormerKey.objects.filter(club=club, kind=kind).order_by("until")
    return list(rows.values_list("until", flat=True).distinct())


def _named(words: tuple[str, ...], key: int) -> Q:
    found = Q()
    for word in words:
        found |= Q(**{f"subject__{word}": key})
    return found
