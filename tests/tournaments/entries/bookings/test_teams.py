"""A booking for a challenge: the team that its author chooses, and teams that are full."""

import html
from datetime import time
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from club.models import Club, RoleKind
from club.register import people
from tests.evening import JURY, TEAMS, an_officer, signed_in
from tests.pages import flat
from tests.tournaments.entries.bookings.scene import an_open_evening, ask, book
from tournaments.entries import entries
from tournaments.entries.bookings import acceptance, confirmations, links, partners, places, terms
from tournaments.entries.bookings.letters_text import letter_text
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Booking, Tournament
from tournaments.queries import position_in_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def challenge(club: Club) -> Tournament:
    """Rossi against Verdi, two pairs a side."""
    return an_open_evening(club, places=4, **TEAMS)


def booked(evening: Tournament, name: str, partner: str, team: int) -> Booking:
    booking = book(evening, name, partner, team=team)
    booking.refresh_from_db()
    return booking


def test_the_pair_is_entered_in_its_team(challenge: Tournament) -> None:
    booking = booked(challenge, "Alfa Ugo", "Beta Ada", 2)
    assert (booking.team, booking.has_place) == (2, True)
    letter = booking.letters.get(kind="placed")
    assert ("Squadra", "Verdi") in letter_text(letter).facts
    assert acceptance.accept(challenge.pk, booking.number, present=False, by=JURY).team == 2


def test_a_pair_written_on_the_desks_line_gets_the_team_of_its_booking(challenge: Tournament) -> None:
    booking = booked(challenge, "Alfa Ugo", "Beta Ada", 2)
    couple = [people.add(challenge.club, last_name="Alfa", first_name=name) for name in ("Ugo", "Ada")]
    entry = entries.enter(challenge.pk, couple, by=JURY)
    acceptance.attach_entry_of_line(challenge.pk, booking.number, entry)
    entry.refresh_from_db()
    assert entry.team == 2


@pytest.mark.parametrize("team", [None, 3])
def test_a_booking_for_a_challenge_names_one_of_its_teams(challenge: Tournament, team: int | None) -> None:
    with pytest.raises(InputRefused, match="scegli Rossi o Verdi"):
        ask(challenge, "Alfa Ugo", "Beta Ada", team=team)


def test_in_another_format_there_is_no_team(club: Club) -> None:
    evening = an_open_evening(club)
    with pytest.raises(InputRefused, match="non si gioca a squadre"):
        ask(evening, "Alfa Ugo", "Beta Ada", team=1)
    assert ask(evening, "Alfa Ugo", "Beta Ada").team is None


def test_who_confirms_late_is_told_that_their_team_is_full_not_the_evening(
    challenge: Tournament, client: Client
) -> None:
    late = ask(challenge, "Zeta Leo", "Eta Mia", team=1)
    for name in ("Alfa Ugo/Beta Ada", "Gamma Ivo/Delta Lia"):
        booked(challenge, *name.split("/"), 1)
    answer = client.post(f"/iscrizione/{links.token(late)}/conferma/", follow=True)
    assert "I posti di «Rossi» però sono tutti presi" in answer.content.decode()


def test_a_full_team_has_a_waiting_list_while_the_other_has_room(challenge: Tournament) -> None:
    for name in ("Alfa Ugo/Beta Ada", "Gamma Ivo/Delta Lia"):
        assert booked(challenge, *name.split("/"), team=1).has_place
    third = booked(challenge, "Zeta Leo", "Eta Eva", 1)
    assert (third.has_place, position_in_line(third)) == (False, 1)
    assert places.free(challenge, 1) == 0
    assert places.free(challenge, 2) == 2
    assert places.openness_of(challenge, timezone.now()).state == "open"
    assert booked(challenge, "Teta Rita", "Iota Max", 2).has_place
    assert booked(challenge, "Kappa Pia", "Lambda Teo", 2).has_place
    assert places.openness_of(challenge, timezone.now()).state == "full"
    fourth = booked(challenge, "Mi Gino", "Ni Rosa", 2)
    assert position_in_line(fourth) == 1


def test_a_place_that_is_freed_goes_to_the_first_who_waits_for_that_team(challenge: Tournament) -> None:
    pairs = {
        number: booked(challenge, f"Uno{letter} Ugo", f"Due{letter} Ada", team)
        for number, (letter, team) in enumerate(
            [("a", 1), ("b", 1), ("c", 2), ("d", 2), ("e", 1), ("f", 2)], start=1
        )
    }
    confirmations.cancel(pairs[3].pk)
    for booking in pairs.values():
        booking.refresh_from_db()
    assert [pairs[number].has_place for number in (5, 6)] == [False, True]
    assert pairs[6].letters.filter(kind="freed").exists()


def test_at_the_desk_a_pair_that_changes_team_makes_room_in_the_first(challenge: Tournament) -> None:
    first = booked(challenge, "Alfa Ugo", "Beta Ada", 1)
    booked(challenge, "Gamma Ivo", "Delta Lia", 1)
    waiting = booked(challenge, "Zeta Leo", "Eta Eva", 1)
    entry = acceptance.accept(challenge.pk, first.number, present=False, by=JURY)
    entries.set_team(challenge.pk, entry.number, 2, by=JURY)
    waiting.refresh_from_db()
    assert waiting.has_place


