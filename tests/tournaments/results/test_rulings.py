"""What the referee's rulings do to a deal, a match and a pair, and how they are undone."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring import ScoringError
from tests.evening import JURY, a_club, a_round, a_tournament, fill
from tests.once import once_a_module
from tournaments.actors import Actor
from tournaments.entries import entries
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Article, LogEntry, Match, Ruling, RulingEffect, Tournament
from tournaments.results import catalogue, rulings, scores
from tournaments.rounds import rounds
from tournaments.rounds.completeness import outstanding_deals
from tournaments.standings import builds
from tournaments.standings.audit import recompute

REFEREE = Actor("Arbitra")
#: CONTRACT's own example of possible figures, with a declaration.
PARTS = {
    "last_trick": "A",
    "A": {"sequences": 130, "cricche": 17, "card_points": 41, "declared": 17},
    "B": {"sequences": 20, "cricche": 40, "card_points": 46, "declared": 0},
}
TOTALS = {"last_trick": "A", "A": {"total": 194, "declared": 17}, "B": {"total": 106, "declared": 0}}


def a_match() -> Match:
    """A table being played, whose first deal is written by parts."""
    tournament = a_tournament(a_club(), pairs=4)
    catalogue.adopt_base_catalogue(tournament.club)
    match = a_round(tournament).matches.select_related("round__tournament").get(table=1)
    number = next(n for n in range(1, 5) if scores.place_of(match, n).dealer == "B")
    scores.enter(match, number, "parts", PARTS, by=JURY, based_on=0)
    return match


made_match = once_a_module(a_match)


@pytest.fixture
def match(made_match: Callable[[], Match], db: None) -> Match:
    return made_match()


def first(match: Match) -> int:
    return match.deals.get().number


def article(match: Match, effect: RulingEffect) -> Article:
    return match.round.tournament.club.articles.filter(effect=effect)[0]


def points(match: Match) -> tuple[int, int]:
    deal = match.deals.get()
    return tuple(deal.points.values())


def rule(match: Match, effect: RulingEffect, **changed: object) -> Ruling:
    given = {"side": "A", "by": REFEREE, "reason": "Ha bussato", **changed}
    return rulings.give(match, article(match, effect), **given)  # type: ignore[arg-type]


def test_the_offenders_keep_only_their_card_points_and_the_log_says_from_what_to_what(match: Match) -> None:
    assert points(match) == (211, 106)
    rule(match, RulingEffect.ONLY_CARD_POINTS, deal_number=first(match))
    assert points(match) == (41, 106)
    said = LogEntry.objects.get(act="ruling.given")
    assert (said.before, said.after["points"]) == ({"points": {"A": 211, "B": 106}}, {"A": 41, "B": 106})
    assert (said.actor_name, said.reason) == ("Arbitra", "Ha bussato")


def test_what_was_counted_stays_as_it_was(match: Match) -> None:
    rule(match, RulingEffect.ONLY_CARD_POINTS, deal_number=first(match))
    assert match.deals.get().counted["A"]["total"] == 211


def test_before_it_is_given_the_referee_sees_what_it_will_do(match: Match) -> None:
    seen = rulings.preview(match, article(match, RulingEffect.DECLARATIONS_VOID), "A", first(match))
    assert (seen.before["total"], seen.after["total"]) == (211, 194)
    assert not Ruling.objects.exists()


def test_a_ruling_taken_back_is_undone_and_taking_back_twice_is_once(match: Match) -> None:
    given = rule(match, RulingEffect.ONLY_CARD_POINTS, deal_number=first(match))
    for _time in range(2):
        rulings.revoke(given, by=REFEREE, reason="Era l'altra coppia")
    assert points(match) == (211, 106)
    assert LogEntry.objects.filter(act="ruling.revoked").count() == 1


def test_a_correction_keeps_the_ruling(match: Match) -> None:
    rule(match, RulingEffect.DECLARATIONS_VOID, deal_number=first(match))
    corrected = {**PARTS, "A": {**PARTS["A"], "declared": 34}}
    deal = match.deals.get()
    scores.enter(match, deal.number, "parts", corrected, by=JURY, based_on=deal.version)
    assert points(match) == (194, 106)


def test_two_rulings_on_one_smazzata_add_up(match: Match) -> None:
    rule(match, RulingEffect.DECLARATIONS_VOID, deal_number=first(match))
    rule(match, RulingEffect.ONLY_CARD_POINTS, deal_number=first(match), side="B")
    assert points(match) == (194, 46)


def test_a_smazzata_by_totals_must_be_written_by_parts_first(match: Match) -> None:
    deal = match.deals.get()
    scores.enter(match, deal.number, "totals", TOTALS, by=JURY, based_on=deal.version)
    with pytest.raises(ScoringError) as refused:
        rule(match, RulingEffect.ONLY_CARD_POINTS, deal_number=deal.number)
    assert refused.value.code == "effect-needs-parts"
    assert not Ruling.objects.exists()
    rule(match, RulingEffect.DECLARATIONS_VOID, deal_number=deal.number)
    assert points(match) == (194, 106)


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("reason-missing", {"reason": "  "}),
        ("side-missing", {"side": "N"}),
        ("no-deal", {"deal_number": None}),
        ("no-deal", {"deal_number": 9}),
    ],
)
def test_a_ruling_on_nothing_is_refused(match: Match, code: str, changed: dict[str, object]) -> None:
    given = {"deal_number": first(match), **changed}
    with pytest.raises(InputRefused) as refused:
        rule(match, RulingEffect.ONLY_CARD_POINTS, **given)
    assert refused.value.code == code


def test_another_club_s_article_is_refused(match: Match) -> None:
    other = a_club("Un altro")
    catalogue.adopt_base_catalogue(other)
    with pytest.raises(InputRefused) as refused:
        rulings.give(match, other.articles.get(code="3"), side="A", by=REFEREE, reason="Tardi")
    assert refused.value.code == "unknown-article"


def settled(match: Match) -> Tournament:
    """The turn over, its standings built."""
    for each in match.round.matches.select_related("round__tournament"):
        if not each.rulings.filter(effect="forfeit").exists():
            for deal in each.deals.all():
                deal.delete()
            fill(each)
    rounds.settle(match.round.tournament_id, 1, by=JURY)
    return built(match.round.tournament_id)


def built(pk: int) -> Tournament:
    builds.build(pk)
    return Tournament.objects.get(pk=pk)


def row(tournament: Tournament, entry: int) -> dict[str, object]:
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    return next(row for row in snapshot.rows if row["number"] == entry)


def entry_of(match: Match, side: str) -> int:
    return match.seats.filter(side=side).first().entry.number  # type: ignore[union-attr]


def test_every_second_warning_takes_points(match: Match) -> None:
    number = entry_of(match, "A")
    rule(match, RulingEffect.WARNING)
    tournament = settled(match)
    clean = row(tournament, number)["scored"]
    rule(match, RulingEffect.WARNING)
    tournament = built(tournament.pk)
    assert row(tournament, number)["scored"] == clean - 50  # type: ignore[operator]
    rule(match, RulingEffect.WARNING)
    assert row(built(tournament.pk), number)["scored"] == clean - 50  # type: ignore[operator]


def test_points_off_weigh_on_the_classifica_at_once_and_move_no_table(match: Match) -> None:
    number = entry_of(match, "B")
    tournament = settled(match)
    clean = row(tournament, number)
    rule(match, RulingEffect.POINTS_OFF, side="B")
    now = row(built(tournament.pk), number)
    assert (now["scored"], now["difference"]) == (clean["scored"] - 50, clean["difference"] - 50)  # type: ignore[operator]
    assert (now["played"], now["match_points"]) == (clean["played"], clean["match_points"])
    assert now["per_turn"][-1]["penalty"] is True  # type: ignore[index]


def test_a_match_lost_a_tavolino_needs_no_smazzate_and_gives_the_opponents_the_riposo(match: Match) -> None:
    loser, winner = entry_of(match, "A"), entry_of(match, "B")
    rule(match, RulingEffect.FORFEIT)
    assert 1 not in outstanding_deals(match.round).missing
    tournament = settled(match)
    lost, won = row(tournament, loser), row(tournament, winner)
    assert (lost["match_points"], lost["scored"], lost["lost"], lost["rested"]) == (0, 0, 1, 0)
    assert (won["match_points"], won["rested"]) == (2, 1)


def test_the_base_catalogue_is_adopted_once_and_leaves_the_club_s_own_articles(db: None) -> None:
    club = a_club()
    Article.objects.create(club=club, code="1", title="Nostro", effect=RulingEffect.WARNING)
    for _time in range(2):
        catalogue.adopt_base_catalogue(club)
    assert club.articles.count() == len(catalogue.BASE_CATALOGUE)
    assert club.articles.get(code="1").title == "Nostro"


def test_a_closed_tournament_takes_no_rulings(match: Match) -> None:
    tournament = match.round.tournament
    settled(match)
    lifecycle.close(tournament.pk, by=JURY)
    with pytest.raises(TournamentError) as refused:
        rule(match, RulingEffect.WARNING)
    assert refused.value.code == "closed"


@pytest.mark.parametrize("is_given_after", [False, True])
def test_an_assigned_score_at_a_table_that_a_pair_has_left_is_taken_back_and_leaves_a_bye(
    match: Match, is_given_after: bool
) -> None:
    tournament = match.round.tournament
    gone, staying = (match.seats.filter(side=side)[0].entry.number for side in "AB")
    fill(match.round.matches.select_related("round__tournament").get(table=2))
    entries.withdraw(tournament.pk, gone, withdrawn=True, by=JURY)
    score = {"assigned": {"A": 300, "B": 200}}
    if is_given_after:
        rounds.settle(tournament.pk, 1, by=JURY, accept_unconfirmed=True)
        given = rule(match, RulingEffect.ASSIGNED, **score)
    else:
        given = rule(match, RulingEffect.ASSIGNED, **score)
        rounds.settle(tournament.pk, 1, by=JURY, accept_unconfirmed=True)
    builds.build(tournament.pk)
    assert _row(tournament, gone)["match_points"] == 2
    rulings.revoke(given, by=REFEREE, reason="Erano andati via")
    builds.build(tournament.pk)
    assert _row(tournament, staying)["rested"] == 1
    assert (_row(tournament, gone)["withdrawn"], _row(tournament, gone)["place"]) == (True, 4)
    assert recompute(tournament.pk).faults == []


def _row(tournament: Tournament, number: int) -> dict[str, Any]:
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    return next(row for row in snapshot.rows if row["number"] == number)
