"""A match of which only the totals are known: one result like any other, and no word about its deals."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

import scoring
from club.models import Club, RoleKind
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, fill
from tests.tampering import without_triggers
from tests.tournaments.evenings.test_every_game import an_evening, playing
from tournaments.actors import Actor
from tournaments.core.play import WHOLE_MATCH
from tournaments.errors import DealDecided, InputRefused, Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.exports import evening_tables, printing
from tournaments.exports.archive_pages import Steps
from tournaments.models import Article, Deal, Match, RulingEffect, Tournament
from tournaments.players import match_history, rating_builds
from tournaments.results import catalogue, correction_preview, rulings, scores
from tournaments.results.scores import DealOfSheet
from tournaments.rounds import rounds
from tournaments.rounds.completeness import outstanding_deals
from tournaments.standings import audit, builds
from tournaments.standings.standings_input import settled_facts
from tournaments.text import log_wording

pytestmark = pytest.mark.django_db

TOTALS = {"totals": {"A": 650, "B": 480}}


def enter(match: Match, entered: dict[str, object] = TOTALS, **how: object) -> Deal:
    how = {"by": JURY, "based_on": 0, **how}
    return scores.enter(match, WHOLE_MATCH, "match", entered, **how)  # type: ignore[arg-type]


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, match_totals=True)


@pytest.fixture
def match(tournament: Tournament) -> Match:
    """The first of two tables being played."""
    return first_of(a_round(tournament).matches.all())


def first_of(matches: object) -> Match:
    return Match.objects.filter(pk__in=matches).select_related("round__tournament").order_by("table")[0]  # type: ignore[misc]


def again(match: Match) -> Match:
    return Match.objects.select_related("round__tournament").get(pk=match.pk)


def settled(match: Match) -> Tournament:
    """The tournament with the round settled and its standings built; the other table played its deals."""
    round_ = match.round
    for other in round_.matches.exclude(pk=match.pk).select_related("round__tournament"):
        fill(other)
    rounds.settle(round_.tournament_id, round_.number, by=JURY)
    builds.build(round_.tournament_id)
    return Tournament.objects.get(pk=round_.tournament_id)


def test_only_where_the_tournament_allows_it(club: Club) -> None:
    match = first_of(a_round(a_tournament(club)).matches.all())
    with pytest.raises(TournamentError, match="se le impostazioni lo permettono"):
        enter(match)
    lifecycle.change(match.round.tournament_id, by=JURY, match_totals=True)
    assert enter(again(match)).points == {"A": 650, "B": 480}


def test_only_an_officer_enters_them(match: Match) -> None:
    with pytest.raises(TournamentError, match="li scrive l'arbitro"):
        enter(match, by=Actor.at_table(match, "A"))
    stored = enter(match, by=Actor.officer(an_officer(match.round.tournament.club, RoleKind.REFEREE)))
    assert stored.agreement == Deal.Agreement.CONFIRMED
    with pytest.raises(DealDecided, match="I totali della partita li ha scritti l'arbitro"):
        scores.contest(match, {0: stored.version}, by=Actor.at_table(match, "A"), reason="Non torna")


def test_the_match_is_over_counted_and_proved(match: Match) -> None:
    assert outstanding_deals(match.round).missing == {1: [1, 2, 3, 4], 2: [1, 2, 3, 4]}
    enter(match)
    assert outstanding_deals(match.round).missing == {2: [1, 2, 3, 4]}
    tournament = settled(match)
    assert again(match).winner == "A"
    rows = {row["number"]: row for row in builds.latest_snapshot(tournament).rows}  # type: ignore[union-attr]
    for seat in match.seats.select_related("entry"):
        assert rows[seat.entry.number]["scored"] == {"A": 650, "B": 480}[seat.side]
    assert audit.recompute(tournament.pk).faults == []


def test_a_side_without_points_is_no_cappotto(club: Club) -> None:
    by_cappotti = a_tournament(club, match_totals=True, criteria=["match_points", "cappotti", "lots"])
    match = first_of(a_round(by_cappotti).matches.all())
    enter(match, {"totals": {"A": 900, "B": 0}})
    played = settled_facts(settled(match)).played_at(match.pk)
    assert played is not None
    assert (played.points, played.cappotti) == ({"A": 900, "B": 0}, {})


def test_impossible_totals_are_refused(match: Match) -> None:
    with pytest.raises(scoring.ScoringError, match="in 4 smazzate se ne fanno al massimo 5780"):
        enter(match, {"totals": {"A": 6000, "B": 480}})
    with pytest.raises(InputRefused, match="Manca una cifra: scrivi il totale di E-O"):
        enter(match, {"totals": {"A": 600}})
    assert not match.deals.exists()


def test_after_the_clock_they_are_those_of_the_deals_that_count(match: Match) -> None:
    scores.end_match(match, 1, by=JURY, seen=None)
    with pytest.raises(scoring.ScoringError, match="in 1 smazzata"):
        enter(again(match), {"totals": {"A": 1500, "B": 100}})
    enter(again(match), {"totals": {"A": 120, "B": 100}})
    assert again(match).winner == "A"
    with pytest.raises(TournamentError, match="toglili, poi cambia la fine"):
        scores.end_match(again(match), None, by=JURY, seen=1)


@pytest.mark.parametrize(
    ("game", "totals", "winner"),
    [
        ("ottocento", {"A": 845, "B": 640}, "A"),
        ("scopone", {"A": 9, "B": 11}, "B"),
        ("terziglio", {"A": 4, "B": -2, "C": -2}, "A"),
        ("genovese-gatti", {"A": 90, "B": 120, "C": 60}, "B"),
        ("genovese-chiama-re", {"A": 120, "B": 120, "C": 60, "D": 80}, "tie"),
        ("quindici", {"A": 13, "B": 16}, "B"),
    ],
)
def test_other_games_end_by_their_totals(club: Club, game: str, totals: dict[str, int], winner: str) -> None:
    tournament = an_evening(club, game, 12, match_totals=True)
    for match in playing(tournament).matches.select_related("round__tournament"):
        assert enter(match, {"totals": totals}).points == totals
        assert again(match).winner == winner
    rounds.settle(tournament.pk, 1, by=JURY)
    builds.build(tournament.pk)
    assert audit.recompute(tournament.pk).faults == []


def test_a_match_to_a_target_that_nobody_reached_needs_the_end_by_the_clock(club: Club) -> None:
    tournament = an_evening(club, "ottocento", match_totals=True)
    match = first_of(playing(tournament).matches.all())
    with pytest.raises(scoring.ScoringError, match="la partita non è finita"):
        enter(match, {"totals": {"A": 500, "B": 400}})
    scores.end_match(match, 3, by=JURY, seen=None)
    enter(again(match), {"totals": {"A": 500, "B": 400}})
    assert again(match).winner == "A"


def test_where_an_agreement_ends_the_match_the_setting_is_refused(club: Club) -> None:
    with pytest.raises(InputRefused, match="A Mattazza i totali non dicono"):
        an_evening(club, "mattazza", match_totals=True)


def test_deals_do_not_stand_beside_totals(match: Match) -> None:
    totals = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
    scores.enter(match, 1, "totals", totals, by=JURY, based_on=0)
    with pytest.raises(TournamentError, match="ci sono già delle smazzate"):
        enter(again(match))
    scores.erase(match, 1, by=JURY, based_on=match.deals.get().version)
    enter(again(match))
    with pytest.raises(TournamentError, match="ci sono già i totali della partita"):
        scores.enter(again(match), 1, "totals", totals, by=JURY, based_on=0)
    with pytest.raises(InputRefused, match="con il numero 0"):
        scores.enter(again(match), 1, "match", TOTALS, by=JURY, based_on=0)


def test_a_whole_sheet_takes_their_place_in_one_step_or_not_at_all(match: Match) -> None:
    stored = enter(match)
    totals = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
    sheet = [DealOfSheet(number, "totals", totals, 0) for number in range(1, 5)]
    with pytest.raises(Outdated, match="I totali della partita sono stati cambiati"):
        scores.enter_sheet(again(match), sheet, by=JURY, replaces=stored.version + 1)
    assert [deal.number for deal in match.deals.all()] == [0]
    key = uuid4()
    for _again in range(2):
        scores.enter_sheet(again(match), sheet, by=JURY, replaces=stored.version, key=key)
    assert [deal.number for deal in match.deals.all()] == [1, 2, 3, 4]
    acts = list(match.round.tournament.log.filter(act__startswith="deal.").values_list("act", flat=True))
    assert acts == ["deal.entered", "deal.erased", *["deal.entered"] * 4]
    settled(match)
    assert audit.recompute(match.round.tournament_id).faults == []


def test_sent_twice_written_once_and_never_over_an_unseen_version(match: Match) -> None:
    key = uuid4()
    first = enter(match, key=key)
    assert enter(again(match), key=key).version == first.version
    with pytest.raises(Outdated, match="I totali della partita sono stati cambiati"):
        enter(again(match), {"totals": {"A": 660, "B": 480}})
    corrected = enter(again(match), {"totals": {"A": 660, "B": 480}}, based_on=first.version)
    assert corrected.points == {"A": 660, "B": 480}
    log = match.round.tournament.log.filter(act__startswith="deal.")
    assert [each.act for each in log] == ["deal.entered", "deal.corrected"]
    sentences = [line.sentence for line in log_wording.log_lines(log)]
    assert sentences == [
        "ha inserito i totali della partita al tavolo 1 del turno 1",
        "ha corretto i totali della partita al tavolo 1 del turno 1",
    ]
    assert log_wording.log_lines(log)[1].figures == "N-S 650 → 660, E-O 480"


def test_they_are_corrected_in_a_settled_round_with_the_standings_foreseen(match: Match) -> None:
    stored = enter(match)
    tournament = settled(match)
    change = correction_preview.preview_correction(
        again(match), 0, "match", {"totals": {"A": 480, "B": 650}}, based_on=stored.version
    )
    assert (change.before, change.after) == ({"A": 650, "B": 480}, {"A": 480, "B": 650})
    assert change.standings.shifts
    how = {"based_on": stored.version, "may_correct": True}
    enter(again(match), {"totals": {"A": 480, "B": 650}}, **how)
    builds.build(tournament.pk)
    assert again(match).winner == "B"
    assert audit.recompute(tournament.pk).faults == []


def test_the_audit_finds_totals_changed_behind_the_log(match: Match) -> None:
    stored = enter(match)
    tournament = settled(match)
    without_triggers()
    Deal.objects.filter(pk=stored.pk).update(points={"A": 651, "B": 480})
    places = {fault.where for fault in audit.recompute(tournament.pk).faults}
    assert "turno 1, tavolo 1, totali della partita" in places


def test_rulings_on_the_match_stand_and_none_is_on_a_deal(match: Match) -> None:
    catalogue.adopt_base_catalogue(match.round.tournament.club)
    enter(match)
    on_deal = Article.objects.get(effect=RulingEffect.ONLY_CARD_POINTS)
    with pytest.raises(InputRefused, match="Scegli una smazzata già inserita"):
        rulings.give(again(match), on_deal, side="A", by=JURY, reason="Busso", deal_number=0)
    forfeit = Article.objects.filter(effect=RulingEffect.FORFEIT)[0]
    given = rulings.give(again(match), forfeit, side="A", by=JURY, reason="Andati via")
    assert again(match).winner == "B"
    tournament = settled(match)
    rulings.revoke(given, by=JURY, reason="Sono tornati")
    builds.build(tournament.pk)
    assert again(match).winner == "A"
    assert audit.recompute(tournament.pk).faults == []


def test_careers_and_ratings_have_the_match_and_no_deal(match: Match) -> None:
    enter(match)
    tournament = settled(match)
    lifecycle.close(tournament.pk, by=JURY, sends_letters=False)
    rating_builds.build(tournament.club_id)
    person = match.seats.get(position="N").person
    (sat,) = match_history.matches_of_person(person)
    played = match_history.seen_from(sat, match_history.seat_of(sat, person))
    assert (played.points, played.conceded, list(played.deals)) == (650, 480, [])
    assert person.rating_points.exists()


def test_files_paper_and_archive_say_so(match: Match) -> None:
    enter(match)
    tournament = settled(match)
    row = next(row for row in evening_tables.results(tournament, {}, 1).rows if row.table == 1)
    assert (row.played, row.note, row.winner) == (None, "solo i totali della partita", "N-S")
    assert [side.points for side in row.sides] == [650, 480]
    number = match.seats.filter(side="A")[0].entry.number
    (deal,) = evening_tables.deals(tournament, {}, number).rows
    assert (deal.deal, deal.points, deal.theirs) == (None, 650, 480)
    assert printing.score_sheets(tournament, 1, lambda path: path, table=1).startswith(b"%PDF")
    steps = Steps(tournament)
    page = steps.files(1 + len(steps.turns) + steps.numbers.index(number))[f"coppie/{number}.html"].decode()
    assert "Di questa partita è stato consegnato solo il totale" in page


def test_the_database_keeps_totals_and_deals_apart(match: Match) -> None:
    stored = enter(match)
    for wrong in ({"number": 1}, {"way": "totals"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Deal.objects.filter(pk=stored.pk).update(**wrong)
