"""What is asked of a mutant of the matches: when they end, who calls out, who deals next."""

from tests.scoring.bolognese.plain_counter import DECK
from tests.scoring.mutations.asking import bare_game, refuses

MODULES = (
    *(f"scoring.match.{name}" for name in ("endings", "calling_out", "dealing")),
    *(f"scoring.bolognese.{name}" for name in ("declarable", "discards")),
    *(f"scoring.games.{name}" for name in ("pairs", "two_handed")),
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # Where the target is looked at there is one.
    "endings: goal = match.target or 0 [0 -> 1]",
    "endings: goal = match.target or 0 [0 -> -1]",
    # The first and the last of one.
    "endings: deal = _stakes(game, match.deals[0]) [0 -> -1]",
    "endings: return leaders[0] if len(leaders) == 1 else None [0 -> -1]",
    'endings: return Outcome("every-deal", '
    "winners[0] if len(winners) == 1 else None, losers=losers) [0 -> -1]",
    # Who wins alone wins two at least, and where nobody pays three are no one winner.
    "endings: winners = tuple(side for side in game.sides if deal[side] > 0) [0 -> 1]",
    "endings: winners = tuple(side for side in game.sides if deal[side] > 0) [0 -> -1]",
    "endings: winners = tuple(side for side in game.sides if deal[side] > 0) [Gt -> GtE]",
)

#: Accusi worth 17, 12, 14 and 10 points.
KINGS = ("cricca", "re", "Rd Rc Rs")
JACKS = ("cricca", "fanti", "Fd Fc Fs")
QUEENS = ("cricca", "regine", "Qd Qc Qs")
MOORS = ("sequence", "mori", "Mo1 Mo2 Mo3")
#: Fifteen cards of three suits, and three more.
SUITS = (
    ("sequence", "danari", "Rd Qd Cd Fd Ad"),
    ("sequence", "coppe", "Rc Qc Cc Fc Ac"),
    ("sequence", "spade", "Rs Qs Cs Fs As"),
)
GRANDE = ("sequence", "grande", "Ang Mon Sol")


def shows(player, *accusi):
    """CONTRACT's objects."""
    return [
        {"side": player[0], "player": player, kind: family, "cards": cards.split()}
        for kind, family, cards in accusi
    ]


def battery():
    """Imports the matches and raises when an answer is wrong."""
    _deals_are_played()
    _targets_are_reached()
    _terziglio_closes()
    _deals_pass()
    _calls_are_in_turn()
    _calls_are_worth()
    _discards_are_weighed()
    _hands_are_declared()
    # What brings the players in comes last: most mutants have been noticed by then.
    _games_are_declared()


def _deals(*points, sides="AB"):
    return tuple(dict(zip(sides, each, strict=True)) for each in points)


def _deals_are_played():
    """Barilli 4.1.2."""
    from scoring.match.endings import after_all_deals
    from scoring.match.state import Match

    game = bare_game(DECK, (), deals=4)

    def ended(*points):
        return after_all_deals(game, Match(_deals(*points)))

    assert ended() is None
    assert ended((0, 500), (0, 0), (0, 0)) is None
    assert ended((0, 500), (300, 0), (100, 0), (200, 99)).winner == "A"
    assert ended((0, 500), (300, 0), (200, 0), (0, 0)).winner is None
    refuses("match-over", lambda: ended(*((1, 0),) * 5), deal=5)
    refuses("match-over", lambda: ended(*((1, 0),) * 6), deal=5)
    refuses("bad-points", lambda: ended((1, 0), (1, -1)), side="B", deal=2)
    refuses("bad-points", lambda: ended((1, True)), side="B", deal=1)
    refuses("bad-points", lambda: after_all_deals(game, Match(({"A": 1},))), side="B", deal=1)


def _targets_are_reached():
    """Barilli 3.8: the higher of two that are there; equal, another deal."""
    from scoring.match.endings import at_target
    from scoring.match.state import Match

    game = bare_game(DECK, ())

    def winner(*points, target=800):
        found = at_target(game, Match(_deals(*points), target))
        return found and found.winner

    assert winner() is None
    assert winner((799, 3)) is None
    assert winner((3, 800)) == "B"
    assert winner((799, 798), (5, 7)) == "B"
    assert winner((800, 800)) is None
    assert winner((800, 800), (0, 1)) == "B"
    assert winner((801, 0), target=1000) is None
    refuses("match-over", lambda: winner((800, 0), (0, 1)), deal=2)
    refuses("match-over", lambda: winner((10, 0), (800, 0), (0, 1)), deal=3)


