"""A championship of eight teams over three weekends, with a moved date, a forfeit and a late correction."""

from datetime import date, time

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Club
from tests.evening import JURY, FourPeople, signed_in, some_cards
from tests.tournaments.championships.played import WEEKENDS, a_championship, drawn, give_both, play
from tournaments.championships import championship_service, match_dates, play_off, reports
from tournaments.championships.team_standings import championship_standings
from tournaments.errors import Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Championship, Fixture, Round
from tournaments.results import scores
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


def points_by_hand(fixtures: list[Fixture]) -> dict[int, list[int]]:
    """Wins and difference of each team by its number, from the deals alone."""
    sums: dict[int, list[int]] = {}
    for fixture in fixtures:
        if fixture.tournament is None or fixture.lost_by:
            continue
        totals = {1: 0, 2: 0}
        for turn in Round.objects.filter(tournament=fixture.tournament):
            for match in turn.matches.prefetch_related("deals", "seats__entry"):
                team_of = {seat.side: seat.entry.team for seat in match.seats.all()}
                for deal in match.deals.all():
                    for side, points in deal.points.items():
                        totals[team_of[side]] += points
        for team, own, other in ((fixture.home, 1, 2), (fixture.away, 2, 1)):
            line = sums.setdefault(team.number, [0, 0])
            line[0] += totals[own] > totals[other]
            line[1] += totals[own] - totals[other]
    return sums


def test_eight_teams_over_three_weekends(club: Club, four: FourPeople) -> None:
    by = four.organiser
    championship = a_championship(club, by, qualifiers=4)
    fixtures = drawn(championship, by)
    assert len(fixtures) == 28
    assert {fixture.date for fixture in fixtures} == set(WEEKENDS[:7])

    # A date is moved by agreement: the home captain proposes, the other accepts.
    moved, forfeited, *others = fixtures
    match_dates.propose(moved.pk, moved.home, on=date(2030, 12, 1), starts_at=time(17), venue="Altrove")
    with pytest.raises(TournamentError, match="La proposta è tua"):
        match_dates.answer(moved.pk, moved.home, accepts=True)
    match_dates.answer(moved.pk, moved.away, accepts=True)
    moved.refresh_from_db()
    assert (moved.date, moved.starts_at, moved.venue) == (date(2030, 12, 1), time(17), "Altrove")

    reports.forfeit(forfeited.pk, by=by, lost_by="A", reason="Non si sono presentati")
    for at, fixture in enumerate([moved, *others]):
        played = play(fixture, seed=at)
        reports.confirm(fixture.pk, fixture.home, results=played.results_version)
        reports.confirm(fixture.pk, fixture.away, results=played.results_version)
        reports.approve(fixture.pk, by=four.referee)

    fixtures = list(championship.fixtures.select_related("home", "away", "tournament"))
    known = championship_standings(championship)
    assert all(each.is_decided for each in known.fixtures)
    by_number = {row.number: row for row in known.groups[1]}
    away = forfeited.away.number
    assert by_number[away].lost >= 1
    by_hand = points_by_hand(fixtures)
    for number, row in by_number.items():
        own = [line for line in row.per_turn if line.table is not None]
        assert [sum(line.match_points == 2 for line in own), sum(line.difference for line in own)] == by_hand[
            number
        ]
    assert len(known.players) == 32
    assert len(known.pairs) == 16

    # A correction after the report: the confirmations lapse, and the standings follow.
    corrected = others[0]
    corrected.refresh_from_db()
    tournament = corrected.tournament
    assert tournament
    version = tournament.results_version
    lifecycle.reopen(tournament.pk, by=JURY, reason="Foglio letto male")
    match = tournament.rounds.get(number=1).matches.select_related("round__tournament").get(table=1)
    deal = match.deals.get(number=1)
    cards = some_cards(99, dealer=scores.place_of(match, 1).dealer)
    scores.enter(
        match, 1, "cards", cards, by=JURY, based_on=deal.version, may_correct=True, reason="Letto male"
    )
    builds.build(tournament.pk)
    lifecycle.close(tournament.pk, by=JURY, sends_letters=False)
    states = {each.fixture.pk: each.report for each in championship_standings(championship).fixtures}
    assert states[corrected.pk] == "waiting"
    assert states[moved.pk] == "approved"
    with pytest.raises(Outdated):
        reports.confirm(corrected.pk, corrected.home, results=version)

    # The play-off: four teams, two stages, one winner, and a match for third place.
    ask = reverse("championship_play_off", args=[championship.club.slug, championship.code])
    for stage in (1, 2):
        assert (b'name="third_place"' in signed_in(by).get(ask).content) is (stage == 2)
        matches = play_off.draw_stage(championship.pk, by=by, on=date(2031, 1, stage), third_place=True)
        assert len(matches) == 2
        for fixture in championship.fixtures.filter(tournament=None, lost_by="", group=None):
            play(fixture, seed=100 * stage)
    known = championship_standings(Championship.objects.get(pk=championship.pk))
    semi_finals, [final, third] = known.play_off[:2], known.play_off[2:]
    assert play_off.third_place_match(known) == third
    assert play_off.winner(known) in (final.fixture.home, final.fixture.away)
    in_semi_finals = {team for each in semi_finals for team in (each.fixture.home, each.fixture.away)}
    in_final = {final.fixture.home, final.fixture.away}
    assert {third.fixture.home, third.fixture.away} == in_semi_finals - in_final
    with pytest.raises(TournamentError, match="sono finiti"):
        play_off.draw_stage(championship.pk, by=by)
    assert "Play-off: finale, e terzo posto" in Client().get(championship.get_absolute_url()).content.decode()
    championship_service.close(championship.pk, by=by)
    with pytest.raises(TournamentError, match="concluso"):
        give_both(fixtures[0])
