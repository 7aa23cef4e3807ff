"""Whoever changes one deal, the others stay such as a match can have; and how three sit at a table."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.models import Club
from scoring import ScoringError
from tests import games
from tests.evening import JURY
from tests.tournaments.evenings.test_every_game import an_evening, goes_on, play_out, playing
from tournaments import queries
from tournaments.actors import Actor
from tournaments.core.play import TablePlay
from tournaments.core.standings import Ranked, Rest, Result, Rules, standings
from tournaments.errors import DealDecided, InputRefused, TournamentError
from tournaments.models import Match, RulingEffect
from tournaments.results import catalogue, codes, rulings, scores
from tournaments.rounds import rounds


def a_table(club: Club, game: str, players: int, **fields: object) -> Match:
    round_ = playing(an_evening(club, game, players, **fields))
    return round_.matches.select_related("round__tournament").get()


def again(match: Match) -> Match:
    return Match.objects.select_related("round__tournament").get(pk=match.pk)


def totals(a: int, b: int, **declared: int) -> dict[str, object]:
    return {
        "last_trick": "A",
        "A": {"total": a, "declared": declared.get("A", 0)},
        "B": {"total": b, "declared": declared.get("B", 0)},
    }


def charge(match: Match, loser: str) -> None:
    """A deal of mattazza that `loser` alone loses."""
    number, place = games.next_place(match)
    for seed in range(4000):
        deal = games.dealt(place, seed * 7)
        if games.points(place, deal)[loser] and sum(games.points(place, deal).values()) == 1:
            scores.enter(match, number, "parts", games.by_parts(place, deal), by=JURY, based_on=0)
            return
    raise LookupError("nobody loses so")


def test_a_ruling_may_not_end_a_match_before_its_later_smazzate(club: Club) -> None:
    match = a_table(club, "centocinquanta", 2)
    scores.enter(match, 1, "totals", totals(46, 20, A=115, B=141), by=JURY, based_on=0)
    scores.enter(again(match), 2, "totals", totals(46, 20), by=JURY, based_on=0)
    catalogue.adopt_base_catalogue(club)
    void = club.articles.filter(effect=RulingEffect.DECLARATIONS_VOID)[0]
    with pytest.raises(TournamentError, match="già finita prima della smazzata 2"):
        rulings.give(match, void, side="B", by=JURY, reason="Tardi", deal_number=1)
    assert again(match).points[1] == {"A": 161, "B": 161}


def test_reading_a_match_that_went_on_too_long_never_fails(club: Club) -> None:
    match = a_table(club, "quindici", 2)
    play_out(match, ["parts"])
    whole = again(match)
    points = {**whole.points, len(whole.points) + 1: {"A": 1, "B": 0}}
    assert whole.play.is_over(points)
    assert list(whole.play.numbers(points)) == sorted(points)


def test_a_match_of_a_settled_turn_is_not_opened_again(club: Club) -> None:
    match = a_table(club, "centocinquanta", 2)
    deal = scores.enter(match, 1, "totals", totals(46, 20, A=115), by=JURY, based_on=0)
    rounds.settle(match.round.tournament_id, 1, by=JURY)
    with pytest.raises(TournamentError, match="non sarebbe finita"):
        scores.enter(
            again(match), 1, "totals", totals(46, 20), by=JURY, based_on=deal.version, may_correct=True
        )


def at(match: Match, side: str) -> Actor:
    return Actor.at_table(match, side)


@pytest.fixture
def terziglio(club: Club) -> Match:
    """One deal, which the first to the soloist's right has written."""
    match = a_table(club, "terziglio", 3)
    number, place = games.next_place(match)
    deal = next(
        found for found in (games.dealt(place, seed) for seed in range(99)) if found.facts["soloist"] == "C"
    )
    entered = games.by_parts(place, deal)
    scores.enter(match, number, "parts", {**entered, "own": False}, by=at(match, "A"), based_on=0)
    return again(match)


