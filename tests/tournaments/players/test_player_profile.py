"""What is read of the rows, against an independent count of the deals as they were played out."""

from collections import Counter
from dataclasses import dataclass, field

import pytest

import scoring
from club.models import Person
from tests import games
from tests.evening import JURY, a_club, a_round, a_tournament
from tournaments.core.careers import Figures, Outcome, figures_by_game, tally
from tournaments.models import Match, RulingEffect, Seat, Tournament
from tournaments.players import match_history
from tournaments.results import catalogue, rulings, scores
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db

WRITE = {"cards": games.by_cards, "parts": games.by_parts, "totals": games.by_totals}


@dataclass
class Truth:
    """Counted by hand for each person, from whole piles, whatever was written of them."""

    sums: dict[int, Counter[str]] = field(default_factory=dict)

    def note(self, match: Match, way: str, deal: scoring.PlayedDeal) -> None:
        counted = games.counted(scores.place_of(match, 1), deal)
        points = {side: made.total for side, made in counted.sides.items()}
        for seat in match.seats.all():
            made, mine = counted.sides[seat.side], self.sums.setdefault(seat.person_id, Counter())
            shown = sum(each.total for each in made.declared)
            mine.update(deals=1, points=made.total, declared=shown, earned=made.total - shown)
            mine["best"] = max(mine["best"], made.total)
            if way != "totals":
                mine.update(told=1, criccone=len(made.cricche.items) >= 3, scartini=made.card_points)
            if way == "cards":
                number = len(made.sequences.items)
                mine.update(by_cards=1, sequences=number, doubled=number >= 3)
            mine["lead"] += points[seat.side] - points["B" if seat.side == "A" else "A"]


@pytest.fixture
def truth() -> Truth:
    return Truth()


def play(tournament: Tournament, truth: Truth, turn: int) -> None:
    """A turn played out, a deal in three by cards, by parts and by totals; settled."""
    round_ = a_round(tournament, seed=turn)
    for match in round_.matches.select_related("round__tournament"):
        for number in range(1, 5):
            place = scores.place_of(match, number)
            deal = games.dealt(place, turn * 1000 + match.table * 100 + number)
            way = ("cards", "parts", "totals")[(number + match.table) % 3]
            scores.enter(match, number, way, WRITE[way](place, deal), by=JURY, based_on=0)
            truth.note(match, way, deal)
    rounds.settle(tournament.pk, turn, by=JURY)


def figures_of(person: Person) -> Figures:
    (made,) = figures_by_game(seen(person))
    return made


def seen(person: Person) -> list[match_history.Played]:
    return [
        match_history.seen_from(match, match_history.seat_of(match, person))
        for match in match_history.matches_of_person(person)
    ]


def test_every_figure_of_everybody_is_that_of_the_deals_as_they_were_played(truth: Truth) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    for turn in (1, 2, 3):
        play(tournament, truth, turn)
    assert len(truth.sums) == 8
    for person in Person.objects.all():
        mine, made = truth.sums[person.pk], figures_of(person)
        assert (made.deals, made.average.sum, made.average.of) == (mine["deals"], mine["points"], 12)
        assert (made.declared.sum, made.earned.sum, made.declared.of) == (
            mine["declared"],
            mine["earned"],
            12,
        )
        assert (made.criccone.times, made.criccone.of) == (mine["criccone"], mine["told"])
        assert (made.sequences.sum, made.sequences.of) == (mine["sequences"], mine["by_cards"])
        assert (made.doubled.times, made.doubled.of) == (mine["doubled"], mine["by_cards"])
        assert (made.parts["card_points"].sum, made.parts["card_points"].of) == (
            mine["scartini"],
            mine["told"],
        )
        assert made.best is not None
        assert made.best.points == mine["best"]
        assert tally(seen(person)).difference == mine["lead"]
    assert sum(mine["criccone"] for mine in truth.sums.values()) > 0
    assert sum(mine["doubled"] for mine in truth.sums.values()) > 0
    assert sum(mine["declared"] for mine in truth.sums.values()) > 0


