"""The content of the pages that teach the games: named cards, counted heaps, scores, whole deals.

The engine counts every heap and every deal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import scoring
from scoring.wording.names import BOLOGNESE, GENOVESE, SCOPONE, card_name
from tournaments.text.deal_terms import SEAT_NAMES, engine_language

#: The game by which the heaps of the printed examples are counted; the games of the same deck count alike.
USUAL: Final = "quattro-scartate"
#: The kinds of exercises: the word in the address, and the figure asked for; None for the total.
ASKED: Final = {
    "tutto": None,
    "sequenze": "sequences",
    "cricche": "cricche",
    "scartini": "card_points",
}
_SIGNS: Final = {
    "Ang": "angelo", "Mon": "mondo", "Sol": "sole", "Lun": "luna",
    "Beg": "begato", "Mat": "matto", "Mo": "moro",
    "d": "danari", "c": "coppe", "s": "spade", "b": "bastoni",
}  # fmt: skip
_FRENCH: Final = {"c": "♥", "q": "♦", "f": "♣", "p": "♠"}
#: Heaps of the sources, each with the small cards that fill its tricks.
_PRINTED: Final = (
    (
        gettext_noop("Un contatore sta per il Sole, l'altro per il 15 (Barilli 2.4)"),
        "Ang Mon Beg 16 Mat 14 6d 7d 8d 9d 6c 7c",
    ),
    (
        gettext_noop("I contatori stanno per il 16 e per il 14 (Barilli 2.4)"),
        "Ang Sol Lun Mat 15 Beg 13 6d 7d 8d 6c 7c",
    ),
    (
        gettext_noop("Criccone: tre tarocchi, quattro re e tre cavalli (Baroncini)"),
        "Ang Mon Beg Rd Rc Rs Rb Cd Cs Cb 6s 7s",
    ),
)
_WITHOUT_PRINTED: Final = ("mattazza", "scopone")


@dataclass(frozen=True)
class ShownCard:
    """A card as drawn: its large letters, the name of its sign in img/signs.svg, and its name."""

    code: str
    face: str
    sign: str
    name: str


@dataclass(frozen=True)
class CountedHeap:
    """A heap with the sentences of its count."""

    title: str
    cards: list[ShownCard]
    sentences: list[str]
    total: int


@dataclass(frozen=True)
class Scores:
    """A small table that shows how the points of deals become points of a match."""

    title: str
    head: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class PlayedCard:
    """A card put on the table by a player; ``took`` are the cards that it took."""

    player: str
    card: ShownCard
    takes: bool
    #: Why it takes the trick; "" for the other cards.
    reason: str
    took: list[ShownCard]


@dataclass(frozen=True)
class Step:
    """A trick, or at scopone a card from each player: its cards in order, and the hands after it."""

    number: int
    cards: list[PlayedCard]
    hands: list[tuple[str, list[ShownCard]]]
    #: The cards that each side has taken so far.
    taken: list[tuple[str, int]]


@dataclass(frozen=True)
class WholeDeal:
    """A deal played by simulated players, with its count."""

    dealer: str
    #: The players' cards when the first trick begins.
    hands: list[tuple[str, list[ShownCard]]]
    discards: list[ShownCard]
    declarations: list[tuple[str, list[ShownCard]]]
    steps: list[Step]
    counts: list[CountedHeap]


def shown_cards(codes: Sequence[str], game: str = USUAL) -> list[ShownCard]:
    """The cards of these codes as they are drawn, in the order given."""
    deck = _deck(game)
    return [_shown(code, deck) for code in codes]


def printed_heaps(game: str) -> list[CountedHeap]:
    """Returns the counted heaps that the sources print for the games of the Bolognese deck."""
    if _deck(game) != BOLOGNESE or game in _WITHOUT_PRINTED:
        return []
    return [counted_heap(_(title), cards.split()) for title, cards in _PRINTED]


def counted_heap(title: str, heap: Sequence[str]) -> CountedHeap:
    """A heap of tricks and discard, without the last trick, with the reasons of its count."""
    counted = scoring.count(USUAL, {"A": heap}, "B")
    sentences = scoring.GAMES[USUAL].sentences(counted.explanation()["A"], engine_language())
    return CountedHeap(title, shown_cards(heap), sentences, counted.sides["A"].total)


def printed_scores(game: str) -> Scores | None:
    """Returns the examples of match points that the game's source prints; None for most games."""
    if game == "terziglio":
        return _poste()
    if game == "quindici":
        points = (4, 5, 14, 15, 24, 25)
        made = [scoring.deal_scores(game, {"A": each, "B": 0})["A"] for each in points]
        return Scores(
            _("Come si arrotonda"),
            [_("Punti della smazzata"), _("Segna")],
            [[str(each), str(scored)] for each, scored in zip(points, made, strict=True)],
        )
    if game == "genovese-coppie":
        return _booklet()
    return None


