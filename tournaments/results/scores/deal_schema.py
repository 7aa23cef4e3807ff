"""The place of a deal at its table, and the shape of an entered deal; other shapes are refused.

Only the shape is checked here (lists, words, whole numbers); the engine judges cards and figures.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from tournaments.core.play import TablePlay, in_order
from tournaments.errors import InputRefused
from tournaments.models import Deal, Match, Tournament
from tournaments.text.deal_terms import side_label


@dataclass(frozen=True)
class DealPlace:
    """The facts that the count of a deal needs from its match."""

    play: TablePlay
    #: The side that deals; "" while the earlier deals do not decide it yet.
    dealer: str
    #: The sides that play the deal: all of the table except one that sits out.
    sides: tuple[str, ...]
    #: The house rule; None where the game has none to choose.
    rules: str | None
    #: The points of each side's match before the deal.
    before: Mapping[str, int] = field(default_factory=dict)
    #: The player who deals, by the engine's name; "" where the dealer is not known.
    dealing: str = ""

    @property
    def game(self) -> scoring.Game:
        return self.play.game

    def in_engine(self, side: str) -> str:
        """The engine's name of the side: where one sits out, the next ones have the preceding letters."""
        return self.play.sides[self.sides.index(side)] if side in self.sides else side

    def at_table(self, side: str) -> str:
        """The table's name of an engine's side."""
        at = self.play.sides.index(side) if side in self.play.sides else len(self.sides)
        return self.sides[at] if at < len(self.sides) else side


def place_of(match: Match, number: int, deals: Iterable[Deal] | None = None) -> DealPlace:
    """The place of that deal; pass the match's ``deals`` if they are loaded already."""
    play, tournament = match.play, match.round.tournament
    deals_by_number = {deal.number: deal for deal in (match.deals.all() if deals is None else deals)}
    before = {each: deal.points for each, deal in deals_by_number.items() if each < number}
    dealing = _dealing(match, play, number, deals_by_number)
    return DealPlace(
        play,
        dealer=dealing[:1],
        sides=play.still_playing(in_order(before)),
        rules=tournament.counted_by,
        before=play.totals(in_order(before)),
        dealing=dealing,
    )


def _dealing(match: Match, play: TablePlay, number: int, deals_by_number: Mapping[int, Deal]) -> str:
    written = {each: deal.entered for each, deal in deals_by_number.items()}
    points = {each: deal.points for each, deal in deals_by_number.items()}
    numbers = range(1, max(number, 1) + 1)
    position = play.dealers(match.first_dealer, numbers, written, points)[-1]
    return play.player_at(position) if position else ""


# Declared in hand, and therefore entered separately from the points of the pile.
DECLARED = "declared"
# Figures that are 0 when nobody entered them.
BLANK_IS_ZERO = frozenset((DECLARED, "bagatto", "buone", "scope"))
# The letters of the sides at the largest table.
LETTERS = frozenset("ABCDEF")
# The keys of a declaration, apart from its cards.
DECLARATION_WORDS = ("side", "player", "cricca", "sequence", "buona")
# Facts that only a count by cards needs, with the figure that needs them.
CARD_FACTS = {"scope": "scope", "bagatto_ultimo": "bagatto"}
# No figure of a deal can be higher: a cappotto with every declaration is below 3000.
LARGEST_FIGURE = 9999
# The cards 6 to 10 of each suit. They count the same on either side, so that their number is enough.
PLAIN_CARDS = tuple(
    code for group in scoring.GROUPS if group.key.startswith("scartini-") for code in group.codes
)
# Longer lists are refused unread; up to here the engine names the doubled cards.
LONGEST_LIST = 2 * len(scoring.DECK)

Written = dict[str, Any]

FIGURE_NAMES = {
    "sequences": gettext_lazy("le sequenze"),
    "cricche": gettext_lazy("le cricche"),
    "card_points": gettext_lazy("gli scartini"),
    "total": gettext_lazy("il totale"),
    "declared": gettext_lazy("gli accusi"),
    "cards": gettext_lazy("le carte"),
    "denari": gettext_lazy("i denari"),
    "settebello": gettext_lazy("il settebello"),
    "primiera": gettext_lazy("la primiera"),
    "scope": gettext_lazy("le scope"),
    "deck_points": gettext_lazy("i punti di mazzo"),
    "buone": gettext_lazy("le buone"),
    "buone_captured": gettext_lazy("le buone catturate"),
    "bagatto": gettext_lazy("il Bagatto ultimo"),
}