def test_the_matches_of_all_add_up_to_nothing(truth: Truth) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    play(tournament, truth, 1)
    made = [tally(seen(person)) for person in Person.objects.all()]
    assert sum(each.won for each in made) == sum(each.lost for each in made)
    assert sum(each.difference for each in made) == 0
    assert all(each.matches == 1 for each in made)


def test_a_turn_that_is_being_played_is_not_counted() -> None:
    tournament = a_tournament(a_club(), pairs=2)
    match = a_round(tournament).matches.select_related("round__tournament").get()
    place = scores.place_of(match, 1)
    scores.enter(match, 1, "cards", games.by_cards(place, games.dealt(place, 1)), by=JURY, based_on=0)
    assert not any(seen(person) for person in Person.objects.all())


def test_a_cappotto_is_told_on_both_sides_however_it_was_written() -> None:
    tournament = a_tournament(a_club(), pairs=2)
    match = a_round(tournament).matches.select_related("round__tournament").get()
    for number in range(1, 5):
        dealer = scores.place_of(match, number).dealer
        entered = {"cards": {dealer: list(scoring.DECK)}, "last_trick": dealer}
        scores.enter(match, number, "cards", entered, by=JURY, based_on=0)
    rounds.settle(tournament.pk, 1, by=JURY)
    for person in Person.objects.all():
        made = figures_of(person)
        assert (made.cappotti.times, made.suffered.times, made.cappotti.of) == (2, 2, 4)


def an_article(match: Match, effect: str) -> object:
    club = match.round.tournament.club
    catalogue.adopt_base_catalogue(club)
    return club.articles.filter(effect=effect)[0]


def test_what_a_ruling_takes_away_is_in_no_figure(truth: Truth) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    play(tournament, truth, 1)
    match = Match.objects.select_related("round__tournament__club").get()
    number = next(deal.number for deal in match.deals.all() if deal.way == "cards")
    person = match.seats.filter(side="A")[0].person
    before = next(deal for deal in seen(person)[0].deals if deal.number == number)
    assert before.sequences
    rulings.give(
        match, an_article(match, RulingEffect.ONLY_CARD_POINTS), side="A", by=JURY, reason="Busso",
        deal_number=number,
    )  # fmt: skip
    after = next(deal for deal in seen(person)[0].deals if deal.number == number)
    assert (after.sequences, after.doubled, after.criccone, after.declared) == (0, False, False, 0)
    assert after.points == after.earned == before.figures["card_points"]


def test_a_match_lost_a_tavolino_counts_without_points_and_without_smazzate(truth: Truth) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    play(tournament, truth, 1)
    match = Match.objects.select_related("round__tournament__club").get()
    rulings.give(match, an_article(match, RulingEffect.FORFEIT), side="A", by=JURY, reason="Assenti")
    for seat in Seat.objects.select_related("person"):
        (one,) = seen(seat.person)
        assert one.outcome is (Outcome.LOST if seat.side == "A" else Outcome.WON)
        assert (one.points, one.conceded, one.deals) == (None, None, ())


def test_two_on_different_sides_have_met_and_two_on_one_side_have_not(truth: Truth) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    play(tournament, truth, 1)
    one, two = tournament.entries.order_by("number")
    anna, bruno = (each.person for each in one.players.select_related("person"))
    other = two.players.select_related("person")[0].person
    ((_match, forth),) = match_history.matches_between(anna, other, match_history.matches_of_person(anna))
    ((_match, back),) = match_history.matches_between(other, anna, match_history.matches_of_person(other))
    assert (forth.points, forth.conceded) == (back.conceded, back.points)
    assert {forth.outcome, back.outcome} in ({Outcome.WON, Outcome.LOST}, {Outcome.TIED})
    assert match_history.matches_between(anna, bruno, match_history.matches_of_person(anna)) == []
    assert len(match_history.matches_together(anna, bruno, match_history.matches_of_person(anna))) == 1
    ((_match, pairs),) = match_history.matches_between(one, two, match_history.matches_of_entry(one))
    assert (pairs.points, pairs.outcome) == (forth.points, forth.outcome)
