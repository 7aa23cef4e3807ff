"""The engine's public functions; each calls the function that the game declares."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from scoring import argument_types, match, match_totals
from scoring.document import Declaration, Document, mapping, refuse_misspelt, text, unknown_key
from scoring.errors import ScoringError
from scoring.game import SEATS, Game, LastDeal, Match
from scoring.games import game_of
from scoring.match import Claim, points_of
from scoring.results import DealCount, Feasibility, Outcome, SideCount
from scoring.trick_play import IGNORED_KEYS

#: Keys of a line of ``count`` in every game (CONTRACT).
_COMMON_KEYS: Final = ("game", "cards", "last_trick", "dealer", "declarations", "discards", "rules")


def count(
    game: str,
    cards: Mapping[str, Iterable[str]],
    last_trick: str | None = None,
    *,
    dealer: str | None = None,
    declarations: Sequence[object] = (),
    rules: str | None = None,
    **facts: object,
) -> DealCount[SideCount]:
    """Returns every side's count of a deal, from the cards it owns at the end.

    ``cards`` gives the pile of one side or of several; where the deck is played out, a side left out owns the
    rest. ``dealer`` lets the sizes of the piles be checked fully; ``rules`` is a house rule; ``facts`` are
    further facts that the game needs. Raises ScoringError for anything that could not have happened.
    """
    written = {
        "cards": cards,
        "last_trick": last_trick,
        "dealer": dealer,
        "declarations": declarations,
        "rules": rules,
        **facts,
    }
    played = game_of(game)
    _require_facts(played, facts)
    return played.count(played, written)


def count_document(written: Document) -> DealCount[SideCount]:
    """Returns the count of a line of the command (CONTRACT); ScoringError ``unknown-key`` for a key that
    resembles one the game reads."""
    played = game_of(text(written, "game"))
    refuse_misspelt(written, _known_keys(played), passed_over=_extra_keys(played))
    return played.count(played, written)


@argument_types.takes(figures=argument_types.an_object)
def check(
    game: str,
    figures: Mapping[str, object],
    *,
    last_trick: str | None = None,
    dealer: str | None = None,
    rules: str | None = None,
    **facts: object,
) -> Feasibility:
    """Returns whether the figures of a sheet could have happened; the game's own check says how exact it is.

    ``figures`` gives any side's figures by name; a figure left out may be anything. Raises ScoringError for a
    value that is no figure.
    """
    played = game_of(game)
    written = {**figures, "last_trick": last_trick, "dealer": dealer, "rules": rules, **facts}
    return check_document(played, written)


def check_document(game: Game, written: Document) -> Feasibility:
    """Returns the answer to a line of the command ``check``, with the sides of its suggestions in order."""
    answer = game.check(game, written)
    nearest = ({side: entry[side] for side in game.sides if side in entry} for entry in answer.nearest)
    return replace(answer, nearest=tuple(nearest))


@argument_types.takes(totals=argument_types.an_object)
def deal_scores(game: str, totals: Mapping[str, int], **facts: object) -> Mapping[str, int]:
    """Returns the points that a deal adds to each side's match: the total itself, poste, charges or tens.

    ``totals`` has every side that plays; ``facts`` are further facts that the game needs, as in ``count``.
    Raises ScoringError, ``bad-points`` for a side without points.
    """
    played = game_of(game)
    _require_facts(played, facts)
    given = tuple(map(played.require_side, totals))
    sides = given if played.tables_of else played.sides
    points = {side: points_of(totals, side, 1) for side in sides}
    return points if played.scored is None else played.scored(played, points, facts)


def camps(game: str, **facts: object) -> Mapping[str, str]:
    """Returns, for every side, the side whose figures it shares; a side that scores alone has itself.

    Raises ScoringError for facts that the game cannot read, or does not use.
    """
    played = game_of(game)
    _require_facts(played, facts)
    if played.camps is None:
        return {side: side for side in played.sides}
    return played.camps(played, facts)


def _require_facts(played: Game, facts: Document) -> None:
    """Refuses facts that the game's count does not read, except those that a generated deal adds."""
    known = _known_keys(played)
    for key in facts:
        if key not in known and key not in _extra_keys(played):
            raise unknown_key(key, known)


def _known_keys(played: Game) -> tuple[str, ...]:
    return *_COMMON_KEYS, *played.facts, *played.counted_with


def _extra_keys(played: Game) -> tuple[str, ...]:
    return *IGNORED_KEYS, *played.extra_keys


