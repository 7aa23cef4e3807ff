"""Plays a whole evening from a seed: entries, rounds, every table's deals, a correction in each round, the
close; and creates a future evening with bookings.

All chance comes from the seed by `tournaments.core.lots`, so that a seed gives the same pairs, tables and
standings on every machine and database. Codes and times differ with each installation.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from datetime import time as hour
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from club.models import Club, Person
from club.person_names import plain
from club.register import people
from scoring.game import SEATS
from tournaments.actors import Actor
from tournaments.core import boards as core_boards
from tournaments.core.lots import lot, lots
from tournaments.demo.people import names
from tournaments.entries import entries
from tournaments.entries.bookings import confirmations, partners, requests, terms
from tournaments.entries.bookings.requests import BookingRequest, Player
from tournaments.evenings import lifecycle
from tournaments.models import Booking, BookingLetter, Deal, Match, Round, Tournament
from tournaments.results import boards, scores
from tournaments.rounds import rounds

Tell = Callable[[str], None]

# A worker builds the standings of 200 pairs in about a second; after this time we assume that none runs.
PATIENCE_SECONDS = 60.0

# Most tables tap cards; some add up on the score sheet and enter parts, a few only totals.
WAYS = (Deal.Way.CARDS,) * 7 + (Deal.Way.PARTS,) * 2 + (Deal.Way.TOTALS,)


@dataclass(frozen=True, eq=False)
class Sheet:
    """One deal as its table enters it, with the `key` that its device makes."""

    match: Match
    number: int
    way: str
    entered: dict[str, object]
    declarations: int
    key: UUID


def sheet(tournament: Tournament, match: Match, number: int, seed: int) -> Sheet:
    """The deal of that number, played to its last trick and entered by cards, parts or totals."""
    subject = (match.round.number, match.table)
    way = WAYS[lot(seed, "way", *subject) % len(WAYS)]
    chance = lot(seed, "deal", *subject, number)
    deal = (
        _played_board(match, number, chance)
        if tournament.is_duplicated
        else _played(tournament.game, match.first_dealer, number, chance)
    )
    high, low = lots(2, seed, "key", *subject, number)
    return Sheet(
        match,
        number,
        way,
        _entered_words(tournament, deal, way),
        len(deal.declarations),
        UUID(int=high << 64 | low, version=4),
    )


def without_declarations(entered: Mapping[str, Any]) -> dict[str, object]:
    """The entered deal without its declarations: the mistake that officers correct most often."""
    if "cards" in entered:
        return {**entered, "declarations": []}
    return {**entered, **{side: {**entered[side], "declared": 0} for side in ("A", "B")}}


def _played(game: str, first_dealer: str, number: int, seed: int) -> scoring.PlayedDeal:
    seat = scoring.dealer_seat(game, first_dealer, number)
    return scoring.generate_deal(seed, game, scoring.GAMES[game].players[SEATS.index(seat)])


#: The percentage of cards that a player chooses worse than the best, so that tables with the same cards
#: have different results.
SLIPS = 15


def _played_board(match: Match, number: int, seed: int) -> scoring.PlayedDeal:
    """The deal of that number, with the cards of its board."""
    tournament = match.round.tournament
    numbers = core_boards.boards_of_set(match.set_of_boards, tournament.rules.deals or 1)
    made = boards.board_of(tournament, numbers[number - 1])
    players = dict(zip(SEATS, tournament.rules.players, strict=True))
    table = scoring.Table(
        tournament.game,
        dealer=players[made.dealer],
        hands={players[chair]: made.hands[chair] for chair in SEATS},
        rest=made.rest,
    )
    player = scoring.SensiblePlayer(SLIPS, seed)
    while table.to_move is not None:
        table = table.apply(player.choose(table.view(table.to_move)))
    return table.played()


def _entered_words(tournament: Tournament, deal: scoring.PlayedDeal, way: str) -> dict[str, object]:
    """The data that the table sends: the cards of the smaller pile (FIELD, "Counting at the table"), or its
    own sums."""
    if way == Deal.Way.CARDS:
        smaller = min(deal.piles, key=lambda side: len(deal.piles[side]))
        return {
            "cards": {smaller: list(deal.piles[smaller])},
            "last_trick": deal.last_trick,
            "declarations": [declaration.as_json() for declaration in deal.declarations],
        }
    figures = scoring.count(
        tournament.game,
        deal.piles,
        deal.last_trick,
        dealer=deal.dealer_side,
        declarations=deal.declarations,
        rules=tournament.house_rule,
    ).sides
    sums = {side: _summed(counted, way) for side, counted in figures.items()}
    return {"last_trick": deal.last_trick, **sums}


def _summed(counted: scoring.SideCount, way: str) -> dict[str, int]:
    figures = counted.figures
    declared = figures["declarations"]
    if way == Deal.Way.TOTALS:
        return {"total": counted.total - declared, "declared": declared}
    return {**{name: figures[name] for name in ("sequences", "cricche", "card_points")}, "declared": declared}


class StandingsLate(Exception):
    """No worker is running that would build the standings."""


#: The minutes of a round. A round that is left open gets more, because people try the demo for longer.
CLOSED_MINUTES, OPEN_MINUTES = 30, 60


@dataclass(frozen=True)
class Evening:
    """The plan of an evening: equal plans give equal evenings.

    `left_open_in` is the round left unfinished, with tables that still owe results. `regulars` is the number
    of people, the same on every evening, among whom the players are chosen; without it they are chosen among
    all names. `teams` makes it a challenge of two teams of these names, whose pairs are entered in turn.
    `is_duplicated` lets all tables play the same cards.
    """

    name: str
    on: date
    pairs: int
    turns: int
    seed: int
    left_open_in: int | None = None
    regulars: int | None = None
    teams: tuple[str, str] | None = None
    is_duplicated: bool = False

    def seed_of(self, *subject: int | str) -> int:
        """A seed below 2**53 for one subject of the evening."""
        return lot(self.seed, *subject) >> 11


def play(club: Club, evening: Evening, *, by: Actor, tell: Tell) -> Tournament:
    """The tournament at the end of the evening, or in the round left open. `tell` is called with each step.

    Raises StandingsLate when a worker should build the standings and none does.
    """
    tournament = _at_the_desk(club, evening, by, tell)
    if play_turns(tournament, evening, by=by, tell=tell):
        lifecycle.close(tournament.pk, by=by, sends_letters=False)
    return Tournament.objects.get(pk=tournament.pk)


def play_turns(tournament: Tournament, evening: Evening, *, by: Actor, tell: Tell) -> bool:
    """Plays the rounds of a tournament whose entries are in; returns whether none was left open."""
    for turn in range(1, evening.turns + 1):
        _play_turn(tournament, evening, turn, by, tell)
        if turn == evening.left_open_in:
            return False
        rounds.settle(tournament.pk, turn, by=by)
        _await_standings(tournament)
    return True


def read_again(tournament: Tournament, evening: Evening, *, by: Actor) -> None:
    """Enters the first deal of the first table as another one, as after a sheet that was read wrongly."""
    round_ = tournament.rounds.get(number=1)
    match = round_.matches.select_related("round__tournament").get(table=1)
    deal = match.deals.get(number=1)
    again = sheet(tournament, match, 1, evening.seed_of("read again"))
    reason = _("Un foglio letto male")
    scores.enter(
        match, 1, again.way, again.entered, by=by, based_on=deal.version, may_correct=True, reason=reason
    )
    _await_standings(tournament)


def _at_the_desk(club: Club, evening: Evening, by: Actor, tell: Tell) -> Tournament:
    tournament = lifecycle.create(
        club,
        name=evening.name,
        on=evening.on,
        by=by,
        turns=evening.turns,
        turn_minutes=CLOSED_MINUTES if evening.left_open_in is None else OPEN_MINUTES,
        lots_seed=evening.seed_of("lots"),
        **_challenge(evening),
        is_duplicated=evening.is_duplicated,
        boards_seed=f"{evening.seed_of('boards'):032x}" if evening.is_duplicated else "",
    )
    players = _players(club, evening)
    for number, couple in enumerate(zip(players[::2], players[1::2], strict=True), start=1):
        step = {"number": number, "pairs": evening.pairs}
        tell(_("iscrizioni: coppia %(number)d di %(pairs)d") % step)
        team = 2 - number % 2 if evening.teams else None
        entries.enter(tournament.pk, couple, by=by, present=True, team=team)
    return tournament


def _challenge(evening: Evening) -> dict[str, str]:
    """The settings of a challenge, if the evening is one."""
    if evening.teams is None:
        return {}
    first, second = evening.teams
    return {"format": Tournament.Format.CHALLENGE, "first_team": first, "second_team": second}


def _players(club: Club, evening: Evening) -> list[Person]:
    """Two people for each pair: people of the club with these names, or new ones."""
    full_names = names(2 * evening.pairs, evening.seed, among=evening.regulars)
    people = {(person.last_name, person.first_name): person for person in club.people.order_by("-id")}
    return [people.get(name) or _added(club, evening, *name) for name in full_names]


def _added(club: Club, evening: Evening, last_name: str, first_name: str) -> Person:
    """A new person: one in twelve has not consented to be named in public, one in eight is a guest."""
    agreed = lot(evening.seed, "consent", last_name, first_name) % 12 != 0
    return people.add(
        club,
        last_name=last_name,
        first_name=first_name,
        is_guest=lot(evening.seed, "guest", last_name, first_name) % 8 == 0,
        name_consent_on=evening.on if agreed else None,
    )


def _play_turn(tournament: Tournament, evening: Evening, turn: int, by: Actor, tell: Tell) -> None:
    rounds.draw(tournament.pk, by=by, seed=evening.seed_of("draw", turn))
    rounds.publish(tournament.pk, turn, by=by)
    round_ = rounds.play(tournament.pk, turn, by=by)
    sheets = _sheets(tournament, evening, round_)
    slip = _slip(evening, turn, sheets)
    for place, sheet in enumerate(sheets, start=1):
        step = {"turn": turn, "turns": evening.turns, "place": place, "deals": len(sheets)}
        tell(_("turno %(turn)d di %(turns)d: smazzata %(place)d di %(deals)d") % step)
        deal = _send(sheet, without_declarations(sheet.entered) if sheet is slip else sheet.entered)
        if sheet is slip:
            _correct(sheet, deal, by)
    _confirm(round_, forgetful=turn == evening.left_open_in)


def _sheets(tournament: Tournament, evening: Evening, round_: Round) -> list[Sheet]:
    """The deals that the tables send in this round: the first deals of all tables, then the second, as on a
    real evening."""
    matches = list(round_.matches.select_related("round").order_by("table"))
    deals = scoring.GAMES[tournament.game].deals or 0
    left_open = round_.number == evening.left_open_in
    return [
        sheet(tournament, match, number, evening.seed)
        for number in range(1, deals + 1)
        for match in matches
        if not left_open or number <= _handed_in(match.table, len(matches), deals)
    ]


def _handed_in(table: int, last_table: int, deals: int) -> int:
    """The number of deals that a table of the open round has sent: none from the last table, half from every
    third, all from the others."""
    if table == last_table:
        return 0
    return deals // 2 if table % 3 == 0 else deals


def _slip(evening: Evening, turn: int, sheets: list[Sheet]) -> Sheet | None:
    """The sheet on which declarations are forgotten in this round; None if no sheet has any."""
    declared = [sheet for sheet in sheets if sheet.declarations]
    return declared[lot(evening.seed, "slip", turn) % len(declared)] if declared else None


def _send(sheet: Sheet, entered: Mapping[str, Any]) -> Deal:
    return scores.enter(
        sheet.match,
        sheet.number,
        sheet.way,
        entered,
        by=_writer(sheet.match),
        based_on=0,
        key=sheet.key,
    )


def _writer(match: Match) -> Actor:
    """The side that enters the deals of this table: N-S at odd tables, E-O at even ones."""
    return Actor.at_table(match, "A" if match.table % 2 else "B")


def _confirm(round_: Round, *, forgetful: bool) -> None:
    """Confirms each table's deals for the other side; if `forgetful`, except at every fourth table."""
    for match in round_.matches.select_related("round").order_by("table"):
        written = {deal.number: deal.version for deal in match.deals.filter(agreement=Deal.Agreement.WAITING)}
        if written and not (forgetful and match.table % 4 == 1):
            other = "B" if _writer(match).side == "A" else "A"
            scores.confirm(match, written, by=Actor.at_table(match, other))


