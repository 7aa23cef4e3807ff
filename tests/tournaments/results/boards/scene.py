"""Duplicated evenings with figures in them that nothing else has, so that a leak is unmistakable."""

from dataclasses import dataclass
from typing import Any

import scoring
from club.models import Club
from scoring.game import SEATS
from tests.evening import JURY, a_challenge, a_round, a_tournament, settle
from tournaments.core import boards
from tournaments.models import Deal, Match, Round, Tournament
from tournaments.results import scores
from tournaments.results.boards import board_of
from tournaments.standings import builds

#: What a closed result says, as points: no page has these figures for any other reason.
PLANTED = {"A": 717171, "B": 737373}
FIGURES = ("717171", "737373", "717.171", "737.373", "2868684", "2949492")


@dataclass(frozen=True)
class Spied:
    """An evening whose last round is being played, with all its results written."""

    tournament: Tournament
    round: Round

    def match(self, table: int) -> Match:
        return Match.objects.select_related("round__tournament__club").get(round=self.round, table=table)


def a_spied_evening(club: Club, format_: str) -> Spied:
    """Round 1 settled, round 2 played and not settled; planted figures in every result still closed."""
    same: dict[str, Any] = {"turns": 3, "is_duplicated": True}
    if format_ == "challenge":
        tournament = a_challenge(club, 4, 4, **same)
    else:
        tournament = a_tournament(club, pairs=8, format=format_, **same)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    round_ = a_round(tournament, seed=2)
    for match in round_.matches.select_related("round__tournament"):
        play_boards(match)
    closed = [round_.number] if format_ != "mitchell" else [1, round_.number]
    deals = Deal.objects.filter(match__round__tournament=tournament, match__round__number__in=closed)
    for deal in deals:
        deal.points = PLANTED
        deal.counted = {side: {**deal.counted[side], "total": points} for side, points in PLANTED.items()}
        deal.save()
    return Spied(tournament, round_)


def cards_of(match: Match, number: int) -> boards.Board:
    """The board of the deal of that number."""
    tournament = match.round.tournament
    of_set = boards.boards_of_set(match.set_of_boards, tournament.rules.deals or 1)
    return board_of(tournament, of_set[number - 1])


def played(match: Match, number: int, *, seed: int = 0) -> dict[str, object]:
    """The deal of that number as simulated players make it of its board, entered by cards."""
    tournament, made = match.round.tournament, cards_of(match, number)
    players = dict(zip(SEATS, tournament.rules.players, strict=True))
    table = scoring.Table(
        tournament.game,
        dealer=players[made.dealer],
        hands={players[chair]: made.hands[chair] for chair in SEATS},
        rest=made.rest,
    )
    player = scoring.SensiblePlayer(20, seed)
    while table.to_move is not None:
        table = table.apply(player.choose(table.view(table.to_move)))
    deal = table.played().as_json()
    return {
        "cards": deal["cards"],
        "last_trick": deal["last_trick"],
        "declarations": deal["declarations"],
        **{name: deal[name] for name in ("bagatto_ultimo",) if deal.get(name)},
    }


def play_boards(match: Match) -> None:
    """All boards of a match, played and entered by the jury."""
    for number in match.play.numbers({}):
        scores.enter(match, number, "cards", played(match, number, seed=match.table), by=JURY, based_on=0)