def test_an_ally_does_not_confirm_what_the_other_wrote_and_the_soloist_does(terziglio: Match) -> None:
    version = terziglio.deals.get().version
    with pytest.raises(TournamentError, match="l'avete scritta voi"):
        scores.confirm(terziglio, {1: version}, by=at(terziglio, "B"))
    assert scores.confirm(terziglio, {1: version}, by=at(terziglio, "C"))[0].agreement == "confirmed"


@pytest.mark.parametrize(("side", "is_offered"), [("A", False), ("B", False), ("C", True)])
def test_the_page_offers_the_answer_to_opponents_of_the_writer_alone(
    terziglio: Match, client: Client, side: str, is_offered: bool
) -> None:
    code = codes.code_of(terziglio, side)
    page = client.get(reverse("table_by_code", args=[code])).content.decode()
    assert ("Gli avversari hanno scritto" in page) is is_offered
    assert ("Manca il sì degli avversari" in page) is not is_offered


def test_the_same_figures_played_otherwise_are_no_confirmation(terziglio: Match) -> None:
    deal = terziglio.deals.get()
    otherwise = {**deal.entered, "own": True}
    with pytest.raises((TournamentError, InputRefused)):
        scores.enter(terziglio, 1, "parts", otherwise, by=at(terziglio, "C"), based_on=0)
    assert terziglio.deals.get().agreement == "waiting"


def test_who_rests_does_not_deal_and_is_asked_for_nothing(club: Club) -> None:
    match = a_table(club, "mattazza", 4, target=2, agreement="until-two")
    play: TablePlay = match.play
    first = play.player_at(match.first_dealer)[0]
    for _deal in range(2):
        charge(match, first)
    number, place = games.next_place(match)
    assert first not in place.sides
    assert place.dealer in place.sides
    for later in range(number, number + 4):
        written: dict[int, dict[str, object]] = {}
        dealers = play.dealers(match.first_dealer, range(1, later + 1), written, again(match).points)
        assert play.player_at(dealers[-1])[0] != first or later < 3


def test_a_smazzata_that_sends_another_to_rest_is_not_taken_back_under_the_later_ones(club: Club) -> None:
    match = a_table(club, "mattazza", 4, target=2, agreement="until-two")
    for loser in ("A", "A", "B"):
        charge(match, loser)
    version = match.deals.get(number=2).version
    with pytest.raises(TournamentError, match="l'avrebbero giocata altri"):
        scores.erase(match, 2, by=JURY, based_on=version)
    assert match.deals.count() == 3


def test_the_table_and_the_paper_say_who_lost_at_mattazza(club: Club) -> None:
    match = a_table(club, "mattazza", 3, target=2, agreement="first-loses")
    for loser in ("B", "B"):
        charge(match, loser)
    over = again(match)
    assert over.losers == ("B",)
    assert not goes_on(over)


@pytest.mark.parametrize("points", [(0, 0, 2), (-37, -112, 149)], ids=["charges", "poste"])
def test_a_match_lost_a_tavolino_is_never_the_best_of_the_turn(points: tuple[int, ...]) -> None:
    lowest = tuple(-each for each in points) if min(points) == 0 else points
    played = Result(1, 1, ((1,), (2,), (3,)), lowest)
    entries = [Ranked(number, number) for number in (1, 2, 3, 4)]
    rows = standings(entries, [played], [Rest(1, 4, forfeited=True)], Rules(["points_scored"]), lots_seed=1)
    assert next(row for row in rows if row.number == 4).scored == min(lowest)


def test_a_riposo_at_tables_of_three_is_the_average_of_the_turn() -> None:
    played = Result(1, 1, ((1,), (2,), (3,)), (60, 30, 0))
    entries = [Ranked(number, number) for number in (1, 2, 3, 4)]
    rows = standings(entries, [played], [Rest(1, 4)], Rules(["points_scored"]), lots_seed=1)
    assert [(row.number, row.scored) for row in rows][1:3] == [(2, 30), (4, 30)]