def _correct(sheet: Sheet, deal: Deal, by: Actor) -> None:
    """Adds the forgotten declarations as an officer, as on a real evening."""
    reason = _("Accusi segnati sul foglio e non inseriti.")
    scores.enter(
        sheet.match, sheet.number, sheet.way, sheet.entered, by=by, based_on=deal.version, reason=reason
    )


def _await_standings(tournament: Tournament) -> None:
    """Waits until a worker has built the standings; not at all where tasks run in place."""
    patience = time.monotonic() + PATIENCE_SECONDS
    while not Tournament.objects.get(pk=tournament.pk).standings_are_current:
        if time.monotonic() > patience:
            raise StandingsLate(
                _("La classifica non arriva: avvia un worker con «celery -A criccone worker» e riprova.")
            )
        time.sleep(0.05)


PLACES = 6
#: Confirmed pairs, more than the places.
COUPLES = 8
ALONE = 3


@transaction.atomic
def announce(club: Club, name: str, on: date, *, seed: int, origin: str, by: Actor) -> Tournament:
    """Creates the evening with its bookings, in one transaction.

    The addresses belong to nobody, so the letters are marked as sent.
    """
    evening = lifecycle.create(
        club,
        name=name,
        on=on,
        by=by,
        starts_at=hour(20, 30),
        venue="Sala Borsa",
        fee_cents=1000,
        places=PLACES,
        takes_bookings=True,
    )
    people = [Player(*each) for each in names(2 * COUPLES + ALONE + 2, seed)]
    couples, rest = people[: 2 * COUPLES], people[2 * COUPLES :]
    for first, second in zip(couples[::2], couples[1::2], strict=True):
        confirmations.confirm(_ask(evening, first, second, origin).pk)
    looking = [confirmations.confirm(_ask(evening, each, None, origin).pk) for each in rest[:ALONE]]
    partners.propose(looking[0].pk, looking[1].number, "Gioco da un anno, mi piacerebbe fare coppia!")
    _ask(evening, rest[ALONE], rest[ALONE + 1], origin)
    BookingLetter.objects.filter(booking__tournament=evening).update(sent_at=timezone.now())
    return evening


def _ask(evening: Tournament, player: Player, partner: Player | None, origin: str) -> Booking:
    words = plain(f"{player.first_name}.{player.last_name}")
    booking_request = BookingRequest(
        player,
        partner,
        f"{words}@example.org",
        terms.current_notice(terms.rules_of(evening.club)),
        looks_for_partner=partner is None,
        is_named_to_others=partner is None,
    )
    booking = requests.submit(evening.pk, booking_request, language="it", origin=origin)
    if booking is None:
        raise ValueError(f"{booking_request.email} is entered twice")
    return booking
