"""What is asked of a mutant of terziglio and mattazza: the chapters' own numbers, and a second counter's."""

import random

from tests.scoring.bolognese.plain_alone import plain_deal, plain_total, split
from tests.scoring.bolognese.plain_counter import DECK
from tests.scoring.mutations.asking import bare_game, refuses

MODULES = (
    "scoring.bolognese.terziglio",
    "scoring.bolognese.mattazza",
    "scoring.match.charges",
    "scoring.games.terziglio",
    "scoring.games.mattazza",
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # Tricks of three and eight cards laid aside never leave half of the deck.
    "terziglio: if pile.bit_count() * 2 > len(DECK): [Gt -> GtE]",
    # The allies have one pile between them.
    *(
        "terziglio: alone, together = "
        f"count(piles[soloist], (soloist,)), count(piles[allies[0]], allies) [0 -> {place}]"
        for place in (1, -1)
    ),
    # Nobody plays it in two.
    "charges: SOME_LOSE_AT: Final = {3: (2, 3, 6), 5: (3, 2, 4)} [3 -> 2]",
    # Where the target is looked at there is one.
    "charges: goal = match.target or 0 [0 -> 1]",
    "charges: goal = match.target or 0 [0 -> -1]",
    "charges: return frozenset(_at(charges, match.target or 0)) [0 -> 1]",
    "charges: return frozenset(_at(charges, match.target or 0)) [0 -> -1]",
    # No match ends with its first deal, and who is in the first and not in a later one has lost.
    "charges: left = [side for side in match.deals[0] if side not in losers] [0 -> 1]",
    "charges: left = [side for side in match.deals[0] if side not in losers] [0 -> -1]",
    # The first and the last of one.
    'charges: return Outcome("charged", left[0] if len(left) == 1 else None, losers=losers, all_lose='
    "not left) [0 -> -1]",
)

#: Two tricks and the eight of the discard.
ALONE = ["Ang", "Mon", "Sol", "Lun", "16", "Rd", "Qd", "Cd", "Fd", "Ad", "Rc", "Qc", "Cc", "6s"]
REST = [card for card in DECK if card not in ALONE]
SIDES = "ABCDEF"


def _terzigli():
    chance = random.Random(421)
    for _ in range(60):
        soloist, last, own = chance.choice("ABC"), chance.choice("ABC"), chance.random() < 0.4
        with_eight = last == soloist or not own
        size = chance.randrange(1, 18) * 3 + (8 if with_eight else 0)
        pile = set(chance.sample(DECK, size))
        written = {"cards": {soloist: sorted(pile)}, "last_trick": last, "soloist": soloist, "own": own}
        yield written, plain_deal(pile, set(DECK) - pile, last, soloist, own)


def _mattazze():
    chance = random.Random(441)
    for number in range(60):
        players = 3 + number % 4
        piles = split(chance, players)
        last = chance.choice([side for side, pile in piles.items() if pile])
        totals = {side: plain_total(pile, players, side == last) for side, pile in piles.items()}
        lose = {side for side, pile in piles.items() if not pile}
        lose = lose or {side for side in totals if totals[side] == max(totals.values())}
        written = {"cards": {side: sorted(pile) for side, pile in piles.items()}, "last_trick": last}
        yield written, {side: (totals[side], int(side in lose)) for side in piles}


TERZIGLI, MATTAZZE = list(_terzigli()), list(_mattazze())


def battery():
    """Imports both games and raises when an answer is wrong."""
    _terziglio_is_counted()
    _poste_are_paid()
    _mattazza_is_counted()
    _who_is_charged_loses()
    _who_has_lost_rests()
    # What brings the players in comes last: most mutants have been noticed by then.
    _games_are_declared()


