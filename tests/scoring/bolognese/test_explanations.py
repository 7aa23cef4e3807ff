"""What a count explains, against the plain counter: rows of sequences, missing cards, shortcuts."""

import random
from itertools import product

from scoring import GAMES, HOUSE_RULES
from scoring.bolognese.cards import bits, codes_of
from scoring.bolognese.counting import count_side
from scoring.bolognese.declarations import count_declarations
from scoring.bolognese.explanation import cards_of_sequence, explain_player
from tests.scoring.bolognese.plain_counter import (
    DECK,
    NUMBERS,
    TRUMPS,
    plain_cricche,
    plain_scavezzo,
    plain_sequences,
    plain_side,
)

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


def random_piles():
    chance = random.Random(62)
    for _ in range(60):
        luck = chance.choice((0.2, 0.5, 0.8))
        trumps = chance.choice((luck, 0.9))
        pile = {card for card in DECK if chance.random() < (trumps if card in TRUMPS else luck)}
        yield pile if len(pile) % 2 == 0 else pile ^ {"6d"}


PILES = list(random_piles())


def explained(pile, rules):
    return count_side(bits(pile), rules, 6, ()).explain()


def test_every_point_of_a_pile_is_explained_by_its_cards():
    for pile, rules in product(PILES, HOUSE_RULES):
        by_sequences, by_cricche, points, _ = plain_side(pile, False, rules)
        told = explained(pile, rules)
        assert told["total"] == by_sequences + by_cricche + points + 6
        made = {item["family"]: item for item in told["sequences"]["items"]}
        assert {family: item["cards"] for family, item in made.items()} == plain_sequences(pile, rules)
        for family, item in made.items():
            verify_row(family, item, pile)
        if "grande" in made:
            verify_grande(made["grande"], pile, rules)
        for item in told["cricche"]["items"]:
            family = GROUPS[item["family"]].split()
            assert item["held"] == [card for card in family if card in pile]
            assert item["missing"] == [card for card in family if card not in pile]
            assert plain_cricche(pile)[item["family"]] == (item["cards"], item["points"])
        verify_card_points(told["card_points"], pile, points)


def test_declared_sequences_and_cricche_show_their_cards():
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
    (made,) = count_declarations(GAMES["quattro-scartate"], shown, "accademia")
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


def verify_row(family, item, pile):
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


def verify_grande(item, pile, rules):
    """The numbers of the row run down to the scavezzo, and the shortcut tells as many points."""
    stood = {entry["stands_for"] or entry["card"] for entry in item["row"]}
    run = [number for number in NUMBERS if number in stood]
    assert run == NUMBERS[: len(run)]
    assert item["scavezzo"] == (NUMBERS[len(run)] if len(run) < len(NUMBERS) else None)
    moors = {"Mo1", "Mo2", "Mo3", "Mo4"}
    assert moors & stood == (moors & pile if item["scavezzo"] is None else set())
    assert item["shortcut"]["points"] == item["points"]
    assert rules != "accademia" or item["points"] == plain_scavezzo(pile)


def verify_card_points(told, pile, points):
    kinds = {kind["kind"]: kind for kind in told["kinds"]}
    for name, value in FIGURES.items():
        held = [card for card in GROUPS[name].split() if card in pile]
        assert kinds[name] == {"kind": name, "held": held, "each": value, "points": value * len(held)}
    plain = len(pile) - sum(len(kind["held"]) for kind in kinds.values())
    assert told["scartini"] == plain
    assert (told["pairs"], told["unpaired"], told["total"]) == (len(pile) // 2, 0, points)


def test_a_sequence_begun_and_not_made_says_what_it_needs():
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
        told = explained({*cards.split()}, "accademia")["sequences"]["missed"]
        assert told == ([{"family": family, "reason": reason}] if family else [])
