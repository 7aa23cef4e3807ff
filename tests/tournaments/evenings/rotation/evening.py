"""A rotation for the tests: single players entered, turns played, and its classifica counted again."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from club.models import Club
from club.register import people
from tests import games
from tests.evening import JURY
from tournaments.entries import entries
from tournaments.evenings import lifecycle
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.results import scores
from tournaments.rounds import rounds
from tournaments.standings import builds

WRITTEN = {"cards": games.by_cards, "parts": games.by_parts, "totals": games.by_totals}


def a_rotation(club: Club, players: int = 8, game: str = "quattro-scartate", **fields: object) -> Tournament:
    """A rotation of so many single players, all present; every tenth has not agreed to the name."""
    made = lifecycle.create(
        club,
        name="Tutti con tutti",
        on=date(2026, 11, 21),
        by=JURY,
        game=game,
        format="rotation",
        lots_seed=7,
        **fields,
    )
    for _number in range(players):
        one_more(made)
    made.refresh_from_db()
    return made


def one_more(tournament: Tournament) -> int:
    """One more player, present: the number."""
    number = tournament.log.filter(act="entry.entered").count() + 1
    person = people.add(
        tournament.club,
        last_name=f"Cognome{number:03}",
        first_name="Anna",
        name_consent_on=None if number % 10 == 0 else date(2026, 1, 1),
    )
    return entries.enter(tournament.pk, [person], by=JURY, present=True).number


def leave(tournament: Tournament, number: int) -> None:
    entries.withdraw(tournament.pk, number, withdrawn=True, by=JURY)


def playing(tournament: Tournament, seed: int = 3) -> Round:
    drawn = rounds.draw(tournament.pk, by=JURY, seed=seed)
    rounds.publish(tournament.pk, drawn.number, by=JURY)
    return rounds.play(tournament.pk, drawn.number, by=JURY)


def tables(round_: Round) -> list[Match]:
    return list(round_.matches.select_related("round__tournament").order_by("table"))


def play_out(match: Match, *, deals: int | None = None) -> None:
    """The deals of the table, by cards, parts and totals in turn; each counts as the engine counts."""
    written = 0
    while deals is None or written < deals:
        fresh = Match.objects.select_related("round__tournament").get(pk=match.pk)
        if fresh.play.is_over(fresh.points):
            return
        number, place = games.next_place(match)
        deal = games.dealt(place, match.round.number * 1000 + match.table * 100 + number * 7)
        way = list(WRITTEN)[(number + match.table) % len(WRITTEN)]
        stored = scores.enter(match, number, way, WRITTEN[way](place, deal), by=JURY, based_on=0)
        assert stored.points == games.points(place, deal)
        written += 1


def settle(tournament: Tournament, round_: Round) -> None:
    """Every table of the turn played to its end, the turn settled and its classifica built."""
    for match in tables(round_):
        play_out(match)
    rounds.settle(tournament.pk, round_.number, by=JURY)
    builds.build(tournament.pk)
    tournament.refresh_from_db()


def sides_of(match: Match) -> dict[str, list[int]]:
    """The numbers on each side of a table, N before S and E before W."""
    found: dict[str, list[int]] = {"A": [], "B": []}
    seats = {seat.position: seat for seat in match.seats.select_related("entry")}
    for position in "NSEW":
        found[seats[position].side].append(seats[position].entry.number)
    return found


@dataclass
class Sum:
    match_points: int = 0
    scored: int = 0
    conceded: int = 0
    rested: int = 0


def counted_again(tournament: Tournament) -> dict[int, Sum]:
    """Each player's sums, from deals and rests alone: an opinion that shares nothing with the standings.

    Of evenings in which every match was played to its end.
    """
    sums: dict[int, Sum] = defaultdict(Sum)
    for round_ in tournament.rounds.filter(state=RoundState.SETTLED):
        played = [_played(match, sums) for match in tables(round_)]
        # A win by the average difference of the turn, at the average of what winners score (FIELD).
        scored, margin = (sum(column) // len(played) for column in zip(*played, strict=True))
        for rest in round_.rests.select_related("entry"):
            mine = sums[rest.entry.number]
            mine.match_points += 2
            mine.scored += scored
            mine.conceded += scored - margin
            mine.rested += 1
    return sums


def _played(match: Match, sums: dict[int, Sum]) -> tuple[int, int]:
    """The higher score of the table and the margin; the two of each side get the side's points."""
    points = {"A": 0, "B": 0}
    for deal in match.deals.all():
        for side in points:
            points[side] += deal.points[side]
    for side, numbers in sides_of(match).items():
        mine, theirs = points[side], points["B" if side == "A" else "A"]
        for number in numbers:
            sums[number].match_points += 2 if mine > theirs else 1 if mine == theirs else 0
            sums[number].scored += mine
            sums[number].conceded += theirs
    return max(points.values()), abs(points["A"] - points["B"])
