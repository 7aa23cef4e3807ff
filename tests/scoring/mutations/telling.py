"""What is asked of a mutant of the deck, of its tables and of what a count explains."""

import random
from itertools import product

from tests.scoring.bolognese.plain_counter import plain_cricche, plain_scavezzo, plain_sequences, plain_side
from tests.scoring.mutations.asking import bare_game, refuses
from tests.scoring.mutations.bolognese import RULES
from tests.scoring.mutations.playing import DECK, TRUMPS

MODULES = tuple(f"scoring.bolognese.{name}" for name in ("cards", "tables", "explanation"))

#: Mutants that say the same, and why.
EQUIVALENT = (
    # Places one wider, one narrower or further up have room for all that is packed in them.
    *(f"tables: _KINDS_PLACE: Final = 10 [10 -> {other}]" for other in (11, 9)),
    "tables: _KIND_WIDTH: Final = 3 [3 -> 4]",
    *(f"tables: _OTHER: Final = 45 [45 -> {other}]" for other in (46, 44)),
    "tables: _FIVE: Final = 1 << 3 [1 -> 2]",
    "tables: _FIVE: Final = 1 << 3 [3 -> 4]",
    "tables: _RUNS_ON: Final = 1 << 40 [1 -> 2]",
    *(f"tables: _RUNS_ON: Final = 1 << 40 [40 -> {other}]" for other in (41, 39)),
    # What runs on has its twelve numbers besides.
    *("tables: if follow >= _RUNS_ON: [GtE -> Gt]",) * 2,
    # What is left above the own places is no card's: each place is read by itself.
    *(f"tables: _OWN_MASK: Final = (1 << _OTHER) - 1 [1 -> {other}]" for other in (2, 0)),
    # A third suit has none of its cards among those of the first two.
    "tables: _FIRST: Final = tuple(SUIT_NAMES[suit] for suit in SUITS[:2]) [2 -> 3]",
    # The lowest place is the Angelo's, which a grande has.
    "explanation: moors = pile & MOORS_BITS if follow.scavezzo is None else 0 [0 -> 1]",
)

NUMBERS = [str(number) for number in range(16, 4, -1)]
FIGURES = {"tarocchi": 5, "re": 5, "regine": 4, "cavalli": 3, "fanti": 2}
#: Barilli 1.2.3, 1.4.
GROUPS = {
    "tarocchi": "Ang Mon Beg Mat",
    "rosse": "Sol Lun",
    "numeri": " ".join(NUMBERS),
    "mori": "Mo1 Mo2 Mo3 Mo4",
    "re": "Rd Rc Rs Rb",
    "regine": "Qd Qc Qs Qb",
    "cavalli": "Cd Cc Cs Cb",
    "fanti": "Fd Fc Fs Fb",
    "assi": "Ad Ac As Ab",
    "scartini-danari": "10d 9d 8d 7d 6d",
    "scartini-coppe": "10c 9c 8c 7c 6c",
    "scartini-spade": "10s 9s 8s 7s 6s",
    "scartini-bastoni": "10b 9b 8b 7b 6b",
}


def _piles():
    chance = random.Random(62)
    for _ in range(110):
        luck = chance.choice((0.2, 0.5, 0.8))
        trumps = chance.choice((luck, 0.9))
        pile = {card for card in DECK if chance.random() < (trumps if card in TRUMPS else luck)}
        yield pile if len(pile) % 2 == 0 else pile ^ {"6d"}


PILES = list(_piles())
TOLD = [
    (pile, rules, plain_side(pile, False, rules)[:3], plain_side({*DECK} - pile, False, rules)[:3])
    for pile, rules in product(PILES, RULES)
]


def battery():
    """Imports the engine and raises when an answer is wrong."""
    _the_deck_is_the_deck()
    _codes_are_refused()
    _tables_tell_both_sides()
    _begun_and_not_made()
    _rows_are_laid_out()
    _accusi_are_laid_out()


