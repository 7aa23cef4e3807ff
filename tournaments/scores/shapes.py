"""What was written for a deal, in its one known shape; whatever has another shape is refused with a sentence.

The engine judges cards and figures; here is only what it must be able to read: lists, words, whole numbers.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from tournaments.errors import InputRefused
from tournaments.models import Deal

SIDES = ("A", "B")
PARTS = ("sequences", "cricche", "card_points")
# Above it no figure of a deal can lie: a cappotto with every declaration is below 3000.
LARGEST_FIGURE = 9999
# The 6 to 10 of each suit: they count the same wherever they lie, so a number says all there is to say.
PLAIN_CARDS = tuple(
    code for group in scoring.GROUPS if group.key.startswith("scartini-") for code in group.codes
)
# More codes than the deck has cards say nothing; the engine names the doubled ones up to here.
LONGEST_LIST = 2 * len(scoring.DECK)

Written = dict[str, Any]

FIGURE_NAMES = {
    "sequences": gettext_lazy("le sequenze"),
    "cricche": gettext_lazy("le cricche"),
    "card_points": gettext_lazy("gli scartini"),
    "total": gettext_lazy("il totale"),
    "declared": gettext_lazy("gli accusi"),
}
SIDE_NAMES = {"A": gettext_lazy("N-S"), "B": gettext_lazy("E-O")}


def normal(way: str, entered: object) -> Written:
    """`entered` with exactly the keys that its way has. Raises InputRefused, naming what cannot be read."""
    written = _mapping(entered)
    if way == Deal.Way.CARDS:
        return _cards(written)
    if way == Deal.Way.PARTS:
        return _figures(written, PARTS)
    if way == Deal.Way.TOTALS:
        return _figures(written, ("total",))
    raise InputRefused("unknown-way", _("Una smazzata si scrive per carte, per parti o per totali."))


def piles(written: Written, *, dealer: str, rules: str | None = None) -> dict[str, list[str]]:
    """The piles of a deal by cards, with the cards that were only numbered, by tricks or one by one.

    Which ones they are does not matter: `scoring.complete_heap` says why. Raises ScoringError for a heap
    that cannot be of so many tricks.
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


def _cards(written: Mapping[str, Any]) -> Written:
    cards = written.get("cards")
    if not isinstance(cards, Mapping) or not cards or not set(cards) <= set(SIDES):
        raise InputRefused("no-pile", _("Mancano le carte: indica quelle di una coppia almeno."))
    normalised: Written = {
        "cards": {side: _codes(codes) for side, codes in cards.items()},
        "last_trick": _last_trick(written),
        "declarations": _declarations(written.get("declarations")),
    }
    if written.get("tricks") is not None:
        return {**normalised, **_by_tricks(written, cards)}
    numbered = _number(written.get("scartini", 0) or 0, _("il numero degli scartini"))
    if numbered and len(cards) > 1:
        raise InputRefused(
            "scartini-and-piles",
            _("Con le carte di tutte e due le coppie non serve il numero degli scartini."),
        )
    if numbered > len(PLAIN_CARDS):
        raise _too_many(len(PLAIN_CARDS))
    return {**normalised, "scartini": numbered} if numbered else normalised


def _by_tricks(written: Mapping[str, Any], cards: Mapping[str, Any]) -> Written:
    """The rest of a heap told by its tricks and by what its grande, or the other side's, lacks."""
    if len(cards) > 1 or written.get("scartini"):
        raise InputRefused(
            "tricks-and-piles",
            _("Con il numero delle prese si dicono le carte di una coppia sola, e non gli scartini."),
        )
    return {
        "tricks": _number(written["tricks"], _("il numero delle prese")),
        "missing": _codes(written.get("missing") or []),
    }


def _figures(written: Mapping[str, Any], names: tuple[str, ...]) -> Written:
    return {
        "last_trick": _last_trick(written),
        **{side: _side(side, written.get(side), names) for side in SIDES},
    }


def _side(side: str, figures: object, names: tuple[str, ...]) -> dict[str, int]:
    given = figures if isinstance(figures, Mapping) else {}
    return {
        name: _number(
            given.get(name, 0 if name == "declared" else None),
            _("%(figure)s di %(side)s") % {"figure": FIGURE_NAMES[name], "side": SIDE_NAMES[side]},
        )
        for name in (*names, "declared")
    }


def _number(value: object, what: str) -> int:
    if value is None:
        raise InputRefused("figure-missing", _("Manca una cifra: scrivi %(what)s.") % {"what": what})
    if type(value) is not int or not 0 <= value <= LARGEST_FIGURE:
        raise InputRefused(
            "figure-absurd",
            _("Non può essere: %(what)s. Scrivi un numero intero da 0 a %(most)s.")
            % {"what": what, "most": LARGEST_FIGURE},
        )
    return value


def _last_trick(written: Mapping[str, Any]) -> str:
    side = written.get("last_trick")
    if side not in SIDES:
        raise InputRefused("last-trick-missing", _("Manca l'ultima presa: scegli quale coppia l'ha fatta."))
    return str(side)


def _declarations(given: object) -> list[Written]:
    if given is None:
        return []
    if not isinstance(given, list | tuple) or len(given) > LONGEST_LIST:
        raise InputRefused("declarations-not-a-list", _("Gli accusi non si leggono: scrivili di nuovo."))
    return [_declaration(each) for each in given]


def _declaration(given: object) -> Written:
    declared = _mapping(given)
    kept = {key: declared[key] for key in ("side", "player", "cricca", "sequence") if declared.get(key)}
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
