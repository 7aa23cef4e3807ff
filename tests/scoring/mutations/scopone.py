"""What is asked of a mutant of scopone: the articles' own numbers, and a second counter's."""

import random

from tests.scoring.mutations.asking import bare_game, refuses
from tests.scoring.scopone.plain_counter import ALL, plain_side

MODULES = (
    *(f"scoring.scopone.{name}" for name in ("cards", "points", "counting", "fuori")),
    "scoring.games.scopone",
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # Half of an odd number of plays is that of the even number below it.
    "points: PLAYS: Final = 36 [36 -> 37]",
    "points: MOST_SCOPE: Final = (PLAYS - 2) // 2 [2 -> 1]",
    # Fewer than none are no more too many than none.
    "fuori: if scope.get(side, 0) > most_scope(len(pile)): [0 -> -1]",
)

#: 21 cards, six denari with the settebello, the best card of every suit.
WINNING = [f"{rank}d" for rank in "765432"] + [f"{rank}{suit}" for suit in "csb" for rank in "76543"]
#: FIGS, art. 2.
VALUES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "F": 8, "C": 9, "R": 10}
#: 21 cards with six denari, the settebello and all sevens: four points, whatever comes.
FOUR_POINTS = [
    *(rank + suit for suit in "csb" for rank in "4567"),
    *(f"{rank}d" for rank in "34567FCR"),
    "3c",
]


def _cases():
    chance = random.Random(14)
    sizes = [0, 40, 20, 21, 19, 2, 3, 37, 38, *(chance.randrange(2, 39) for _ in range(140))]
    for size in sizes:
        pile = set(chance.sample(ALL, size))
        rest = set(ALL) - pile
        yield sorted(pile), plain_side(pile, rest, 0), plain_side(rest, pile, 0)


CASES = list(_cases())


def battery():
    """Imports scopone and raises when an answer is wrong."""
    from scoring.scopone.counting import FIGURES, count_scopone

    _cards_have_their_values()
    counted = bare_game(ALL, FIGURES, count=count_scopone)
    _points_are_counted(counted)
    _scope_are_bounded(counted)
    # What brings the players in comes last: most mutants have been noticed by then.
    from scoring.games.scopone import GAMES

    (game,) = GAMES
    _matches_end(game)
    _fuori_is_said(game)
    _cut_short(game)


def _cards_have_their_values():
    from scoring.scopone.cards import DECK, in_deck_order
    from scoring.scopone.cards import VALUES as TOLD
    from scoring.scopone.points import primiera_sum

    assert set(DECK) == set(ALL) == set(TOLD)
    assert {TOLD[code] - VALUES[code[0]] for code in DECK} == {0}
    assert in_deck_order(["1c", "Rd", "7d"]) == ("7d", "Rd", "1c")
    assert primiera_sum(frozenset(("7d", "7c", "7s", "7b"))) == 84
    assert primiera_sum(frozenset(("6d", "1c", "5s", "4b"))) == 63
    assert primiera_sum(frozenset(("3d", "2c", "Fs", "Cb"))) == 45
    assert primiera_sum(frozenset(("Rd", "Fc", "Cs", "Rb"))) == 40
    assert primiera_sum(frozenset(("7d", "7c", "7s"))) is None


def _points_are_counted(game):
    for pile, of_a, of_b in CASES:
        counted = game.count(game, {"cards": {"A": pile}}).sides
        assert (tuple(counted["A"].figures.values()), tuple(counted["B"].figures.values())) == (of_a, of_b)
    told = game.count(game, {"cards": {"A": WINNING}, "scope": {"A": 3, "B": 1}})
    assert (told.points("A"), told.points("B")) == (7, 1)
    # Art. 14: 78 each is a tie, 79 against 75 is not.
    for pile, primiera in ((["7d", "7c", "6s", "6b"], 0), (["7d", "7c", "7s", "1b"], 1)):
        assert game.count(game, {"cards": {"A": pile}}).sides["A"].figures["primiera"] == primiera
    refuses("no-pile", lambda: game.count(game, {"cards": {}}))
    refuses("card-in-both-piles", lambda: game.count(game, {"cards": {"A": ALL[:20], "B": ALL[19:]}}))
    refuses("cards-missing", lambda: game.count(game, {"cards": {"A": ALL[:20], "B": ALL[21:]}}))
    refuses("take-too-small", lambda: game.count(game, {"cards": {"A": ["7d"]}}), count=1)