def exercise(asked: str, seed: int) -> tuple[CountedHeap, int]:
    """Returns a heap and the answer, a figure of its count (``ASKED``).

    The heap is the smaller one of the first deal, from this seed on, that has sequences and cricche in it.
    """
    figure = ASKED[asked]
    while True:
        deal = scoring.generate_deal(seed)
        codes = _sorted(min(deal.piles.values(), key=len), USUAL)
        heap = scoring.count(USUAL, {"A": codes}, "B").sides["A"]
        if heap.figures["sequences"] and heap.figures["cricche"]:
            return counted_heap("", codes), heap.figures[figure] if figure else heap.total
        seed += 1


def whole_deal(game: str, seed: int) -> WholeDeal:
    """The deal of this seed, played by simulated players who obey every rule."""
    table, player = scoring.Table(game, seed=seed), scoring.SensiblePlayer()
    while table.to_move is not None:
        table = table.apply(player.choose(table.view(table.to_move)))
    deal, names = table.played(), player_names(game)
    result = table.result()
    explanations = result.explanation()
    counts = [
        CountedHeap(
            _side_name(side, game),
            shown_cards(_sorted(deal.piles.get(side, ()), game), game),
            scoring.GAMES[game].sentences(_named(explanations[side], names), engine_language()),
            result.sides[side].total,
        )
        for side in explanations
    ]
    return WholeDeal(
        names[deal.dealer],
        _hands(deal.hands, names, game),
        shown_cards(deal.discards, game),
        [
            (names[each.player or ""], shown_cards(each.cards, game))
            for each in deal.declarations
            if each.player
        ],
        list(_scopone_steps(deal, names) if game == "scopone" else _trick_steps(deal, names)),
        counts,
    )


def player_names(game: str) -> dict[str, str]:
    """Returns the names of a game's players on these pages: seats if two pairs play, else letters."""
    players = scoring.GAMES[game].players
    if len(scoring.GAMES[game].sides) == 2 and len(players) == 4:
        return dict(zip(players, (str(SEAT_NAMES[seat]) for seat in "NWSE"), strict=True))
    return {player: player[0] for player in players}


def _side_name(side: str, game: str) -> str:
    names = player_names(game)
    return " – ".join(names[player] for player in scoring.GAMES[game].players if player[0] == side)


def _named(explanation: Mapping[str, object], names: Mapping[str, str]) -> dict[str, object]:
    """Returns the explanation with the names of the players who declared."""
    declared = explanation.get("declarations")
    if not isinstance(declared, list):
        return dict(explanation)
    return {
        **explanation,
        "declarations": [{**each, "player": names.get(each["player"], "")} for each in declared],
    }


def _trick_steps(deal: scoring.PlayedDeal, names: Mapping[str, str]) -> Iterator[Step]:
    left = {player: list(hand) for player, hand in deal.hands.items()}
    cards_taken = dict.fromkeys((player[0] for player in deal.hands), 0)
    order = tuple(player for player in scoring.GAMES[deal.game].players if player in deal.hands)
    drawn = _drawn(deal)
    for number, trick in enumerate(deal.tricks, start=1):
        first = order.index(trick.leader)
        players = (order[first:] + order[:first])[: len(trick.cards)]
        cards = [
            PlayedCard(
                names[player],
                shown_cards([card], deal.game)[0],
                player == trick.winner,
                _reason(trick.cards, deal.game) if player == trick.winner else "",
                [],
            )
            for player, card in zip(players, trick.cards, strict=True)
        ]
        for player, card in zip(players, trick.cards, strict=True):
            left[player].remove(card)
        cards_taken[trick.winner[0]] += len(trick.cards)
        for player, card in drawn.get(number, ()):
            left[player].append(card)
        yield Step(number, cards, _hands(left, names, deal.game), _taken(cards_taken, deal.game))


def _reason(trick: Sequence[str], game: str) -> str:
    """Why the card of the trick's winner takes it."""
    how = scoring.how_taken(game, trick)
    if how == "last-of-equals":
        return _("con l'ultimo dei Mori")
    return _("con il trionfo più alto") if how == "highest-trump" else _("con la carta più alta del seme")