def parts_of(game: scoring.Game) -> tuple[str, ...]:
    """The figures that each side enters: without the last trick, which is one side's, and the
    declarations."""
    return tuple(name for name in game.figures if name not in ("last_trick", "declarations"))


def parts_beside(place: DealPlace) -> tuple[str, ...]:
    """The figures that may be entered besides the buone: their undeclared part, under the house rule that
    counts declared and captured ones."""
    part = place.game.undeclared_part
    return (part,) if part and place.rules == Tournament.HouseRule.BOTH else ()


def has_last_trick(game: scoring.Game) -> bool:
    return "last_trick" in game.figures


def has_declarations(game: scoring.Game) -> bool:
    """Whether declarations are entered apart; in other games they are among the parts, or do not exist."""
    return "declarations" in game.figures


def taps_one_heap(place: DealPlace) -> bool:
    """Whether one pile is enough to count both sides: two pairs share out the whole Bolognese deck."""
    return place.play.of_pairs and place.game.deck == scoring.DECK


def calls_out(place: DealPlace) -> bool:
    """Whether a player may call out, or a side say *fuori*, at this table."""
    return may_call_out(place.play)


def may_call_out(play: TablePlay) -> bool:
    """Whether a match of this game may end by a call; scopone only at its usual target (FIGS, art. 16)."""
    game = play.game
    has_usual_target = play.target in (None, *game.targets[:1])
    return game.calling_out is not None or (game.fuori is not None and has_usual_target)


def owners(place: DealPlace, facts: Mapping[str, Any]) -> dict[str, str]:
    """For each side, the letter under which its figures are entered: sides that share a pile enter it once.

    Raises ScoringError for facts that the game cannot read.
    """
    if place.game.camps is None:
        return {side: side for side in place.sides}
    return dict(scoring.camps(place.game.key, dealer=place.dealer or None, **facts))


def facts_in(place: DealPlace, written: Mapping[str, Any]) -> Written:
    """The facts of the deal besides its figures, as the engine reads them."""
    return {name: written[name] for name in (*place.game.facts, *card_facts(place.game)) if name in written}


def card_facts(game: scoring.Game) -> tuple[str, ...]:
    """The facts that only a count by cards needs."""
    return tuple(name for name, figure in CARD_FACTS.items() if figure in game.figures)


def normalised(way: str, entered: object, place: DealPlace) -> Written:
    """`entered` with exactly the keys of its way. Raises InputRefused, naming the unreadable part."""
    written = _mapping(entered)
    if way == Deal.Way.CARDS:
        return _cards(written, place)
    if way == Deal.Way.PARTS:
        return _figures(written, parts_of(place.game), place, may_have=parts_beside(place))
    if way == Deal.Way.TOTALS:
        return _figures(written, ("total",), place)
    if way == Deal.Way.OUT and calls_out(place):
        return _out(written, place)
    if way == Deal.Way.MATCH:
        return {"totals": _match_totals(written, place)}
    raise InputRefused("unknown-way", _("Una smazzata si scrive per carte, per parti o per totali."))


def piles(written: Written, *, dealer: str, rules: str | None = None) -> dict[str, list[str]]:
    """The piles of a deal by cards, completed with the cards that were only entered as a number. The choice
    of these cards makes no difference (see `scoring.complete_heap`). Raises ScoringError for a pile that
    cannot have that many tricks, InputRefused for more plain cards than there are.
    """
    if "tricks" in written:
        return _heap(written, dealer=dealer, rules=rules)
    numbered = written.get("scartini", 0)
    if not numbered:
        return dict(written["cards"])
    ((side, codes),) = written["cards"].items()
    free = [code for code in PLAIN_CARDS if code not in codes]
    if numbered > len(free):
        raise _too_many(len(free))
    return {side: [*codes, *free[:numbered]]}