def test_only_players_of_one_team_make_a_pair(challenge: Tournament) -> None:
    one = book(challenge, "Alfa Ugo", team=1)
    other = book(challenge, "Beta Ada", team=2)
    third = book(challenge, "Gamma Ivo", team=1)
    with pytest.raises(TournamentError) as refused:
        partners.propose(one.pk, other.number, "")
    assert refused.value.code == "looks-no-more"
    partners.propose(one.pk, third.number, "")
    pair = partners.accept(third.pk, one.number)
    assert (pair.team, pair.has_place) == (1, True)


def sent(evening: Tournament, **changed: Any) -> dict[str, Any]:
    informed = terms.current_notice(terms.rules_of(evening.club))
    return {
        "last_name": "Alfa",
        "first_name": "Ugo",
        "partner_last_name": "Beta",
        "partner_first_name": "Ada",
        "email": "ugo@example.org",
        "accepts_notice": "on",
        "informed_by": informed.mark,
        **changed,
    }


def test_the_page_asks_for_the_team_and_says_which_is_full(client: Client, challenge: Tournament) -> None:
    at = f"/t/{challenge.code}/iscriviti/"
    for name in ("Gamma Ivo/Delta Lia", "Zeta Leo/Eta Eva"):
        booked(challenge, *name.split("/"), team=1)
    text = html.unescape(flat(client.get(at).content.decode()))
    assert "Rossi (al completo: lista d'attesa)" in text
    assert "Verdi (al completo" not in text
    refused = client.post(at, sent(challenge))
    assert refused.status_code == 422
    assert client.post(at, sent(challenge, team="2")).status_code == 303
    booking = challenge.bookings.get(email="ugo@example.org")
    assert booking.team == 2
    confirmations.confirm(booking.pk)
    own = flat(client.get(links.url(booking).split("testserver")[-1]).content.decode())
    assert "Squadra: Verdi" in own


def test_a_full_team_says_so_before_the_booking_is_confirmed(client: Client, challenge: Tournament) -> None:
    for name in ("Gamma Ivo/Delta Lia", "Zeta Leo/Eta Eva"):
        booked(challenge, *name.split("/"), team=1)
    booking = ask(challenge, "Alfa Ugo", "Beta Ada", team=1)
    assert booking.letters.get(kind="confirm").facts["is_full"]
    own = flat(client.get(links.url(booking).split("testserver")[-1]).content.decode())
    assert "I posti adesso sono tutti presi" in own


def test_other_evenings_ask_for_no_team(client: Client, club: Club) -> None:
    evening = an_open_evening(club)
    assert 'name="team"' not in client.get(f"/t/{evening.code}/iscriviti/").content.decode()


def test_a_marathon_says_until_when_on_the_booking_page(client: Client, club: Club) -> None:
    evening = an_open_evening(club, **TEAMS, plays_until=time(2, 0))
    text = flat(client.get(f"/t/{evening.code}/iscriviti/").content.decode())
    assert "Rossi – Verdi" in text
    assert "fino alle 02:00 del giorno dopo" in text


@pytest.fixture
def become(club: Club) -> tuple[Tournament, Booking, Booking]:
    """An evening that became a challenge after a pair had booked, and a player who looks for a partner."""
    evening = an_open_evening(club)
    pair, alone = book(evening, "Alfa Ugo", "Beta Ada"), book(evening, "Gamma Ivo")
    evening = lifecycle.change(evening.pk, by=JURY, **TEAMS)
    return evening, pair, alone


def test_the_desk_chooses_the_team_of_a_booking_made_before_there_were_teams(
    become: tuple[Tournament, Booking, Booking],
) -> None:
    evening, pair, _alone = become
    organiser = signed_in(an_officer(evening.club, RoleKind.ORGANISER))
    page = flat(organiser.get(f"/t/{evening.code}/iscrizioni/telefono/").content.decode())
    assert page.count("senza squadra") == 2
    assert 'name="team" required' in page
    organiser.post(f"/t/{evening.code}/iscrizioni/telefono/{pair.number}/", {"team": "2"})
    pair.refresh_from_db()
    assert pair.entry
    assert pair.entry.team == 2


def test_all_bookings_but_those_without_a_team_become_entries(
    become: tuple[Tournament, Booking, Booking],
) -> None:
    evening, pair, _alone = become
    booked(evening, "Zeta Leo", "Eta Eva", 2)
    organiser = signed_in(an_officer(evening.club, RoleKind.ORGANISER))
    answer = organiser.post(f"/t/{evening.code}/iscrizioni/telefono/tutte/", follow=True)
    said = flat(answer.content.decode())
    assert "1 iscrizione in elenco" in said
    assert "1 iscrizione è senza squadra e resta qui" in said
    assert [entry.team for entry in evening.entries.all()] == [2]
    pair.refresh_from_db()
    assert (pair.entry, pair.has_place) == (None, True)


def test_who_has_no_team_yet_finds_a_partner_in_either(become: tuple[Tournament, Booking, Booking]) -> None:
    evening, _pair, alone = become
    other = book(evening, "Delta Lia", team=2)
    partners.propose(other.pk, alone.number, "")
    pair = partners.accept(alone.pk, other.number)
    assert pair.team == 2