@argument_types.takes(deals=argument_types.a_list)
def outcome(
    game: str, deals: Sequence[Mapping[str, int]], target: int | None = None, agreement: str | None = None
) -> Outcome | None:
    """Returns how the match ended after these deals; None while it goes on.

    ``deals`` have the points that each deal added to each side. ``agreement`` is one of the game's, where a
    table may choose how the match ends. Raises ScoringError ``match-over`` when a deal comes after the end,
    ``bad-points``, ``unknown-target`` and ``unknown-agreement``.
    """
    played = game_of(game)
    return played.ended(played, _match(played, deals, target, agreement))


@argument_types.takes(totals=argument_types.an_object)
def verify_match_totals(
    game: str, totals: Mapping[str, int], *, deals: int | None = None, target: int | None = None
) -> None:
    """Refuses totals of a whole match that its deals cannot add up to.

    ``deals`` is their number; None where the match was played to its ``target``. Raises ScoringError, see
    ``scoring.match_totals``.
    """
    played = game_of(game)
    for side in totals:
        played.require_side(side)
    if deals is not None and (type(deals) is not int or deals < 1):
        raise ScoringError("unknown-deal", deal=deals)
    match_totals.verify_match_totals(played, totals, _match(played, (), target, None), deals)


@argument_types.takes(deals=argument_types.a_list)
def still_playing(
    game: str, deals: Sequence[Mapping[str, int]], target: int | None = None, agreement: str | None = None
) -> tuple[str, ...]:
    """Returns the sides that play the next deal; at mattazza a player who reached the target rests (Barilli
    4.4.1).

    The sides are those of the first deal, or the game's own before it. Raises ScoringError as ``outcome``
    does.
    """
    played = game_of(game)
    match = _match(played, deals, target, agreement)
    if not deals or played.playing is None:
        return tuple(side for side in played.sides if not deals or side in deals[0])
    return played.playing(played, match)


@argument_types.takes(totals=argument_types.an_object, passed=argument_types.a_list)
def call_out(
    game: str,
    player: str,
    dealer: str,
    totals: Mapping[str, int],
    declarations: Sequence[object] = (),
    *,
    passed: Sequence[str] = (),
    target: int | None = None,
    rule: str = "barilli",
    rules: str | None = None,
) -> Outcome:
    """Returns the match won by the side of a player who calls out with the combinations shown in hand.

    ``totals`` are the points before this deal. ``passed`` are the players who let their moment to call out
    pass, the dealer first; ``rule`` is ``barilli`` or ``pagat``; ``rules`` is the house rule by which
    declarations are counted. Raises ScoringError when the player may not call out.
    """
    claimed = _claim(game, player, dealer, totals, declarations, passed, target, rule, rules)
    return match.call_out(game_of(game), claimed)


@argument_types.takes(totals=argument_types.an_object)
def call_out_points(
    game: str,
    player: str,
    dealer: str,
    totals: Mapping[str, int],
    declarations: Sequence[object] = (),
    *,
    target: int | None = None,
    rule: str = "barilli",
    rules: str | None = None,
) -> Mapping[str, int]:
    """Returns the points that a deal adds when the player calls out: those shown, for the player's side.

    The players who could call out before have let it pass; otherwise as ``call_out``, with its refusals.
    """
    claimed = _claim(game, player, dealer, totals, declarations, None, target, rule, rules)
    return match.call_out_points(game_of(game), claimed)


def _claim(
    game: str,
    player: str,
    dealer: str,
    totals: Mapping[str, int],
    declarations: Sequence[object],
    passed: Sequence[str] | None,
    target: int | None,
    rule: str,
    rules: str | None,
) -> Claim:
    """Returns the claim to be out; where ``passed`` is None, all who could call out before have passed."""
    played = game_of(game)
    return Claim(
        player=played.require_player(player),
        dealer=dealer,
        totals={side: points_of(totals, side, 1) for side in played.sides},
        target=played.require_target(target) or 0,
        declarations=declarations,
        passed=None if passed is None else tuple(map(played.require_player, passed)),
        rule=rule,
        house_rule=rules,
    )


@argument_types.takes(claim=argument_types.an_object, totals=argument_types.an_object)
def fuori_points(
    game: str, claim: Mapping[str, object], totals: Mapping[str, int], target: int | None = None
) -> Mapping[str, int]:
    """Returns the points that a deal adds when a side claims that it has its points (FIGS, art. 16).

    A right claim wins even against more points, so that the other side's are cut below the winner's. A wrong
    one gives the other side the target, and the claimant the fewer of both sides' points. The arguments and
    the refusals are those of ``say_fuori``.
    """
    return _said_fuori(game, claim, totals, target)[1]