def _terziglio_closes():
    """Barilli 4.2.1: one wins or pays twice what each of the two others does."""
    from scoring.match.endings import every_deal
    from scoring.match.state import Match

    game = bare_game(DECK, (), "ABC", ("A1", "B1", "C1"), deals=1)

    def ended(*points, sides="ABC"):
        found = every_deal(game, Match(_deals(*points, sides=sides)))
        return found and (found.winner, "".join(found.losers))

    assert ended() is None
    assert ended((40, -20, -20)) == ("A", "BC")
    assert ended((40, -80, 40)) == (None, "B")
    assert ended((1, -2, 1)) == (None, "B")
    assert ended((2, -1, -1)) == ("A", "BC")
    assert ended((0, 0, 0)) == (None, "")
    for stakes in ((40, -20, -21), (3, -1, -2), (20, -20, 0), (1, 0, 0), (-1, 0, 0), (4, True, -5)):
        refuses("stakes-do-not-close", lambda stakes=stakes: ended(stakes))
    refuses("stakes-do-not-close", lambda: ended((40, -40), sides="AB"))
    refuses("match-over", lambda: ended((0, 0, 0), (0, 0, 0)), deal=2)


def _deals_pass():
    """Barilli 3.7, 4.2.1, 4.4.1."""
    from scoring.match.dealing import the_loser_or_to_the_right, the_soloist, to_the_right
    from scoring.match.state import LastDeal

    players = ("A1", "B1", "A2", "B2")
    following = [to_the_right(LastDeal(players, dealer)) for dealer in players]
    assert following == ["B1", "A2", "B2", "A1"]
    assert the_soloist(LastDeal(("A1", "B1", "C1"), "A1", soloist="C1")) == "C1"
    refuses("missing-key", lambda: the_soloist(LastDeal(("A1", "B1", "C1"), "A1")), key="soloist")
    at_table = ("A1", "B1", "C1")
    for dealer, losers, expected in (
        ("A1", ("C1",), "C1"),
        ("A1", ("A1",), "A1"),
        ("B1", ("A1", "C1"), "C1"),
        ("C1", ("B1", "A1"), "A1"),
        ("B1", (), "C1"),
    ):
        assert the_loser_or_to_the_right(LastDeal(at_table, dealer, losers=losers)) == expected
    resting = LastDeal(players, "B2", resting=("A1", "B2"), losers=("A1",))
    assert (to_the_right(resting), the_loser_or_to_the_right(resting)) == ("B1", "B1")


def _calling(hand=15, worth=int, **game):
    """Whether a claim passes, in a game of two pairs whose dealer is A1."""
    from scoring.bolognese.declarable import points_shown
    from scoring.game import CallingOut
    from scoring.match.calling_out import Claim, call_out

    played = bare_game(DECK, (), calling_out=CallingOut(hand, points_shown, worth), **game)

    def claim(player, accusi, mine=783, theirs=0, passed=(), target=800, **changes):
        totals = {"A": theirs, "B": theirs, player[0]: mine}
        asked = {"dealer": "A1", "declarations": accusi, "passed": passed, **changes}
        return call_out(played, Claim(player=player, totals=totals, target=target, **asked)).winner

    return claim


def _calls_are_in_turn():
    """Barilli 4.1.1; Pagat, "Scoring Procedure"."""
    from scoring.match.calling_out import callers

    claim, kings = _calling(), {player: shows(player, KINGS) for player in ("A1", "B1", "A2", "B2")}
    in_turn = (("A1", ()), ("B1", ("A1",)), ("A2", ("A1", "B1")), ("B2", ("A1", "B1", "A2")))
    for player, passed in in_turn:
        assert claim(player, kings[player], passed=passed) == player[0]
    for player, passed in in_turn[:2]:
        assert claim(player, kings[player], passed=passed, rule="pagat") == player[0]
    for player, passed in in_turn[2:]:
        pagat = {"passed": passed, "rule": "pagat"}
        refuses("caller-not-allowed", lambda p=player, a=pagat: claim(p, kings[p], **a), callers=("A1", "B1"))
    for player, passed, code in (
        ("A1", ("A1",), "dealer-picked-up"),
        ("B1", (), "call-too-early"),
        ("A2", ("A1",), "call-too-early"),
        ("B2", ("A1", "B1"), "call-too-early"),
        ("B1", ("A1", "B1"), "call-too-late"),
        ("B1", ("A1", "A2"), "call-too-late"),
        ("B2", ("A1", "B1", "A2", "B2"), "call-too-late"),
    ):
        refuses(code, lambda p=player, passed=passed: claim(p, kings[p], passed=passed))
    refuses("call-too-early", lambda: claim("B2", kings["B2"], passed=("A1",)), first="B1")
    two = _calling(sides="AB", players=("A1", "B1"))
    assert two("B1", kings["B1"], passed=("A1",)) == "B"
    refuses("no-calling-out", lambda: callers(bare_game(DECK, ()), "A1"))
    refuses("unknown-calling-out", lambda: claim("A1", kings["A1"], rule="casa mia"))


