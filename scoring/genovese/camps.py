"""Who shares a pile, and the piles at the end of a deal (Maillard, "Chiamata del re", "Coprire il Matto")."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.document import Document, mapping, optional_text, text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.cards import DECK, DECK_NAME, in_deck_order, parse
from scoring.genovese.forms import Form


@dataclass(frozen=True, slots=True)
class Camps:
    """The sides that win and lose together; each camp goes by the name of its first side."""

    #: Every side with its camp.
    members: tuple[tuple[str, str], ...]
    #: The dealer's camp; None when it was not told.
    dealer: str | None

    @property
    def of_side(self) -> Mapping[str, str]:
        return dict(self.members)

    @property
    def names(self) -> tuple[str, ...]:
        """The camps in the order of play."""
        return tuple(dict.fromkeys(camp for _, camp in self.members))


def read_camps(game: Game, form: Form, written: Document) -> Camps:
    """The camps of a deal: the sides themselves, or what the call has made.

    Where a re is called, ``dealer`` must be told, and ``partner`` is left out when the dealer was alone.
    ScoringError ``unknown-side``, ``missing-key`` or ``partner-is-dealer``.
    """
    if not form.calls:
        dealer = optional_text(written, "dealer")
        return each_alone(game, None if dealer is None else game.require_side(dealer))
    dealer = game.require_side(text(written, "dealer"))
    partner = optional_text(written, "partner")
    return called_camps(game, dealer, None if partner is None else game.require_side(partner))


def each_alone(game: Game, dealer: str | None) -> Camps:
    """Every side a camp of its own."""
    return Camps(tuple((side, side) for side in game.sides), dealer)


def called_camps(game: Game, dealer: str, partner: str | None) -> Camps:
    """The dealer's camp, with the partner if there is one, and the others'."""
    if partner == dealer:
        raise ScoringError("partner-is-dealer", side=dealer)
    own = [side for side in game.sides if side in (dealer, partner)]
    others = [side for side in game.sides if side not in own]
    members = tuple((side, own[0] if side in own else others[0]) for side in game.sides)
    return Camps(members, own[0])


def sides_of_camps(form: Form, game: Game, written: Document) -> Mapping[str, str]:
    """Every side with the first of its camp; see ``read_camps``."""
    return read_camps(game, form, written).of_side


def complete(camps: Camps, game: Game, written: Document) -> dict[str, frozenset[str]]:
    """Every camp's pile; the one camp left out owns the rest of the deck.

    Raises ScoringError for anything that is not a split of the deck, naming the cards.
    """
    piles: dict[str, frozenset[str]] = {}
    for side, codes in mapping(written, "cards").items():
        camp = camps.of_side[game.require_side(side)]
        pile, cards = piles.get(camp, frozenset()), parse(codes)
        # Allies may each write their own heap, or both the one they share.
        if pile & cards and pile != cards:
            raise _in_two(pile & cards)
        piles[camp] = pile | cards
    if not piles:
        raise ScoringError("no-pile")
    return _with_the_rest(camps, piles)


def _with_the_rest(camps: Camps, piles: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    rest = set(DECK)
    for pile in piles.values():
        if pile - rest:
            raise _in_two(pile - rest)
        rest -= pile
    absent = [camp for camp in camps.names if camp not in piles]
    if len(absent) > 1 and rest:
        raise ScoringError("piles-missing", sides=tuple(absent))
    if rest and not absent:
        raise ScoringError("cards-missing", cards=in_deck_order(rest), deck=DECK_NAME)
    return {camp: piles.get(camp, frozenset(rest)) for camp in camps.names}


def _in_two(cards: frozenset[str] | set[str]) -> ScoringError:
    return ScoringError("card-in-both-piles", cards=in_deck_order(cards), deck=DECK_NAME)


def verify_sizes(camps: Camps, form: Form, piles: Mapping[str, frozenset[str]], last: str | None) -> None:
    """Refuse piles that no deal can leave: whole tricks, with the discard and a trick at least for the
    dealer's camp.

    A camp without a trick owns nothing: its discard goes with the last trick and the Matto with its own
    (Maillard, "Coprire il Matto", "Coprire lo scarto"). ScoringError ``pile-of-tricks``,
    ``discard-not-covered``, ``discard-elsewhere`` or ``last-trick-without-cards``.
    """
    sizes = {camp: len(pile) for camp, pile in piles.items()}
    for camp, size in sizes.items():
        if size not in sizes_of(form):
            facts = {"count": size, "trick": form.trick_size, "discard": form.discard_size}
            raise ScoringError("pile-of-tricks", side=camp, **facts)
    if last is not None and not sizes[last]:
        raise ScoringError("last-trick-without-cards", side=last)
    if form.discard_size:
        _verify_discard(camps, form, sizes, last)


def sizes_of(form: Form) -> frozenset[int]:
    """The sizes a pile can have, whoever dealt."""
    with_discard = range(form.discard_size + form.trick_size, len(DECK) + 1, form.trick_size)
    without = range(0, len(DECK) + 1 - form.discard_size, form.trick_size)
    return frozenset((*with_discard, *without))


def _verify_discard(camps: Camps, form: Form, sizes: Mapping[str, int], last: str | None) -> None:
    """The discard is where the dealer's tricks are, or with the last trick if there are none."""
    dealer = camps.dealer
    if dealer is None:
        return
    owner = dealer if sizes[dealer] else last
    if owner is None:
        return
    size = sizes[owner]
    if size == form.discard_size or (owner == last and size < form.discard_size + form.trick_size):
        raise ScoringError("discard-not-covered", side=owner, count=size)
    if form.odd_discard and size % form.trick_size != form.discard_size:
        raise ScoringError("discard-elsewhere", side=owner, count=size)