def _terziglio_is_counted():
    """Barilli 4.2.1."""
    from scoring.bolognese.counting import FIGURES
    from scoring.bolognese.terziglio import count_terziglio

    game = bare_game(DECK, FIGURES, "ABC", ("A1", "B1", "C1"))

    def ask(**written):
        counted = count_terziglio(game, {"last_trick": "A", **written})
        return {side: (made.total, counted.points(side)) for side, made in counted.sides.items()}

    for written, expected in TERZIGLI:
        assert ask(**written) == expected
    known = ask(cards={"A": ALONE})
    for cards in ({"B": REST}, {"C": REST}, {"B": REST[:30], "C": REST[30:]}, {"A": ALONE, "C": REST}):
        assert ask(cards=cards) == known
    assert ask(cards={"A": ALONE}, soloist="A", own=False, poste="barilli") == known
    assert ask(cards={"A": []}, last_trick="C") == {"A": (0, -186), "B": (939, 93), "C": (939, 93)}
    shown = [
        {"side": "B", "player": "B1", "cricca": "re", "cards": ["Rs", "Rb", "Rc"]},
        {"side": "C", "player": "C1", "sequence": "mori", "cards": ["Mo1", "Mo2", "Mo3"]},
        {"side": "A", "player": "A1", "sequence": "danari", "cards": ["Rd", "Qd", "Cd", "Fd", "Ad"]},
    ]
    sides = count_terziglio(game, {"cards": {"A": ALONE}, "last_trick": "A", "declarations": shown}).sides
    assert [sides[side].declarations for side in "ABC"] == [20, 27, 27]
    refuses("cards-missing", lambda: ask(cards={"A": ALONE, "B": REST[1:]}))
    refuses("card-in-both-piles", lambda: ask(cards={"A": ALONE, "C": ALONE}))
    refuses("pile-size", lambda: ask(cards={"A": ALONE}, own=True, last_trick="B"))
    refuses("cappotto-not-passed", lambda: ask(cards={"A": ALONE[:9]}))
    refuses("last-trick-without-cards", lambda: ask(cards={"A": []}, last_trick="A"))
    refuses("unknown-poste", lambda: ask(cards={"A": ALONE}, poste="to-50"))


def _poste_are_paid():
    """Barilli 4.2.1: from 15 to 24 points one, and so on; at some tables nothing up to 45."""
    from scoring.bolognese.counting import FIGURES
    from scoring.bolognese.terziglio import poste, poste_of, scored_in_poste

    told = {0: 0, 5: 0, 14: 0, 15: 1, 24: 1, 25: 2, 34: 2, 35: 3, 208: 20, 939: 93}
    assert {points: poste(points) for points in told} == told
    told = {14: 0, 15: 0, 45: 0, 46: 4, 208: 20}
    assert {points: poste(points, "to-45") for points in told} == told

    def paid(alone, together, *, own):
        points = {"A": together, "B": alone, "C": together}
        return tuple(poste_of(points, "B", own=own, rounding="barilli").values())

    assert paid(208, 107, own=False) == (-20, 40, -20)
    assert paid(107, 208, own=False) == (20, -40, 20)
    assert paid(107, 208, own=True) == (40, -80, 40)
    assert paid(150, 150, own=True) == (0, 0, 0)
    assert paid(150, 149, own=False) == (-14, 28, -14)
    game = bare_game(DECK, FIGURES, SIDES[:3], ["A1", "B1", "C1"])
    assert scored_in_poste(game, {"A": 208, "B": 107, "C": 107}, {}) == {"A": 40, "B": -20, "C": -20}
    refuses("allies-differ", lambda: scored_in_poste(game, {"A": 208, "B": 107, "C": 106}, {}))


