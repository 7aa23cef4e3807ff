"""What everybody reads of an evening beside its classifica, in one query whatever was played.

The rows of every kind come in one union, each as a JSON array of the fields told here. A field that is not
told is deferred as Django defers it: who reads it all the same is answered, with a query more.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final, TypeVar, cast

from django.db import models
from django.db.models import CharField, F, QuerySet, TextField, Value
from django.db.models.functions import Cast, JSONArray

from club.models import Person
from tournaments import queries, substitutions
from tournaments.models import Deal, Entry, EntryPlayer, Match, Rest, Round, Seat, Tournament
from tournaments.movements import movement_of

Row = TypeVar("Row", bound=models.Model)
#: The rows of each kind, as told.
Told = Mapping[str, list[list[Any]]]

#: Of the kinds that have many rows, what pages and answers show; of the others all but what is long.
FIELDS: Final[dict[type[models.Model], tuple[str, ...]]] = {
    Person: ("id", "club_id", "first_name", "last_name", "name_consent_on"),
    Entry: ("id", "number", "checked_in_at", "withdrawn_at", "fixed_table", "seed", "circle"),
    EntryPlayer: ("id", "entry_id", "person_id", "position"),
    Seat: ("id", "match_id", "entry_id", "person_id", "side", "position"),
    Rest: ("id", "entry_id"),
    **{
        model: tuple(field.attname for field in model._meta.concrete_fields if field.name != "draw_input")
        for model in (Round, Match, Deal)
    },
}


@dataclass(frozen=True)
class Gathered:
    """The entries with their players, in order; the newest turn that may be seen with its tables, if any."""

    entries: list[Entry]
    round: Round | None
    #: The numbers of the pairs whose substitutes played too much (FIELD).
    out_of_prizes: frozenset[int]


def gathered(tournament: Tournament, *, drafts: bool = False) -> Gathered:
    """The evening as the asker may see it, tied together as `queries` would have fetched it. One query."""
    told: defaultdict[str, list[list[Any]]] = defaultdict(list)
    first, *others = _queries(tournament, drafts=drafts)
    for kind, row in first.union(*others, all=True):
        told[kind].append(row)
    people = _people(tournament, told)
    entries = _entries(tournament, told, people)
    return Gathered(
        sorted(entries.values(), key=lambda entry: entry.number),
        _round(tournament, told, entries, people),
        substitutions.too_often_away(tournament, cast("Any", told["away"])),
    )


# --- Asking -------------------------------------------------------------------------------------------


def _queries(tournament: Tournament, *, drafts: bool) -> Iterable[QuerySet[Any, Any]]:
    seen = queries.visible_rounds(tournament, drafts=drafts).order_by("-number").values("pk")[:1]
    players = EntryPlayer.objects.filter(tournament=tournament)
    seats = Seat.objects.filter(round__in=seen)
    people = players.order_by().values("person").union(seats.order_by().values("person"))
    yield _as(Person, Person.objects.filter(pk__in=people))
    yield _as(Entry, tournament.entries.all())
    yield _as(EntryPlayer, players)
    yield _as(Round, Round.objects.filter(pk__in=seen), *_long(tournament))
    yield _as(Match, Match.objects.filter(round__in=seen))
    yield _as(Seat, seats)
    yield _as(Deal, Deal.objects.filter(match__round__in=seen))
    yield _as(Rest, Rest.objects.filter(round__in=seen))
    yield _told("away", substitutions.seats_of_others([tournament]), F("entry__number"), F("round__number"))


def _long(tournament: Tournament) -> tuple[str, ...]:
    """What is long of a round and yet shown: which girone each is of follows from what it was drawn from."""
    return ("draw_input",) if movement_of(tournament).groups > 1 else ()


def _names(model: type[models.Model], *more: str) -> tuple[str, ...]:
    """The fields that are told, in the order of the model: Django makes a row of them in no other."""
    asked = {*FIELDS[model], *more}
    return tuple(field.attname for field in model._meta.concrete_fields if field.attname in asked)


def _as(model: type[models.Model], rows: QuerySet[Any, Any], *more: str) -> QuerySet[Any, Any]:
    fields = (_field(model, name) for name in _names(model, *more))
    # As text: what a database makes of JSON inside JSON is its own affair.
    is_json = models.JSONField
    columns = (
        Cast(F(field.attname), TextField()) if isinstance(field, is_json) else F(field.attname)
        for field in fields
    )
    return _told(model._meta.label, rows, *columns)


def _told(kind: str, rows: QuerySet[Any, Any], *columns: Any) -> QuerySet[Any, Any]:
    told = {"u_kind": Value(kind, CharField()), "u_row": JSONArray(*columns)}
    found: QuerySet[Any, Any] = rows.order_by().annotate(**told).values_list(*told)
    return found


# --- Reading ------------------------------------------------------------------------------------------


def _rows(model: type[Row], told: Told, *more: str) -> dict[Any, Row]:
    """The rows of that kind by their primary key, in the order in which they were stored."""
    names = _names(model, *more)
    readers = [
        (index, read)
        for index, name in enumerate(names)
        if (read := READ.get(_field(model, name).get_internal_type()))
    ]
    rows = sorted(told[model._meta.label], key=lambda row: row[0])
    for row in rows:
        for index, read in readers:
            if row[index] is not None:
                row[index] = read(row[index])
    return {row[0]: model.from_db("default", names, row) for row in rows}


def _moment(told: str) -> datetime:
    """PostgreSQL says of what zone it is; SQLite does not, and it is UTC."""
    moment = datetime.fromisoformat(told)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


#: How the fields are read that JSON has no word for.
READ: Final[dict[str, Callable[[Any], Any]]] = {
    "DateTimeField": _moment,
    "DateField": date.fromisoformat,
    "BooleanField": bool,
    "JSONField": json.loads,
}


def _field(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name)


# --- Tying together -----------------------------------------------------------------------------------


def _people(tournament: Tournament, told: Told) -> dict[Any, Person]:
    people = _rows(Person, told)
    for person in people.values():
        if person.club_id == tournament.club_id:
            person.club = tournament.club
    return people


def _entries(tournament: Tournament, told: Told, people: Mapping[Any, Person]) -> dict[Any, Entry]:
    entries = _rows(Entry, told)
    players: defaultdict[int, list[EntryPlayer]] = defaultdict(list)
    for player in sorted(_rows(EntryPlayer, told).values(), key=lambda player: player.position):
        player.person = people[player.person_id]
        players[player.entry_id].append(player)
    for entry in entries.values():
        entry.tournament = tournament
        _hold(entry, "players", players[entry.pk])
    _hold(tournament, "entries", sorted(entries.values(), key=lambda entry: entry.number))
    return entries


def _round(
    tournament: Tournament, told: Told, entries: Mapping[Any, Entry], people: Mapping[Any, Person]
) -> Round | None:
    round_ = next(iter(_rows(Round, told, *_long(tournament)).values()), None)
    if round_ is None:
        return None
    round_.tournament = tournament
    rests = list(_rows(Rest, told).values())
    for rest in rests:
        rest.entry = entries[rest.entry_id]
    _hold(round_, "rests", rests)
    matches = sorted(_rows(Match, told).values(), key=lambda match: match.table)
    for match in matches:
        match.round = round_
    _fill(matches, told, entries, people)
    _hold(round_, "matches", matches)
    return round_


def _fill(
    matches: Iterable[Match], told: Told, entries: Mapping[Any, Entry], people: Mapping[Any, Person]
) -> None:
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in _rows(Seat, told).values():
        seat.entry, seat.person = entries[seat.entry_id], people[seat.person_id]
        seats[seat.match_id].append(seat)
    deals: defaultdict[int, list[Deal]] = defaultdict(list)
    for deal in sorted(_rows(Deal, told).values(), key=lambda deal: deal.number):
        deals[deal.match_id].append(deal)
    for match in matches:
        _hold(match, "seats", seats[match.pk])
        _hold(match, "deals", deals[match.pk])


def _hold(one: models.Model, name: str, many: list[Any]) -> None:
    """Gives `one` the rows of its relation, as a prefetch does."""
    held = getattr(one, name).all()
    held._result_cache, held._prefetch_done = many, True
    vars(one).setdefault("_prefetched_objects_cache", {})[name] = held
