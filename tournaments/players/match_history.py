"""The matches of settled rounds, as `core.careers` takes them: of a person, of an entry, or of two people.

The number of queries does not depend on the number of matches. People who may not be named share the key
`NOBODY`.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from django.db.models import Prefetch, QuerySet

import scoring
from club.models import Club, Person
from club.person_names import search_key
from club.register import people
from tournaments.core.careers import DealSide, Outcome, Played
from tournaments.models import (
    OF_DEALS,
    Deal,
    Entry,
    EntryPlayer,
    Match,
    RoundState,
    Ruling,
    Seat,
    closed_boards,
)
from tournaments.results import scores
from tournaments.results.scores.counting import Counted, figures_under, total_of
from tournaments.results.scores.deal_schema import DealPlace
from tournaments.standings.standings_input import decision_on

NOBODY: Final = 0

_IN_FORCE = Ruling.objects.filter(revoked_at__isnull=True).select_related("entry", "match")
#: The relations a match must be read with, besides seats and deals.
RULINGS: Final = Prefetch("rulings", queryset=_IN_FORCE.order_by("id"))


def matches_of_person(person: Person) -> list[Match]:
    """The matches of settled rounds at which the person sat, oldest first. Four queries."""
    return list(_matches(Seat.objects.filter(person=person)))


def matches_of_entry(entry: Entry) -> list[Match]:
    """The matches of settled rounds of an entry, substitutes included. Four queries."""
    return list(_matches(Seat.objects.filter(entry=entry)))


def seen_from(match: Match, seat: Seat, other: Seat | None = None) -> Played:
    """The match from that seat's side; with `other`, only the result between these two sides."""
    against = [each for each in match.seats.all() if each.side != seat.side]
    sides = [other.side] if other else list(dict.fromkeys(each.side for each in against))
    points = match.assigned or _sums(match)
    tournament, outcome = match.round.tournament, _outcome(match, seat, sides, points)
    has_points = outcome is not Outcome.RESTED and not match.lost_by
    return Played(
        evening=tournament.pk,
        game=tournament.game,
        turn=match.round.number,
        table=match.table,
        beside=tuple(
            public_key(each.person)
            for each in match.seats.all()
            if each.side == seat.side and each.person_id != seat.person_id
        ),
        against=tuple(public_key(each.person) for each in against),
        outcome=outcome,
        points=points[seat.side] if has_points else None,
        conceded=max(points[side] for side in sides) if has_points else None,
        deals=tuple(_deals(match, seat.side)) if has_points and not match.is_decided else (),
        fewest_win=match.play.game.fewest_win,
    )


def public_key(person: Person) -> int:
    """The public id of a person, or NOBODY if the person may not be named."""
    return person.pk if person.public_name else NOBODY


def seat_of(match: Match, player: Person | Entry) -> Seat:
    """A seat of the person, or the first one of the entry. Raises LookupError."""
    for seat in match.seats.all():
        if _is_on(seat, player):
            return seat
    raise LookupError(f"{player} does not sit at {match}")


def sits_at(match: Match, player: Person | Entry) -> bool:
    return any(_is_on(seat, player) for seat in match.seats.all())


def _is_on(seat: Seat, player: Person | Entry) -> bool:
    return (seat.person_id if isinstance(player, Person) else seat.entry_id) == player.pk


def numbers_of(person: Person, evenings: Iterable[int]) -> dict[int, int]:
    """The number of the person's own entry, by evening; missing where the person was a substitute. One
    query."""
    own = EntryPlayer.objects.filter(person=person, tournament__in=list(evenings))
    return dict(own.values_list("tournament_id", "entry__number"))


def is_settled(match: Match) -> bool:
    return match.round.state == RoundState.SETTLED


def _matches(seats: QuerySet[Seat]) -> QuerySet[Match]:
    sat = seats.filter(round__state=RoundState.SETTLED)
    return (
        closed_boards.without_closed(Match.objects.filter(pk__in=sat.values("match")))
        .select_related("round__tournament")
        .prefetch_related(
            Prefetch("seats", queryset=Seat.objects.select_related("person__club", "entry")),
            Prefetch("deals", queryset=Deal.objects.order_by("number")),
            RULINGS,
        )
        .order_by("round__tournament__date", "round__tournament_id", "round__number")
    )


def _sums(match: Match) -> dict[str, int]:
    """Each side's sum of the deals; negative in games of charges, as in the standings."""
    sign = -1 if match.play.game.fewest_win else 1
    return {side: sign * sum_ for side, sum_ in match.play.totals(list(match.points.values())).items()}


