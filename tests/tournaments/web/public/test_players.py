"""A player's page and the head-to-heads: whose they are, what they say, what they cost."""

from collections.abc import Callable
from datetime import date
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from club.models import Club, Person
from club.privacy import publication
from club.register import people
from tests.commits import committed
from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, four_people, settle
from tests.once import once_a_module
from tests.tournaments.web.public.stages import settled, text_of
from tournaments.entries import entries, substitutions
from tournaments.evenings import lifecycle
from tournaments.models import Seat, Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


def _evening() -> tuple[Club, FourPeople, Tournament]:
    """Ten pairs, the tenth without consent; a turn settled."""
    club = a_club()
    four = four_people(club)
    tournament = a_tournament(club, pairs=10)
    settled(tournament)
    return club, four, tournament


made_evening = once_a_module(committed(_evening))
Made = tuple[Club, FourPeople, Tournament]


@pytest.fixture
def made(db: None, made_evening: Callable[[], Made]) -> Made:
    return made_evening()


@pytest.fixture
def club(made: Made) -> Club:
    return made[0]


@pytest.fixture
def four(made: Made) -> FourPeople:
    return made[1]


@pytest.fixture
def evening(made: Made) -> Tournament:
    return made[2]


def of(tournament: Tournament, number: int, position: int = 0) -> Person:
    return tournament.entries.get(number=number).players.select_related("person")[position].person


def page(person: Person, other: Person | None = None) -> str:
    against = f"contro/{other.pk}/" if other else ""
    return f"/circoli/{person.club.slug}/giocatori/{person.pk}/{against}"


def again(club: Club, tournament: Tournament, on: date, pairs: int = 4) -> Tournament:
    """Another evening of the first pairs of that one, a turn settled."""
    made = lifecycle.create(club, name=f"Serata del {on}", on=on, by=JURY)
    for number in range(1, pairs + 1):
        couple = [each.person for each in tournament.entries.get(number=number).players.all()]
        entries.enter(made.pk, couple, by=JURY, present=True)
    settled(made)
    return made


def opponent_of(tournament: Tournament, person: Person) -> Person:
    mine = Seat.objects.get(round__tournament=tournament, round__number=1, person=person)
    return mine.match.seats.exclude(side=mine.side)[0].person


@pytest.mark.parametrize("who", ["nobody", "organiser", "referee", "player", "stranger"])
def test_everybody_reads_the_page_of_who_gave_consent(
    client: Client, four: FourPeople, evening: Tournament, who: str
) -> None:
    if who != "nobody":
        client.force_login(getattr(four, who))
    text = text_of(client, page(of(evening, 1)))
    assert "Cognome001 Anna" in text
    assert "1 serata, 1 partita" in text
    assert "con Cognome001 Bruno" in text


@pytest.mark.parametrize("who", ["nobody", "organiser", "referee", "player", "stranger"])
def test_who_gave_no_consent_has_initials_or_no_page_at_all_whoever_asks(
    client: Client, club: Club, four: FourPeople, evening: Tournament, who: str
) -> None:
    person = of(evening, 10)
    if who != "nobody":
        client.force_login(getattr(four, who))
    text = text_of(client, page(person))
    assert "C. A." in text
    assert "Cognome010" not in text
    publication.set_rules(club, unnamed="number", is_indexed=False)
    assert client.get(page(person)).status_code == 404
    assert client.get(page(of(evening, 1), person)).status_code == 404
    assert client.get(page(person, of(evening, 1))).status_code == 404


def test_nobody_is_led_to_the_page_of_who_is_not_named(
    client: Client, club: Club, evening: Tournament
) -> None:
    publication.set_rules(club, unnamed="number", is_indexed=False)
    unnamed = of(evening, 10)
    opponent = opponent_of(evening, unnamed)
    told = client.get(page(opponent)).content.decode()
    assert "chi non è nominato" in told
    for person in (unnamed, of(evening, 10, 1)):
        for address in (page(opponent), f"/t/{evening.code}/coppie/10/"):
            assert f"/{person.pk}/" not in client.get(address).content.decode().replace("/coppie/", "")