def _drawn(deal: scoring.PlayedDeal) -> dict[int, list[tuple[str, str]]]:
    """The cards drawn from the pozzo after each trick (a pizzico)."""
    drawn: dict[int, list[tuple[str, str]]] = {}
    for each in cast("list[dict[str, Any]]", deal.facts.get("draws", [])):
        drawn.setdefault(each["trick"], []).append((each["player"], each["card"]))
    return drawn


def _scopone_steps(deal: scoring.PlayedDeal, names: Mapping[str, str]) -> Iterator[Step]:
    left = {player: list(hand) for player, hand in deal.hands.items()}
    plays, cards_taken = cast("list[dict[str, Any]]", deal.facts["plays"]), {"A": 0, "B": 0}
    for start in range(0, len(plays), 4):
        cards = []
        for each in plays[start : start + 4]:
            left[each["player"]].remove(each["card"])
            if each["took"]:
                cards_taken[each["player"][0]] += 1 + len(each["took"])
            cards.append(
                PlayedCard(
                    names[each["player"]],
                    shown_cards([each["card"]], deal.game)[0],
                    bool(each["took"]),
                    _("(scopa):") if each["scopa"] else "",
                    shown_cards(each["took"], deal.game),
                )
            )
        yield Step(start // 4 + 1, cards, _hands(left, names, deal.game), _taken(cards_taken, deal.game))


def _taken(cards_taken: Mapping[str, int], game: str) -> list[tuple[str, int]]:
    return [(_side_name(side, game), count) for side, count in cards_taken.items()]


def _hands(
    left: Mapping[str, Sequence[str]], names: Mapping[str, str], game: str
) -> list[tuple[str, list[ShownCard]]]:
    return [(names[player], shown_cards(_sorted(hand, game), game)) for player, hand in left.items()]


def _sorted(codes: Sequence[str], game: str) -> list[str]:
    """The cards in the order of the deck."""
    held = set(codes)
    return [code for code in scoring.GAMES[game].deck if code in held]


def _deck(game: str) -> str:
    tricks = scoring.GAMES[game].tricks
    return SCOPONE if tricks is None else tricks.deck


def _shown(code: str, deck: str) -> ShownCard:
    name = card_name(code, engine_language(), deck)
    if deck == GENOVESE:
        suited = code[-1] in _FRENCH and code != "Mat"
        return ShownCard(code, f"{code[:-1]}{_FRENCH[code[-1]]}" if suited else code, "", name)
    sign = _SIGNS.get(code) or _SIGNS.get(code[:2] if code[:2] == "Mo" else code[-1], "")
    if code in _SIGNS or code[:2] == "Mo":
        return ShownCard(code, "", sign, name)
    return ShownCard(code, code[:-1] if sign else code, sign, name)


def _poste() -> Scores:
    """Barilli 4.2.1: 208 points, won by a soloist with the pozzo, and lost by one without it."""
    won = scoring.deal_scores("terziglio", {"A": 208, "B": 100, "C": 100}, soloist="A", own=False)
    lost = scoring.deal_scores("terziglio", {"A": 100, "B": 208, "C": 208}, soloist="A", own=True)
    return Scores(
        _("Chi vince ha 208 punti, cioè 20 poste (Barilli 4.2.1)"),
        ["", _("chi gioca solo"), _("ognuno degli altri")],
        [
            [_("ha vinto andando su"), f"{won['A']:+}", f"{won['B']:+}"],
            [_("ha perso facendo di suo"), f"{lost['A']:+}", f"{lost['B']:+}"],
        ],
    )


def _booklet() -> Scores:
    """The two deals that Maillard prints for the game of two pairs."""
    deals = ({"A": (16 + 10, 39, 0), "B": (10, 33, 0)}, {"A": (5, 14, 0), "B": (0, 58, 20)})
    rows, sums = [], {"A": 0, "B": 0}
    for number, deal in enumerate(deals, start=1):
        for side, (buone, deck_points, bagatto) in deal.items():
            total = buone + deck_points + bagatto
            sums[side] += total
            rows.append([f"{number}", side, str(buone), str(deck_points), str(bagatto), str(total)])
    rows += [["1 + 2", side, "", "", "", str(total)] for side, total in sums.items()]
    head = [_("Smazzata"), _("Parte"), _("Buone"), _("Punti di mazzo"), _("Bagatto ultimo"), _("Totale")]
    return Scores(_("Due smazzate del libretto (Maillard)"), head, rows)
