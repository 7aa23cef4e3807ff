"""The camps and their piles at the end of a deal, and the discard in them (Maillard, "Chiamata del re",
"Scarto", "Coprire il Matto", "Coprire lo scarto")."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.document import Document, cards_in_two, listed, mapping, text, with_the_rest
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.cards import BAGATTO, DECK, DECK_NAME, RE, TRUMPS, Form, in_deck_order, parse


@dataclass(frozen=True, slots=True)
class Camps:
    """The sides that win and lose together; each camp goes by the name of its first side."""

    #: Every side with its camp.
    members: tuple[tuple[str, str], ...]
    #: The dealer's camp; None when unknown.
    dealer: str | None

    @property
    def of_side(self) -> Mapping[str, str]:
        return dict(self.members)

    @property
    def names(self) -> tuple[str, ...]:
        """The camps in the order of play."""
        return tuple(dict.fromkeys(camp for _, camp in self.members))


def read_camps(game: Game, form: Form, written: Document) -> Camps:
    """Returns the camps of a deal: single sides, or those that the call has formed.

    Where a re is called, ``dealer`` is required, and ``partner`` is left out when the dealer was alone.
    ScoringError ``unknown-side``, ``missing-key`` or ``partner-is-dealer``.
    """
    if not form.calls:
        return each_alone(game, game.side_in(written, "dealer"))
    dealer = game.require_side(text(written, "dealer"))
    return called_camps(game, dealer, game.side_in(written, "partner"))


def each_alone(game: Game, dealer: str | None) -> Camps:
    """Returns every side as a camp of its own."""
    return Camps(tuple((side, side) for side in game.sides), dealer)


def called_camps(game: Game, dealer: str, partner: str | None) -> Camps:
    """Returns the camp of the dealer and the partner, if there is one, and the camp of the others."""
    if partner == dealer:
        raise ScoringError("partner-is-dealer", side=dealer)
    own = [side for side in game.sides if side in (dealer, partner)]
    others = [side for side in game.sides if side not in own]
    members = tuple((side, own[0] if side in own else others[0]) for side in game.sides)
    return Camps(members, own[0])


def sides_of_camps(form: Form, game: Game, written: Document) -> Mapping[str, str]:
    """Returns every side with the first side of its camp; see ``read_camps``."""
    return read_camps(game, form, written).of_side


def complete_piles(camps: Camps, game: Game, written: Document) -> dict[str, frozenset[str]]:
    """Returns every camp's pile; a single camp left out owns the rest. ScoringError for anything but a split
    of the deck."""
    piles: dict[str, frozenset[str]] = {}
    for side, codes in mapping(written, "cards").items():
        camp = camps.of_side[game.require_side(side)]
        pile, cards = piles.get(camp, frozenset()), parse(codes)
        # Allies may each give a pile of their own, or both give the pile that they share.
        if pile & cards and pile != cards:
            raise cards_in_two(pile & cards, DECK, DECK_NAME)
        piles[camp] = pile | cards
    if not piles:
        raise ScoringError("no-pile")
    return with_the_rest(camps.names, piles, DECK, DECK_NAME)


@dataclass(frozen=True, slots=True)
class Piles:
    """The piles of a deal by camp, and the camp of the last trick, None when unknown."""

    form: Form
    camps: Camps
    of_camp: Mapping[str, frozenset[str]]
    last: str | None

    def verify_sizes(self) -> None:
        """Refuses piles that no deal can leave: the dealer's camp has the discard and at least one trick, the
        others whole tricks.

        A camp without a trick owns nothing: its discard goes to the winner of the last trick, and its Matto
        to the winner of the Matto's trick (Maillard, "Coprire il Matto", "Coprire lo scarto").
        """
        form, last = self.form, self.last
        for camp, pile in self.of_camp.items():
            if len(pile) not in sizes_of(form):
                facts = {"count": len(pile), "trick": form.trick_size, "discard": form.discard_size}
                raise ScoringError("pile-of-tricks", side=camp, **facts)
        if last is not None and not self.of_camp[last]:
            raise ScoringError("last-trick-without-cards", side=last)
        owner = self._named_owner
        if not form.discard_size or self.camps.dealer is None or owner is None:
            return
        size = len(self.of_camp[owner])
        if size == form.discard_size or (owner == last and size < form.discard_size + form.trick_size):
            raise ScoringError("discard-not-covered", side=owner, count=size)
        if form.odd_discard and size % form.trick_size != form.discard_size:
            raise ScoringError("discard-elsewhere", side=owner, count=size)

    @property
    def _named_owner(self) -> str | None:
        """The owner of the discard: the dealer's camp, or that of the last trick when the dealer's took none;
        None when unknown."""
        dealer = self.camps.dealer
        return dealer if dealer is None or self.of_camp[dealer] else self.last

    def camp_of_discard(self) -> str | None:
        """Returns the camp that has the discard; None when unknown, or when nothing was laid aside. Without a
        dealer the size of a pile may show it."""
        form, owner = self.form, self._named_owner
        if not form.discard_size:
            return None
        if owner is not None or not form.odd_discard:
            return owner
        odd = (c for c, pile in self.of_camp.items() if len(pile) % form.trick_size == form.discard_size)
        return next(odd)

    def verify_laid_aside(self, written: Document) -> None:
        """Refuses a discard that the dealer could not lay aside, or that is not in one pile: the Matto is
        covered with a card of a later trick, so the discard stays whole."""
        discards = parse(listed(written, "discards"))
        if not discards:
            return
        if len(discards) != self.form.discard_size:
            raise ScoringError("discard-size", count=len(discards), size=self.form.discard_size)
        if discards.intersection(RE):
            raise ScoringError("re-not-discarded")
        # A second trump in the discard shows that the Bagatto was not the only one.
        if BAGATTO in discards and len(discards.intersection(TRUMPS)) > 1:
            raise ScoringError("bagatto-not-alone")
        camp = self.camp_of_discard()
        holders = filter(None, self.of_camp.values()) if camp is None else (self.of_camp[camp],)
        elsewhere = [discards - pile for pile in holders]
        if elsewhere and all(elsewhere):
            fewest = min(elsewhere, key=len)
            raise ScoringError("discard-not-in-pile", cards=in_deck_order(fewest), deck=DECK_NAME)


def sizes_of(form: Form) -> frozenset[int]:
    """Returns the sizes that a pile can have, for any dealer."""
    with_discard = range(form.discard_size + form.trick_size, len(DECK) + 1, form.trick_size)
    without = range(0, len(DECK) + 1 - form.discard_size, form.trick_size)
    return frozenset((*with_discard, *without))