def _who_has_lost_rests():
    """Barilli 4.4.1: who reaches the target rests, the others go on."""
    from scoring.match.charges import FIRST_LOSES, UNTIL_TWO, still_playing
    from scoring.match.state import Match

    game = bare_game(DECK, ("card_points",), SIDES, [f"{side}1" for side in SIDES])

    def left(*losers, agreement=UNTIL_TWO):
        deals = tuple({side: int(side == loser) for side in "ABCD"} for loser in losers)
        return "".join(still_playing(game, Match(deals, 2, agreement)))

    assert [left("A"), left("A", "A"), left("A", "B"), left("D", "C", "D")] == ["ABCD", "BCD", "ABCD", "ABC"]
    assert left("A", "A", agreement=FIRST_LOSES) == "ABCD"
    assert left() == ""


def _mattazza_is_counted():
    """Barilli 4.4.1."""
    from scoring.bolognese.mattazza import FIGURES, count_mattazza, losers, scored_in_charges

    game = bare_game(DECK, FIGURES, SIDES, [f"{side}1" for side in SIDES])

    def ask(**written):
        counted = count_mattazza(game, {"last_trick": "A", **written})
        return {side: (made.total, counted.points(side)) for side, made in counted.sides.items()}

    for written, expected in MATTAZZE:
        assert ask(**written) == expected
    piles = {"A": DECK[:12], "B": DECK[12:21], "C": DECK[21:30]}
    explained = count_mattazza(game, {"cards": piles, "last_trick": "A"}).explanation()
    assert [told["card_points"]["groups"] for told in explained.values()] == [4, 3, 3]
    assert losers({"A": 30, "B": 30, "C": 9}, {"A", "B", "C"}) == ("A", "B")
    assert losers({"A": 60, "B": 12, "C": 0}, {"A", "B"}) == ("C",)
    assert scored_in_charges(game, {"A": 60, "B": 12, "C": 0}, {}) == {"A": 0, "B": 0, "C": 1}
    refuses("players-of-match", lambda: scored_in_charges(game, {"A": 60, "B": 0}, {}), least=3, most=6)
    refuses("nothing-declared", lambda: ask(cards=piles, declarations=[{}]))
    refuses("piles-of-players", lambda: ask(cards={"A": DECK[:10], "B": DECK[10:20]}), least=3, most=6)
    refuses("pile-not-in-tricks", lambda: ask(cards={**piles, "A": DECK[:11]}), trick=3, count=11)
    refuses("cards-in-all", lambda: ask(cards={**piles, "C": []}), count=21, expected=30)
    refuses("unknown-side", lambda: ask(cards=piles, dealer="D"))


#: Barilli 4.4.1: charges of so many deals, and who has lost by what was agreed.
SOME_LOSE = (
    ("ABC", ((1, 0, 0),) * 5, None),
    ("ABC", ((1, 0, 0),) * 6, "A"),
    ("ABC", ((1, 0, 0),) * 3 + ((0, 1, 0),) * 2, None),
    ("ABC", ((1, 0, 0),) * 3 + ((0, 1, 0),) * 3, "AB"),
    ("ABCD", ((1, 0, 0, 1),) * 2, None),
    ("ABCD", ((1, 0, 0, 1),) * 3, "AD"),
    ("ABCDE", ((1, 1, 1, 0, 0),), None),
    ("ABCDE", ((1, 1, 0, 0, 0),) * 2, None),
    ("ABCDE", ((1, 1, 1, 0, 0),) * 2, "ABC"),
    ("ABCDEF", ((0, 0, 0, 0, 0, 1),) * 3, None),
    ("ABCDEF", ((0, 0, 0, 0, 0, 1),) * 4, "F"),
)
UNTIL_TWO = (
    (2, "ABCD", ((1, 0, 1, 0), (1, 0, 0, 0)), None),
    (2, "ABCD", ((1, 0, 1, 0), (1, 0, 1, 0)), "AC"),
    (2, "ABCD", ((1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)), None),
    (2, "ABCD", ((1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0)), "AB"),
    (2, "ABC", ((1, 0, 0),), None),
    (2, "ABC", ((1, 1, 1), (1, 1, 1)), "ABC"),
    (3, "ABC", ((1, 0, 0),) * 2, None),
    (3, "ABC", ((1, 0, 0),) * 3, "A"),
)


