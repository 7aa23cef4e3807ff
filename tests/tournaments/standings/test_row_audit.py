"""Every column of a tournament's rows, altered behind the program, is found by the audit and named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.db.models import Field, ForeignKey, JSONField, Model, QuerySet
from django.urls import reverse
from django.utils import timezone

from club.history.hash_chain import chain
from club.models import RoleKind
from club.register import people
from club.register.person_data import PersonData
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, fill, settle, signed_in, some_cards
from tests.once import once_a_module
from tests.tampering import without_triggers
from tournaments.actors import Actor
from tournaments.entries import entries, substitutions
from tournaments.entries.guests import Guest
from tournaments.evenings import lifecycle
from tournaments.models import (
    Deal,
    Entry,
    EntryPlayer,
    LogEntry,
    Match,
    Rest,
    Round,
    RoundState,
    Ruling,
    RulingEffect,
    Seat,
    Substitution,
    Tournament,
)
from tournaments.results import catalogue, rulings, scores
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.standings.audit import recompute

pytestmark = pytest.mark.django_db

#: How the audit names the rows of each table.
NAMES: dict[type[Model], str] = {
    Tournament: "torneo",
    Entry: "iscrizione",
    EntryPlayer: "iscrizione",
    Round: "turno",
    Match: "turno",
    Seat: "turno",
    Rest: "turno",
    Deal: "smazzata",
    Ruling: "provvedimento",
    Substitution: "sostituzione",
}
#: The columns that may differ from the log, with the reason.
MAY_DIFFER = {
    "Tournament.id": "its rows refuse another key",
    "Tournament.club": "a key: a tournament of another club is that club's whole evening",
    "Tournament.code": "renewed by a handover where it is taken",
    "Tournament.cash_book": "the cash book has triggers of its own",
    "Tournament.standings_version": "a lower one is built again, a higher one is refused by a constraint",
    "Tournament.forfeits_lose_most": "compared with the rules of the standings, where there are any",
    "Tournament.leavers_last": "compared with the rules of the standings, where there are any",
    "Entry.id": "a key",
    "EntryPlayer.id": "a key",
    "EntryPlayer.tournament": "a copy of the entry's",
    "Round.id": "a key",
    "Match.id": "a key",
    "Seat.id": "a key",
    "Seat.round": "a copy of the match's",
    "Rest.id": "a key",
    "Deal.id": "a key",
    "Ruling.id": "a key, whose order is that of the log",
    "Ruling.article": "the title and the effect are copied to the ruling",
    "Substitution.id": "a key, whose order is that of the log",
}


def an_evening_of_rows() -> Tournament:
    """Two rounds played and one drafted, with a row of every kind that the audit reads."""
    club = a_club()
    owner = an_officer(club, RoleKind.ORGANISER)
    by = Actor.officer(owner)
    catalogue.adopt_base_catalogue(club)
    tournament = lifecycle.create(club, name="Torneo di novembre", on=date(2026, 11, 21), by=by)
    lifecycle.change(tournament.pk, by=by, venue="Sala grande", starts_at=time(21), fee_cents=500)
    for number in range(1, 6):
        couple = [
            people.add(club, last_name=f"Cognome{number}", first_name=first, name_consent_on=None)
            for first in ("Anna", "Bruno")
        ]
        entries.enter(tournament.pk, couple, by=by, circle="Dozza" if number == 2 else "")
    entries.check_in_all(tournament.pk, by=by)
    entries.set_seed(tournament.pk, 1, 2, by=by)
    entries.fix_table(tournament.pk, 3, 1, by=by)
    first = a_round(tournament)
    for match in first.matches.select_related("round__tournament").order_by("table"):
        a_table_that_agrees(match)
    match = first.matches.select_related("round__tournament").get(table=1)
    substitutions.substitute(match, "N", Guest("Ospite", "Ugo"), by=by, reason="Mal di testa")
    settle_round(tournament, 1, by)
    only_card_points = club.articles.get(effect=RulingEffect.ONLY_CARD_POINTS)
    given = rulings.give(match, only_card_points, side="B", by=by, reason="Busso", deal_number=1)
    rulings.revoke(given, by=by, reason="Non era un busso")
    second = a_round(fresh(tournament), seed=2)
    for match in second.matches.select_related("round__tournament"):
        fill(match, seed=2)
    forfeit = club.articles.filter(effect=RulingEffect.FORFEIT)[0]
    rulings.give(match, forfeit, side="A", by=by, reason="Andati via")
    settle_round(tournament, 2, by)
    rounds.draw(tournament.pk, by=by, seed=3)
    a_round(a_tournament(a_club("Altro circolo")))
    return fresh(tournament)


def settle_round(tournament: Tournament, number: int, by: Actor) -> None:
    rounds.settle(tournament.pk, number, by=by, accept_unconfirmed=True)
    builds.build(tournament.pk)


def a_table_that_agrees(match: Match) -> None:
    """Side A enters four deals: the first is contested and accepted, the second confirmed."""
    ours, theirs = Actor.at_table(match, "A"), Actor.at_table(match, "B")
    for number in range(1, 5):
        cards = some_cards(match.table * 10 + number, dealer=scores.place_of(match, number).dealer)
        scores.enter(match, number, "cards", cards, by=ours, based_on=0)
    version = {deal.number: deal.version for deal in match.deals.all()}
    contested = scores.contest(match, {1: version[1]}, by=theirs, reason="Non torna")[0]
    scores.accept(match, {1: contested.version}, by=JURY)
    scores.confirm(match, {2: version[2]}, by=theirs, same_device=True)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


made_evening = once_a_module(an_evening_of_rows)


@pytest.fixture
def evening(made_evening: Callable[[], Tournament], db: None) -> Tournament:
    return made_evening()


def faults(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in recompute(tournament.pk).faults]


def test_an_evening_with_a_row_of_every_kind_has_no_fault(evening: Tournament) -> None:
    assert faults(evening) == []
    assert all(rows_of(evening, model).exists() for model in NAMES)


def rows_of(tournament: Tournament, model: type[Model]) -> QuerySet[Any]:
    paths = {
        Tournament: "pk",
        Entry: "tournament",
        EntryPlayer: "tournament",
        Round: "tournament",
        Match: "round__tournament",
        Seat: "match__round__tournament",
        Rest: "round__tournament",
        Deal: "match__round__tournament",
        Ruling: "tournament",
        Substitution: "entry__tournament",
    }
    return model._base_manager.filter(**{paths[model]: tournament.pk}).order_by("pk")


def another(column: Field[Any, Any], row: Model) -> Any:
    """Another value that the database accepts in that column."""
    value = getattr(row, column.attname)
    if isinstance(column, ForeignKey):
        others = column.related_model._base_manager.exclude(pk=value)  # type: ignore[union-attr]
        other = others.order_by("-pk").first()
        return other.pk if other else None
    if isinstance(column, JSONField):
        return {"A": 1, "B": 2} if value != {"A": 1, "B": 2} else {"A": 2, "B": 1}
    if column.choices:
        return next(key for key, _label in column.flatchoices if key not in ("", value))
    return another_plain(column, value)


def another_plain(column: Field[Any, Any], value: Any) -> Any:
    if value is None:
        kinds = {"DateTimeField": timezone.now(), "TimeField": time(3, 33), "CharField": "x"}
        return kinds.get(column.get_internal_type(), 2)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1000 if value < 30000 else value + 1
    if isinstance(value, time):
        return time(3, 33)
    if isinstance(value, date):
        return value + (timedelta(microseconds=1) if isinstance(value, datetime) else timedelta(days=1))
    if column.name == "first_dealer":
        return "N" if value != "N" else "E"
    return "x"


COLUMNS = [
    (model, column.name)
    for model in NAMES
    for column in model._meta.concrete_fields
    if f"{model.__name__}.{column.name}" not in MAY_DIFFER
]
#: Values that constraints of the table ask for.
VALUES: dict[str, Any] = {
    "Tournament.turns": 7,
    "Tournament.results_version": 40,
    "Round.number": 9,
    "Round.state": RoundState.PUBLISHED,
    "Seat.side": "C",
    "Seat.position": "3",
    "Deal.entered_side": "B",
    "Deal.contest_reason": "Altro",
    "Entry.team": 2,
    "Ruling.side": "A",
    "Substitution.until_turn": 1,
}


#: The columns that a constraint ties to the altered one.
BESIDES: dict[str, dict[str, Any]] = {
    "Seat.side": {"position": "5"},
    "Seat.position": {"side": "C"},
    "Seat.match": {"side": "C", "position": "5"},
    "Match.round": {"table": 99},
    "Entry.tournament": {"number": 77},
    "Round.tournament": {"number": 9, "state": RoundState.SETTLED},
    "EntryPlayer.entry": {"position": 7},
}


def row_to_alter(tournament: Tournament, model: type[Model], name: str) -> Model:
    """A row in which the column says something: an answered deal, the drafted round for a state."""
    rows = rows_of(tournament, model)
    if model is Deal:
        return rows.get(match__table=1, match__round__number=1, number=2)  # type: ignore[no-any-return]
    if (model, name) == (Round, "state"):
        return rows.get(number=3)  # type: ignore[no-any-return]
    return rows.first()  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("model", "name"), COLUMNS, ids=[f"{model.__name__}.{name}" for model, name in COLUMNS]
)
def test_an_altered_column_is_named(evening: Tournament, model: type[Model], name: str) -> None:
    row = row_to_alter(evening, model, name)
    column = model._meta.get_field(name)
    value = VALUES.get(f"{model.__name__}.{name}", another(column, row))  # type: ignore[arg-type]
    assert value != getattr(row, column.attname), "the test alters nothing"  # type: ignore[union-attr]
    alter(row, name, value)
    assert any(fault.startswith(NAMES[model]) or NAMES[model] in fault for fault in faults(fresh(evening)))


def alter(row: Model, name: str, value: Any) -> None:
    """Writes the value past the program."""
    besides = BESIDES.get(f"{type(row).__name__}.{name}", {})
    column = row._meta.get_field(name)
    type(row)._base_manager.filter(pk=row.pk).update(**{column.attname: value, **besides})  # type: ignore[union-attr]


@pytest.mark.parametrize("model", [Entry, EntryPlayer, Round, Deal, Ruling, Substitution, Rest, Seat])
def test_a_deleted_row_is_named(evening: Tournament, model: type[Model]) -> None:
    rows = list(rows_of(evening, model).values_list("pk", flat=True))
    if model is Entry:
        Seat.objects.filter(entry=rows[-1]).delete()
        Rest.objects.filter(entry=rows[-1]).delete()
    rows_of(evening, model).filter(pk=rows[-1]).delete()
    assert any(NAMES[model] in fault for fault in faults(fresh(evening)))


def test_an_altered_clock_of_the_log_is_no_fault_but_for_the_chain(evening: Tournament) -> None:
    """The standings are made again in the order of the log's numbers."""
    late = evening.snapshots.latest("results_version")
    type(late).objects.filter(pk=late.pk).update(built_at=late.built_at - timedelta(hours=3))
    assert faults(fresh(evening)) == []