def _heap(written: Written, *, dealer: str, rules: str | None) -> dict[str, list[str]]:
    ((side, codes),) = written["cards"].items()
    heap = scoring.complete_heap(
        codes, written["missing"], written["tricks"], discards=side == dealer, rules=rules
    )
    return {side: list(heap.cards)}


def _too_many(most: int) -> InputRefused:
    return InputRefused(
        "scartini-too-many",
        _("Gli scartini da 6 a 10 sono al massimo %(most)s: conta di nuovo le prese e le carte.")
        % {"most": most},
    )


def _cards(written: Mapping[str, Any], place: DealPlace) -> Written:
    cards = written.get("cards")
    if not isinstance(cards, Mapping) or not cards or not set(cards) <= set(place.sides):
        raise InputRefused("no-pile", _("Mancano le carte: indica almeno un mazzo delle prese."))
    normalised: Written = {
        "cards": {side: _codes(codes) for side, codes in cards.items()},
        **_last_trick(written, place),
        "declarations": _declarations(written.get("declarations")),
        **_facts(written, (*place.game.facts, *card_facts(place.game)), place),
    }
    if written.get("tricks") is not None:
        return {**normalised, **_by_tricks(written, cards, place)}
    numbered = _number(written.get("scartini", 0) or 0, _("il numero degli scartini"))
    if numbered and len(cards) > 1:
        raise InputRefused(
            "scartini-and-piles",
            _("Con le carte di tutti e due i mazzi non serve il numero degli scartini."),
        )
    if numbered > len(PLAIN_CARDS):
        raise _too_many(len(PLAIN_CARDS))
    return {**normalised, "scartini": numbered} if numbered else normalised


def _by_tricks(written: Mapping[str, Any], cards: Mapping[str, Any], place: DealPlace) -> Written:
    """The number of tricks of the pile, and the cards missing from its grande or from the other side's."""
    if not taps_one_heap(place):
        raise InputRefused(
            "tricks-not-here", _("In questo gioco le prese non bastano: indica tutte le carte del mazzo.")
        )
    if len(cards) > 1 or written.get("scartini"):
        raise InputRefused(
            "tricks-and-piles",
            _("Con il numero delle prese si dicono le carte di un mazzo solo, e non gli scartini."),
        )
    return {
        "tricks": _number(written["tricks"], _("il numero delle prese")),
        "missing": _codes(written.get("missing") or []),
    }


def _figures(
    written: Mapping[str, Any], names: tuple[str, ...], place: DealPlace, may_have: tuple[str, ...] = ()
) -> Written:
    facts = _facts(written, place.game.facts, place)
    figure_names = (*names, DECLARED) if has_declarations(place.game) else names
    camps = owners(place, facts)
    _verify_sides(written, place)
    return {
        **_last_trick(written, place),
        **facts,
        **{
            side: _side(side, _of_camp(written, camps, side), figure_names, may_have, place)
            for side in dict.fromkeys(camps.values())
        },
    }


def _verify_sides(written: Mapping[str, Any], place: DealPlace) -> None:
    for side in LETTERS & written.keys() - set(place.sides):
        raise InputRefused(
            "unknown-side",
            _("Al tavolo il lato %(side)s non gioca questa smazzata: togli le sue cifre.") % {"side": side},
        )


def _of_camp(written: Mapping[str, Any], camps: Mapping[str, str], side: str) -> object:
    """The figures of the sides that share a pile, under whichever of their letters they were entered."""
    return next((written[each] for each, first in camps.items() if first == side and each in written), None)


def _facts(written: Mapping[str, Any], names: tuple[str, ...], place: DealPlace) -> Written:
    """The facts that the game needs. Refused without the soloist where the game has one; other facts may be
    missing."""
    if "soloist" in names and written.get("soloist") not in place.sides:
        raise InputRefused("soloist-missing", _("Scegli chi ha giocato da solo."))
    return {name: written[name] for name in names if written.get(name) not in (None, "", False)}