def _outcome(match: Match, seat: Seat, others: list[str], points: Mapping[str, int]) -> Outcome:
    """The outcome for that seat's side against the sides in `others`."""
    own = seat.side
    if match.lost_by:
        return _forfeit(match, seat, others)
    if not match.is_decided and not match.play.is_over(match.points):
        return Outcome.RESTED
    if losers := match.losers:
        if len(others) == 1 and (own in losers) is (others[0] in losers):
            return Outcome.TIED
        return Outcome.LOST if own in losers else Outcome.WON
    if match.winner == own:
        return Outcome.WON
    if match.winner in others:
        return Outcome.LOST
    best = max(points[side] for side in others)
    return Outcome.TIED if points[own] == best else Outcome.WON if points[own] > best else Outcome.LOST


def _forfeit(match: Match, seat: Seat, others: list[str]) -> Outcome:
    """The outcome of a forfeit: lost by the entry that forfeits, a bye for its partner; won by the opponents
    if all others forfeit, else a bye. A match that an expulsion voids is a bye for all others."""
    decided = decision_on(match)
    if decided and decided.is_lost(seat.side, seat.entry.number):
        return Outcome.LOST
    is_void = decided is not None and bool(decided.expelled)
    if is_void or seat.side in match.lost_by:
        return Outcome.RESTED
    return Outcome.WON if set(others) <= set(match.lost_by) else Outcome.RESTED


def _deals(match: Match, side: str) -> Iterable[DealSide]:
    """Yields the deals that the side played, with rulings applied; none of a match known by its totals."""
    written = [deal for deal in match.deals.all() if not deal.is_whole_match]
    for deal in written:
        place = scores.place_of(match, deal.number, written)
        if side in place.sides:
            yield _deal(match, deal, place, side)


def _deal(match: Match, deal: Deal, place: DealPlace, side: str) -> DealSide:
    figures = _ruled(match, deal, place)[side]
    declared = figures.get("declarations")
    cricche, sequences = figures.get("cricche"), _sequenze(deal, place, side)
    # A ruling that leaves only the card points removes the sequences.
    if sequences and not figures.get("sequences"):
        sequences = scoring.Sequenze(0, doubled=False)
    cappotto = scoring.cappotto_of(place.game.key, deal.counted)
    tells = scoring.tells_cappotti(place.game.key)
    return DealSide(
        number=deal.number,
        points=deal.points[side],
        others=max(points for each, points in deal.points.items() if each != side),
        declared=declared,
        earned=None if declared is None else total_of(figures) - declared,
        figures={
            name: figure
            for name in place.game.figures
            if name != "declarations"
            and deal.way != Deal.Way.TOTALS
            and (figure := figures.get(name)) is not None
        },
        criccone=scoring.is_criccone(cricche)
        if cricche is not None and scoring.tells_criccone(place.game.key)
        else None,
        sequences=sequences and sequences.number,
        doubled=sequences and sequences.doubled,
        cappotto=cappotto == side if tells else None,
        suffered=cappotto not in (None, side) if tells else None,
    )


def _ruled(match: Match, deal: Deal, place: DealPlace) -> Counted:
    """Each side's figures with the rulings in force. No query."""
    return figures_under(
        deal,
        place,
        (each for each in match.rulings.all() if each.deal_number == deal.number and each.effect in OF_DEALS),
    )


def _sequenze(deal: Deal, place: DealPlace, side: str) -> scoring.Sequenze | None:
    explained = scores.explain(place, deal)
    return scoring.sequenze_of(explained[side]) if explained and side in explained else None


def matches_between(
    one: Person | Entry, other: Person | Entry, matches: Iterable[Match]
) -> list[tuple[Match, Played]]:
    """The matches of `one` in which the two sat on different sides, seen from the side of `one`."""
    met = [(match, seat_of(match, one), seat_of(match, other)) for match in matches if sits_at(match, other)]
    return [
        (match, seen_from(match, seat, other_seat))
        for match, seat, other_seat in met
        if seat.side != other_seat.side
    ]


def matches_together(one: Person, other: Person, matches: Iterable[Match]) -> list[Match]:
    """The matches of `one` in which the two sat on the same side."""
    met = [match for match in matches if sits_at(match, other)]
    return [match for match in met if seat_of(match, one).side == seat_of(match, other).side]


def find_players(club: Club, letters: str, most: int) -> list[Person]:
    """The first `most` players of that club, by name, in whose public name every typed word begins a word.

    Only public names are searched, so that a search does not reveal the full name behind initials. One query.
    """
    words = search_key(letters).split()
    sat = people.find(club, letters).filter(seats__isnull=False).distinct()
    matching = (
        person
        for person in sat.select_related("club").order_by("last_name", "first_name", "pk")
        if person.public_name and _begins_words(words, search_key(person.public_name))
    )
    return list(islice(matching, most))


def _begins_words(letters: list[str], name: str) -> bool:
    return all(any(word.startswith(each) for word in name.split()) for each in letters)


def person_of(club: Club, person_id: int) -> Person | None:
    """The person of that club with a public page, by consent or by the club's rule of initials.

    None for an unknown or erased person, or one of another club, or without such a page. One query.
    """
    person = Person.objects.select_related("club").filter(pk=person_id, club=club).first()
    return person if person and person.public_name else None
