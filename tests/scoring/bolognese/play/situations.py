"""A turn laid out by hand: what a player would know at that moment."""

from scoring.bolognese.cards import DECK, bits
from scoring.bolognese.play.view import View

ORDER = ("A1", "B1", "A2", "B2")


def turn(hand, trick="", *, leader="A1", gone="", shown=None, voids=None, tricks=None, partners=("A2",)):
    """A1's view; the trick began with the leader and has come round to A1."""
    place = ORDER.index(leader)
    seats = ORDER[place:] + ORDER[:place]
    played = trick.split()
    assert seats[len(played)] == "A1", "it must be the turn of A1"
    held = hand.split()
    known = {*held, *played, *gone.split()}
    return View(
        player="A1",
        partners=frozenset(partners),
        hand=held,
        held=bits(held),
        trick=played,
        seats=seats,
        unseen=bits(card for card in DECK if card not in known),
        shown={player: bits((shown or {}).get(player, "").split()) for player in ORDER},
        tricks={player: (tricks or {}).get(player, 0) for player in ORDER},
        voids={player: set((voids or {}).get(player, ())) for player in ORDER},
    )
