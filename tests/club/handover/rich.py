"""A club with something of everything, made by the verbs the pages use; and every row of an installation."""

from datetime import date
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from club import cash_book, membership_cards, receipts
from club.accounts import roles
from club.cash_book import Money
from club.dues import members
from club.models import (
    CashKind,
    Club,
    Consent,
    Erasure,
    Look,
    Means,
    NoticeVersion,
    Receipt,
    RetentionPeriod,
    RoleKind,
    User,
)
from club.privacy import access_log, consents
from club.register import data_requests, duplicates, notebook, people
from tests.club.dues.members import a_category, a_member, a_year, paid
from tests.club.imports.steps import MARIO, checked, written
from tests.club.test_pictures import a_picture
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, fill, settle
from tests.tournaments.championships.played import WEEKENDS, a_championship, drawn, players_of
from tests.tournaments.entries.bookings.scene import an_open_evening, book, couples
from tests.tournaments.seasons.evenings import a_season
from tournaments.actors import Actor
from tournaments.championships import line_ups, match_dates, reports
from tournaments.core.play import WHOLE_MATCH
from tournaments.entries import cash, substitutions
from tournaments.entries.bookings import partners
from tournaments.entries.guests import Guest
from tournaments.evenings import lifecycle
from tournaments.models import Booking, CalendarRules, Match, RulingEffect, Tournament
from tournaments.players import rating_builds
from tournaments.results import calls, catalogue, rulings, scores
from tournaments.rounds import rounds
from tournaments.standings import builds

TODAY = date(2026, 3, 10)


def a_rich_club() -> Club:
    """Register, dues, cash, cards, imports, two evenings, a season, ratings, officers come and gone."""
    club = a_club()
    owner = an_officer(club, RoleKind.OWNER, email="titolare@example.org")
    by = an_officer(club, *RoleKind, email="segretaria@example.org")
    _register(club, by)
    _sheets(club, by)
    _evenings(club, by)
    _privacy(club, by)
    _calendar(club, by)
    _officers(club, owner)
    a_picture(club, owner)
    return Club.objects.get(pk=club.pk)


def _register(club: Club, by: User) -> None:
    year = a_year(club, by=by)
    joined = [a_member(club, name, by=by) for name in ("Rossi", "Bianchi", "Neri", "Verdi", "D'Erè 🎴")]
    twin = people.add(club, last_name="Rossi", first_name="Ada")
    duplicates.tell_apart(club, one=joined[0].pk, other=twin.pk, by=by)
    again = people.add(club, last_name="Neri", first_name="Annina")
    duplicates.merge(club, kept=joined[2].pk, gone=again.pk, reason="la stessa", today=TODAY, by=by)
    plan = members.plan(year, today=TODAY)
    members.renew(year, shown=plan.fingerprint, today=TODAY, by=by)
    first = paid(year, joined[0], by=by)
    paid(year, joined[1], by=by)
    receipts.cancel(club, first.year, first.number, reason="sbagliata", key=uuid4(), today=TODAY, by=by)
    paid(year, joined[0], by=by)
    given = receipts.Payment(
        None, 5000, "", Means.CARD, TODAY, kind=Receipt.Kind.DONATION, payer=receipts.Payer("Forno Brisa")
    )
    receipts.write(club, given, key=uuid4(), today=TODAY, by=by)
    cards = membership_cards.prepare_for_print(
        year, [joined[0].pk, joined[1].pk, twin.pk], today=TODAY, by=by
    )
    membership_cards.void(club, cards[1].pk, reason="persa", today=TODAY, by=by)
    data_requests.ask(joined[0], text="Ho cambiato casa.", key=uuid4())
    notebook.write(joined[0].pk, club, text="Guida lui.", on=TODAY, today=TODAY, by=by, key=uuid4())
    access_log.record(club, by, joined[:2], Look.Page.PERSON)


def _sheets(club: Club, by: User) -> None:
    """One written, one that waits for somebody to look at it."""
    a_category(club)
    written(checked(club, by, MARIO, (101, "Gallo", "Ida", "3/4/1955", "", "10/1/2020")), by)
    checked(club, by, (1, "Conti", "Ivo", "1/1/1980", "", "10/1/2021"))


def _evenings(club: Club, by: User) -> None:
    officer = Actor.officer(by)
    catalogue.adopt_base_catalogue(club)
    over = _finished(club, by, officer)
    championship = a_championship(club, by, of=2)
    [fixture] = drawn(championship, by)
    line_ups.give(fixture.pk, fixture.home, [each.pk for each in players_of(fixture.home)[:4]], by=by)
    match_dates.propose(fixture.pk, fixture.away, on=WEEKENDS[-1], starts_at=None, venue="Altrove")
    reports.penalise(championship.pk, 1, by=by, kind="points", amount=10, reason="Ritardo")
    season = a_season(club, by, over)
    assert season.evenings.count() == 1
    rating_builds.build(club.pk)
    running = a_tournament(club, pairs=4, match_totals=True)
    settled = a_round(running, seed=3)
    by_deals, by_totals = settled.matches.select_related("round__tournament").order_by("table")
    fill(by_deals, seed=3)
    totals = {"totals": {"A": 650, "B": 480}}
    scores.enter(by_totals, WHOLE_MATCH, "match", totals, by=officer, based_on=0)
    rounds.settle(running.pk, 1, by=officer)
    builds.build(running.pk)
    round_ = a_round(running, seed=4)
    match = round_.matches.select_related("round__tournament").get(table=1)
    fill(match, seed=9)
    calls.call(match, by=JURY, reason="un busso")