def _the_deck_is_the_deck():
    from scoring.bolognese import cards

    assert [*cards.DECK] == DECK
    assert {group.key: " ".join(group.codes) for group in cards.GROUPS} == GROUPS
    assert [*cards.NUMBERS] == NUMBERS
    assert cards.WHOLE_DECK == sum(cards.BIT.values()) == (1 << 62) - 1
    assert [cards.BIT[code] for code in DECK] == [1 << place for place in range(62)]
    assert [cards.suit_of(code) for code in ("Ang", "Lun", "Beg", "Mat", "Rd", "10b")] == [None] * 4 + [
        "d",
        "b",
    ]
    assert cards.codes_of(cards.parse(["6b", "Mat", "Ang"])) == ("Ang", "Mat", "6b")
    assert cards.codes_of(cards.parse(iter(DECK))) == tuple(DECK)


def _codes_are_refused():
    from scoring.bolognese.cards import parse

    refuses("unknown-card", lambda: parse(["Rd", "Rx", "Ry"]), card="Rx")
    refuses("unknown-card", lambda: parse(["Rd", ["Rc"]]), card='["Rc"]')
    refuses("card-twice", lambda: parse(["Rd", "Rc", "Rb", "Rc"]), card="Rc")
    refuses("cards-not-a-list", lambda: parse("Rd"))
    refuses("cards-not-a-list", lambda: parse(5))


def _tables_tell_both_sides():
    from scoring.bolognese.cards import bits
    from scoring.bolognese.tables import card_totals, deal_totals

    for pile, rules, own, other in TOLD:
        held = bits(pile)
        assert card_totals(held, rules) == own
        assert deal_totals(held, rules) == (own, other)


def _explained(pile, rules):
    from scoring.bolognese.card_points import card_points
    from scoring.bolognese.cards import bits
    from scoring.bolognese.cricche import cricche
    from scoring.bolognese.explanation import explain
    from scoring.bolognese.sequences import sequences

    held = bits(pile)
    return explain(held, sequences(held, rules), cricche(held), card_points(held), 6, (), rules)


def _rows_are_laid_out():
    for pile, rules, (by_sequences, by_cricche, points), _other in TOLD[::2]:
        told = _explained(pile, rules)
        assert told["total"] == by_sequences + by_cricche + points + 6
        made = {item["family"]: item for item in told["sequences"]["items"]}
        assert {family: item["cards"] for family, item in made.items()} == plain_sequences(pile, rules)
        for family, item in made.items():
            _is_laid_out(family, item, pile)
        if "grande" in made:
            _breaks(made["grande"], pile, rules)
        for item in told["cricche"]["items"]:
            family = GROUPS[item["family"]].split()
            assert item["held"] == [card for card in family if card in pile]
            assert item["missing"] == [card for card in family if card not in pile]
            assert plain_cricche(pile)[item["family"]] == (item["cards"], item["points"])
        _pairs_are_told(told["card_points"], pile, points)


def _accusi_are_laid_out():
    from scoring.bolognese.cards import bits, codes_of
    from scoring.bolognese.declarations import count_declarations
    from scoring.bolognese.explanation import cards_of_sequence, explain_player

    held = bits("Ang Sol Lun 16 14 Mo1 Mo2 Beg Rd Qd Ad 6d".split())  # noqa: SIM905
    for family, cards in (
        ("grande", "Ang Sol Lun 16 14 Beg"),
        ("danari", "Beg Rd Qd Ad"),
        ("mori", "Mo1 Mo2 Beg"),
    ):
        assert codes_of(cards_of_sequence(family, held, "accademia")) == tuple(cards.split())
    named = {"grande": "Ang Sol Lun 16 Beg 14", "danari": "Rd Qd Beg"}
    shown = [
        *(
            {"side": "A", "player": "A1", "sequence": key, "cards": each.split()}
            for key, each in named.items()
        ),
        {"side": "A", "player": "A1", "sequence": "mori", "number": 3},
        {"side": "A", "player": "A1", "cricca": "fanti", "cards": ["Fd", "Fs", "Fb"]},
        {"side": "A", "player": "A1", "cricca": "re", "number": 3},
    ]
    (made,) = count_declarations(bare_game(DECK, ()), shown, "accademia")
    told = explain_player(made, "accademia")
    grande, danari, mori = told["sequences"]["items"]
    assert [entry["card"] for entry in grande["row"]] == named["grande"].split()
    assert [entry["stands_for"] for entry in grande["row"]] == [None] * 4 + ["15", None]
    assert [(entry["card"], entry["stands_for"]) for entry in danari["row"]][-1] == ("Beg", "Cd")
    assert mori == {"family": "mori", "cards": 3, "points": 10}
    assert not {"scavezzo", "shortcut"} & grande.keys(), "what is shown may be less than is held"
    fanti, re = told["cricche"]["items"]
    assert (fanti["held"], fanti["missing"]) == (["Fd", "Fs", "Fb"], ["Fc"])
    assert re == {"family": "re", "cards": 3, "points": 17}
    assert told["total"] == (25 + 10 + 10) * 2 + 12 + 17


