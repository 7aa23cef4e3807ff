"""A preview of the changes that a correction or a ruling would make to points, places and ties.

Nothing is stored or locked: the standings are computed from the settled rounds with one thing changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments import queries
from tournaments.core.standings import Difference, Facts, RulingInForce, difference
from tournaments.entries import entries
from tournaments.models import Deal, Match, RoundState, Ruling
from tournaments.results import rulings
from tournaments.results.rulings import RulingRequest
from tournaments.results.scores.counting import count_deal, ruled_points
from tournaments.results.scores.deal_schema import normalised, place_of
from tournaments.results.scores.table_checks import verify_open, verify_seen
from tournaments.standings import builds
from tournaments.standings.standings_input import CountedDeal, boards_of, result_of, settled_facts
from tournaments.text.deal_terms import side_label

NOTHING = Difference((), (), ())


@dataclass(frozen=True)
class Change:
    """The differences that a correction or a ruling would make, and the announced tables that would stay."""

    #: Each side's points of the deal, before and after; None where no deal changes.
    deal: int | None
    before: dict[str, int] | None
    after: dict[str, int] | None
    #: Whether the round is settled: one still being played enters the standings later.
    counts: bool
    #: The last settled round, whose standings are compared; None before the first.
    turn: int | None
    standings: Difference
    #: The sides of the table by the table's names.
    sides: dict[str, str]
    #: The entries by number as the table shows them, and whether they are single players.
    names: dict[int, str]
    of_singles: bool
    #: Rounds whose announced tables stay as they are, and the round whose draft must be drawn again.
    announced: tuple[int, ...]
    draft: int | None


def preview_correction(
    match: Match, number: int, way: str, entered: Mapping[str, Any], *, based_on: int, reason: str = ""
) -> Change:
    """The changes from saving that deal. Raises the errors of saving it."""
    tournament = match.round.tournament
    verify_open(tournament, match, may_correct=True, reason=reason)
    deal = match.deals.filter(number=number).first()
    verify_seen(deal, based_on, number)
    place = place_of(match, number)
    written = normalised(way, entered, place)
    tried = Deal(match=match, number=number, entered=written, counted=count_deal(place, way, written))
    return _change_of_points(match, number, deal, ruled_points(match, tried, place), tried.counted)


def preview_ruling(match: Match, ruling_request: RulingRequest) -> Change:
    """The changes from giving the ruling. Raises the errors of giving it, except for a missing reason."""
    deal = rulings.verify(match, ruling_request)
    if deal is not None:
        ruled = rulings.points_with(match, ruling_request.article, ruling_request.side, deal)
        return _change_of_points(match, deal.number, deal, ruled, deal.counted)
    facts = settled_facts(match.round.tournament)
    return _change(
        match, facts, facts.with_ruling(_as_in_force(match, ruling_request)) if _counts(match) else facts
    )


def preview_revocation(match: Match, ruling: Ruling) -> Change:
    """The changes from revoking the ruling."""
    deal = match.deals.filter(number=ruling.deal_number).first() if ruling.deal_number else None
    if deal is not None:
        after = ruled_points(match, deal, place_of(match, deal.number), without=ruling)
        return _change_of_points(match, deal.number, deal, after, deal.counted)
    facts = settled_facts(match.round.tournament)
    without = settled_facts(match.round.tournament, without=ruling) if _counts(match) else facts
    return _change(match, facts, without)


def _change_of_points(
    match: Match, number: int, deal: Deal | None, after: dict[str, int], figures: Mapping[str, Any]
) -> Change:
    before = deal.points if deal else dict.fromkeys(after, 0)
    facts = settled_facts(match.round.tournament)
    played = facts.played_at(match.pk)
    if played is None:
        return _change(match, facts, facts, number, before, after)
    deals = {each.number: CountedDeal(each.points, each.counted) for each in match.deals.all()}
    deals[number] = CountedDeal(after, figures)
    points, losers, cappotti = result_of(match.play, deals)
    of_boards = boards_of(match.play, match.set_of_boards, deals) if played.boards else {}
    changed = facts.with_played(
        replace(played, points=points, losers=losers, cappotti=cappotti, boards=of_boards)
    )
    return _change(match, facts, changed, number, before, after)


def _as_in_force(match: Match, ruling_request: RulingRequest) -> RulingInForce:
    return RulingInForce(
        effect=ruling_request.article.effect,
        turn=match.round.number,
        entry=rulings.entry_of(match, ruling_request).number,
        table=match.table,
        match=match.pk,
        side=ruling_request.side,
        points=ruling_request.article.points,
        assigned=ruling_request.assigned,
    )


def _counts(match: Match) -> bool:
    return match.round.state == RoundState.SETTLED


def _change(
    match: Match,
    facts: Facts,
    changed: Facts,
    deal: int | None = None,
    before: dict[str, int] | None = None,
    after: dict[str, int] | None = None,
) -> Change:
    tournament, turns = match.round.tournament, facts.turns
    old, new = (builds.standings_of(tournament, each.settled()) for each in (facts, changed))
    later = tournament.rounds.filter(number__gt=match.round.number).order_by("number")
    states = dict(later.values_list("number", "state"))
    names = {entry.number: entries.names_of(entry) for entry in queries.entries(tournament)}
    standings = difference(old, new) if _counts(match) else NOTHING
    return Change(
        deal=deal,
        before=before,
        after=after,
        counts=_counts(match),
        turn=turns[-1] if turns else None,
        standings=standings,
        sides={side: side_label(match.play, side) for side in match.play.sides},
        names=names,
        of_singles=tournament.is_individual,
        announced=tuple(number for number, state in states.items() if state != RoundState.DRAFT),
        draft=next((number for number, state in states.items() if state == RoundState.DRAFT), None),
    )
