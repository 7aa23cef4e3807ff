"""The 78 cards of the tarocco genovese (Maillard, "Il mazzo"), and its forms of play by number of players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.document import read_codes

#: The deck to which the codes in a refusal belong; see ``scoring.wording.names``.
DECK_NAME: Final = "genovese"

#: Maillard, "Il mazzo": the Matto, and the trumps that have a name.
MATTO: Final = "Mat"
BAGATTO: Final = "1"
MONDO: Final = "21"
GIUDIZIO: Final = "20"

#: From the strongest down: the Giudizio always beats the Mondo (Maillard, "Il mazzo").
TRUMPS: Final = (GIUDIZIO, MONDO, *(str(number) for number in range(19, 0, -1)))

#: Cuori, quadri, fiori, picche.
SUITS: Final = ("c", "q", "f", "p")
SUIT_NAMES: Final = {"c": "cuori", "q": "quadri", "f": "fiori", "p": "picche"}
#: Fante, cavallo, regina, re.
FIGURES: Final = ("J", "C", "Q", "R")
#: From the strongest down (Maillard, "Il mazzo").
RANKS: Final = (*reversed(FIGURES), *(str(number) for number in range(10, 0, -1)))

#: The four re, never laid aside (Maillard, "Scarto").
RE: Final = tuple("R" + suit for suit in SUITS)

DECK: Final = (*TRUMPS, MATTO, *(rank + suit for suit in SUITS for rank in RANKS))
_KNOWN: Final = frozenset(DECK)
_PLACE: Final = {code: place for place, code in enumerate(DECK)}

#: Carte di conto (Maillard, "Il mazzo"): Matto, Bagatto, Mondo and re 4, regine 3, cavalli 2, fanti 1; the
#: others nothing.
_FIGURE_VALUES: Final = {"R": 4, "Q": 3, "C": 2, "J": 1}
VALUES: Final[Mapping[str, int]] = {
    **dict.fromkeys(DECK, 0),
    **dict.fromkeys((MATTO, BAGATTO, MONDO), 4),
    **{rank + suit: value for rank, value in _FIGURE_VALUES.items() for suit in SUITS},
}


def parse(codes: object) -> frozenset[str]:
    """Returns the set of cards as written; ``read_codes`` lists the refusals."""
    return read_codes(codes, _KNOWN, DECK_NAME)


def in_deck_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Returns the cards in order: trumps from the strongest, the Matto, then suit by suit."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of play that several games share: a tre, a quattro, a pizzico."""

    trick_size: int
    #: Cards that the dealer lays aside: they count as one trick, whatever their number.
    discard_size: int
    hand_size: int
    #: The packets that each player receives, round after round.
    packets: tuple[int, ...] = field(compare=False)
    #: Cards that pass through one player's hand in the whole deal.
    cards_in_deal: int
    #: The fewest cards of each buona (declaration) without a fixed size; those left out cannot be declared.
    least: tuple[tuple[str, int], ...]
    #: Points of each opponent, or of the other side, when the Bagatto ultimo fails.
    bagatto_failed: int
    #: Whether the dealer's call forms the sides in each deal.
    calls: bool = False
    #: Whether cards are drawn, so that a buona can be declared later and grow.
    draws: bool = False

    @property
    def minimums(self) -> Mapping[str, int]:
        return dict(self.least)

    @property
    def tricks_in_all(self) -> int:
        """The tricks of a deal, the discard's included."""
        return self.tricks_in(len(DECK))

    @property
    def deck_points_in_all(self) -> int:
        """All points of a deal: 78 a tre, 72 a quattro, 91 a pizzico (Maillard, "Punteggio")."""
        return self.tricks_in_all + sum(VALUES.values())

    def tricks_in(self, cards: int) -> int:
        """Returns the tricks in a pile of an allowed size; an odd discard counts as a trick."""
        counted = cards + self.discard_size if self.odd_discard else cards
        return counted // self.trick_size

    @property
    def odd_discard(self) -> bool:
        """Whether the discard is smaller than a trick, so that the size of a pile shows whether it has it."""
        return 0 < self.discard_size < self.trick_size


#: Maillard, "Tarocchi a tre": 25 cards and three more for the dealer; failing gives 10 to each opponent.
A_TRE: Final = Form(
    trick_size=3,
    discard_size=3,
    hand_size=25,
    packets=(5, 5, 5, 5, 5),
    cards_in_deal=25,
    least=(("frilli", 20), ("trionfi", 10)),
    bagatto_failed=10,
)
#: Maillard, "A quattro in coppia": 19 cards and two more for the dealer; failing gives 20 to the other side.
A_QUATTRO: Final = Form(
    trick_size=4,
    discard_size=2,
    hand_size=19,
    packets=(5, 5, 5, 4),
    cards_in_deal=19,
    least=(("frilli", 15), ("trionfi", 8)),
    bagatto_failed=20,
)
#: Maillard, "Chiama re": as a quattro, with sides that change.
CHIAMA_RE: Final = replace(A_QUATTRO, calls=True)
#: Maillard, "A pizzico": 15 cards, no discard, half of the stock (pozzo) drawn; else like the game a tre.
A_PIZZICO: Final = Form(
    trick_size=2,
    discard_size=0,
    hand_size=15,
    # The booklet names no packets, so the usual ones.
    packets=(5, 5, 5),
    cards_in_deal=39,
    least=(("trionfi", 10),),
    bagatto_failed=10,
    draws=True,
)
