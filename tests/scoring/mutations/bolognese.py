"""What is asked of a mutant of the tarocchino's counting: answers worked out without the engine."""

import random

from tests.scoring.bolognese.plain_counter import (
    DECK,
    TRUMPS,
    plain_cricche,
    plain_scavezzo,
    plain_sequences,
    plain_side,
)
from tests.scoring.mutations.asking import bare_game, refuses

MODULES = tuple(
    f"scoring.bolognese.{name}"
    for name in (
        "sequences",
        "grande",
        "cricche",
        "card_points",
        "combinations",
        "pile",
        "declarations",
        "counting",
        "two_handed",
    )
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # A third family beside two has none of its cards among theirs.
    "sequences: for families in (SEQUENCES[1:3], SEQUENCES[3:5], SEQUENCES[5:]) [3 -> 4]",
    # The lowest place is the Angelo's, which the others never hold when there is a grande to shorten.
    "grande: number, counted = int(scavezzo), others & (BIT[scavezzo] - 1 | CONTATORI_BITS) [1 -> 2]",
    # The first and the last of one.
    "declarations: kind = kinds[0] [0 -> -1]",
)

RULES = ("accademia", "laghi-sole-luna", "laghi-luna-16")

TO_THE_7 = "16 15 14 13 12 11 10 9 8 7"

#: Rows of the grande as the chapter lays them out, and why they break.
ROWS = [
    ("Ang Mon Beg 16 Mat 14", "Ang Mon Beg=Sol 16 Mat=15 14", "no-contatore"),  # Barilli 2.4 (1)
    ("Ang Sol Lun Mat 15 Beg 13", "Ang Sol Lun Beg=16 15 Mat=14 13", "no-contatore"),  # Barilli 2.4 (2)
    ("Ang Beg Sol Mat 15", "Ang Beg=Mon Sol Mat=16 15", "no-contatore"),  # Barilli 2.4 (3)
    ("Ang Mon Sol Lun 16 Mat Beg 13", "Ang Mon Sol Lun 16 Beg Mat", "two-together"),  # Pagat, "Sequences"
    ("Ang Mon Beg Mat 15 14", "Ang Mon Beg=Sol Mat", "scavezzo-reale"),  # Pagat, "Sequences"
    ("Ang Mon Beg 15 14", "Ang Mon Beg=Sol", "no-contatore"),
    (f"Ang Mon Sol Lun {TO_THE_7} Beg Mat Mo1", f"Ang Mon Sol Lun {TO_THE_7} Beg Mat", "two-together"),
]
#: Barilli 3.5.1; Pagat, "Declarations".
SHOWN = [
    ("sequence", "coppe", "Rc Qc Beg", 10),
    ("sequence", "grande", "Ang Sol Lun", 10),
    ("sequence", "assi", "Ad Ac As Ab Beg Mat", 25),
    ("cricca", "fanti", "Fd Fc Fs Fb", 24),
    ("cricca", "tarocchi", "Mon Beg Mat", 18),
    ("cricca", "regine", "Qd Qc Qs", 14),
]