def test_the_next_smazzata_but_one_waits_for_the_next(club: Club) -> None:
    match = a_table(club, "ottocento", 2)
    with pytest.raises(TournamentError, match="Prima della smazzata 2 va scritta la 1") as refused:
        scores.enter(match, 2, "totals", totals(194, 106), by=JURY, based_on=0)
    assert not isinstance(refused.value, InputRefused)


@pytest.mark.parametrize(
    ("game", "players", "more", "sentence"),
    [
        ("quattro-scartate", 2, {"C": {"total": 1}}, "il lato C non gioca"),
        ("quindici", 2, {"F": {"total": 1}}, "il lato F non gioca"),
    ],
)
def test_figures_of_nobody_are_refused(
    club: Club, game: str, players: int, more: dict[str, object], sentence: str
) -> None:
    match = a_table(club, game, players)
    with pytest.raises(InputRefused, match=sentence):
        scores.enter(match, 1, "totals", {**totals(46, 20), **more}, by=JURY, based_on=0)


def test_a_shared_pile_may_be_written_under_either_ally(terziglio: Match) -> None:
    place = scores.place_of(terziglio, 2)
    deal = next(
        found for found in (games.dealt(place, seed) for seed in range(99)) if found.facts["soloist"] == "C"
    )
    entered = games.by_parts(place, deal)
    entered["B"] = entered.pop("A")
    stored = scores.enter(terziglio, 2, "parts", entered, by=JURY, based_on=0)
    assert stored.points == games.points(place, deal)


def test_saving_a_smazzata_of_mattazza_costs_at_most_fifteen_queries(club: Club) -> None:
    match = a_table(club, "mattazza", 4)
    found = queries.tables(match.round.tournament.rounds.all()).get(pk=match.pk)
    number, place = games.next_place(match)
    entered = games.by_parts(place, games.dealt(place, 3))
    with CaptureQueriesContext(
        connection,
    ) as counted:
        scores.enter(found, number, "parts", entered, by=at(match, "A"), based_on=0)
    assert len(counted) <= 15


@pytest.fixture
def by_two_of_four(club: Club) -> Match:
    """The first deal of a mattazza of four, which A entered and B confirmed."""
    match = a_table(club, "mattazza", 4)
    number, place = games.next_place(match)
    deal = games.dealt(place, 3)
    stored = scores.enter(match, number, "parts", games.by_parts(place, deal), by=at(match, "A"), based_on=0)
    scores.confirm(match, {number: stored.version}, by=at(match, "B"))
    return again(match)


@pytest.mark.parametrize("side", ["C", "D"])
@pytest.mark.parametrize("seen", ["version", "answered_version"], ids=["now", "before it was confirmed"])
def test_a_third_player_contests_what_two_others_agreed_on(
    by_two_of_four: Match, side: str, seen: str
) -> None:
    based_on = getattr(by_two_of_four.deals.get(), seen)
    seen = {1: based_on}
    contested = scores.contest(by_two_of_four, seen, by=at(by_two_of_four, side), reason="Era mia")[0]
    assert (contested.agreement, contested.contest_reason) == ("contested", "Era mia")


@pytest.mark.parametrize("side", ["A", "B"])
def test_those_who_wrote_and_confirmed_do_not_contest_their_own_agreement(
    by_two_of_four: Match, side: str
) -> None:
    version = by_two_of_four.deals.get().version
    with pytest.raises(DealDecided):
        scores.contest(by_two_of_four, {1: version}, by=at(by_two_of_four, side), reason="No")


def test_a_third_player_does_not_write_over_what_two_others_agreed_on(by_two_of_four: Match) -> None:
    version = by_two_of_four.deals.get().version
    place = scores.place_of(by_two_of_four, 1)
    other = next(
        entered
        for entered in (games.by_parts(place, games.dealt(place, seed)) for seed in range(99))
        if entered != by_two_of_four.deals.get().entered
    )
    with pytest.raises(DealDecided):
        scores.enter(by_two_of_four, 1, "parts", other, by=at(by_two_of_four, "C"), based_on=version)