def found_by(client: Client, club: Club, letters: str) -> str:
    answer = client.get(reverse("player_search", args=[club.slug]), {"nome": letters})
    assert answer.status_code == 200
    return answer.content.decode()


def test_players_are_found_by_the_name_that_everybody_may_read(
    client: Client, club: Club, evening: Tournament
) -> None:
    with_page = Seat.objects.filter(entry__number=1).select_related("person")[0].person
    without = Seat.objects.filter(entry__number=10).select_related("person")[0].person
    never_sat = people.add(club, last_name="Zanarini", first_name="Zoe", name_consent_on=date(2026, 1, 1))
    address = reverse("player", args=[club.slug, with_page.pk])
    for letters in (with_page.last_name, f"{with_page.first_name[:3].upper()} {with_page.last_name[:3]}"):
        assert f'href="{address}"' in found_by(client, club, letters)
    # Initials are shown without consent: a search that knew the name would tell whose they are.
    assert reverse("player", args=[club.slug, without.pk]) not in found_by(client, club, without.last_name)
    assert reverse("player", args=[club.slug, never_sat.pk]) not in found_by(client, club, "Zanarini")
    assert "Nessun giocatore con questo nome" in found_by(client, club, "Xyz")
    assert "Nessun giocatore con questo nome" not in found_by(client, club, "")
    other = a_club("Altro")
    assert address not in found_by(client, other, with_page.last_name)