def _calls_are_worth():
    """Barilli 4.1.1: the points missing, on what is shown."""
    claim, last = _calling(), ("A1", "B1", "A2")
    assert claim("A1", shows("A1", KINGS), mine=799) == "A"
    assert claim("A1", shows("A1", KINGS), mine=900, theirs=900) == "A"
    for mine, theirs in ((800, 0), (783, 800), (801, 800)):
        won = {"mine": mine, "theirs": theirs}
        refuses(
            "call-after-the-end", lambda w=won: claim("A1", shows("A1", KINGS), **w), points=max(mine, theirs)
        )
    refuses("call-short", lambda: claim("A1", shows("A1", KINGS), mine=782), missing=1, points=17)
    refuses("call-short", lambda: claim("A1", [], mine=799), missing=1, points=0)
    refuses("call-nothing-shown", lambda: claim("A1", [], mine=850, theirs=850))
    three = shows("A1", KINGS, JACKS, QUEENS)
    assert claim("A1", three, mine=800 - 86) == "A"
    refuses("call-short", lambda: claim("A1", three, mine=799 - 86), missing=1)
    both = [*shows("B1", MOORS), *shows("B2", KINGS)]
    assert claim("B2", both, mine=773, passed=last) == "B"
    refuses("call-short", lambda: claim("B2", both, mine=772, passed=last), missing=1)
    for other in ("A2", "B2"):
        shown = [*shows("A1", KINGS), *shows(other, MOORS)]
        refuses("call-on-others-cards", lambda shown=shown: claim("A1", shown), other=other)
    partner = [*shows("A1", MOORS), *shows("A2", KINGS)]
    refuses("call-on-others-cards", lambda: claim("A2", partner, passed=("A1", "B1")), other="A1")
    opponent = [*shows("B1", MOORS), *shows("A2", KINGS)]
    refuses("call-on-others-cards", lambda: claim("A2", opponent, passed=("A1", "B1")), other="B1")
    refuses("declared-hand-too-big", lambda: claim("A1", shows("A1", *SUITS, GRANDE)), count=18, size=15)
    assert _calling(hand=20)("A1", shows("A1", *SUITS, GRANDE)) == "A"
    rounded = _calling(worth=lambda points: points // 10)
    assert rounded("A1", shows("A1", KINGS), mine=799) == "A"
    refuses("call-short", lambda: rounded("A1", shows("A1", KINGS), mine=798), points=1, missing=1)


def _discards_are_weighed():
    """Barilli 3.3; Pagat, "Declarations"."""
    from scoring.bolognese.cards import bits
    from scoring.bolognese.declarations import count_declarations
    from scoring.bolognese.discards import verify_discards
    from scoring.bolognese.pile import PAIRS, TERZIGLIO

    shown = count_declarations(bare_game(DECK, ()), shows("A1", QUEENS), "accademia")

    def lay_aside(cards, shape=PAIRS, piles=()):
        verify_discards({"discards": cards.split()}, shape, shown, [bits(pile.split()) for pile in piles])

    lay_aside("6d 7d")
    lay_aside("Qb Ad")
    lay_aside("6d 7d 8d 9d 6c 7c 8c 9c", TERZIGLIO)
    refuses("discard-size", lambda: lay_aside("6d"), count=1, size=2)
    refuses("discard-size", lambda: lay_aside("6d 7d 8d"), count=3)
    refuses("discard-forbidden", lambda: lay_aside("Rd 7d"), card="Rd")
    refuses("discard-forbidden", lambda: lay_aside("Mat Ang"), card="Ang")
    refuses("declaration-discarded", lambda: lay_aside("Qc 7d"), player="A1", cards=("Qc",))
    lay_aside("6d 7d", piles=["5 6d", "6d 7d 8d"])
    refuses("discard-not-in-pile", lambda: lay_aside("6d 7d", piles=["5", "6d 5"]), cards=("7d",))
    verify_discards({}, PAIRS, shown)
    _discards_have_their_pile()
    _cards_stay_out()


def _discards_have_their_pile():
    """Barilli 3.9, 3.9.1: the size of a pile tells who discarded, unless it was said."""
    from scoring.bolognese.cards import bits
    from scoring.bolognese.discards import piles_of_discard
    from scoring.bolognese.pile import PAIRS

    small, large, whole = bits(DECK[:10]), bits(DECK[10:]), bits(DECK)
    for discarder, expected in ((None, [small]), ("A", [small]), ("B", [large])):
        assert piles_of_discard({"A": small, "B": large}, discarder, PAIRS) == expected
    for discarder in (None, "A", "B"):
        assert piles_of_discard({"A": 0, "B": whole}, discarder, PAIRS) == [whole]


def _cards_stay_out():
    """Barilli 4.3.2."""
    from scoring.bolognese.cards import bits
    from scoring.bolognese.declarations import count_declarations
    from scoring.bolognese.discards import verify_in_play
    from scoring.bolognese.pile import CENTOCINQUANTA

    by_number = [{"side": "B", "player": "B1", "cricca": "regine", "number": 3}]

    def play_with(cards, shown):
        told = count_declarations(bare_game(DECK, ()), shown, "accademia")
        verify_in_play(told, bits(cards), "accademia", CENTOCINQUANTA)

    named, played = shows("A1", QUEENS), [card for card in DECK if card not in ("Qs", "Qb")]
    for shown in (named, by_number):
        play_with([*DECK[:22], "Qd", "Qc", "Qs"], shown)
        play_with(DECK, shown)
    play_with(played, [])
    refuses("declaration-out-of-play", lambda: play_with(played, named), player="A1", cards=("Qs",))
    refuses("declared-together-out-of-play", lambda: play_with(played, by_number))


def _hands_are_declared():
    """Barilli 3.5.1: a family is shown once."""
    from scoring.bolognese.declarable import declarable, points_shown

    game = bare_game(DECK, ())
    hand = [*["Rd", "Rc", "Rs", "Qd", "Cd", "Mo1", "Mo2"], "Beg"]
    found = declarable(game, "B2", hand)
    told = {"re": "Rd Rc Rs", "danari": "Beg Rd Qd Cd", "mori": "Mo1 Mo2 Beg"}
    assert {item.family: item.cards for item in found} == {
        family: tuple(cards.split()) for family, cards in told.items()
    }
    assert {item.side for item in found} == {"B"}
    rest = declarable(game, "B2", hand, [item for item in found if item.family == "re"])
    assert [item.family for item in rest] == ["danari", "mori"]
    assert points_shown(game, found) == {"B2": 17 + 15 + 10}
    others = declarable(game, "A1", hand, found)
    assert [item.family for item in others] == ["re", "danari", "mori"]


def _games_are_declared():
    """Barilli 4.1.1, 4.1.2, 4.3; Pagat, "Millone"."""
    from scoring.games.pairs import GAMES as PAIRS
    from scoring.games.two_handed import GAMES as TWO_HANDED
    from scoring.match.state import Match

    declared = {game.key: (game.deals, game.targets) for game in (*PAIRS, *TWO_HANDED)}
    assert declared == {
        "quattro-scartate": (4, ()),
        "ottocento": (None, (800, 1000, 1500)),
        "millone": (None, (1000,)),
        "millone-due": (None, (1000,)),
        "centocinquanta": (None, (150, 151, 200)),
        "quindici": (None, (15, 20, 21)),
    }
    hands = {game.key: game.calling_out and game.calling_out.hand for game in (*PAIRS, *TWO_HANDED)}
    assert list(hands.values()) == [None, 15, 15, 20, 15, 15]
    for game in (*PAIRS, *TWO_HANDED):
        goal = game.targets[0] if game.targets else None
        deals = _deals(*((*(game.targets or (1,))[0:1], 0),) * (game.deals or 1))
        assert game.ended(game, Match(deals, goal)).winner == "A"
    assert TWO_HANDED[2].calling_out.worth(17) == 2
