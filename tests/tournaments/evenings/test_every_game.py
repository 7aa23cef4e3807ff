"""An evening of every game the engine knows: entered, drawn, played, written in every way, ranked."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import scoring
from club.models import Club
from club.register import people
from tests import games
from tests.evening import JURY
from tournaments.core.careers import figures_by_game, tally
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Match, Round, Seat, Tournament
from tournaments.players import match_history
from tournaments.results import codes, scores
from tournaments.rounds import rounds
from tournaments.standings import builds

WRITTEN = {"cards": games.by_cards, "parts": games.by_parts, "totals": games.by_totals}
WORDS = {"parts": "parti", "totals": "totali"}


def an_evening(club: Club, game: str, size: int = 8, **fields: object) -> Tournament:
    made = lifecycle.create(
        club, name=f"Serata di {game}", on=date(2026, 11, 21), by=JURY, game=game, **fields
    )
    for number in range(size):
        players = [
            people.add(club, last_name=f"Cognome{number:02}", first_name=name)
            for name in ("Anna", "Bruno")[: made.entry_size]
        ]
        entries.enter(made.pk, players, by=JURY, present=True)
    made.refresh_from_db()
    return made


def playing(tournament: Tournament, seed: int = 3) -> Round:
    drawn = rounds.draw(tournament.pk, by=JURY, seed=seed)
    rounds.publish(tournament.pk, drawn.number, by=JURY)
    return rounds.play(tournament.pk, drawn.number, by=JURY)


def goes_on(match: Match) -> bool:
    fresh = Match.objects.select_related("round__tournament").get(pk=match.pk)
    return not fresh.play.is_over(fresh.points)


def play_out(match: Match, ways: list[str]) -> None:
    """Every deal of the match, one way after the other; each counts as the engine counts the cards."""
    while goes_on(match):
        number, place = games.next_place(match)
        deal = games.dealt(place, match.pk * 1000 + number * 37)
        way = ways[number % len(ways)]
        stored = scores.enter(match, number, way, WRITTEN[way](place, deal), by=JURY, based_on=0)
        assert stored.points == games.points(place, deal)


@pytest.mark.parametrize("game", list(scoring.GAMES))
def test_an_evening_of_the_game_comes_to_a_classifica(club: Club, client: Client, game: str) -> None:
    tournament = an_evening(club, game)
    round_ = playing(tournament)
    seated = {seat.entry.number for match in round_.matches.all() for seat in match.seats.all()}
    resting = {rest.entry.number for rest in round_.rests.all()}
    assert seated | resting == set(range(1, 9))
    for match in round_.matches.select_related("round__tournament"):
        play_out(match, ["cards", "parts", "totals"])
    rounds.settle(tournament.pk, round_.number, by=JURY)
    builds.build(tournament.pk)
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    assert snapshot.rows[0]["place"] == 1
    assert {row["number"] for row in snapshot.rows} == seated | resting
    for name, numbers in (("results", []), ("projector", []), ("pair", [1])):
        assert client.get(reverse(name, args=[tournament.code, *numbers])).status_code == 200
    verify_players(game, {row["number"]: row for row in snapshot.rows})
    second = rounds.draw(tournament.pk, by=JURY, seed=5)
    assert second.matches.exists()


def verify_players(game: str, rows: dict[int, dict[str, Any]]) -> None:
    """Fails where the players' matches differ from the standings, or tell figures that the game lacks."""
    for seat in Seat.objects.select_related("person", "entry"):
        played = match_history.matches_of_person(seat.person)
        matches = [
            match_history.seen_from(match, match_history.seat_of(match, seat.person)) for match in played
        ]
        made, row = tally(matches), rows[seat.entry.number]
        assert (made.won, made.tied, made.lost) == (row["won"], row["drawn"], row["lost"])
        assert made.scored == row["scored"]
        (figures,) = figures_by_game(matches)
        assert set(figures.parts) <= set(scoring.GAMES[game].figures)


