"""What a correction or a ruling would change, told before it is made: points, places, ties; never a table.

Nothing is stored and nothing is locked: the same facts of the settled turns, with one thing changed, give the
classifica that would follow.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments import builds, entries, queries, rulings
from tournaments.models import Deal, Match, RoundState, Ruling
from tournaments.reading import Written, result_of
from tournaments.rulings import Asked
from tournaments.scores.counting import counted
from tournaments.scores.effective import effective
from tournaments.scores.entering import verify_open, verify_seen
from tournaments.scores.places import place_of
from tournaments.scores.shapes import normal, side_label
from tournaments.standings import Difference, Facts, Given, difference

NOTHING = Difference((), (), ())


@dataclass(frozen=True)
class Change:
    """What would be different, and what would not."""

    #: Each side's points of the smazzata, before and after; None where no smazzata is touched.
    deal: int | None
    before: dict[str, int] | None
    after: dict[str, int] | None
    #: Whether the turn is settled: one still being played weighs on the classifica later.
    counts: bool
    #: The last settled turn, whose classifica this is about; None before the first.
    turn: int | None
    classifica: Difference
    #: The sides of the table, as it calls them.
    sides: dict[str, str]
    #: The entries by number, as the table says them, and whether they are single players.
    names: dict[int, str]
    of_singles: bool
    #: Turns whose tables are announced, and stay; the one whose draft must be made again.
    announced: tuple[int, ...]
    draft: int | None


def of_correction(
    match: Match, number: int, way: str, entered: Mapping[str, Any], *, based_on: int, reason: str = ""
) -> Change:
    """What writing the smazzata so would change. Raises what saving it would raise."""
    tournament = match.round.tournament
    verify_open(tournament, match, may_correct=True, reason=reason)
    deal = match.deals.filter(number=number).first()
    verify_seen(deal, based_on, number)
    place = place_of(match, number)
    written = normal(way, entered, place)
    tried = Deal(match=match, number=number, entered=written, counted=counted(place, way, written))
    return _of_points(match, number, deal, effective(match, tried, place), tried.counted)


def of_ruling(match: Match, asked: Asked) -> Change:
    """What the ruling would change. Raises what giving it would raise, but for the reason."""
    deal = rulings.verify(match, asked)
    if deal is not None:
        ruled = rulings.points_with(match, asked.article, asked.side, deal)
        return _of_points(match, deal.number, deal, ruled, deal.counted)
    facts = builds.facts(match.round.tournament)
    return _change(match, facts, facts.with_ruling(_given(match, asked)) if _counts(match) else facts)


def of_revocation(match: Match, ruling: Ruling) -> Change:
    """What taking the ruling back would change."""
    deal = match.deals.filter(number=ruling.deal_number).first() if ruling.deal_number else None
    if deal is not None:
        after = effective(match, deal, place_of(match, deal.number), without=ruling)
        return _of_points(match, deal.number, deal, after, deal.counted)
    facts = builds.facts(match.round.tournament)
    without = builds.facts(match.round.tournament, without=ruling) if _counts(match) else facts
    return _change(match, facts, without)


def _of_points(
    match: Match, number: int, deal: Deal | None, after: dict[str, int], figures: Mapping[str, Any]
) -> Change:
    before = deal.points if deal else dict.fromkeys(after, 0)
    facts = builds.facts(match.round.tournament)
    played = facts.played_at(match.pk)
    if played is None:
        return _change(match, facts, facts, number, before, after)
    deals = {each.number: Written(each.points, each.counted) for each in match.deals.all()}
    deals[number] = Written(after, figures)
    points, losers, cappotti = result_of(match.play, deals)
    changed = facts.with_played(replace(played, points=points, losers=losers, cappotti=cappotti))
    return _change(match, facts, changed, number, before, after)


def _given(match: Match, asked: Asked) -> Given:
    return Given(
        effect=asked.article.effect,
        turn=match.round.number,
        entry=rulings.entry_of(match, asked).number,
        table=match.table,
        match=match.pk,
        side=asked.side,
        points=asked.article.points,
        assigned=asked.assigned,
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
    old, new = (builds.classifica(tournament, each.settled()) for each in (facts, changed))
    later = tournament.rounds.filter(number__gt=match.round.number).order_by("number")
    states = dict(later.values_list("number", "state"))
    found = {entry.number: _name(entry) for entry in queries.entries(tournament)}
    classifica = difference(old, new) if _counts(match) else NOTHING
    return Change(
        deal=deal,
        before=before,
        after=after,
        counts=_counts(match),
        turn=turns[-1] if turns else None,
        classifica=classifica,
        sides={side: side_label(match.play, side) for side in match.play.sides},
        names=found,
        of_singles=tournament.entry_size == 1,
        announced=tuple(number for number, state in states.items() if state != RoundState.DRAFT),
        draft=next((number for number, state in states.items() if state == RoundState.DRAFT), None),
    )


def _name(entry: Any) -> str:
    return entries.names([player.person for player in entry.players.all()])
