"""Declarations (accusi): combinations shown in hand (Barilli 3.5.1; Pagat, "Declarations")."""

from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import ANGEL, CONTATORI, MOORS, NUMBERS, PEZZI, bits, codes_of, parse
from scoring.bolognese.combinations import (
    CRICCA_BITS,
    FAMILY_BITS,
    SEQUENCES,
    Combination,
    Combinations,
    add_up,
    one_cricca,
    one_sequence,
)
from scoring.bolognese.hands import can_be_held
from scoring.bolognese.pile import PAIRS
from scoring.document import Declaration, as_declaration
from scoring.errors import ScoringError
from scoring.game import Game

#: Barilli 3.2, 3.3: cards in each hand at a table of two pairs when the first trick begins.
HAND_SIZE: Final = PAIRS.tricks

CRICCA: Final = "cricca"
SEQUENCE: Final = "sequence"
KINDS: Final = (CRICCA, SEQUENCE)
KEYS: Final = ("side", "player", *KINDS, "cards", "number")

#: Each family's cards, in an order in which the first ``n`` can make a combination of ``n`` cards.
_STRONGEST_FIRST: Final = {
    **{family: codes_of(cards) for family, cards in CRICCA_BITS.items()},
    **{family: (*codes_of(cards), *CONTATORI) for family, cards in FAMILY_BITS.items()},
    "grande": (ANGEL, *PEZZI, *NUMBERS, *MOORS, *CONTATORI),
}


@dataclass(frozen=True, slots=True)
class PlayerDeclarations:
    """One player's declarations and their points, each kind doubled by itself."""

    player: str
    shown: tuple[Declaration, ...]
    cricche: Combinations
    sequences: Combinations

    @property
    def total(self) -> int:
        return self.cricche.total + self.sequences.total


def read_declaration(game: Game, written: object) -> Declaration:
    """Returns the declaration, from CONTRACT's object or a Declaration; ScoringError when it is neither."""
    item = as_declaration(written, KEYS)
    kinds = [kind for kind in KINDS if item.get(kind) is not None]
    if len(kinds) != 1:
        raise ScoringError("declaration-kind")
    kind, side = kinds[0], game.require_side(item.get("side"))
    player = game.require_player(item.get("player"), side)
    family = _family(kind, item[kind])
    number = item.get("number")
    if number is None:
        cards = item.get("cards")
        if not isinstance(cards, list | tuple):
            raise ScoringError("cards-not-a-list")
        return Declaration(side, player, kind, family, codes_of(parse(cards)))
    if item.get("cards") is not None:
        raise ScoringError("declaration-cards-and-number")
    if type(number) is not int or number < 1:
        raise ScoringError("declaration-number-unreadable")
    return Declaration(side, player, kind, family, (), number)


def read_declarations(game: Game, written: object) -> list[Declaration]:
    """Returns the list of declarations, empty when it was left out; ScoringError when one cannot be read."""
    if written is None:
        return []
    if not isinstance(written, list | tuple):
        raise ScoringError("declarations-not-a-list")
    return [read_declaration(game, item) for item in written]


def count_declarations(
    game: Game, declarations: object, rules: str, hand_size: int = HAND_SIZE
) -> tuple[PlayerDeclarations, ...]:
    """Returns the declarations of each player who made some, checked and added up, in the order of play;
    ScoringError for what one hand cannot show, or two hands together."""
    shown = read_declarations(game, declarations)
    if not shown:
        return ()
    _verify_hands(shown, hand_size)
    counted = [(item, combination_of(item, rules)) for item in shown]
    if any(item.number is not None for item in shown) and not can_be_held(shown, rules, hand_size):
        raise ScoringError("declared-together")
    return tuple(
        _add_up_player(player, [pair for pair in counted if pair[0].player == player])
        for player in game.players
        if any(item.player == player for item in shown)
    )


def combination_of(declaration: Declaration, rules: str) -> Combination:
    """Returns the combination that exactly these cards make: a player may show less than the hand holds,
    never cards that do not belong (Pagat, "Declarations")."""
    if declaration.number is not None:
        return _of_number(declaration, declaration.number, rules)
    combination = _made_of(declaration, parse(declaration.cards), rules)
    if combination is not None and combination.cards == len(declaration.cards):
        return combination
    code = "declaration-no-combination" if combination is None else "declaration-extra-cards"
    raise ScoringError(
        code,
        player=declaration.player,
        kind=declaration.kind,
        family=declaration.family,
        cards=declaration.cards,
    )


def _of_number(declaration: Declaration, number: int, rules: str) -> Combination:
    """Returns the combination of this number of cards of the family."""
    family = declaration.family
    combination = _made_of(declaration, bits(_STRONGEST_FIRST[family][:number]), rules)
    if combination is None or combination.cards != number:
        raise ScoringError("declaration-number", player=declaration.player, family=family, count=number)
    return combination


def _made_of(declaration: Declaration, held: int, rules: str) -> Combination | None:
    """Returns the combination of the declaration's family that these cards make."""
    family = declaration.family
    return one_cricca(family, held) if declaration.kind == CRICCA else one_sequence(family, held, rules)


def _verify_hands(shown: list[Declaration], hand_size: int) -> None:
    hands: dict[str, int] = {}
    families: set[tuple[str, str]] = set()
    for item in shown:
        if (item.player, item.family) in families:
            raise ScoringError("declaration-twice", player=item.player, family=item.family)
        families.add((item.player, item.family))
        held = parse(item.cards)
        for player, hand in hands.items():
            if player != item.player and hand & held:
                cards = codes_of(hand & held)
                raise ScoringError("declared-by-two", player=player, other=item.player, cards=cards)
        hands[item.player] = hands.get(item.player, 0) | held
    for player, hand in hands.items():
        if hand.bit_count() > hand_size:
            raise ScoringError("declared-hand-too-big", player=player, count=hand.bit_count(), size=hand_size)


def _add_up_player(player: str, counted: list[tuple[Declaration, Combination]]) -> PlayerDeclarations:
    items = {kind: tuple(combination for item, combination in counted if item.kind == kind) for kind in KINDS}
    return PlayerDeclarations(
        player, tuple(item for item, _ in counted), add_up(items[CRICCA]), add_up(items[SEQUENCE])
    )


def _family(kind: str, family: object) -> str:
    known = tuple(CRICCA_BITS) if kind == CRICCA else SEQUENCES
    if not isinstance(family, str) or family not in known:
        raise ScoringError("unknown-family", family=family, families=known)
    return family
