"""Tempo scaduto: the deals played count, the round can be settled, and every paper says so."""

import pytest
from django.urls import reverse

import scoring
from tests.evening import (
    JURY,
    FourPeople,
    a_club,
    a_round,
    a_tournament,
    fill,
    four_people,
    some_cards,
)
from tests.tournaments.web.tables.test_entering import sentences
from tests.tournaments.web.tables.test_sheets import a_deal
from tournaments.actors import Actor
from tournaments.core.play import TablePlay
from tournaments.errors import InputRefused, TournamentError
from tournaments.exports import evening_tables
from tournaments.models import Match, Tournament
from tournaments.results import codes, scores
from tournaments.rounds import rounds, time_outs
from tournaments.rounds.completeness import outstanding_deals
from tournaments.standings import audit, builds

pytestmark = pytest.mark.django_db
DISCARD = Tournament.TimeOver.DISCARD


def play(match: Match, deals: int) -> None:
    for number in range(match.deals.count() + 1, deals + 1):
        dealer = scores.place_of(match, number).dealer
        cards = some_cards(match.table * 10 + number, dealer=dealer)
        scores.enter(match, number, "cards", cards, by=JURY, based_on=0)


@pytest.fixture
def people() -> FourPeople:
    return four_people(a_club())


def an_evening(people: FourPeople, **fields: object) -> list[Match]:
    """Two tables of a round being played."""
    round_ = a_round(a_tournament(people.organiser.roles.get().club, **fields))
    return list(round_.matches.select_related("round__tournament"))


def again(match: Match) -> Match:
    return Match.objects.select_related("round__tournament").get(pk=match.pk)


@pytest.mark.parametrize(
    ("setting", "last"), [({}, 3), ({"time_over": DISCARD}, 2)], ids=["finished", "thrown away"]
)
def test_the_deal_under_way_is_finished_or_thrown_away_as_the_tournament_says(
    people: FourPeople, setting: dict[str, object], last: int
) -> None:
    first, second = an_evening(people, **setting)
    play(first, 2)
    fill(second)
    assert time_outs.end_round(first.round.tournament_id, 1, by=JURY) == []
    first, second = again(first), again(second)
    assert (first.last_deal, second.last_deal) == (last, None)
    assert outstanding_deals(first.round).missing == ({1: [3]} if last == 3 else {})
    play(first, last)
    with pytest.raises(InputRefused, match=f"se ne giocano {last}"):
        play(again(first), last + 1)


def test_a_round_cut_by_the_clock_is_settled_counted_and_proved(people: FourPeople) -> None:
    first, second = an_evening(people)
    play(first, 3)
    fill(second)
    scores.end_match(first, 3, by=JURY, seen=None)
    tournament = first.round.tournament
    rounds.settle(tournament.pk, 1, by=JURY)
    builds.build(tournament.pk)
    totals = again(first).play.totals(list(again(first).points.values()))
    assert again(first).winner == max(totals, key=lambda side: totals[side])
    rows = {row["number"]: row for row in builds.latest_snapshot(tournament).rows}  # type: ignore[union-attr]
    for seat in first.seats.select_related("entry"):
        assert rows[seat.entry.number]["scored"] == totals[seat.side]
    tournament.refresh_from_db()
    assert audit.recompute(tournament.pk).faults == []
    notes = [row.note for row in evening_tables.results(tournament, {}, 1).rows]
    assert "tempo scaduto dopo la 3ª" in notes


def test_a_table_without_a_deal_waits_for_its_sheet_which_says_how_many_count(people: FourPeople) -> None:
    first, second = an_evening(people)
    fill(second)
    assert time_outs.end_round(first.round.tournament_id, 1, by=JURY) == [1]
    assert outstanding_deals(first.round).missing == {1: [1, 2, 3, 4]}
    address = reverse("table_sheet", args=[first.round.tournament.code, 1, 1])
    sheet = {"way": "totals", "time_over": "1", **a_deal(1), **a_deal(2)}
    assert people.client("referee").post(address, sheet).status_code == 303
    assert again(first).last_deal == 2
    assert outstanding_deals(first.round).missing == {}