def test_standings_older_than_the_number_of_the_log_are_matched_by_version(evening: Tournament) -> None:
    evening.snapshots.update(log_number=None, built_at=timezone.now() - timedelta(days=1))
    assert faults(fresh(evening)) == []


def test_a_log_older_than_the_digests_is_compared_by_what_it_says(evening: Tournament) -> None:
    without_digests(evening)
    assert faults(fresh(evening)) == []
    deal = Deal.objects.filter(match__round__tournament=evening).earliest("pk")
    alter(deal, "entered_by_name", "Un altro")
    assert any("entered_by_name" in fault for fault in faults(fresh(evening)))


def without_digests(tournament: Tournament) -> None:
    """Writes the log again as it was before there were digests."""
    without_triggers()
    last = None
    for entry in tournament.log.order_by("number"):
        entry.digests = None
        chain(entry, last)
        LogEntry.objects.filter(pk=entry.pk).update(
            digests=None, hash=entry.hash, previous_hash=entry.previous_hash
        )
        last = entry


@pytest.mark.parametrize("cut", [1, 2, 3, 8, 20])
def test_a_cut_tail_of_the_log_is_found(evening: Tournament, cut: int) -> None:
    last = evening.log.latest("number").number
    without_triggers()
    evening.log.filter(number__gt=last - cut).delete()
    assert faults(fresh(evening)) != []