def _finished(club: Club, by: User, officer: Actor) -> Tournament:
    """Five pairs, one resting each turn, a substitute, a ruling, a drawer that was counted."""
    made = a_tournament(club, pairs=5, fee_cents=1000, turns=2)
    for number in (1, 2):
        cash.collect(made.pk, number, cents=1000, key=uuid4(), by=by)
    book = cash.book_of(made.pk)
    wrong = cash_book.write(book.pk, Money(CashKind.PRIZE, 500, cause="coppa"), key=uuid4(), by=by)
    cash_book.cancel(book.pk, wrong.number, reason="era 50", key=uuid4(), today=TODAY, by=by)
    cash_book.count(book.pk, 1950, note="mancano 50 centesimi", key=uuid4(), by=by)
    first = a_round(made, seed=1)
    match = Match.objects.select_related("round__tournament").get(round=first, table=1)
    substitutions.substitute(match, "N", Guest("Ospite", "Ugo"), by=officer, reason="Mal di testa")
    for each in first.matches.select_related("round__tournament"):
        fill(each, seed=1)
    bumped = club.articles.filter(effect=RulingEffect.ONLY_CARD_POINTS).first()
    assert bumped is not None
    rulings.give(match, bumped, side="A", by=officer, reason="Ha bussato", deal_number=1)
    rounds.settle(made.pk, 1, by=officer)
    builds.build(made.pk)
    settle(made, a_round(made, seed=2))
    builds.build(made.pk)
    lifecycle.close(made.pk, by=officer)
    return Tournament.objects.get(pk=made.pk)


def _calendar(club: Club, by: User) -> None:
    """An evening to come: a coppia, one in line, two who look for a partner, one of whom asked the other."""
    CalendarRules.objects.create(club=club, phone="051 123456", notice="Solo per la serata.")
    coming = an_open_evening(club, days=20, places=1)
    couples(coming, 2)
    book(coming, "Fabbri Leo")
    asker, asked = book(coming, "Riva Eva"), Booking.objects.get(tournament=coming, last_name="Fabbri")
    partners.propose(asker.pk, asked.number, text="Giochiamo?")
    assert Booking.objects.exclude(notice=None).exclude(notice_words="").count() == 4


def _privacy(club: Club, by: User) -> None:
    """A notice, a consent to it, somebody erased, one period of its own."""
    said = {"at": timezone.now(), "by": by, "by_name": str(by), "key": uuid4()}
    NoticeVersion.objects.create(
        club=club, number=1, published_on=TODAY, italian="Trattiamo i dati.", english="We keep data.", **said
    )
    person, how = club.people.order_by("pk")[1], Consent.How.values[0]
    asked = {"on": TODAY, "how": how, "today": TODAY, "by": by, "key": uuid4()}
    consents.record(person.pk, club, {Consent.About.PHOTOS: True}, **asked)
    Erasure.objects.create(
        club=club, number=1, on=TODAY, by=by, by_name=str(by), reason="richiesta", kept={"receipts": 1}
    )
    RetentionPeriod.objects.create(club=club, kind="looks", months=6)


def _officers(club: Club, owner: User) -> None:
    """One who has left, whose acts stay; one who has not answered yet."""
    gone = an_officer(club, RoleKind.TREASURER, email="partito@example.org")
    access_log.record(club, gone, club.people.all()[:1], Look.Page.PERSON)
    roles.assign(club, gone, [], by=owner)
    roles.invite(club, email="nuova@example.org", name="Ada", kinds=["referee"], by=owner)


def keys() -> dict[str, list[Any]]:
    """The keys of every row of ours in the installation."""
    return {
        model._meta.label_lower: list(model._base_manager.values_list("pk", flat=True)) for model in ours()
    }


def ours() -> list[type[Model]]:
    """Every model of the two apps, also those that nobody declared."""
    return [model for app in ("club", "tournaments") for model in apps.get_app_config(app).get_models()]


def rows(but: dict[str, list[Any]] | None = None) -> dict[str, list[dict[str, Any]]]:
    """Every row of ours with all its columns, in the order of the keys; but for those that were before."""
    found = {}
    for model in ours():
        label = model._meta.label_lower
        before = set((but or {}).get(label, []))
        columns = [column.attname for column in model._meta.concrete_fields]
        there = model._base_manager.order_by("pk").values("pk", *columns)
        found[label] = [
            {name: plain(row[name]) for name in columns} for row in there if row["pk"] not in before
        ]
    return found


def plain(value: Any) -> Any:
    """As JSON has it, exact: nothing is rounded."""
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value if isinstance(value, str | int | list | dict | None) else str(value)