def _cases():
    chance = random.Random(1587)
    for number in range(150):
        rules = RULES[number % 3]
        luck = chance.choice((0.3, 0.5, 0.7, 0.85))
        trumps = chance.choice((luck, 0.95))
        dealer = "AB"[number // 2 % 2]
        pile = {card for card in DECK if chance.random() < (trumps if card in TRUMPS else luck)}
        pile |= {"Ang"} if number % 4 else set()
        missing = [card for card in DECK if card not in pile]
        wanted = 2 if dealer == "A" else 0
        while len(pile) % 4 != wanted or len(pile) < 4:
            pile.add(missing.pop(chance.randrange(len(missing)))) if missing else pile.pop()
        if len(DECK) - len(pile) >= 4:
            yield pile, rules, dealer, "AB"[number % 2], _told(pile, rules, number % 2 == 0)


def _told(pile, rules, a_takes_last):
    """What the plain counter says of both sides."""
    rest = set(DECK) - pile
    return {
        side: (
            [(family, cards, (cards - 1) * 5) for family, cards in plain_sequences(cards_of, rules).items()],
            [(family, *made) for family, made in plain_cricche(cards_of).items()],
            plain_side(cards_of, (side == "A") == a_takes_last, rules),
        )
        for side, cards_of in (("A", pile), ("B", rest))
    }


CASES = list(_cases())


def battery():
    """Imports the engine and raises AssertionError, or whatever else, when an answer is wrong."""
    from scoring.bolognese import pile

    game = _game()
    _cards_are_counted(game)
    _grande_is_laid_out()
    _accusi_are_counted(game)
    _accusi_by_number_are_counted(game)
    _piles_are_weighed(game)
    _shapes_are_those_of_the_games(pile)
    _terziglio_is_weighed(pile)
    _single_cards_are_counted()
    _two_are_counted(game)


def _game():
    from scoring.bolognese.counting import FIGURES, count_pairs

    return bare_game(DECK, FIGURES, count=count_pairs)


def _cards_are_counted(game):
    for cards, rules, dealer, last, told in CASES:
        written = {"cards": {"A": sorted(cards)}, "dealer": dealer, "last_trick": last, "rules": rules}
        for side, made in game.count(game, written).sides.items():
            sequences, cricche, (by_sequences, by_cricche, points, last_points) = told[side]
            assert [(item.family, item.cards, item.points) for item in made.sequences.items] == sequences
            assert [(item.family, item.cards, item.points) for item in made.cricche.items] == cricche
            assert (made.sequences.total, made.cricche.total) == (by_sequences, by_cricche)
            assert made.sequences.doubled == (len(sequences) >= 3)
            assert made.cricche.doubled == (len(cricche) >= 3)
            figures = {
                "declarations": 0,
                "sequences": by_sequences,
                "cricche": by_cricche,
                "card_points": points,
                "last_trick": last_points,
            }
            assert made.figures == figures
            assert made.total == sum(figures.values())
            told_grande = [i for i in made.explain()["sequences"]["items"] if i["family"] == "grande"]
            if told_grande and rules == "accademia":
                held = cards if side == "A" else set(DECK) - cards
                assert told_grande[0]["shortcut"]["points"] == plain_scavezzo(held)


def _single_cards_are_counted():
    """Barilli 2.1, 3.9."""
    from scoring.bolognese.card_points import CARD_POINTS_IN_ALL, card_points

    assert CARD_POINTS_IN_ALL == card_points((1 << 62) - 1) == 87


def _grande_is_laid_out():
    from scoring.bolognese.cards import bits
    from scoring.bolognese.explanation import explain_sequence
    from scoring.bolognese.sequences import one_sequence

    for cards, row, reason in ROWS:
        held = bits(cards.split())
        told = explain_sequence(one_sequence("grande", held, "accademia"), held, "accademia")
        written = [f"{i['card']}={i['stands_for']}" if i["stands_for"] else i["card"] for i in told["row"]]
        assert (written, told["reason"]) == (row.split(), reason)


def _accusi_by_number_are_counted(game):
    from scoring.bolognese.declarations import count_declarations

    def numbered(player, kind, family, number):
        return {"side": player[0], "player": player, kind: family, "number": number}

    for kind, family, cards, points in SHOWN:
        shown = [numbered("B2", kind, family, len(cards.split()))]
        assert [item.total for item in count_declarations(game, shown, "accademia")] == [points]
    three = numbered("A1", "cricca", "re", 3)
    for number, code in ((1, "declaration-number"), (5, "declaration-number")):
        few = [{**three, "number": number}]
        refuses(code, lambda few=few: count_declarations(game, few, "accademia"), count=number)
    for shown, code in (
        ([{**three, "number": 0}], "declaration-number-unreadable"),
        ([{**three, "number": "3"}], "declaration-number-unreadable"),
        ([{**three, "cards": ["Rd", "Rc", "Rs"]}], "declaration-cards-and-number"),
        ([three, numbered("B1", "cricca", "re", 3)], "declared-together"),
    ):
        refuses(code, lambda shown=shown: count_declarations(game, shown, "accademia"))


def _accusi_are_counted(game):
    from scoring.bolognese.declarations import count_declarations

    for kind, family, cards, points in SHOWN:
        shown = [{"side": "B", "player": "B2", kind: family, "cards": cards.split()}]
        (made,) = count_declarations(game, shown, "accademia")
        assert (made.player, made.total) == ("B2", points)
        assert (made.cricche if kind == "cricca" else made.sequences).total == points
    kings, queens, knights = (
        {"side": "A", "player": "A1", "cricca": family, "cards": [rank + suit for suit in "dcs"]}
        for family, rank in (("re", "R"), ("regine", "Q"), ("cavalli", "C"))
    )
    assert [item.total for item in count_declarations(game, [kings, queens, knights], "accademia")] == [88]
    others = {**queens, "player": "A2"}
    assert [item.total for item in count_declarations(game, [others, kings], "accademia")] == [17, 14]
    assert count_declarations(game, None, "accademia") == count_declarations(game, [], "accademia") == ()
    jacks = {"side": "A", "player": "A1", "cricca": "fanti", "cards": ["Fd", "Fc", "Fs"]}
    mori = {"side": "A", "player": "A1", "sequence": "mori", "cards": ["Mo1", "Mo2", "Mo3"]}
    assert count_declarations(game, [kings, queens, knights, jacks, mori], "accademia")[0].total == 122
    too_many = {**mori, "cards": ["Mo1", "Mo2", "Mo3", "Mo4"]}
    four = [kings, queens, knights, jacks, too_many]
    refuses("declared-hand-too-big", lambda: count_declarations(game, four, "accademia"), count=16)
    two_kings = [kings, {**kings, "player": "A2"}]
    refuses("declared-by-two", lambda: count_declarations(game, two_kings, "accademia"))
    refuses("declaration-twice", lambda: count_declarations(game, [kings, kings], "accademia"))
    refuses("declarations-not-a-list", lambda: count_declarations(game, "re", "accademia"))
    refuses("declaration-kind", lambda: count_declarations(game, [{**kings, "sequence": "assi"}], "x"))
    refuses("declaration-kind", lambda: count_declarations(game, [{**kings, "cricca": None}], "x"))
    refuses("unknown-player", lambda: count_declarations(game, [{**kings, "player": "B1"}], "x"))
    refuses("unknown-family", lambda: count_declarations(game, [{**kings, "cricca": "assi"}], "x"))
    short = [{**kings, "cards": ["Rd", "Rc"]}]
    refuses("declaration-no-combination", lambda: count_declarations(game, short, "x"))
    long = [{**kings, "cards": ["Rd", "Rc", "Rs", "6d"]}]
    refuses("declaration-extra-cards", lambda: count_declarations(game, long, "x"))


def _piles_are_weighed(game):
    def counted(size, **written):
        return game.count(game, {"cards": {"A": DECK[:size]}, "last_trick": "A", **written})

    for size in range(4, 60, 2):
        counted(size)
        dealer, other = ("A", "B") if size % 4 == 2 else ("B", "A")
        counted(size, dealer=dealer)
        refuses("pile-size", lambda size=size, other=other: counted(size, dealer=other), trick=4, discard=2)
    for size in range(5, 58, 2):
        refuses("odd-pile", lambda size=size: counted(size))
    for size in (1, 2, 3):
        refuses("cappotto-not-passed", lambda size=size: counted(size), side="A", count=size)
        refuses("cappotto-not-passed", lambda size=size: counted(62 - size), side="B", count=size)
    assert counted(62).points("A") == 939
    assert counted(62, dealer="B").points("B") == 0
    assert game.count(game, {"cards": {"A": []}, "last_trick": "B"}).points("B") == 939
    refuses("last-trick-without-cards", lambda: counted(0), side="A")
    shared = {"A": DECK[:30], "B": DECK[29:]}
    refuses("card-in-both-piles", lambda: game.count(game, {"cards": shared, "last_trick": "A"}))
    lost = {"A": DECK[:30], "B": DECK[32:]}
    refuses("cards-missing", lambda: game.count(game, {"cards": lost, "last_trick": "A"}))
    refuses("no-pile", lambda: game.count(game, {"cards": {}, "last_trick": "A"}))
    refuses("unknown-rules", lambda: counted(30, rules="casa"))
    made = {"side": "A", "player": "A2", "sequence": "mori", "cards": ["Mo1", "Mo2", "Mo3"]}
    deal = counted(30, declarations=[made])
    assert [deal.sides[side].declarations for side in "AB"] == [10, 0]
    assert deal.points("A") == counted(30).points("A") + 10
    refuses("discard-size", lambda: counted(30, discards=["6d"]), size=2)


def _shapes_are_those_of_the_games(pile):
    """Barilli 3.9, 4.2.1, 4.3.1, 4.3.2: hands, discards, what a pile can be, and what shows a cappotto."""
    for shape, cards, discarder, other, without_trick in (
        (pile.PAIRS, 62, range(6, 62, 4), range(4, 60, 4), (3, 3, 3)),
        (pile.TERZIGLIO, 62, range(11, 62, 3), range(3, 54, 3), (9, 2, 2)),
        (pile.MILLONE_DUE, 62, range(14, 52, 2), range(12, 50, 2), (13, 11, 11)),
        (pile.CENTOCINQUANTA, 32, range(4, 32, 2), range(2, 30, 2), (3, 1, 1)),
    ):
        assert shape.cards == cards
        assert shape.sizes(discards=True) == discarder
        assert shape.sizes(discards=False) == other
        assert [cards - size for size in discarder] == list(other)[::-1]
        assert tuple(map(shape.largest_without_trick, (True, False, None))) == without_trick


def _terziglio_is_weighed(pile):
    """Piles of three and one, eight cards laid aside by the one who went up (Barilli 4.2.1)."""

    def weigh(size, discards):
        first = (1 << size) - 1
        pile.verify_sizes({"A": first, "B": (1 << 62) - 1 & ~first}, discards, pile.TERZIGLIO)

    weigh(5, None)
    weigh(11, "A")
    refuses("cappotto-not-passed", lambda: weigh(5, "A"))
    refuses("pile-size", lambda: weigh(5, "B"), trick=3, discard=8)


def _two_are_counted(game):
    """Barilli 4.3.1, 4.3.2, 4.3.3."""
    from scoring.bolognese.two_handed import count_centocinquanta, count_millone, count_quindici, rounded

    assert list(map(rounded, (0, 4, 5, 14, 15, 24, 25))) == [0, 0, 1, 1, 2, 2, 3]
    played = {"A": DECK[:16], "B": DECK[16:32]}
    mori = {"side": "A", "player": "A1", "sequence": "mori", "cards": ["Mo1", "Mo2", "Mo3"]}
    written = {"cards": played, "last_trick": "B"}
    deal = count_centocinquanta(game, written)
    for side, cards in played.items():
        told = plain_side(set(cards), side == "B")
        assert tuple(deal.sides[side].figures.values()) == (*told, 0)
        assert count_quindici(game, written).points(side) == (deal.points(side) + 5) // 10
    shown = count_centocinquanta(game, {**written, "declarations": [mori]})
    assert [shown.points(side) - deal.points(side) for side in "AB"] == [10, 0]
    millone = {**written, "cards": {"A": DECK[:12]}}
    assert count_millone(game, {**millone, "dealer": "B"}).points("A")
    refuses("cappotto-not-passed", lambda: count_millone(game, {**millone, "dealer": "A"}))
    one, more = {"A": DECK[:16]}, {"A": DECK[:16], "B": DECK[16:34]}
    refuses("other-pile-missing", lambda: count_centocinquanta(game, {**written, "cards": one}), side="B")
    refuses("cards-in-all", lambda: count_centocinquanta(game, {**written, "cards": more}), expected=32)
