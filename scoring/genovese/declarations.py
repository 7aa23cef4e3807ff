"""Buone declared in hand: read, checked against possible hands, counted; and the rules by which buone count
(Maillard, "Buone", "Tarocchi senza buone", "Cattura delle buone")."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.document import (
    Declaration,
    Document,
    as_declaration,
    listed,
    mapping,
    optional_text,
    refuse_misspelt,
)
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.buone import BUONE, POINTS_A_CARD, TRIONFI, Buona, belongs, declarable, growth, made_of
from scoring.genovese.cards import DECK_NAME, Form, in_deck_order, parse

DECLARED: Final = "declared"
NONE: Final = "none"
CAPTURED: Final = "captured"
BOTH: Final = "both"
#: Maillard, "Tarocchi senza buone", "Cattura delle buone": captured buone instead of the declared ones, or
#: beside them.
BUONE_RULES: Final = (DECLARED, NONE, CAPTURED, BOTH)
#: Rules under which nothing is shown in hand.
NOT_DECLARED: Final = frozenset((NONE, CAPTURED))
#: Captured buone count only in the games a tre and in sides (Maillard, "Cattura delle buone").
BUONE_RULES_A_PIZZICO: Final = (DECLARED, NONE)


def read_buone_rules(game: Game, written: Document) -> str:
    """Returns which buone count, from ``rules``, the key of every house rule, or ``buone``; ScoringError
    ``unknown-buone-rules`` or ``two-buone-rules``."""
    given = {optional_text(written, key) for key in ("rules", "buone")} - {None}
    if len(given) > 1:
        raise ScoringError("two-buone-rules")
    rules = given.pop() if given else game.house_rules[0]
    if rules is None or rules not in game.house_rules:
        raise ScoringError("unknown-buone-rules", rules=rules, known=game.house_rules)
    return rules


#: The kind of a declaration, and its key in the form that CONTRACT fixes.
BUONA: Final = "buona"
KEYS: Final = ("side", "player", BUONA, "cards")
#: Keys for the player of the Bagatto in the last trick, and for the taker.
KEYS_OF_BAGATTO: Final = ("player", "trick_to")


@dataclass(frozen=True, slots=True)
class Shown:
    """A declared buona, with the points that it adds to its player's earlier ones."""

    player: str
    buona: Buona


def read_declarations(game: Game, form: Form, written: Document) -> tuple[Shown, ...]:
    """Returns the buone declared, in the order in which they were shown; ScoringError for cards that make no
    such buona, are in two hands, too many for one, or laid aside."""
    declarations = [read_declaration(game, form, item) for item in listed(written, "declarations")]
    _verify_hands(form, declarations)
    _verify_discards(declarations, written)
    return _in_turn(form, declarations)


def _in_turn(form: Form, declarations: Sequence[Declaration]) -> tuple[Shown, ...]:
    """Returns the declarations in the order in which they were shown, with the points that each adds."""
    shown: list[Shown] = []
    for item in declarations:
        earlier = [other.buona for other in shown if other.player == item.player]
        shown.append(Shown(item.player, counted_buona(form, item, earlier)))
    return tuple(shown)


def read_declaration(game: Game, form: Form, written: object) -> Declaration:
    """Returns the declaration with its cards in order; ScoringError when it is none of this game."""
    item = as_declaration(written, KEYS)
    side = game.require_side(item.get("side"))
    player = game.require_player(item.get("player"), side)
    name = item.get(BUONA)
    known = tuple(buona for buona in BUONE if buona not in POINTS_A_CARD or buona in form.minimums)
    if not isinstance(name, str) or name not in known:
        raise ScoringError("unknown-buona", buona=name, buone=known)
    return Declaration(side, player, BUONA, name, in_deck_order(parse(item.get("cards"))))


