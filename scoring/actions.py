"""Actions, which name their player and their cards, and the turns of a deal with tricks that they answer."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.document import Declaration

#: Signs to the partner, made with the card that is led (Barilli 3.5.2; Pagat, "Signals").
BUSSO: Final = "busso"
STRISCIO: Final = "striscio"
VOLO: Final = "volo"
SIGNS: Final = (BUSSO, STRISCIO, VOLO)


@dataclass(frozen=True, slots=True)
class Bid:
    """A call in the bidding of Terziglio: ``passo``, ``posso``, ``faccio-di-mio``, ``va-bene``,
    ``no-faccio-di-mio`` (Barilli 4.2.1)."""

    player: str
    word: str


@dataclass(frozen=True, slots=True)
class Discard:
    """One card laid aside; a discard of several cards is as many actions."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class CallCard:
    """The dealer calls a re, whose holder becomes the partner (Maillard, "Chiamata del re")."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class Declare:
    """A combination shown in hand: an accuso or a buona."""

    declaration: Declaration

    @property
    def player(self) -> str:
        """The player who declares."""
        return self.declaration.player


@dataclass(frozen=True, slots=True)
class Done:
    """The player declares no more, or lets the moment to call out pass."""

    player: str


@dataclass(frozen=True, slots=True)
class Play:
    """A card played; at scopone also the cards that it takes. A sign may go with a card that is led."""

    player: str
    card: str
    taken: tuple[str, ...] = ()
    sign: str | None = None


@dataclass(frozen=True, slots=True)
class Pay:
    """The card given for the Matto when all tricks are played (Barilli 3.9; Maillard, "Coprire il Matto")."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class Fuori:
    """The player calls out: the match ends here (Barilli 4.1.1; FIGS, art. 16)."""

    player: str


Action = Bid | Discard | CallCard | Declare | Done | Play | Pay | Fuori


class Take:
    """The player takes up cards that were left: a turn without a choice."""


class Drawing:
    """The player draws of the cards left: a turn without a choice."""


class Turn(NamedTuple):
    """Something that a player is to do. A turn to call out, to declare or to pay comes only if there is
    something to call, declare or pay with."""

    #: ``Take``, ``Drawing``, or the action awaited.
    kind: type
    player: str

    @property
    def answers(self) -> tuple[type, ...]:
        """The actions that answer it: who may declare or call out may also let the moment pass."""
        return (self.kind, Done) if self.kind in (Declare, Fuori) else (self.kind,)