def _who_is_charged_loses():
    from scoring.bolognese.mattazza import FIGURES
    from scoring.match.charges import by_agreement
    from scoring.match.state import Match

    game = bare_game(DECK, FIGURES, SIDES, [f"{side}1" for side in SIDES])

    def ended(agreement, sides, points, target=None):
        deals = tuple(dict(zip(sides, each, strict=True)) for each in points)
        return by_agreement(game, Match(deals, target, agreement))

    def lost(*asked, **more):
        found = ended(*asked, **more)
        return found and "".join(found.losers)

    for sides, points, expected in SOME_LOSE:
        assert lost("some-lose", sides, points) == expected
    for target, sides, points, expected in UNTIL_TWO:
        assert lost("until-two", sides, points, target=target) == expected
        assert lost(None, sides, points, target=target) == expected
    for target in (2, 6):
        assert lost("first-loses", "ABCD", ((0, 1, 0, 0),) * (target - 1), target=target) is None
        assert lost("first-loses", "ABCD", ((0, 1, 0, 0),) * target, target=target) == "B"
    assert ended("until-two", "ABC", ((1, 1, 0), (1, 1, 0)), target=2).winner == "C"
    assert ended("until-two", "ABC", ((1, 0, 0), (1, 0, 0)), target=2).winner is None
    assert ended("until-two", "ABC", (), target=2) is None
    _charges_that_cannot_be(ended, lambda deals: by_agreement(game, Match(tuple(deals), 2, "until-two")))


def _charges_that_cannot_be(ended, of_deals):
    def until_two(sides, *points):
        return lambda: ended("until-two", sides, points, target=2)

    refuses("charges-of-deal", until_two("ABC", (2, 0, 0)), deal=1, charge=1)
    refuses("charges-of-deal", until_two("ABC", (1, 0, 0), (0, 0, 0)), deal=2)
    refuses("players-of-match", until_two("AB", (1, 0)), least=3, most=6)
    refuses("players-of-match", until_two("ABCZ", (1, 0, 0, 0)))
    refuses("player-resting", until_two("ABCD", (1, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0)), side="A", deal=3)
    refuses("bad-points", until_two("ABC", (1, 0, -1)), deal=1)
    refuses("match-over", until_two("ABC", (1, 0, 0), (1, 0, 0), (0, 1, 0)), deal=3)
    rested = ({"A": 1, "B": 0, "C": 0, "D": 0},) * 2
    assert of_deals((*rested, {"B": 1, "C": 0, "D": 0})) is None
    assert of_deals((*rested, {"A": 0, "B": 1, "C": 0, "D": 0})) is None
    refuses("charges-of-deal", lambda: of_deals((*rested, {"B": 0, "C": 0, "D": 0})), deal=3)
    refuses("player-resting", lambda: of_deals(({"A": 1, "B": 0, "C": 0}, {"D": 1})), side="D", deal=2)
    refuses("charges-of-deal", lambda: ended("first-loses", "ABC", ((1, 0, 0), (2, 0, 0)), target=3))


def _games_are_declared():
    from scoring.games.mattazza import GAMES as MATTAZZA
    from scoring.games.terziglio import GAMES as TERZIGLIO

    (terziglio,), (mattazza,) = TERZIGLIO, MATTAZZA
    assert (terziglio.deals, terziglio.targets) == (1, ())
    # Barilli 4.4.1: "in genere da 2 a 6 Punti".
    assert (mattazza.deals, mattazza.targets) == (None, (2, 3, 4, 5, 6))
    for soloist, first in (("A", "B"), ("B", "A"), ("C", "A")):
        camps = terziglio.camps(terziglio, {"soloist": soloist})
        assert camps == {side: soloist if side == soloist else first for side in "ABC"}
    assert mattazza.sizes == (4, 5, 3, 6)
