"""Duplicated deals as pages, paper and API show them: how a board is composed, and how its tables compare."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _

import scoring
from club.models import PersonName
from scoring.trick_play import TRUMP
from scoring.wording.names import family_name
from tournaments import queries
from tournaments.core import boards
from tournaments.core.boards import CHAIRS, LAST_CARDS, Board, BoardScore
from tournaments.core.play import WHOLE_MATCH
from tournaments.models import Deal, Match, RoundState, Seat, Tournament, closed_boards
from tournaments.presenters import Reading
from tournaments.presenters.lessons import ShownCard, shown_cards
from tournaments.results.board_values import BoardValue, values_of
from tournaments.results.boards import board_of
from tournaments.text import names
from tournaments.text.deal_terms import engine_language, seat_name


@dataclass(frozen=True)
class Suit:
    """The cards of one suit in a hand."""

    name: str
    cards: list[ShownCard]


@dataclass(frozen=True)
class Hand:
    """The cards of a chair, by suit; for the dealer, without the last cards."""

    chair: str
    letter: str
    name: str
    is_dealer: bool
    suits: list[Suit]
    codes: list[str]


@dataclass(frozen=True)
class HeapedCard:
    """A card of the sorted deck and the letter of its heap."""

    card: ShownCard
    heap: str


@dataclass(frozen=True)
class Heap:
    """A heap as it must be at the end: the number of its cards, and the one on top."""

    letter: str
    name: str
    cards: int
    last: str


@dataclass(frozen=True)
class ShownBoard:
    """A board with all that is needed to compose it by hand."""

    number: int
    dealer: str
    hands: list[Hand]
    #: The dealer's last cards.
    rest: list[ShownCard]
    #: The sorted deck, suit by suit: each card with its heap.
    plan: list[tuple[str, list[HeapedCard]]]
    heaps: list[Heap]


def heap_letter(heap: str) -> str:
    """The letter of a heap in the reader's language: N, E, S, O, and + for the dealer's last cards."""
    return heap if heap == LAST_CARDS else seat_name(heap)[:1].upper()


def shown_board(game: str, board: Board) -> ShownBoard:
    """Returns the board with its plan."""
    plan = boards.heaps(game, board)
    cards = {card.code: card for card in shown_cards([code for code, _heap in plan], game)}
    return ShownBoard(
        board.number,
        seat_name(board.dealer),
        [_hand(game, board, chair) for chair in CHAIRS],
        shown_cards(board.rest, game),
        [
            (suit, [HeapedCard(cards[code], heap_letter(heap)) for code, heap in of_suit])
            for suit, of_suit in _by_suit(game, plan)
        ],
        [_heap(heap, cards, plan) for heap in (*CHAIRS, LAST_CARDS)],
    )


def _suit(game: str, code: str) -> str:
    tricks = scoring.GAMES[game].tricks
    palo = tricks.palo.get(code, TRUMP) if tricks else TRUMP  # the Matto is in no palo
    return family_name(palo, engine_language()).capitalize()


def _by_suit(game: str, plan: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for suit, of_suit in groupby(plan, key=lambda each: _suit(game, each[0])):
        yield suit, list(of_suit)


def _hand(game: str, board: Board, chair: str) -> Hand:
    codes = board.hands[chair]
    suits = [
        Suit(suit, shown_cards(list(of_suit), game))
        for suit, of_suit in groupby(codes, key=lambda code: _suit(game, code))
    ]
    return Hand(chair, heap_letter(chair), seat_name(chair), chair == board.dealer, suits, list(codes))


def _heap(heap: str, cards: dict[str, ShownCard], plan: Sequence[tuple[str, str]]) -> Heap:
    codes = [code for code, of_heap in plan if of_heap == heap]
    name = _("ultime carte del mazziere") if heap == LAST_CARDS else seat_name(heap)
    return Heap(heap_letter(heap), name, len(codes), cards[codes[-1]].name)


# Comparing the tables that played a board, once nobody can still play it.


@dataclass(frozen=True)
class BoardLine:
    """The result of a board at one table."""

    turn: int
    table: int
    #: The numbers and the names of the two pairs.
    north_south: list[int]
    north_south_name: str
    east_west: list[int]
    east_west_name: str
    #: The points of N-S and of E-O.
    points: list[int]
    #: The points of N-S less those of E-O.
    difference: int
    #: The difference less the mean of the tables; in a challenge at two tables, less that of the other table.
    against_others: int
    #: The difference less that of sensible players with the same cards; None while that is not known.
    play: int | None

    @property
    def east_west_gain(self) -> int:
        """The points that E-O made beyond the pairs that held the same cards at other tables."""
        return -self.against_others


@dataclass(frozen=True)
class ComparedBoard:
    """A board with the tables that played it, the best of N-S first."""

    number: int
    set: int
    dealer: str
    mean: int
    lines: list[BoardLine]
    #: The difference that sensible players make (`results.board_values`); None while not known.
    expected: int | None
    #: The honours that N-S and E-O held, and the points that they could declare; None while not known.
    honours: list[int] | None
    declarations: list[int] | None


def known_values(tournament: Tournament) -> int:
    """Returns how many values of open boards are known; pages made with fewer are outdated."""
    return len(values_of(tournament, _open_numbers(tournament)))


def _open_numbers(tournament: Tournament) -> list[int]:
    """The boards that are open to everybody, in order. Two queries at most."""
    deals = tournament.rules.deals or 1
    sets = {match.set_of_boards for match in _open_matches(tournament)}
    return [number for of_set in sorted(sets) for number in boards.boards_of_set(of_set, deals)]


def _open_matches(tournament: Tournament) -> list[Match]:
    """The matches whose results are open and count by their deals. One query, two where sets move."""
    if not tournament.is_duplicated or closed_boards.are_all_closed(tournament):
        return []
    settled = tournament.rounds.filter(state=RoundState.SETTLED)
    played = Match.objects.filter(round__in=settled, lost_by="", assigned__isnull=True)
    return list(queries.with_round(played).order_by("round__number", "table"))


def compared(tournament: Tournament, reading: Reading, number: int | None = None) -> list[ComparedBoard]:
    """Returns the open boards in order, or only that one, with the result of each table. Five queries."""
    deals, sides, matches = tournament.rules.deals or 1, tournament.rules.sides, _open_matches(tournament)
    if number is not None:
        matches = [match for match in matches if number in boards.boards_of_set(match.set_of_boards, deals)]
    if not matches:
        return []
    names_of, points_of = _names(matches, reading), _points(matches)
    lines: defaultdict[int, list[BoardLine]] = defaultdict(list)
    for match in matches:
        points = points_of.get(match.pk, {})
        if tournament.play(last=match.last_deal).is_over(points):
            for deal, of_sides in points.items():
                at = boards.boards_of_set(match.set_of_boards, deals)[deal - 1]
                lines[at].append(_line(match, [of_sides[side] for side in sides], names_of[match.pk]))
    values = values_of(tournament, lines)
    wanted = sorted(lines) if number is None else [number] if number in lines else []
    return [_compared(tournament, at, lines[at], values.get(at)) for at in wanted]


def _line(match: Match, points: list[int], sides: dict[str, tuple[list[int], str]]) -> BoardLine:
    (north_south, ns_name), (east_west, ew_name) = sides["A"], sides["B"]
    difference = points[0] - points[1]
    return BoardLine(
        match.round.number, match.table, north_south, ns_name, east_west, ew_name, points, difference, 0, None
    )


def _compared(
    tournament: Tournament, number: int, lines: Sequence[BoardLine], value: BoardValue | None
) -> ComparedBoard:
    scores = [BoardScore(at, line.difference, 0) for at, line in enumerate(lines)]
    mean = boards.datum(scores)
    is_team_match = tournament.is_challenge and len(scores) == 2
    against = boards.against_other(scores) if is_team_match else boards.swings([scores])
    complete = [
        replace(
            line,
            against_others=against[at],
            play=None if value is None else line.difference - value.expected,
        )
        for at, line in enumerate(lines)
    ]
    board = board_of(tournament, number)
    return ComparedBoard(
        number,
        boards.set_of_board(number, tournament.rules.deals or 1),
        seat_name(board.dealer),
        mean,
        sorted(complete, key=lambda line: (-line.difference, line.turn, line.table)),
        value.expected if value else None,
        list(value.honours.values()) if value else None,
        list(value.declarations.values()) if value else None,
    )


def _names(matches: Sequence[Match], reading: Reading) -> dict[int, dict[str, tuple[list[int], str]]]:
    """The numbers and the names of each side, by match. One query."""
    rows = Seat.objects.filter(match__in=matches).order_by("id")
    people: defaultdict[int, defaultdict[str, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
    for match, side, number, *name in rows.values_list("match", "side", "entry__number", *queries.NAME):
        people[match][side].append((number, names.shown(PersonName(*name), reading, number)))
    return {
        match: {
            side: (
                list(dict.fromkeys(number for number, _name in seated)),
                names.on_one_line([name for _number, name in seated], reading, seated[0][0]),
            )
            for side, seated in sides.items()
        }
        for match, sides in people.items()
    }


def _points(matches: Sequence[Match]) -> dict[int, dict[int, dict[str, int]]]:
    """The points of each deal by number, by match. One query."""
    points_by_match: defaultdict[int, dict[int, dict[str, int]]] = defaultdict(dict)
    rows = Deal.objects.filter(match__in=matches).exclude(number=WHOLE_MATCH).order_by("number")
    for match, number, points in rows.values_list("match", "number", "points"):
        points_by_match[match][number] = points
    return points_by_match


@dataclass(frozen=True)
class OwnBoard:
    """A board as one entry played it: the figures are its own side's."""

    number: int
    turn: int
    side: str
    points: list[int]
    difference: int
    against_others: int


def boards_of_entry(tournament: Tournament, reading: Reading, number: int) -> list[OwnBoard]:
    """Returns the open boards of an entry, in the order of play. As many queries as `compared`."""
    own = []
    for board in compared(tournament, reading):
        for line in board.lines:
            if number in line.north_south:
                own.append(
                    OwnBoard(board.number, line.turn, "A", line.points, line.difference, line.against_others)
                )
            elif number in line.east_west:
                own.append(
                    OwnBoard(
                        board.number,
                        line.turn,
                        "B",
                        line.points[::-1],
                        -line.difference,
                        -line.against_others,
                    )
                )
    return sorted(own, key=lambda each: (each.turn, each.number))