def test_the_referee_ends_one_table_and_lets_it_go_on(people: FourPeople) -> None:
    first, _second = an_evening(people)
    play(first, 1)
    referee, tournament = people.client("referee"), first.round.tournament
    address = reverse("table_time_over", args=[tournament.code, 1, 1])
    page = reverse("table", args=[tournament.code, 1, 1])
    assert 'value="2"' in sentences(referee.get(page))
    referee.post(address, {"last": 2, "seen": ""})
    assert "Tempo scaduto: la partita finisce con la smazzata 2." in sentences(referee.get(page))
    assert "al tavolo 1 del turno 1" in sentences(referee.get(reverse("log", args=[tournament.code])))
    referee.post(address, {"go_on": 1, "last": 2, "seen": 1})
    assert again(first).last_deal == 2, "the page was older"
    referee.post(address, {"go_on": 1, "last": 2, "seen": 2})
    assert again(first).last_deal is None


def test_no_end_before_a_deal_that_is_on_the_sheet_and_none_without_a_deal(people: FourPeople) -> None:
    first, _second = an_evening(people)
    play(first, 2)
    with pytest.raises(TournamentError, match="La smazzata 2 è già sul foglio"):
        scores.end_match(first, 1, by=JURY, seen=None)
    for absurd in (0, 5):
        with pytest.raises(InputRefused):
            scores.end_match(first, absurd, by=JURY, seen=None)


def test_a_table_may_not_end_its_own_match(people: FourPeople) -> None:
    first, _second = an_evening(people)
    play(first, 1)
    code = first.round.tournament.code
    for who, status in (("player", 403), ("stranger", 403), ("referee", 303), ("organiser", 303)):
        answer = people.client(who).post(reverse("end_turn", args=[code, 1]))
        assert answer.status_code == status, who


def test_the_sides_read_on_their_phones_with_which_deal_they_end(people: FourPeople) -> None:
    first, _second = an_evening(people)
    scores.enter(
        first,
        1,
        "cards",
        some_cards(1, dealer=scores.place_of(first, 1).dealer),
        by=Actor.at_table(first, "A"),
        based_on=0,
    )
    time_outs.end_round(first.round.tournament_id, 1, by=JURY)
    page = sentences(people.client("").get(reverse("table_by_code", args=[codes.code_of(first, "B")])))
    assert "Tempo scaduto: la partita finisce con la smazzata 2." in page
    assert "Smazzata 3" not in page


def test_a_phone_that_still_writes_a_later_deal_is_told_that_the_match_is_over(people: FourPeople) -> None:
    first, _second = an_evening(people)
    play(first, 2)
    scores.end_match(first, 2, by=JURY, seen=None)
    page = reverse("table_deal_by_code", args=[codes.code_of(first, "A"), 3])
    for address in (page, f"{page}conto/"):
        answer = people.client("").post(address, a_deal(3), headers={"HX-Request": "true"})
        assert answer.status_code == 409
        assert answer["X-Refusal"]
        assert "Tempo scaduto: la partita è finita con la smazzata 2, la 3 non conta." in sentences(answer)
    assert again(first).deals.count() == 2


@pytest.mark.parametrize(
    ("game", "people", "deals", "winner", "losers"),
    [
        ("ottocento", 4, [{"A": 300, "B": 200}], "A", ()),
        ("ottocento", 4, [{"A": 250, "B": 250}], None, ()),
        ("quattro-scartate", 4, [{"A": 100, "B": 200}, {"A": 50, "B": 10}], "B", ()),
        ("mattazza", 3, [{"A": 1, "B": 0, "C": 0}], None, ("A",)),
        ("genovese-gatti", 3, [{"A": 20, "B": 30, "C": 25}], "B", ()),
    ],
)
def test_the_side_ahead_wins_whatever_the_game(
    game: str, people: int, deals: list[dict[str, int]], winner: str | None, losers: tuple[str, ...]
) -> None:
    played = scoring.GAMES[game]
    table = TablePlay(played, people, deals=played.deals, last=len(deals))
    points = dict(enumerate(deals, start=1))
    assert table.is_over(points)
    assert table.missing(points) == []
    outcome = table.outcome(deals)
    assert outcome is not None
    assert (outcome.winner, outcome.losers) == (winner, losers)