def _scope_are_bounded(game):
    """Seventeen in all, and one for every two cards taken (art. 1, 6, 9, 10)."""

    def scope(pile, **made):
        return game.count(game, {"cards": {"A": pile}, "scope": made})

    for pile, made in ((ALL[:2], {"A": 1}), (ALL[:20], {"A": 10, "B": 7}), (ALL[:34], {"A": 17})):
        assert scope(pile, **made).sides["A"].figures["scope"] == made["A"]
    refuses("too-many-scope", lambda: scope(ALL[:3], A=2), most=1)
    refuses("too-many-scope", lambda: scope(ALL, A=18), most=17)
    refuses("too-many-scope", lambda: scope([], A=1), most=0)
    refuses("too-many-scope-in-all", lambda: scope(ALL[:20], A=9, B=9), most=17)
    refuses("scope-not-whole", lambda: scope(WINNING, A=-1))
    refuses("scope-not-whole", lambda: scope(WINNING, A=True))
    assert scope(WINNING).sides["A"].figures["scope"] == 0


def _matches_end(game):
    from scoring.match.state import Match

    assert game.targets == (8, 11, 16, 21)
    for points, target, expected in (
        ((5, 2), 8, None),
        ((7, 7), 8, None),
        ((8, 8), 8, None),
        ((8, 4), 8, ("A", 1)),
        ((8, 3), 8, ("A", 2)),
        ((1, 9), 8, ("B", 2)),
        ((0, 8), 8, ("B", 3)),
        ((11, 0), 11, ("A", 1)),
        ((10, 0), 11, None),
        ((21, 20), 21, ("A", 1)),
    ):
        ended = game.ended(game, Match((dict(zip("AB", points, strict=True)),), target))
        assert (ended and (ended.winner, ended.level)) == expected
    deals = ({"A": 0, "B": 5}, {"A": 3, "B": 4})
    assert game.ended(game, Match(deals, 8)).level == 2


def _fuori_is_said(game):
    """Art. 16: in the match to 8, right or wrong it ends the match."""
    nothing_yet = ["1c", "1s", "2c", "2s", "3s", "3b"]

    def say(totals, taken=None, target=8, **claim):
        written = {"side": "A", "taken": {"A": FOUR_POINTS} if taken is None else taken, **claim}
        told = game.fuori(game, written, dict(zip("AB", totals, strict=True)), target)
        return told.reason, told.winner, told.level

    assert say((4, 4)) == ("fuori", "A", 1)
    assert say((4, 7), {"A": FOUR_POINTS, "B": nothing_yet}, scope={"B": 3}) == ("fuori", "A", 1)
    assert say((4, 3)) == ("fuori", "A", 2)
    assert say((4, 0)) == ("fuori", "A", 3)
    assert say((3, 5)) == ("wrong-fuori", "B", 1)
    assert say((3, 2)) == ("wrong-fuori", "B", 2)
    assert say((3, 2), scope={"A": 1}) == ("fuori", "A", 2)
    assert say((0, 6), {"A": ["7d", "7c"]}) == ("wrong-fuori", "B", 2)
    assert say((6, 4), {"A": ["7d", "7c", "6s", "6b"]}) == ("wrong-fuori", "B", 1)
    assert say((6, 4), {"A": ["7d", "7c", "7s", "7b", "6d"]}) == ("fuori", "A", 1)
    assert say((7, 7)) == ("fuori", "A", 1)
    refuses("fuori-after-a-tie", lambda: say((8, 8)), points=8)
    refuses("fuori-after-the-end", lambda: say((8, 3)), points=8)
    refuses("fuori-after-the-end", lambda: say((3, 9)), points=9)
    refuses("no-fuori", lambda: say((4, 4), target=11), only=8)
    refuses("fuori-at-last-play", lambda: say((4, 4), at_last_play=True))
    refuses("too-many-scope", lambda: say((4, 4), {"A": ["7d", "7c"]}, scope={"A": 2}), most=1)
    refuses("card-in-both-piles", lambda: say((4, 4), {"A": ["7d"], "B": ["7d"]}))


def _cut_short(game):
    """Art. 17: what is at stake goes to the side in order."""
    from scoring.scopone.fuori import certain_points, cut_short

    taken = {"A": ["7d", "7c"], "B": ["6d", "6c"]}
    assert cut_short(game, taken, {"A": 1}, at_fault="A") == {"A": 2, "B": 3}
    assert cut_short(game, taken, {"A": 1}, at_fault="B") == {"A": 5, "B": 0}
    assert cut_short(game, {}, {}, at_fault="B") == {"A": 4, "B": 0}
    assert certain_points(game, {"A": ["1c", "1s"]}, {"A": 1}) == {"A": 1, "B": 0}
