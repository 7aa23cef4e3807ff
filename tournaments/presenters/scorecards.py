"""A table's score sheet: the people on each side, each deal line by line; the data of a phone's count."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

import scoring
from tournaments.core.boards import boards_of_set
from tournaments.core.play import WHOLE_MATCH
from tournaments.models import Deal, Match
from tournaments.presenters.tables import Figures, ShownDeal, ShownTable
from tournaments.results import scores
from tournaments.results.scores import DealPlace, SideCount
from tournaments.text.deal_terms import FIGURE_HEADINGS, SIDE_NAMES, seat_name


@dataclass(frozen=True)
class Line:
    """A row of the sheet, one value for each side; None where only totals were written."""

    name: str
    values: list[int | None]

    @property
    def has_values(self) -> bool:
        return any(value is not None for value in self.values)


@dataclass(frozen=True)
class SideOfTable:
    """A side as the pages name it: N-S with its people, or a single player."""

    key: str
    short: str
    people: str
    entries: list[int]
    #: The number and the players of each entry: one entry, or two in an individual rotation.
    members: list[tuple[int, str]]

    @property
    def full(self) -> str:
        """The seats and the names: "N-S, Anna Rossi – Bruno Neri"; for a single player the name alone."""
        if self.short == self.people:
            return self.people
        return _("%(seats)s, %(names)s") % {"seats": self.short, "names": self.people}


@dataclass(frozen=True)
class DealOnSheet:
    """One deal of the sheet, played or not; the number 0 for the totals of a whole match."""

    number: int
    dealer: str
    dealer_seat: str
    dealer_name: str
    deal: ShownDeal | None
    lines: list[Line]
    #: The points it adds for each side, and the sums so far; empty when not played.
    points: list[int]
    running: list[int]
    #: Whether the game converts the points of the count, for example into poste.
    is_converted: bool
    side_counts: list[SideCount]
    #: The number of the board, which stands on its envelope; None where deals are not duplicated.
    board: int | None = None

    @property
    def is_whole_match(self) -> bool:
        return self.number == WHOLE_MATCH

    @property
    def seen(self) -> str:
        """The number and the version of the deal, to which a confirmation or a contest refers."""
        return f"{self.number}:{self.deal.version}" if self.deal else ""


def sides(match: Match, table: ShownTable) -> list[SideOfTable]:
    """The sides of the match, with the names in `table`."""
    of_pairs = match.play.of_pairs
    return [
        SideOfTable(
            side,
            str(SIDE_NAMES[side]) if of_pairs else shown.name,
            shown.name,
            shown.entries,
            [(number, _people(table, number)) for number in shown.entries],
        )
        for side, shown in table.sides.items()
    ]


def _people(table: ShownTable, number: int) -> str:
    return " – ".join(seat.name for seat in table.seats if seat.entry == number)


@dataclass(frozen=True)
class Chair:
    """A chair in the picture of the table: its position, the player, whether they deal now."""

    position: str
    seat: str
    name: str
    deals: bool = False


def seating(match: Match, names: Mapping[str, str], dealing: str = "") -> list[Chair]:
    """The chairs in the order of play, anticlockwise from the top; `dealing` is the position that deals."""
    return [
        Chair(position, seat_name(position), names.get(position, ""), position == dealing)
        for position in match.play.positions
    ]


def deals_of(match: Match, table: ShownTable, players: Mapping[str, str] | None = None) -> list[DealOnSheet]:
    """Returns the deals of the sheet, future ones too; with `players`, deals entered by cards are explained.

    No query if seats and deals are prefetched.
    """
    names = {seat.position: seat.name for seat in table.seats}
    stored = {deal.number: deal for deal in match.deals.all()}
    shown = {deal.number: deal for deal in table.deals}
    running = dict.fromkeys(table.sides, 0)
    boards = _boards_of(match)
    deals = []
    for number, dealer in zip(match.play.numbers(match.points), table.dealers, strict=True):
        deal = shown.get(number)
        place = scores.place_of(match, number, stored.values()) if deal else None
        if deal:
            running = {side: points + deal.points.get(side, 0) for side, points in running.items()}
        deals.append(
            DealOnSheet(
                number=number,
                dealer=dealer,
                dealer_seat=seat_name(dealer),
                dealer_name=names.get(dealer, ""),
                deal=deal,
                lines=_lines(stored[number], place) if deal and place else [],
                points=[deal.points.get(side, 0) for side in running] if deal else [],
                running=list(running.values()) if deal else [],
                is_converted=match.round.tournament.rules.scored is not None and number != WHOLE_MATCH,
                side_counts=_side_counts(stored[number], place, players)
                if players and deal and place
                else [],
                board=None if number == WHOLE_MATCH else boards.get(number),
            )
        )
    return deals


def _boards_of(match: Match) -> dict[int, int]:
    """The number of the board of each deal; empty where deals are not duplicated."""
    tournament = match.round.tournament
    if not tournament.is_duplicated:
        return {}
    return dict(enumerate(boards_of_set(match.set_of_boards, tournament.rules.deals or 1), start=1))


def _lines(deal: Deal, place: DealPlace) -> list[Line]:
    """Returns the figures as counted, and the points that rulings took off."""
    if deal.is_whole_match:
        return []
    figures, game = deal.counted, place.game
    names = {name: FIGURE_HEADINGS[name] for name in _names(game, figures)}
    lines = [
        Line(str(name), [figures[side].get(key) if side in figures else None for side in place.play.sides])
        for key, name in sorted(names.items(), key=lambda each: each[0] != "declarations")
    ]
    if game.scored:
        totals = [figures[side]["total"] if side in figures else None for side in place.play.sides]
        lines.append(Line(_("Punti"), totals))
    counted = scores.points_of(place, deal.entered, deal.counted)
    changes: list[int | None] = [deal.points[side] - counted[side] for side in place.play.sides]
    return [*lines, Line(_("Provvedimento"), changes)] if any(changes) else lines


def _names(game: scoring.Game, figures: Mapping[str, Figures]) -> Iterator[str]:
    """The game's figures; after the declared one comes its undeclared part, if it is known."""
    part = game.undeclared_part
    for name in game.figures:
        yield name
        if (
            part
            and name == game.declared_figure
            and any(own.get(part) is not None for own in figures.values())
        ):
            yield part


def _side_counts(deal: Deal, place: DealPlace, players: Mapping[str, str]) -> list[SideCount]:
    explanation = scores.explain(place, deal)
    if explanation is None:
        return []
    return scores.side_counts(place, explanation, players, get_language() or "it")


def counting_data(
    rules: str | None,
    players: Mapping[str, Sequence[str]],
    *,
    dealer: str = "",
    names: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Returns what `static/js/live_count.js` reads: ``players`` of each side, ``names`` of the players."""
    return {
        "rules": scoring.device_rules(rules),
        "words": scoring.device_words(get_language() or "it"),
        "dealer": dealer,
        "players": players,
        "names": names or {},
    }