def test_a_third_player_does_not_contest_what_the_referee_accepted(by_two_of_four: Match) -> None:
    version = by_two_of_four.deals.get().version
    contested = scores.contest(by_two_of_four, {1: version}, by=at(by_two_of_four, "C"), reason="Era mia")[0]
    accepted = scores.accept(by_two_of_four, {1: contested.version}, by=JURY)[0]
    with pytest.raises(DealDecided):
        scores.contest(by_two_of_four, {1: accepted.version}, by=at(by_two_of_four, "D"), reason="No")


@pytest.mark.parametrize(("side", "is_offered"), [("A", False), ("B", False), ("C", True), ("D", True)])
def test_the_page_of_a_third_player_offers_the_contest(
    by_two_of_four: Match, client: Client, side: str, is_offered: bool
) -> None:
    code = codes.code_of(by_two_of_four, side)
    page = client.get(reverse("table_by_code", args=[code])).content.decode()
    contest = reverse("table_contest_by_code", args=[code])
    assert (f'action="{contest}"' in page) is is_offered
    answer = client.post(contest, {"seen": f"1:{by_two_of_four.deals.get().version}", "reason": "Era mia"})
    assert answer.status_code == (303 if is_offered else 409)


def test_an_ally_of_the_writer_does_not_contest_what_the_soloist_confirmed(terziglio: Match) -> None:
    scores.confirm(terziglio, {1: terziglio.deals.get().version}, by=at(terziglio, "C"))
    version = terziglio.deals.get().version
    with pytest.raises(DealDecided):
        scores.contest(terziglio, {1: version}, by=at(terziglio, "B"), reason="No")


def test_writing_the_same_as_the_others_and_sending_it_again_is_one_yes(club: Club) -> None:
    match = a_table(club, "quattro-scartate", 2)
    key = uuid4()
    scores.enter(match, 1, "totals", totals(194, 106), by=at(match, "A"), based_on=0)
    for _sending in range(2):
        stored = scores.enter(match, 1, "totals", totals(194, 106), by=at(match, "B"), based_on=0, key=key)
        assert stored.agreement == "confirmed"


def test_a_late_contest_does_not_undo_what_the_referee_accepted(club: Club) -> None:
    match = a_table(club, "quattro-scartate", 2)
    deal = scores.enter(match, 1, "totals", totals(194, 106), by=at(match, "A"), based_on=0)
    scores.accept(match, {1: deal.version}, by=JURY)
    with pytest.raises(DealDecided):
        scores.contest(match, {1: deal.version}, by=at(match, "B"), reason="No")
    assert match.deals.get().agreement == "confirmed"


@pytest.mark.parametrize("heap", [{"cards": [], "missing": ["16"]}, {"cards": ["Ang"], "missing": []}])
def test_all_the_tricks_with_half_a_heap_are_no_cappotto(club: Club, heap: dict[str, list[str]]) -> None:
    match = a_table(club, "quattro-scartate", 2)
    entered = {"cards": {"A": heap["cards"]}, "missing": heap["missing"], "tricks": 15, "last_trick": "A"}
    with pytest.raises(ScoringError) as refused:
        scores.enter(match, 1, "cards", entered, by=JURY, based_on=0)
    assert refused.value.code == "heap-too-few"


def test_tricks_alone_are_not_enough_where_three_play(club: Club) -> None:
    match = a_table(club, "terziglio", 3)
    entered = {"cards": {"A": []}, "missing": [], "tricks": 5, "last_trick": "A", "soloist": "A"}
    with pytest.raises(InputRefused, match="le prese non bastano"):
        scores.enter(match, 1, "cards", entered, by=JURY, based_on=0)