@argument_types.takes(claim=argument_types.an_object, totals=argument_types.an_object)
def say_fuori(
    game: str, claim: Mapping[str, object], totals: Mapping[str, int], target: int | None = None
) -> Outcome:
    """Returns how the match ends when a side claims, during a deal, that it has its points (FIGS, art. 16).

    ``claim`` gives the ``side``, and whether it was said ``at_last_play``; besides, the cards that each side
    has ``taken`` so far and its ``scope``, or the ``points`` that each side is certain of. ``totals`` are the
    points before this deal. Raises ScoringError where the game does not allow it.
    """
    return _said_fuori(game, claim, totals, target)[0]


def _said_fuori(
    game: str, claim: Document, totals: Mapping[str, int], target: int | None
) -> tuple[Outcome, Mapping[str, int]]:
    played = game_of(game)
    if played.fuori is None:
        raise ScoringError("no-calling-out", game=played.name)
    before = {side: points_of(totals, side, 1) for side in played.sides}
    return played.fuori(played, claim, before, played.require_target(target) or 0)


def cut_short(game: str, facts: Mapping[str, object]) -> Mapping[str, int]:
    """Returns each side's points in a deal that stops because one side has an irregular number of cards
    (FIGS, art. 17).

    ``facts`` are the side ``at_fault``, the cards that each side has ``taken`` so far, and its ``scope``.
    Raises ScoringError, ``no-cutting-short`` in a game where no deal ends so.
    """
    played = game_of(game)
    if played.cut_short is None:
        raise ScoringError("no-cutting-short", game=played.name)
    return played.cut_short(played, mapping({"facts": facts}, "facts"))


@argument_types.takes(
    losers=argument_types.a_list, players=argument_types.a_list, resting=argument_types.a_list
)
def next_dealer(
    game: str,
    dealer: str,
    *,
    soloist: str | None = None,
    losers: Sequence[str] = (),
    players: Sequence[str] | None = None,
    resting: Sequence[str] = (),
) -> str:
    """Returns the next dealer: the player to the right, unless the game says otherwise.

    ``soloist`` is the player who played alone; ``losers`` are the players who lost, where the table lets them
    deal; ``players`` are those at the table, where the game leaves their number free; ``resting`` are those
    of them who play no more.
    """
    played = game_of(game)
    at_table = played.players if players is None else tuple(map(played.require_player, players))
    for player in (dealer, *losers, *resting, *([] if soloist is None else [soloist])):
        if player not in at_table:
            raise ScoringError("unknown-player", player=player, players=at_table)
    return played.deals_next(LastDeal(at_table, dealer, tuple(resting), soloist, tuple(losers)))


@argument_types.takes(hand=argument_types.a_list, shown=argument_types.declarations)
def declarable(
    game: str,
    player: str,
    hand: Sequence[str],
    shown: Sequence[Declaration] = (),
    *,
    rules: str | None = None,
) -> tuple[Declaration, ...]:
    """Returns the largest declarations that a hand still allows before the first card, by the house rule;
    none in games without declarations."""
    played = game_of(game)
    played.require_player(player)
    return played.declarable(played, player, hand, shown, rules) if played.declarable else ()


def _match(
    game: Game, deals: Sequence[Mapping[str, int]], target: int | None, agreement: str | None
) -> Match:
    if agreement is not None and agreement not in game.agreements:
        known = game.agreements
        raise ScoringError("unknown-agreement", agreement=agreement, game=game.name, known=known)
    for number, deal in enumerate(deals, start=1):
        if not isinstance(deal, Mapping):
            raise ScoringError("deal-not-an-object", deal=number)
    agreed = agreement or (game.agreements[0] if game.agreements else None)
    return Match(tuple(deals), game.require_target(target), agreed)


def dealer_seat(game: str, first: str, number: int) -> str:
    """Returns the seat of the dealer of a deal, numbered from 1: one place to the right after each deal
    (Barilli 3.7)."""
    game_of(game)
    if first not in SEATS:
        raise ScoringError("unknown-seat", seat=first)
    if type(number) is not int or number < 1:
        raise ScoringError("unknown-deal", deal=number)
    return SEATS[(SEATS.index(first) + number - 1) % len(SEATS)]
