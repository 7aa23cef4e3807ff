"""The input of the standings from the database: one query for each kind of row."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.db.models import QuerySet

import scoring
from tournaments import queries
from tournaments.core import boards
from tournaments.core.draws.movements import Movement, final_from, groups_of
from tournaments.core.draws.schedules import round_robin_schedule
from tournaments.core.play import WHOLE_MATCH, Points, TablePlay, in_order
from tournaments.core.standings import (
    PLAIN,
    Course,
    Decision,
    Facts,
    Played,
    RulingInForce,
    Seated,
    Settled,
    decisions,
)
from tournaments.core.standings import Rest as Rested
from tournaments.models import OF_MATCHES, Deal, Match, Rest, Round, RoundState, Ruling, Seat, Tournament
from tournaments.models.round import movement_of, starters_of

SETTLED = (RoundState.SETTLED,)
#: With the round that is being played, for interim standings.
AND_RUNNING = (RoundState.SETTLED, RoundState.PLAYING)


@dataclass
class CountedDeal:
    """A deal as the standings need it."""

    points: Points
    counted: Mapping[str, Any] = field(default_factory=dict)


#: The deals of each match, by (round, table, match) and number.
Deals = Mapping[tuple[int, int, int], Mapping[int, CountedDeal]]
#: The last deal of the matches that the clock ended, by match.
LastDeals = Mapping[int, int]


def settled_facts(
    tournament: Tournament, states: Iterable[str] = SETTLED, *, without: Ruling | None = None
) -> Facts:
    """All facts of the rounds in those states, entries by number, without the ruling `without`.

    Five queries, and two more where a format has groups or a knock-out.
    """
    inside = {"round__tournament": tournament, "round__state__in": list(states)}
    rests = Rest.objects.filter(**inside).order_by("round__number", "entry__number")
    deals, last_deals = _deals(tournament, states)
    return facts_of(
        tournament,
        seats_of(Seat.objects.filter(**inside)),
        deals,
        last_deals,
        [Rested(*row) for row in rests.values_list("round__number", "entry__number")],
        [as_given(ruling) for ruling in _rulings(tournament, states) if ruling != without],
        withdrawn_by_round(tournament),
    )


def withdrawn_by_round(tournament: Tournament) -> list[tuple[int, int]]:
    """The entries that had withdrawn without finishing a settled round, as (round, number). One query."""
    rounds = tournament.rounds.filter(state=RoundState.SETTLED).order_by("number")
    return [(turn, number) for turn, left in rounds.values_list("number", "withdrawn") for number in left]


def withdrawn_from(round_: Round, settled: Settled) -> list[int]:
    """The numbers of the entries that have withdrawn without finishing this round; no expelled ones.

    An entry that had nothing to play in this round is included only if it had left before. In a knock-out
    this holds for every entry, because one that leaves is out like a loser. `settled` includes the round. One
    query, two after withdrawals.
    """
    tournament = round_.tournament
    gone = set(tournament.entries.filter(withdrawn_at__isnull=False).values_list("number", flat=True))
    if not gone:
        return []
    gone -= queries.expelled(tournament)
    scheduled, before = _scheduled(round_), round_.number - 1
    if scheduled is not None:
        left_before = {number for turn, number in settled.withdrawn if turn == before}
        gone &= scheduled | left_before - settled.finished(before)
    return sorted(gone - settled.finished(round_.number) | gone & _assigned(settled, round_.number))


def _assigned(settled: Settled, turn: int) -> set[int]:
    """The entries with an assigned score in that round, which the referee may take back."""
    results = (each for each in settled.results if each.turn == turn and each.assigned)
    return {number for result in results for number in result.entries}


def _scheduled(round_: Round) -> set[int] | None:
    """The entries that a schedule gives a table or a bye in this round, none in a knock-out; None for
    movements that give one to everybody who is there."""
    movement, started = Movement.from_json(round_.movement), starters_of(round_)
    final = final_from(movement, len(started))
    if final is not None and round_.number >= final:
        return set()
    if movement.kind not in ("girone", "groups-final"):
        return None
    planned = round_robin_schedule(groups_of(movement, started), movement.legs)[round_.number - 1]
    return {*chain(*planned.meets), *planned.rests}


def seats_of(seats: QuerySet[Seat]) -> list[Seated]:
    """The seats as plain rows, in the order in which they were stored. One query."""
    rows = seats.order_by("id").values_list("round__number", "match_id", "side", "entry__number")
    return [Seated(*row) for row in rows]


def _deals(tournament: Tournament, states: Iterable[str]) -> tuple[Deals, LastDeals]:
    names = [
        "match__round__number",
        "match__table",
        "match_id",
        "match__last_deal",
        "number",
        "points",
    ]
    if "cappotti" in tournament.criteria:
        # The longest column of all, which only that criterion needs.
        names.append("counted")
    rows = Deal.objects.filter(match__round__tournament=tournament, match__round__state__in=list(states))
    deals: defaultdict[tuple[int, int, int], dict[int, CountedDeal]] = defaultdict(dict)
    last_deals: dict[int, int] = {}
    for turn, table, match, last, number, *written in rows.order_by("id").values_list(*names):
        deals[turn, table, match][number] = CountedDeal(*written)
        if last is not None:
            last_deals[match] = last
    return deals, last_deals


def _rulings(tournament: Tournament, states: Iterable[str]) -> Iterable[Ruling]:
    turns = tournament.rounds.filter(state__in=list(states)).order_by().values("number")
    rulings = tournament.rulings.filter(revoked_at__isnull=True, turn__in=turns)
    return rulings.select_related("entry", "match").order_by("id")


def facts_of(
    tournament: Tournament,
    seats: Sequence[Seated],
    deals: Deals,
    last_deals: LastDeals,
    rests: Iterable[Rested],
    given: Iterable[RulingInForce],
    withdrawn: Iterable[tuple[int, int]],
) -> Facts:
    """The facts that follow from these rows. No query, two for formats with groups or a knock-out."""
    return Facts(
        tuple(seats),
        tuple(_played(tournament, seats, deals, last_deals)),
        tuple(rests),
        tuple(given),
        fewest_win=tournament.rules.fewest_win,
        course=course_of(tournament),
        withdrawn=frozenset(withdrawn),
    )


def course_of(tournament: Tournament) -> Course:
    """The groups and the knock-out of the tournament. Two queries, none for formats that have neither."""
    movement = movement_of(tournament)
    if not movement.is_decided_by_winning and movement.groups == 1:
        return PLAIN
    rounds = {round_.number: round_ for round_ in tournament.rounds.filter(state=RoundState.SETTLED)}
    if not rounds:
        return PLAIN
    started = starters_of(rounds[1])
    third = Seat.objects.filter(round__tournament=tournament, match__reason__code="third-place")
    return Course(
        groups=groups_of(movement, started) if movement.kind in ("girone", "groups-final") else (),
        final_from=final_from(movement, len(started)),
        passing=frozenset((turn, number) for turn, each in rounds.items() for number in each.passing),
        third_place=frozenset(third.values_list("round__number", "entry__number")),
        # As the last round was drawn: a setting changed later has not changed any table.
        shares_third=movement.is_decided_by_winning
        and not rounds[max(rounds)].movement.get("third_place", True),
    )


def result_of(
    play: TablePlay, deals: Mapping[int, CountedDeal]
) -> tuple[dict[str, int], tuple[str, ...], dict[str, int]]:
    """(points of each side, losing sides where the game names them, cappotti of sides that made some)."""
    points = in_order({number: deal.points for number, deal in deals.items()})
    outcome = play.outcome(points) if play.game.fewest_win else None
    cappotti = Counter(
        side
        for number, deal in deals.items()
        if number != WHOLE_MATCH and (side := scoring.cappotto_of(play.game.key, deal.counted))
    )
    return play.totals(points), outcome.losers if outcome else (), dict(sorted(cappotti.items()))


def _played(
    tournament: Tournament, seats: Iterable[Seated], deals: Deals, last_deals: LastDeals
) -> Iterator[Played]:
    """Every match that has been played to its end, with the sum of its deals."""
    people = Counter(seat.match for seat in seats)
    compares = tournament.ranking.compares_boards
    sets = _sets_of_boards(tournament) if compares else {}
    plays: dict[tuple[int, int | None], TablePlay] = {}
    for (turn, table, match), written in sorted(deals.items(), key=lambda each: each[0]):
        size, last = people[match], last_deals.get(match)
        play = plays.setdefault((size, last), tournament.play(size, last=last))
        if play.is_over({number: deal.points for number, deal in written.items()}):
            of_boards = boards_of(play, sets.get(match) or turn, written) if compares else {}
            yield Played(turn, table, match, *result_of(play, written), of_boards)


def _sets_of_boards(tournament: Tournament) -> dict[int, int | None]:
    """The set of deals of each match, where sets move. One query."""
    return dict(Match.objects.filter(round__tournament=tournament).values_list("pk", "boards"))


def boards_of(play: TablePlay, of_set: int, deals: Mapping[int, CountedDeal]) -> dict[int, int]:
    """The difference of each board of a match, N-S less E-O, by the board's number."""
    numbers = boards.boards_of_set(of_set, play.deals or 1)
    first, second = play.sides
    return {
        numbers[number - 1]: deal.points[first] - deal.points[second]
        for number, deal in sorted(deals.items())
        if number != WHOLE_MATCH
    }


def decision_on(match: Match) -> Decision | None:
    """How rulings in force end the match; None for a match that they leave to its deals.

    Reads the rulings, and the entries that they name, only of a match that they end.
    """
    if not match.is_decided:
        return None
    given = sorted(match.rulings.all(), key=lambda ruling: ruling.pk)
    of_match = (each for each in given if each.effect in OF_MATCHES and each.revoked_at is None)
    return decisions(map(as_given, of_match)).get(match.pk)


def as_given(ruling: Ruling) -> RulingInForce:
    """The ruling as a plain row; `match` and `entry` should be prefetched."""
    return RulingInForce(
        effect=ruling.effect,
        turn=ruling.turn,
        entry=ruling.entry.number,
        table=ruling.match.table if ruling.match else None,
        match=ruling.match_id,
        side=ruling.side,
        points=ruling.points,
        assigned=ruling.assigned,
    )