@pytest.mark.parametrize("way", WORDS)
@pytest.mark.parametrize("game", list(scoring.GAMES))
def test_a_table_writes_its_deals_by_its_code(club: Club, client: Client, game: str, way: str) -> None:
    match = playing(an_evening(club, game, 5)).matches.select_related("round__tournament").first()
    number, place = games.next_place(match)
    deal = games.dealt(place, 11)
    url = reverse("table_deal_by_code", args=[codes.code_of(match, "A"), number])
    assert client.get(f"{url}?modo={WORDS[way]}").status_code == 200
    sent = games.fields(place, WRITTEN[way](place, deal))
    form = {"way": way, "key": str(uuid4()), "based_on": 0, **sent}
    tally = client.post(reverse("table_count_by_code", args=[codes.code_of(match, "A"), number]), form)
    assert tally.status_code == 200
    answer = client.post(url, form)
    assert answer.status_code == 303, answer.content.decode()
    assert match.deals.get(number=number).points == games.points(place, deal)
    page = client.get(reverse("table_by_code", args=[codes.code_of(match, "A")]))
    assert page.status_code == 200
    reopened = client.get(f"{url}?modo={WORDS[way]}")
    assert reopened.context["form"].initial.items() >= {k: v for k, v in sent.items() if v}.items()


@pytest.mark.parametrize(
    ("game", "players", "sizes"),
    [
        ("terziglio", 9, [3, 3, 3]),
        ("terziglio", 10, [3, 3, 3]),
        ("genovese-chiama-re", 8, [4, 4]),
        ("mattazza", 11, [3, 4, 4]),
        ("quindici", 7, [2, 2, 2]),
    ],
)
def test_tables_are_of_the_sizes_of_the_game(club: Club, game: str, players: int, sizes: list[int]) -> None:
    round_ = playing(an_evening(club, game, players))
    assert sorted(match.seats.count() for match in round_.matches.all()) == sizes
    assert round_.rests.count() == players - sum(sizes)


def test_at_terziglio_who_played_alone_deals_the_next(club: Club) -> None:
    match = playing(an_evening(club, "terziglio", 3)).matches.select_related("round__tournament").get()
    number, place = games.next_place(match)
    deal = games.dealt(place, 21)
    scores.enter(match, number, "parts", games.by_parts(place, deal), by=JURY, based_on=0)
    _next, after = games.next_place(match)
    assert after.dealer == deal.facts["soloist"]


def test_a_match_to_a_target_takes_no_deal_after_its_end(club: Club) -> None:
    match = playing(an_evening(club, "quindici", 2)).matches.select_related("round__tournament").get()
    play_out(match, ["parts"])
    last = match.deals.count()
    _number, place = 1, scores.place_of(match, 1)
    entered = games.by_parts(place, games.dealt(place, 5))
    with pytest.raises(InputRefused, match="se ne giocano"):
        scores.enter(match, last + 1, "parts", entered, by=JURY, based_on=0)


def test_a_correction_may_not_end_a_match_before_its_later_deals(club: Club) -> None:
    match = playing(an_evening(club, "centocinquanta", 2)).matches.select_related("round__tournament").get()
    deal = {"last_trick": "A", "A": {"total": 46, "declared": 0}, "B": {"total": 20, "declared": 0}}
    first = scores.enter(match, 1, "totals", deal, by=JURY, based_on=0)
    scores.enter(match, 2, "totals", deal, by=JURY, based_on=0)
    whole = {**deal, "A": {"total": 46, "declared": 120}}
    with pytest.raises(TournamentError, match="già finita prima della smazzata 2"):
        scores.enter(match, 1, "totals", whole, by=JURY, based_on=first.version)
    assert match.deals.get(number=1).points == {"A": 46, "B": 20}


@pytest.mark.parametrize(
    ("game", "fields", "sentence"),
    [
        ("scopone", {"target": 800}, "si gioca a questi punti: 8, 11, 16, 21"),
        ("quattro-scartate", {"target": 800}, "non si scelgono"),
        ("ottocento", {"agreement": "until-two"}, "A Ottocento la partita non finisce così"),
        ("scopone", {"deals_a_turn": 3}, "le decide il gioco"),
    ],
)
def test_a_rule_of_another_game_is_refused(club: Club, game: str, fields: dict, sentence: str) -> None:
    with pytest.raises(InputRefused, match=sentence):
        an_evening(club, game, **fields)
    assert not Tournament.objects.exists()


def test_the_game_is_fixed_once_tables_are_announced(club: Club) -> None:
    tournament = an_evening(club, "ottocento")
    playing(tournament)
    with pytest.raises(TournamentError, match="non cambiano"):
        lifecycle.change(tournament.pk, by=JURY, target=1500)


def test_a_game_of_other_entries_is_refused_while_somebody_is_entered(club: Club) -> None:
    tournament = an_evening(club, "ottocento")
    with pytest.raises(TournamentError, match="avrebbe un altro numero di giocatori"):
        lifecycle.change(tournament.pk, by=JURY, game="terziglio")
    assert lifecycle.change(tournament.pk, by=JURY, game="scopone").game == "scopone"