def _verify_hands(form: Form, declarations: list[Declaration]) -> None:
    owner: dict[str, str] = {}
    for item in declarations:
        for card in item.cards:
            holder = owner.setdefault(card, item.player)
            if holder != item.player:
                raise ScoringError(
                    "declared-by-two", player=holder, other=item.player, cards=(card,), deck=DECK_NAME
                )
    for player in sorted(set(owner.values())):
        count = sum(holder == player for holder in owner.values())
        if count > form.cards_in_deal:
            raise ScoringError("buone-hand-too-big", player=player, count=count, size=form.cards_in_deal)


def _verify_discards(declarations: list[Declaration], written: Document) -> None:
    """Refuses a declared card of the discard: buone are declared after it (Maillard, "Buone")."""
    discards = parse(listed(written, "discards"))
    for item in declarations:
        laid_aside = in_deck_order(discards.intersection(item.cards))
        if laid_aside:
            raise ScoringError("buona-discarded", player=item.player, cards=laid_aside, deck=DECK_NAME)


def counted_buona(form: Form, item: Declaration, earlier: Sequence[Buona]) -> Buona:
    """Returns the buona with the points that it adds to the player's earlier ones; ScoringError when the
    cards do not make it, or it was shown already."""
    if not belongs(item.family, frozenset(item.cards), form.minimums):
        raise _not_made(form, item)
    if len(item.cards) > form.hand_size:
        raise ScoringError(
            "buone-hand-too-big", player=item.player, count=len(item.cards), size=form.hand_size
        )
    # Where all buone are declared before the first card, trionfi cannot grow.
    again = item.family == TRIONFI and not form.draws and any(buona.name == TRIONFI for buona in earlier)
    grown = None if again else growth(earlier, made_of(item.family, item.cards))
    if grown is None:
        raise ScoringError("buona-shown-already", player=item.player, buona=item.family)
    return grown


def _not_made(form: Form, item: Declaration) -> ScoringError:
    least = form.minimums.get(item.family)
    if least is None or len(item.cards) >= least:
        return ScoringError(
            "not-that-buona", player=item.player, buona=item.family, cards=item.cards, deck=DECK_NAME
        )
    return ScoringError(
        "buona-too-small", player=item.player, buona=item.family, count=len(item.cards), least=least
    )


def read_bagatto(game: Game, written: Document) -> tuple[str, str] | None:
    """Returns the player of the Bagatto in the last trick and the player who took that trick.

    A side's letter is enough for its only player, or where the opponents' side took the trick. None when the
    Bagatto was not in the last trick; ScoringError ``missing-key``, ``unknown-player`` or ``bagatto-who``.
    """
    if written.get("bagatto_ultimo") is None:
        return None
    bagatto = mapping(written, "bagatto_ultimo")
    refuse_misspelt(bagatto, KEYS_OF_BAGATTO)
    for key in KEYS_OF_BAGATTO:
        if bagatto.get(key) is None:
            raise ScoringError("missing-key", key=f"bagatto_ultimo.{key}")
    player = _one_player(game, bagatto["player"], None)
    return player, _one_player(game, bagatto["trick_to"], player)


def _one_player(game: Game, named: object, other_than_side_of: str | None) -> str:
    """Returns the player named; for a side, its only player, or any player of the opponents' side."""
    if named not in game.sides:
        return game.require_player(named)
    players = game.players_of(str(named))
    opponents = other_than_side_of is not None and other_than_side_of[0] != named
    if len(players) > 1 and not opponents:
        raise ScoringError("bagatto-who", side=named, players=players)
    return players[0]


def declarable_by_rule(
    form: Form, game: Game, player: str, hand: Sequence[str], shown: Sequence[Declaration], rules: str | None
) -> tuple[Declaration, ...]:
    """Returns the largest buone that a player may still declare, none where only captured ones count;
    ScoringError ``unknown-buone-rules``, and the refusals of ``parse``."""
    if read_buone_rules(game, {"rules": rules}) in NOT_DECLARED:
        return ()
    before = _in_turn(form, [read_declaration(game, form, item) for item in shown])
    own = [item.buona for item in before if item.player == player]
    still = declarable(form.minimums, parse(hand), own)
    side = game.require_player(player)[0]
    return tuple(Declaration(side, player, BUONA, buona.name, buona.cards) for buona in still)