def test_a_name_corrected_in_the_register_is_no_fault(evening: Tournament) -> None:
    """The same name altered in the database only is one."""
    person = evening.entries.get(number=1).players.get(position=0).person
    owner = an_officer(evening.club, RoleKind.SECRETARY)
    people.correct(
        person.pk,
        evening.club,
        PersonData(first_name="Annarita", last_name=person.last_name),
        version=0,
        reason="Scritto male",
        today=date(2026, 11, 22),
        by=owner,
    )
    assert faults(fresh(evening)) == []
    other = evening.entries.get(number=2).players.get(position=0).person
    alter(other, "first_name", "Altra")
    assert any(fault.startswith("iscrizione 2, giocatori") for fault in faults(fresh(evening)))


def test_a_name_corrected_among_the_people_of_the_club_is_no_fault(evening: Tournament) -> None:
    person = evening.entries.get(number=1).players.get(position=0).person
    organiser = signed_in(an_officer(evening.club, RoleKind.ORGANISER))
    address = reverse("club_person", args=[evening.club.slug, person.pk])
    assert organiser.post(address, {"last_name": "Nuovo", "first_name": "Ada"}).status_code == 302
    person.refresh_from_db()
    assert person.full_name == "Nuovo Ada"
    assert faults(fresh(evening)) == []


def test_a_tournament_of_the_other_tests_has_no_fault() -> None:
    tournament = a_tournament(a_club(), pairs=5)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    assert faults(tournament) == []