def _is_laid_out(family, item, pile):
    """Each card in its place, contatori for what is missing or beside the others; nothing twice."""
    row = item["row"]
    assert len(row) == item["cards"]
    assert len({entry["card"] for entry in row}) == len(row)
    assert {entry["card"] for entry in row} <= pile
    assert {"Beg", "Mat"} & pile <= {entry["card"] for entry in row}
    for entry in row:
        assert entry["stands_for"] is None or entry["card"] in {"Beg", "Mat"}
        assert entry["stands_for"] not in pile
    places = [
        DECK.index(entry["stands_for"] or entry["card"]) for entry in row if entry["stands_for"] or family
    ]
    if family == "grande":
        assert places == sorted(places)
        return
    suits = {"danari": "d", "coppe": "c", "spade": "s", "bastoni": "b"}
    own = GROUPS[family].split() if family in GROUPS else [rank + suits[family] for rank in "RQCFA"]
    court = own[1:4] if family in suits else own
    lacking = [card for card in court if card not in pile]
    enough = len(court) - len(lacking) >= (2 if family in suits else 3)
    stand = [entry["stands_for"] for entry in row if entry["stands_for"]]
    assert stand == ([] if enough else lacking[:1])
    assert [entry["card"] for entry in row] == [card for card in (*own, "Beg", "Mat") if card in pile]


def _breaks(item, pile, rules):
    """The numbers of the row run down to the scavezzo, and the shortcut tells as many points."""
    stood = {entry["stands_for"] or entry["card"] for entry in item["row"]}
    run = [number for number in NUMBERS if number in stood]
    assert run == NUMBERS[: len(run)]
    assert item["scavezzo"] == (NUMBERS[len(run)] if len(run) < len(NUMBERS) else None)
    moors = {"Mo1", "Mo2", "Mo3", "Mo4"}
    assert moors & stood == (moors & pile if item["scavezzo"] is None else set())
    assert item["shortcut"]["points"] == item["points"]
    assert rules != "accademia" or item["points"] == plain_scavezzo(pile)


def _pairs_are_told(told, pile, points):
    kinds = {kind["kind"]: kind for kind in told["kinds"]}
    for name, value in FIGURES.items():
        held = [card for card in GROUPS[name].split() if card in pile]
        assert kinds[name] == {"kind": name, "held": held, "each": value, "points": value * len(held)}
    plain = len(pile) - sum(len(kind["held"]) for kind in kinds.values())
    assert told["scartini"] == plain
    assert (told["pairs"], told["unpaired"], told["total"]) == (len(pile) // 2, 0, points)


def _begun_and_not_made():
    for cards, family, reason in (
        ("Ang Beg Mat 16", "grande", "needs-pezzi"),
        ("Ang Mon 16 15", "grande", "needs-pezzi"),
        ("Rd Qd 6d 7d", "danari", "needs-court"),
        ("Rc Ac Beg Mat", "coppe", "needs-court"),
        ("Qs Cs Fs 6d", "spade", "needs-king"),
        ("Qs Cs As 6d", "spade", "needs-king"),
        ("Ad Ac 6d 7d", "assi", "needs-third"),
        ("Mo1 Mo4 6d 7d", "mori", "needs-third"),
        ("Qs Cs 6d 7d", None, None),
        ("Ad Beg Mat 6d", None, None),
        ("Mon Sol Lun 6d", None, None),
        ("Mo1 Mo2 Mo3 6d", None, None),
        ("Rd Qd Cd 6d", None, None),
    ):
        told = _explained({*cards.split()}, "accademia")["sequences"]["missed"]
        assert told == ([{"family": family, "reason": reason}] if family else [])