def test_a_search_costs_the_same_for_one_and_for_many(
    client: Client, club: Club, evening: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        client.get(reverse("player_search", args=[club.slug]), {"nome": "a"})


def test_a_withdrawn_consent_closes_the_page_at_once(client: Client, club: Club, evening: Tournament) -> None:
    publication.set_rules(club, unnamed="number", is_indexed=False)
    person = of(evening, 1)
    assert client.get(page(person)).status_code == 200
    people.change(
        person, last_name=person.last_name, first_name=person.first_name, is_guest=False, name_consent_on=None
    )
    assert client.get(page(person)).status_code == 404


def test_who_was_erased_has_no_page_even_where_initials_stand_for_people(
    client: Client, evening: Tournament
) -> None:
    person = of(evening, 1)
    people.change(person, last_name="", first_name="", is_guest=False, name_consent_on=None)
    assert client.get(page(person)).status_code == 404
    opponent = opponent_of(evening, person)
    assert "chi non è nominato" in text_of(client, page(opponent))


def test_a_player_of_another_club_is_not_found_here(client: Client, club: Club, evening: Tournament) -> None:
    other = a_tournament(a_club("Circolo lontano"), pairs=2)
    stranger = of(other, 1)
    for address in (
        f"/circoli/{club.slug}/giocatori/{stranger.pk}/",
        f"/circoli/{club.slug}/giocatori/{of(evening, 1).pk}/contro/{stranger.pk}/",
        f"/circoli/nessuno/giocatori/{of(evening, 1).pk}/",
        f"{page(of(evening, 1), of(evening, 1))}",
    ):
        assert client.get(address).status_code == 404, address


def test_search_engines_never_list_a_player_whatever_the_club_says(
    client: Client, club: Club, evening: Tournament
) -> None:
    publication.set_rules(club, unnamed="initials", is_indexed=True)
    for address in (page(of(evening, 1)), page(of(evening, 1), of(evening, 2))):
        answer = client.get(address)
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert '<meta name="robots" content="noindex, nofollow">' in answer.content.decode()


def test_evenings_are_told_by_year_with_their_places(client: Client, club: Club, evening: Tournament) -> None:
    last_year = again(club, evening, date(2025, 3, 8))
    person = of(evening, 1)
    places = [
        next(row["place"] for row in each.snapshots.get().rows if row["number"] == 1)
        for each in (evening, last_year)
    ]
    text = text_of(client, page(person))
    told = [
        text.index(word) for word in ("2026 1 serata", f"{places[0]} ª", "su 10", "2025 1 serata", "su 4")
    ]
    assert all(before < after for before, after in pairwise(told))
    assert f"{places[1]} ª" in text
    assert "Serate 2" in text


def test_the_best_smazzata_leads_to_where_it_is(client: Client, evening: Tournament) -> None:
    person = of(evening, 1)
    seat = Seat.objects.get(person=person)
    best = max(seat.match.deals.all(), key=lambda deal: deal.points[seat.side])
    text = text_of(client, page(person))
    assert f"La smazzata migliore: {best.points[seat.side]} contro" in text
    assert f"turno 1, smazzata {best.number}" in text
    assert f"/t/{evening.code}/coppie/1/#turn-1" in client.get(page(person)).content.decode()


def test_who_sat_in_for_another_is_told_as_a_substitute(client: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    round_ = a_round(tournament)
    seat = round_.matches.get().seats.select_related("match__round__tournament", "person").get(position="N")
    comes = people.add(club, last_name="Rossi", first_name="Piera", name_consent_on=date(2026, 1, 1))
    substitutions.substitute(seat.match, "N", comes, by=JURY, reason="Malore")
    settle(tournament, round_)
    builds.build(tournament.pk)
    assert "come sostituto" in text_of(client, page(comes))
    assert "Non ha ancora giocato" in text_of(client, page(seat.person))


def test_a_head_to_head_of_two_players_says_who_leads_over_all_evenings(
    client: Client, club: Club, evening: Tournament
) -> None:
    small = again(club, evening, date(2026, 12, 5), pairs=2)
    person, other = of(small, 1), of(small, 2)
    expected, wins = 0, 0
    for seat in Seat.objects.filter(person=person).select_related("match"):
        theirs = seat.match.seats.filter(person=other).first()
        if theirs and theirs.side != seat.side:
            sums = {side: sum(deal.points[side] for deal in seat.match.deals.all()) for side in "AB"}
            expected += sums[seat.side] - sums[theirs.side]
            wins += (sums[seat.side] > sums[theirs.side]) - (sums[seat.side] < sums[theirs.side])
    leader = person if wins > 0 else other
    text, turned = text_of(client, page(person, other)), text_of(client, page(other, person))
    said = f"È in vantaggio {leader.full_name}" if wins else "Sono pari"
    assert said in text
    assert said in turned
    assert f"{expected:+d}".replace("-", "−") in text
    assert f"{-expected:+d}".replace("-", "−") in turned
    assert "dallo stesso lato" in text_of(client, page(person, of(small, 1, 1)))


def test_a_head_to_head_of_two_pairs_has_their_match(client: Client, four: FourPeople, club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    address = f"/t/{tournament.code}/coppie/1/contro/2/"
    assert "Nessuna partita fra loro" in text_of(client, address)
    settled(tournament)
    for who in (None, four.organiser, four.referee, four.player, four.stranger):
        if who:
            client.force_login(who)
        assert "È in vantaggio Cognome00" in text_of(client, address)
    for missing in ("1/contro/1", "1/contro/9", "9/contro/1"):
        assert client.get(f"/t/{tournament.code}/coppie/{missing}/").status_code == 404


def test_the_page_costs_as_much_whatever_was_played_and_one_query_when_it_is_kept(
    client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(club, pairs=4)
    settled(tournament)
    person, costs = of(tournament, 1), []
    address = page(person)
    for month in (1, 2, 3):
        with CaptureQueriesContext(connection) as counted:
            assert client.get(address).status_code == 200
        costs.append(len(counted))
        again(club, tournament, date(2025, month, 5))
    assert costs == [10, 10, 10]
    first = client.get(address)
    with django_assert_num_queries(1):
        assert client.get(address).content == first.content
    unchanged = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


def test_another_settled_turn_shows_at_once(client: Client, club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    settled(tournament)
    before = client.get(page(of(tournament, 1)))
    settle(tournament, a_round(tournament))
    after = client.get(page(of(tournament, 1)), headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert "2 partite" in " ".join(after.content.decode().split())


@pytest.mark.parametrize("verb", ["post", "put", "delete"])
def test_the_pages_are_only_to_be_read(client: Client, evening: Tournament, verb: str) -> None:
    person = of(evening, 1)
    for address in (
        page(person), page(person, of(evening, 2)), f"/t/{evening.code}/andamento/",
        f"/t/{evening.code}/coppie/1/contro/2/",
    ):  # fmt: skip
        assert getattr(client, verb)(address).status_code == 405
