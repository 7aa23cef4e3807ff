"""A tessera read at the desk: its holder arrives, or the answer says what is wrong."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from club import membership_cards
from club.models import Card, Club, MembershipYear, Person, RoleKind, User
from club.register import people
from tests.club.dues.members import TODAY, a_member, a_year
from tests.evening import JURY, a_club, an_officer
from tournaments.entries import check_in, entries
from tournaments.entries.check_in import Arrival, Outcome
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
BEFORE_DUE = date(2026, 2, 1)


@pytest.fixture
def by(club: Club) -> User:
    return an_officer(club, RoleKind.SECRETARY)


@pytest.fixture
def year(club: Club, by: User) -> MembershipYear:
    return a_year(club, by=by)


@pytest.fixture
def couple(club: Club, by: User, tournament: Tournament) -> list[Person]:
    """Pair 5, not here yet."""
    both = [a_member(club, name, by=by) for name in ("Rossi", "Bianchi")]
    entries.enter(tournament.pk, both, by=JURY)
    return both


@pytest.fixture
def card(year: MembershipYear, couple: list[Person], by: User) -> Card:
    return membership_cards.prepare_for_print(year, [couple[0].pk], today=TODAY, by=by)[0]


def read(tournament: Tournament, text: str, today: date = BEFORE_DUE) -> Arrival:
    return check_in.scan(tournament, text, by=JURY, today=today)


def test_the_pair_is_present_as_the_list_would_make_it_and_twice_is_once(
    tournament: Tournament, card: Card, couple: list[Person]
) -> None:
    told = read(tournament, card.token)
    assert (told.outcome, told.person, told.partners, told.tone) == (
        Outcome.PRESENT, couple[0], (couple[1],), "ok",
    )  # fmt: skip
    entry = tournament.entries.get(number=5)
    assert entry.checked_in_at is not None
    again = read(tournament, card.token)
    assert (again.outcome, again.since, again.tone) == (Outcome.ALREADY, entry.checked_in_at, "ok")
    assert tournament.log.filter(act="entry.present").count() == 1


def test_who_is_in_arrears_comes_in_with_a_word(
    tournament: Tournament, card: Card, couple: list[Person], year: MembershipYear, by: User
) -> None:
    year.dues.create(person=couple[0], category=couple[0].memberships.get().spells.get().category, cents=2500)
    told = read(tournament, card.token, TODAY)
    assert (told.outcome, [due.year for due in told.dues], told.tone) == (Outcome.PRESENT, [year], "warn")


def test_a_card_out_of_date_lets_in_with_a_word(tournament: Tournament, card: Card) -> None:
    told = read(tournament, card.token, date(2027, 1, 1))
    assert (told.outcome, told.is_expired, told.tone) == (Outcome.PRESENT, True, "warn")


def test_what_is_no_good_card_lets_nobody_in(
    tournament: Tournament, card: Card, club: Club, by: User
) -> None:
    membership_cards.void(club, card.pk, reason="persa", today=TODAY, by=by)
    other = a_club("Circolo accanto")
    theirs = an_officer(other, RoleKind.SECRETARY)
    stranger = people.add(other, last_name="Neri", first_name="Ugo")
    foreign = membership_cards.prepare_for_print(
        a_year(other, by=theirs), [stranger.pk], today=TODAY, by=theirs
    )[0]
    for text, outcome in (
        (card.token, Outcome.VOID),
        (foreign.token, Outcome.OTHER_CLUB),
        ("https://example.org/tavolo/abc", Outcome.UNKNOWN),
    ):
        told = read(tournament, text)
        assert (told.outcome, told.tone) == (outcome, "bad")
    assert tournament.entries.get(number=5).checked_in_at is None


def test_who_is_not_entered_or_has_withdrawn_is_told(
    tournament: Tournament, year: MembershipYear, card: Card, club: Club, by: User
) -> None:
    alone = membership_cards.prepare_for_print(year, [a_member(club, "Verdi", by=by).pk], today=TODAY, by=by)[
        0
    ]
    assert read(tournament, alone.token).outcome is Outcome.NOT_ENTERED
    entries.withdraw(tournament.pk, 5, withdrawn=True, by=JURY)
    assert read(tournament, card.token).outcome is Outcome.WITHDRAWN


def test_a_tournament_that_is_over_says_so(tournament: Tournament, card: Card) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(closed_at=timezone.now())
    told = read(tournament, card.token)
    assert (told.outcome, "concluso" in told.sentence) == (Outcome.REFUSED, True)


def test_the_page_answers_the_script_and_whom_has_none(
    organiser: Client, tournament: Tournament, card: Card
) -> None:
    where = f"/t/{tournament.code}/scansiona/"
    page = organiser.get(where).content.decode()
    assert ("scan.js" in page, "vendor/qr/decode" in page) == (True, True)
    whole = organiser.post(where, {"code": card.token}).content.decode()
    assert ("<html" in whole, "Rossi Anna" in whole) == (True, True)
    piece = organiser.post(where, {"code": card.token}, headers={"HX-Request": "true"}).content.decode()
    assert ("<html" in piece, 'data-outcome="already"' in piece) == (False, True)
    assert "Codice sconosciuto" in organiser.post(where, {"code": "x" * 5000}).content.decode()


def test_who_has_arrived_is_asked_for_the_whole_name_and_nobody_else(
    organiser: Client, tournament: Tournament, card: Card, couple: list[Person]
) -> None:
    where = f"/t/{tournament.code}/scansiona/"
    for _time in ("arrives", "is here already"):
        said = organiser.post(where, {"code": card.token}, headers={"HX-Request": "true"}).content.decode()
        for person in couple:
            assert f'aria-label="Nome intero nei risultati: {person.full_name}"' in said
            assert f'action="/t/{tournament.code}/iscrizioni/5/consenso/{person.pk}/"' in said
    entries.withdraw(tournament.pk, 5, withdrawn=True, by=JURY)
    assert "Nome intero" not in organiser.post(where, {"code": card.token}).content.decode()


def test_of_a_foreign_card_the_page_names_nobody(organiser: Client, tournament: Tournament) -> None:
    other = a_club("Circolo accanto")
    theirs = an_officer(other, RoleKind.SECRETARY)
    stranger = people.add(other, last_name="Segretissimi", first_name="Ugo")
    foreign = membership_cards.prepare_for_print(
        a_year(other, by=theirs), [stranger.pk], today=TODAY, by=theirs
    )[0]
    said = organiser.post(f"/t/{tournament.code}/scansiona/", {"code": foreign.token}).content.decode()
    assert ("altro circolo" in said, "Segretissimi" in said, "accanto" in said) == (True, False, False)


def test_the_card_of_who_is_not_entered_fills_the_line_of_the_list(
    organiser: Client, tournament: Tournament
) -> None:
    page = organiser.get(f"/t/{tournament.code}/iscrizioni/", {"line": "Verdi <b>Anna"}).content.decode()
    assert 'value="Verdi &lt;b&gt;Anna"' in page
