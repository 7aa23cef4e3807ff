"""What a correction or a ruling would change is told before it is made, and is what then happens."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.evening import JURY, a_club, a_round, a_tournament, fill, settle
from tests.once import once_a_module
from tournaments.entries import entries
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.models import Article, LogEntry, Match, RulingEffect, Tournament
from tournaments.results import catalogue, correction_preview, rulings, scores
from tournaments.results.correction_preview import Change
from tournaments.results.rulings import RulingRequest
from tournaments.rounds import rounds
from tournaments.standings import builds


def an_evening() -> Tournament:
    """Six pairs after a settled turn, and the catalogue of their club."""
    tournament = a_tournament(a_club(), pairs=6)
    catalogue.adopt_base_catalogue(tournament.club)
    settle(tournament, a_round(tournament))
    return built(tournament)


made_evening = once_a_module(an_evening)


@pytest.fixture
def evening(made_evening: Callable[[], Tournament], db: None) -> Tournament:
    return made_evening()


def built(tournament: Tournament) -> Tournament:
    builds.build(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def table(tournament: Tournament, number: int = 1, turn: int = 1) -> Match:
    found = Match.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=turn, table=number
    )
    found.round.tournament = Tournament.objects.get(pk=tournament.pk)
    return found


def lines(tournament: Tournament) -> dict[int, tuple[int, int, int, bool]]:
    """Place, match points, difference and tie of each pair, as stored."""
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    return {
        row["number"]: (row["place"], row["match_points"], row["difference"], row["tied"])
        for row in snapshot.rows
    }


def cappotto(winner: str) -> dict[str, Any]:
    """Every trick to that side."""
    loser = "B" if winner == "A" else "A"
    return {"cards": {loser: []}, "last_trick": winner}


def correction(match: Match, number: int, entered: dict[str, Any], **changed: Any) -> Change:
    based_on = match.deals.get(number=number).version
    return correction_preview.preview_correction(
        match, number, "cards", entered, **{"based_on": based_on, **changed}
    )


def article(tournament: Tournament, effect: RulingEffect) -> Article:
    return tournament.club.articles.filter(effect=effect)[0]


def told(change: Change) -> dict[int, tuple[int, int, int, bool]]:
    return {
        shift.number: (shift.after.place, shift.after.match_points, shift.after.difference, shift.after.tied)
        for shift in change.standings.shifts
    }


def changed(before: dict[int, Any], after: dict[int, Any]) -> dict[int, Any]:
    return {number: line for number, line in after.items() if line != before[number]}


def test_what_a_correction_would_change_is_what_it_changes(evening: Tournament) -> None:
    match, before = table(evening), lines(evening)
    loser = "A" if match.deals.first().points["A"] < match.deals.first().points["B"] else "B"  # type: ignore[union-attr]
    change = correction(match, 2, cappotto(loser))
    assert lines(built(evening)) == before, "a preview stores nothing"
    scores.enter(
        match, 2, "cards", cappotto(loser), by=JURY,
        based_on=match.deals.get(number=2).version, may_correct=True,
    )  # fmt: skip
    after = lines(built(evening))
    assert change.counts
    assert told(change) == changed(before, after)
    assert match.deals.get(number=2).points == change.after


def test_a_correction_to_the_same_points_changes_nothing(evening: Tournament) -> None:
    match = table(evening)
    deal = match.deals.get(number=1)
    change = correction(match, 1, deal.entered)
    assert change.standings.is_empty
    assert change.before == change.after == deal.points


def test_a_ruling_on_the_smazzata_stays_in_what_is_foreseen(evening: Tournament) -> None:
    match = table(evening)
    only = article(evening, RulingEffect.ONLY_CARD_POINTS)
    rulings.give(match, only, side="A", by=JURY, reason="Busso", deal_number=1)
    change = correction(table(evening), 1, cappotto("A"))
    assert change.after is not None
    assert change.after["A"] < 200, "the card points alone"


def test_tables_already_announced_stay_and_a_draft_is_made_again(evening: Tournament) -> None:
    a_round(evening, until="draft")
    change = correction(table(evening), 1, cappotto("A"))
    assert (change.announced, change.draft) == ((), 2)
    rounds.publish(evening.pk, 2, by=JURY)
    with pytest.raises(InputRefused, match="scrivi il motivo"):
        correction(table(evening), 1, cappotto("A"))
    change = correction(table(evening), 1, cappotto("A"), reason="Somma")
    assert (change.announced, change.draft) == ((2,), None)
    seats = list(match_seats(evening))
    scores.enter(
        table(evening), 1, "cards", cappotto("A"), by=JURY, reason="Somma",
        based_on=table(evening).deals.get(number=1).version, may_correct=True,
    )  # fmt: skip
    assert list(match_seats(evening)) == seats, "no table moves"


def match_seats(tournament: Tournament) -> Any:
    return table(tournament, turn=2).round.matches.order_by("table").values_list("table", "seats__person")


def test_a_correction_of_another_version_is_not_foreseen(evening: Tournament) -> None:
    with pytest.raises(Outdated):
        correction(table(evening), 1, cappotto("A"), based_on=1)


def test_a_tie_made_and_a_tie_resolved_are_told(db: None) -> None:
    tournament = a_tournament(a_club(), pairs=4, criteria=["match_points"])
    catalogue.adopt_base_catalogue(tournament.club)
    settle(tournament, a_round(tournament))
    tournament = built(tournament)
    match = table(tournament)
    level = RulingRequest(article(tournament, RulingEffect.ASSIGNED), "A", assigned={"A": 500, "B": 500})
    change = correction_preview.preview_ruling(match, level)
    assert {tie.place for tie in change.standings.resolved} == {1, 3}
    assert [(tie.place, len(tie.numbers)) for tie in change.standings.made] == [(2, 2)]


BY_EFFECT = pytest.mark.parametrize(
    ("effect", "assigned"),
    [
        (effect, {"A": 400, "B": 900} if effect is RulingEffect.ASSIGNED else None)
        for effect in RulingEffect
        if effect is not RulingEffect.VICTORY_POINTS_OFF  # this ranking does not count them
    ],
)


@BY_EFFECT
def test_what_a_ruling_would_change_is_what_it_changes(
    evening: Tournament, effect: RulingEffect, assigned: dict[str, int] | None
) -> None:
    match, before = table(evening), lines(evening)
    asked = RulingRequest(article(evening, effect), "A", 1, assigned)
    change = correction_preview.preview_ruling(match, asked)
    assert not match.rulings.exists()
    rulings.give(match, asked.article, side="A", by=JURY, reason="Prova", deal_number=1, assigned=assigned)
    assert told(change) == changed(before, lines(built(evening)))


@BY_EFFECT
def test_what_taking_a_ruling_back_would_change_is_what_it_changes(
    evening: Tournament, effect: RulingEffect, assigned: dict[str, int] | None
) -> None:
    one = article(evening, effect)
    given = rulings.give(
        table(evening), one, side="A", by=JURY, reason="Prova", deal_number=1, assigned=assigned
    )
    before = lines(built(evening))
    change = correction_preview.preview_revocation(table(evening), given)
    rulings.revoke(given, by=JURY, reason="No")
    assert told(change) == changed(before, lines(built(evening)))


def test_a_long_reason_of_an_expulsion_fits_in_the_log(evening: Tournament) -> None:
    expulsion = article(evening, RulingEffect.EXPULSION)
    rulings.give(table(evening), expulsion, side="A", by=JURY, reason="x" * 300)
    assert len(LogEntry.objects.get(tournament=evening, act="entry.expelled").reason) == 300


def test_a_ruling_in_a_turn_still_played_weighs_later(evening: Tournament) -> None:
    a_round(evening, seed=2)
    asked = RulingRequest(article(evening, RulingEffect.FORFEIT), "A")
    change = correction_preview.preview_ruling(table(evening, turn=2), asked)
    assert not change.counts
    assert change.standings.is_empty


def test_the_queries_of_a_preview_do_not_grow_with_the_evening(
    db: None, django_assert_num_queries: Any
) -> None:
    for pairs in (4, 24):
        tournament = a_tournament(a_club(f"Circolo {pairs}"), pairs=pairs)
        settle(tournament, a_round(tournament))
        match = table(built(tournament))
        version = match.deals.get(number=1).version
        with django_assert_num_queries(14):
            correction_preview.preview_correction(match, 1, "cards", cappotto("A"), based_on=version)


def test_an_assigned_score_counts_instead_of_the_smazzate_and_owes_none(evening: Tournament) -> None:
    round_ = a_round(evening, seed=2)
    match = table(evening, turn=2)
    rulings.give(
        match,
        article(evening, RulingEffect.ASSIGNED),
        side="A",
        by=JURY,
        reason="Luce",
        assigned={"A": 700, "B": 650},
    )
    for other in round_.matches.select_related("round__tournament").exclude(pk=match.pk):
        fill(other)
    rounds.settle(evening.pk, 2, by=JURY)
    tournament = built(evening)
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    number = match.seats.filter(side="A")[0].entry.number
    line = next(row for row in snapshot.rows if row["number"] == number)["per_turn"][-1]
    assert (line["scored"], line["conceded"], line["match_points"], line["assigned"]) == (700, 650, 2, True)


def test_the_newest_word_on_a_match_is_the_one_that_counts(evening: Tournament) -> None:
    match = table(evening)
    score, lost = (article(evening, effect) for effect in (RulingEffect.ASSIGNED, RulingEffect.FORFEIT))
    rulings.give(match, score, side="A", by=JURY, reason="Prima", assigned={"A": 500, "B": 500})
    later = rulings.give(match, lost, side="B", by=JURY, reason="Poi")
    assert (table(evening).lost_by, table(evening).assigned) == ("B", None)
    rulings.revoke(later, by=JURY, reason="No")
    assert (table(evening).lost_by, table(evening).assigned) == ("", {"A": 500, "B": 500})


def test_both_pairs_may_lose_the_same_match(evening: Tournament) -> None:
    match, lost = table(evening), article(evening, RulingEffect.FORFEIT)
    for side in "AB":
        rulings.give(match, lost, side=side, by=JURY, reason="Assenti")
    after = lines(built(evening))
    numbers = set(match.seats.values_list("entry__number", flat=True))
    assert {after[number][1] for number in numbers} == {0}
    assert table(evening).lost_by == "AB"


def test_an_expelled_pair_is_out_and_comes_back_when_the_ruling_is_taken_back(evening: Tournament) -> None:
    match = table(evening)
    number = match.seats.filter(side="A")[0].entry.number
    given = rulings.give(
        match, article(evening, RulingEffect.EXPULSION), side="A", by=JURY, reason="Parlavano"
    )
    entry = evening.entries.get(number=number)
    assert entry.withdrawn_at is not None
    said = LogEntry.objects.filter(tournament=evening, act="entry.expelled").latest("number")
    assert "Parlavano" in said.reason
    row = next(row for row in builds.latest_snapshot(built(evening)).rows if row["number"] == number)  # type: ignore[union-attr]
    assert row["match_points"] == 0
    rulings.revoke(given, by=JURY, reason="Erano altri")
    entry.refresh_from_db()
    assert entry.withdrawn_at is None


def test_a_pair_that_had_gone_home_stays_so_when_its_expulsion_is_taken_back(evening: Tournament) -> None:
    match = table(evening)
    number = match.seats.filter(side="A")[0].entry.number
    entries.withdraw(evening.pk, number, withdrawn=True, by=JURY)
    given = rulings.give(match, article(evening, RulingEffect.EXPULSION), side="A", by=JURY, reason="x")
    rulings.revoke(given, by=JURY, reason="y")
    assert evening.entries.get(number=number).withdrawn_at is not None


def test_a_table_of_a_settled_turn_is_never_left_without_a_result(evening: Tournament) -> None:
    round_ = a_round(evening, seed=2)
    match = table(evening, turn=2)
    lost = article(evening, RulingEffect.FORFEIT)
    given = rulings.give(match, lost, side="A", by=JURY, reason="Assenti")
    for other in round_.matches.select_related("round__tournament").exclude(pk=match.pk):
        fill(other)
    rounds.settle(evening.pk, 2, by=JURY)
    with pytest.raises(TournamentError, match="dai prima un punteggio arbitrale"):
        rulings.revoke(given, by=JURY, reason="C'erano")
    given.refresh_from_db()
    assert given.revoked_at is None
    score = article(evening, RulingEffect.ASSIGNED)
    rulings.give(
        table(evening, turn=2), score, side="A", by=JURY, reason="C'erano", assigned={"A": 600, "B": 600}
    )
    rulings.revoke(given, by=JURY, reason="C'erano")
    assert table(evening, turn=2).assigned == {"A": 600, "B": 600}


@pytest.mark.parametrize("score", [None, {"A": -1, "B": 5}, {"A": 10_001, "B": 5}, {"A": 5}])
def test_an_assigned_score_says_both_sides_points(evening: Tournament, score: dict[str, int] | None) -> None:
    with pytest.raises(InputRefused, match="Scrivi i punti che assegni"):
        rulings.give(
            table(evening),
            article(evening, RulingEffect.ASSIGNED),
            side="A",
            by=JURY,
            reason="x",
            assigned=score,
        )


def test_nobody_writes_smazzate_at_a_table_of_a_settled_turn_that_a_ruling_ended(evening: Tournament) -> None:
    round_ = a_round(evening, seed=2)
    match = table(evening, turn=2)
    rulings.give(match, article(evening, RulingEffect.FORFEIT), side="A", by=JURY, reason="Assenti")
    for other in round_.matches.select_related("round__tournament").exclude(pk=match.pk):
        fill(other)
    rounds.settle(evening.pk, 2, by=JURY)
    with pytest.raises(TournamentError, match="l'ha deciso l'arbitro"):
        scores.enter(match, 1, "cards", cappotto("A"), by=JURY, based_on=0, may_correct=True, reason="x")


def test_a_forfeit_at_a_table_already_given_a_riposo_does_not_count_twice(db: None) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    catalogue.adopt_base_catalogue(tournament.club)
    round_ = a_round(tournament)
    match = table(tournament)
    fill(table(tournament, 2))
    gone = match.seats.filter(side="A")[0].entry.number
    entries.withdraw(tournament.pk, gone, withdrawn=True, by=JURY)
    rounds.settle(tournament.pk, round_.number, by=JURY)
    rulings.give(
        match, article(tournament, RulingEffect.FORFEIT), side="A", by=JURY, reason="Se ne sono andati"
    )
    after = lines(built(tournament))
    stays = match.seats.filter(side="B")[0].entry.number
    assert after[stays][1] == 2