def _out(written: Mapping[str, Any], place: DealPlace) -> Written:
    """The player who called out, with what was shown; at scopone the side, with the points of both sides."""
    if place.game.calling_out is not None:
        player = written.get("player")
        if player not in place.play.players:
            raise InputRefused("caller-missing", _("Scegli chi si è chiamato fuori."))
        return {"player": player, "declarations": _declarations(written.get("declarations"))}
    side, points = written.get("side"), _mapping(written.get("points") or {})
    if side not in place.sides:
        raise InputRefused("caller-missing", _("Scegli chi si è chiamato fuori."))
    return {
        "side": side,
        "points": {
            each: _number(points.get(each), _("i punti di %(side)s") % {"side": side_name(place, each)})
            for each in place.sides
        },
    }


def _match_totals(written: Mapping[str, Any], place: DealPlace) -> dict[str, int]:
    totals = _mapping(written.get("totals"))
    _verify_sides(totals, place)
    least = -LARGEST_FIGURE if place.game.pays else 0
    return {
        side: _number(
            totals.get(side), _("il totale di %(side)s") % {"side": side_name(place, side)}, least=least
        )
        for side in place.sides
    }


def _side(
    side: str, figures: object, names: tuple[str, ...], may_have: tuple[str, ...], place: DealPlace
) -> dict[str, int]:
    given = figures if isinstance(figures, Mapping) else {}
    for unknown in [name for name in given if name not in (*names, *may_have)]:
        raise InputRefused(
            "unknown-figure",
            _("La cifra %(name)s non c'è in questo gioco: controlla come è scritta.")
            % {"name": str(unknown)[:40]},
        )
    return {
        name: _number(
            given.get(name, 0 if name in BLANK_IS_ZERO else None),
            _("%(figure)s di %(side)s") % {"figure": FIGURE_NAMES[name], "side": side_name(place, side)},
        )
        for name in (*names, *(name for name in may_have if given.get(name) is not None))
    }


def side_name(place: DealPlace, side: str) -> str:
    """The name of a side without its people: the two seats of a pair, or the seat of a single player."""
    return side_label(place.play, side)


def _number(value: object, figure: str, *, least: int = 0) -> int:
    if value is None:
        raise InputRefused("figure-missing", _("Manca una cifra: scrivi %(what)s.") % {"what": figure})
    if type(value) is not int or not least <= value <= LARGEST_FIGURE:
        raise InputRefused(
            "figure-absurd",
            _("Non può essere: %(what)s. Scrivi un numero intero da %(least)s a %(most)s.")
            % {"what": figure, "least": least, "most": LARGEST_FIGURE},
        )
    return value


def _last_trick(written: Mapping[str, Any], place: DealPlace) -> Written:
    if not has_last_trick(place.game):
        return {}
    side = written.get("last_trick")
    if side not in place.sides:
        raise InputRefused("last-trick-missing", _("Manca l'ultima presa: scegli chi l'ha fatta."))
    return {"last_trick": str(side)}


def _declarations(given: object) -> list[Written]:
    if given is None:
        return []
    if not isinstance(given, list | tuple) or len(given) > LONGEST_LIST:
        raise InputRefused("declarations-not-a-list", _("Gli accusi non si leggono: scrivili di nuovo."))
    return [_declaration(each) for each in given]


def _declaration(given: object) -> Written:
    declared = _mapping(given)
    kept = {key: declared[key] for key in DECLARATION_WORDS if declared.get(key)}
    if not all(isinstance(value, str) for value in kept.values()):
        raise InputRefused("declaration-unreadable", _("Un accuso non si legge: scrivilo di nuovo."))
    if declared.get("number") is not None:
        kept["number"] = _number(declared["number"], _("quante carte ha un accuso"))
        if declared.get("cards") is None:
            return kept
    return {**kept, "cards": _codes(declared.get("cards"))}


def _codes(given: object) -> list[str]:
    if not isinstance(given, list | tuple) or len(given) > LONGEST_LIST:
        raise InputRefused("cards-not-a-list", _("Le carte non si leggono: indicale di nuovo."))
    return [str(code)[:10] for code in given]


def _mapping(given: object) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise InputRefused("not-understood", _("Quello che è stato scritto non si legge: scrivilo di nuovo."))
    return given
