"""The tables of a stored round: read for a change by hand, and stored after it. No queries in loops."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, NotRequired, TypedDict
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.core import boards, draws
from tournaments.core.draws import DrawInput, Entrant, Layout, LayoutTable
from tournaments.core.draws.by_hand import MENDED, SCHEDULED
from tournaments.core.lots import lot
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.models import Match, Rest, Round, RoundState, Seat, Tournament

Meeting = frozenset[frozenset[int]]


class StoredReason(TypedDict):
    """Why a table meets: a code of `draw_wording.REASONS`, and the figures of its sentence."""

    code: str
    params: dict[str, object]


class ReplacedReason(TypedDict):
    """The reason of a meeting that a change took away."""

    sides: list[list[int]]
    reason: StoredReason


class UndoData(TypedDict):
    """The data to undo a change: the reasons of the tables that disappear, and their first dealers."""

    reasons: list[ReplacedReason]
    dealers: dict[str, str]


class StoredMove(TypedDict):
    """A change by hand as the round stores it; a mending has `gone` and `came`, other changes have `was`."""

    swap: list[int | str]
    reason: str
    cost: dict[str, object]
    was: NotRequired[UndoData]
    gone: NotRequired[list[int]]
    came: NotRequired[list[Mapping[str, object]]]


class Mended(TypedDict):
    """A stored mending without its cost: the ids that left, and the entrants that came."""

    swap: list[int | str]
    gone: list[int]
    came: list[Mapping[str, object]]


#: The reason of a table that was not drawn but made by hand, as `draw_wording.REASONS` has it.
BY_HAND: Final[StoredReason] = {"code": "by-hand", "params": {}}
AFTERWARDS: Final[StoredReason] = {"code": "mended", "params": {}}


@dataclass(frozen=True)
class Board:
    """A round as it is: its draw's input, its tables, and the rows that store them."""

    given: DrawInput
    layout: Layout
    matches: Mapping[int, Match]
    #: The seats of each entry, by its number, in the order of play.
    seats: Mapping[int, list[Seat]]

    @property
    def reasons(self) -> dict[Meeting, StoredReason]:
        """The reason of each meeting at the tables."""
        return {table.meeting: self.matches[table.number].reason for table in self.layout.tables}


def given_of(round_: Round) -> DrawInput:
    """The input of the round's draw, after the entrants who left and came by mending."""
    given = DrawInput.from_json(round_.draw_input)
    for move in round_.moves:
        if move["swap"] == MENDED:
            gone, came = move["gone"], map(Entrant.from_json, move["came"])
            given = replace(given, entrants=(*(one for one in given.entrants if one.id not in gone), *came))
    return given


def board_of(round_: Round) -> Board:
    """The round's layout, entries by their number. Three queries, if the round's tournament is fetched."""
    matches = {match.table: match for match in round_.matches.all()}
    for match in matches.values():
        match.round = round_
    rows = list(Seat.objects.filter(round=round_).select_related("entry", "match", "person"))
    tables, seats = _tables(matches, rows)
    byes = Rest.objects.filter(round=round_).order_by("entry__number")
    layout = Layout(tables, tuple(byes.values_list("entry__number", flat=True)))
    return Board(given_of(round_), layout, matches, seats)


def _tables(
    matches: Mapping[int, Match], rows: list[Seat]
) -> tuple[tuple[LayoutTable, ...], dict[int, list[Seat]]]:
    # Seats were created in the order of play.
    order: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in sorted(rows, key=lambda seat: seat.pk):
        side = order[seat.match.table][seat.side]
        if seat.entry.number not in side:
            side.append(seat.entry.number)
        seats[seat.entry.number].append(seat)
    tables = tuple(
        LayoutTable(
            number,
            tuple(tuple(order[number][side]) for side in sorted(order[number])),
            matches[number].first_dealer,
            is_scheduled=matches[number].reason.get("code") in SCHEDULED,
        )
        for number in sorted(matches)
    )
    return tables, seats


def store(
    round_: Round,
    current: Board,
    given: DrawInput,
    after: Layout,
    *,
    reasons: Mapping[Meeting, StoredReason],
    default_reason: StoredReason = BY_HAND,
) -> None:
    """Replaces the round's tables by those of ``after``; the caller saves the round itself.

    A table takes the reason of its meeting from ``reasons``, or ``default_reason``. In an announced round,
    the codes of changed tables become invalid.
    """
    before = current.layout
    changed = {table.number: table for table in after.changed_from(before)}
    dropped = [table.number for table in before.tables if after.table(table.number) is None]
    people = _people(round_, current, after)
    rows = _matches(round_, current, changed, dropped)
    Seat.objects.filter(match__in=[rows[number] for number in changed]).delete()
    figures = draws.figures(given, after)
    for table in after.tables:
        match = rows[table.number]
        match.table = table.number
        match.distance, match.is_rematch = figures[table.number].distance, bool(figures[table.number].met)
        if table.number in changed:
            match.reason = reasons.get(table.meeting, default_reason)
            match.codes_version += round_.is_announced
    seats = [seat for table in changed.values() for seat in _seats(rows[table.number], table, people, given)]
    fields = ["table", "first_dealer", "distance", "is_rematch", "reason", "codes_version"]
    Match.objects.bulk_update(rows.values(), fields)
    Seat.objects.bulk_create(seats)
    _store_byes(round_, before, after, people)
    round_.cost = sum(each.distance for each in figures.values())
    met = [len(each.met) for each in figures.values()]
    round_.rematches = sum(map(bool, met)) if given.sizes == (2,) else sum(met)


