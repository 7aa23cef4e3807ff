"""Duplicated evenings with figures in them that nothing else has, so that a leak is unmistakable."""

from dataclasses import dataclass

from club.models import Club
from tests.evening import a_round, a_tournament, fill, settle
from tournaments.models import Deal, Match, Round, Tournament
from tournaments.standings import builds

#: What a closed result says, as points: no page has these figures for any other reason.
PLANTED = {"A": 7171717, "B": 7373737}
FIGURES = ("7171717", "7373737", "7.171.717", "7.373.737", "28686868", "29494948")


@dataclass(frozen=True)
class Spied:
    """An evening whose last round is being played, with all its results written."""

    tournament: Tournament
    round: Round

    def match(self, table: int) -> Match:
        return Match.objects.select_related("round__tournament__club").get(round=self.round, table=table)


def a_spied_evening(club: Club, format_: str) -> Spied:
    """Round 1 settled, round 2 played and not settled; planted figures in every result still closed."""
    tournament = a_tournament(club, pairs=8, turns=3, format=format_, is_duplicated=True)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    round_ = a_round(tournament, seed=2)
    for match in round_.matches.select_related("round__tournament"):
        fill(match, seed=7)
    closed = [round_.number] if format_ != "mitchell" else [1, round_.number]
    deals = Deal.objects.filter(match__round__tournament=tournament, match__round__number__in=closed)
    for deal in deals:
        deal.points = PLANTED
        deal.counted = {side: {**deal.counted[side], "total": points} for side, points in PLANTED.items()}
        deal.save()
    return Spied(tournament, round_)