def _matches(
    round_: Round, current: Board, changed: Mapping[int, LayoutTable], dropped: list[int]
) -> dict[int, Match]:
    """A row for each table after the change, by number: rows of dropped tables are reused for new ones."""
    rows = dict(current.matches)
    new = [number for number in changed if number not in rows]
    for number in new[: len(dropped)]:
        rows[number] = rows.pop(dropped.pop(0))
    made = Match.objects.bulk_create(
        Match(round=round_, table=number, first_dealer=changed[number].first_dealer)
        for number in changed
        if number not in rows
    )
    gone = [rows.pop(number).pk for number in dropped]
    if gone:
        Match.objects.filter(pk__in=gone).delete()
    return {**rows, **{match.table: match for match in made}}


@dataclass(frozen=True)
class People:
    """For each entry its row's id and the players who sit for it, with substitutes in place."""

    entry: dict[int, int]
    persons: dict[int, list[int]]
    #: Entries without seats so far: which of a pair sits first is drawn, as at every table (`draws.seating`).
    standing: frozenset[int]

    def sitting(self, number: int, side: str, given: DrawInput) -> list[int]:
        """The players of the entry on that side, in the order of play."""
        persons = self.persons[number]
        by_lot = lot(given.seed, "seat", given.turn, number) % 2
        if number in self.standing and by_lot == (side == "A"):
            return persons[::-1]
        return persons


def _people(round_: Round, current: Board, after: Layout) -> People:
    """Seated players keep their order; players of entries with a bye or from outside are queried."""
    persons = {number: [seat.person_id for seat in seats] for number, seats in current.seats.items()}
    entry = {number: seats[0].entry_id for number, seats in current.seats.items()}
    missing = after.entrants - persons.keys()
    if missing:
        entries = round_.tournament.entries.filter(number__in=missing).prefetch_related(queries.ENTRY_PLAYERS)
        sitting_in = queries.substitutes_in_force(round_.tournament, round_.number)
        for each in entries:
            players = [player.person for player in each.players.all()]
            entry[each.number] = each.pk
            persons[each.number] = [sitting_in.get((each.pk, one.pk), one).pk for one in players]
    return People(entry, persons, missing)


def _seats(match: Match, table: LayoutTable, people: People, given: DrawInput) -> list[Seat]:
    """The seats of a table; if it lacks its first dealer's seat, the first seat of that side deals."""
    tournament = match.round.tournament
    play = tournament.play(sum(len(people.persons[number]) for number in table.entrants))
    match.first_dealer = table.first_dealer
    if match.first_dealer not in play.positions:
        match.first_dealer = play.positions_of("A" if table.first_dealer in ("N", "S") else "B")[0]
    if tournament.is_duplicated:
        match.first_dealer = boards.first_dealer(match.boards or match.round.number)
    made = []
    for side, numbers in zip(play.sides, table.sides, strict=True):
        sitting = [(one, person) for one in numbers for person in people.sitting(one, side, given)]
        for position, (number, person) in zip(play.positions_of(side), sitting, strict=True):
            made.append(
                Seat(
                    round_id=match.round_id,
                    match=match,
                    entry_id=people.entry[number],
                    person_id=person,
                    side=side,
                    position=position,
                )
            )
    return made


def _store_byes(round_: Round, before: Layout, after: Layout, people: People) -> None:
    ended = set(before.rests) - set(after.rests)
    if ended:
        Rest.objects.filter(round=round_, entry__number__in=ended).delete()
    begun = sorted(set(after.rests) - set(before.rests))
    Rest.objects.bulk_create(Rest(round=round_, entry_id=people.entry[number]) for number in begun)


def changeable_round(tournament: Tournament, turn: int, version: int | None) -> Round:
    """The round, while its tables can be changed.

    Raises TournamentError once they cannot, Outdated unless ``version`` is current or None.
    """
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
    round_ = existing_round(tournament, turn)
    if round_.state == RoundState.SETTLED:
        raise TournamentError(
            "already-settled",
            _("Il turno %(turn)s è concluso: i suoi tavoli restano come si sono giocati.") % {"turn": turn},
        )
    if version is not None and version != round_.version:
        raise Outdated(
            "round-changed",
            _("I tavoli del turno %(turn)s sono cambiati intanto: guarda come sono adesso e ripeti.")
            % {"turn": turn},
            current=round_.version,
        )
    return round_


def existing_round(tournament: Tournament, turn: int) -> Round:
    round_ = tournament.rounds.filter(number=turn).first()
    if round_ is None:
        raise TournamentError("no-round", _("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": turn})
    round_.tournament = tournament
    return round_


def is_sent_again(tournament: Tournament, key: UUID | None, subject: Mapping[str, object]) -> bool:
    """Whether the key has already made this very change. Raises InputRefused if it made another."""
    entry = tournament.log.filter(key=key).first() if key else None
    if entry is not None and entry.subject != subject:
        raise InputRefused("key-used", _("Questa pagina ha già fatto uno spostamento: ricaricala e ripeti."))
    return entry is not None
