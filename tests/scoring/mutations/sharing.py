"""What is asked of a mutant of the sharing out of cards: what hands of a small deck show, and one hand."""

from functools import cache
from itertools import combinations, product
from random import Random

from tests.scoring.bolognese.feasibility import plain_accusi
from tests.scoring.bolognese.feasibility.plain_shares import FREE, GONE, HELD, plain_shown
from tests.scoring.bolognese.plain_counter import DECK, NUMBERS
from tests.scoring.mutations import hands

MODULES = tuple(
    f"scoring.bolognese.feasibility.{name}"
    for name in ("hand", "sharing", "sharing_cricche", "at_best", "sharing_suits")
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # How much is remembered changes no answer.
    *(
        f"{name}: _REMEMBERED: Final = 40_000 [40000 -> {n}]"
        for name in ("hand", "at_best")
        for n in (40001, 39999)
    ),
    "hand: @lru_cache(1_000) [1000 -> 1001]",
    "hand: @lru_cache(1_000) [1000 -> 999]",
    "sharing: @lru_cache(10_000) [10000 -> 10001]",
    "sharing: @lru_cache(10_000) [10000 -> 9999]",
    *(f"sharing: @lru_cache(100) [100 -> {n}]" for n in (101, 99)),
    *(f"sharing: @lru_cache(40) [40 -> {n}]" for n in (41, 39)),
    # In which order ways are tried, and what is asked again, tell nothing else.
    *(f"sharing: self._order.insert(0, place) [0 -> {n}]" for n in (1, -1)),
    "sharing: if not places <= failed and less.is_within(kind): [LtE -> Lt]",
    # Nothing shown is one of the ways.
    "hand: found = 1 [1 -> 0]",
    # A grande past the 5 without Moors has as many cards if it ends sooner; any Moor will do.
    "hand: for way, own in product(through, range(1, moors + 1)): [1 -> 0]",
    "hand: moor = BIT[MOORS[0]] [0 -> 1]",
    "hand: moor = BIT[MOORS[0]] [0 -> -1]",
    # One Moor is no run, the Angelo alone no grande; four cards of a row are never spared, nor the Angelo;
    # where the Mondo may be missing so may another.
    "hand: mori = [Way(1, own, own + spare - 1) for own in range(2, moors + 1) if _is_run(own, "
    "spare)] [2 -> 1]",
    "hand: broken = (row[:end] for end in range(2, len(row) + 1)) [2 -> 1]",
    "hand: broken = (row[:end] for end in range(2, len(row) + 1)) [1 -> 2]",
    "hand: for number in range(len(CONTATORI) + 2) [2 -> 3]",
    "hand: for missing in combinations(row[1:], number) [1 -> 2]",
    "hand: for missing in combinations(row[1:], number) [1 -> 0]",
    # Every sequence has two cards after the first.
    "hand: found[place] = max(found.get(place, 0), steps + way.steps) [0 -> 1]",
    "hand: found[place] = max(found.get(place, 0), steps + way.steps) [0 -> -1]",
    *(f"hand: best[number] = _most(ways, longest, room, best.get(number, -1)) [1 -> {n}]" for n in (2, 0)),
    # No way at all, one sequence more than there are and one card more than they take.
    "hand: for number in range(max(number for number, _ in best) + 1) [1 -> 2]",
    *["hand: tuple(accumulate((best.get((number, cards), -1) for cards in range(most + 1)), max)) [1 -> 2]"]
    * 2,
    # Of ways as good as another one is enough; those of a group have as many sequences.
    "hand: if not any(each.number == way.number and each.steps >= way.steps for each in kept): [GtE -> Gt]",
    "hand: if steps + longest[last] <= most: [LtE -> Lt]",
    "hand: if found >= 0 and steps + found > most: [Gt -> GtE]",
    "hand: number = ways[0].number + more [0 -> -1]",
    # What one of each side cannot show is looked for among all of them.
    *["sharing: one_each = Seats(1, 1, seats.hand) [1 -> 0]"] * 2,
    "sharing: one_each = Seats(1, 1, seats.hand) [1 -> 2]",
    # Of partners alike either may be the first, and both as well; families in other places are as many.
    *["sharing_cricche: if player == side.start or player - 1 in used or player in used: [In -> NotIn]"] * 2,
    "sharing_cricche: families = sum(1 << place for place, cricca in enumerate(cricche) if cricca.size) "
    "[1 -> 2]",
    # Wide enough, and a player who is nobody.
    *(f"at_best: _WIDTH: Final = 256 [256 -> {n}]" for n in (257, 255)),
    *(f"at_best: _ELSEWHERE: Final = Cricca(NOBODY - 1, len(SUITS)) [1 -> {n}]" for n in (2, 0)),
    # Bounds that are too kind leave nothing out, and what is left out is only not asked.
    *(
        "at_best: re = self.table.re if cricche[1].player == player or cricche[1].size < len(SUITS) else 0 "
        f"[{change}]"
        for change in ("0 -> 1", "0 -> -1", "Lt -> LtE")
    ),
    "at_best: own = [cricca.size if cricca.player == player else 0 for cricca in cricche] [0 -> -1]",
    "at_best: key = (sum(own[1:]), own[0], self._courts(player, cricche), re) [1 -> 2]",
    "at_best: sum(not own and cricca.size < len(SUITS) and there[suit] for own, cricca, there in kinds), "
    "[Lt -> LtE]",
    *(
        f"at_best: Own({more}), [1 -> {n}]"
        for more in (
            "contatori + 1, angelo, mondo, mori",
            "contatori, angelo + 1, mondo, mori",
            "contatori, angelo, mondo + 1, mori",
            "contatori, angelo, mondo, mori + 1",
        )
        for n in (2, 0)
    ),
    *(
        f"sharing_suits: alone = best.side(0, way.cricche[0]), best.side(1, way.cricche[1]) [{change}]"
        for change in ("0 -> 1", "0 -> -1", "1 -> 0")
    ),
    *(f"sharing_suits: both = self._courts_with(sides[0]) [0 -> {n}]" for n in (1, -1)),
    "sharing_suits: both = both and both & self._courts_with(sides[1]) [1 -> 0]",
    "sharing_suits: found = 0 [0 -> 1]",
    # The first of one is the last.
    "at_best: return bool(others[0] & turned(last) >> _WIDTH - wanted) [0 -> -1]",
    *["at_best: return bool(figures[0][owns[0]] >> fives & 1) [0 -> -1]"] * 2,
    # More ways than there are, or all of them in other places; who needs less than no tarocchi needs none.
    *(f"sharing_suits: self._every_re = (1 << len(self._re)) - 1 [1 -> {n}]" for n in (2, 0)),
    "sharing_suits: groups[of_each] = groups.get(of_each, 0) | 1 << place [1 -> 2]",
    "sharing_suits: tarocchi = of_tarocchi.size if of_tarocchi.player == player else 0 [0 -> -1]",
    # Who has the cricca of tarocchi has no fewer trumps.
    *(
        f"sharing_suits: if len(owns) == 1 or not alike or owns[0] >= owns[1]: [{change}]"
        for change in ("0 -> 1", "0 -> -1", "1 -> 0")
    ),
)

#: What there is of Sole, Luna and the numbers.
OTHERS = (
    (),
    ("Sol", "16", "15"),
    ("Lun", "15", "14"),
    ("Sol", "Lun", *NUMBERS[:5]),
    tuple(number for number in NUMBERS if number not in ("9", "5")),
    ("Lun", *(number for number in NUMBERS if number != "9")),
    tuple(NUMBERS),
)
RULES = ("accademia", "laghi-sole-luna", "laghi-luna-16")
#: Two suits would be doubled with a grande that leaves them no room.
NO_ROOM = ((2, 0, ((FREE, 0, 2, GONE),) * 2, 0, HELD, HELD, 0), 9, ("Sol", "Lun", *NUMBERS[:5]), "accademia")
EVERY = ("Sol", "Lun", *NUMBERS)
#: Long grandi with both contatori, and what there is beside them: a suit, two, Moors.
LONG = tuple(
    ((1, 2, suits, 0, HELD, HELD, mori), size, EVERY, "accademia")
    for suits in ((), ((FREE, 0, 1, GONE),), ((FREE, 0, 1, GONE), (FREE, 0, 2, GONE)))
    for mori in (1, 2, 4)
    for size in (14, 16, 18, 20, 24)
)
TRUMPS_AND_RE = "Ang Mon Beg Mat Rd Rc Rs Rb"
#: Small decks, trumps and re besides; how many cards a hand has, the players, and pairs that few decks tell.
SHARED = (
    ("Mo1 Mo2 Mo3 Qd Cd Ad", 5, (1, 1), ()),
    ("Qd Qc Qs Fd Fc", 4, (1, 1), ()),
    ("As Fs Ac Cd", 5, (1, 1), ((18, 25),)),
    ("Qd Cd Ad Ac As", 6, (1, 1), ((20, 43), (66, 20))),
    ("Qd Qc Qs Qb Cc", 6, (1, 1), ((28, 56),)),
    ("Qd Qc Qs Ad", 4, (2, 1), ()),
    ("Qd Qc Qs Ad", 4, (1, 2), ((0, 29), (10, 24), (0, 5))),
    ("Sol 16 15 Ad Ac As", 4, (1, 1), ()),
    ("Qd Qc Qs Qb", 9, (1, 1), ((137, 0),)),
)

#: The same where a part of the cards besides lies aside as well, two at the most.
ASKED_ABOUT = (("Qd Qc Qs Fd Fc", 4), ("Qd Qc Cd Cc Ad", 4))

#: Figures of both sides, seats, cards aside, and whether hands show them.
LARGE = (
    ((0, 119), (1, 2, 18), hands.ALL_COURT_AND_ASSI, True),
    ((0, 119), (2, 1, 18), hands.ALL_COURT_AND_ASSI, False),
    *(each for each in hands.LARGE if each[0] != (94, 273)),
)


@cache
def prepare():
    """What hands of small decks show, and what shares of the cards do."""
    shares = (*_shares(300), *((case, plain_shown(*case)) for case in (NO_ROOM, *LONG)))
    return shares, tuple(_pairs()), tuple(_one_after_the_other())


def _shares(number):
    chance = Random(11)
    for _ in range(number):
        suits, assi = [_suit(chance) for _ in range(chance.randrange(4))], 0
        held = sum((re == HELD) + court + (asso == HELD) for re, court, _, asso in suits)
        assi = sum(asso == HELD for *_, asso in suits) + chance.randrange(2)
        angelo, mondo = chance.choices((GONE, FREE, HELD), k=2)
        taken = held + (angelo == HELD) + (mondo == HELD) + chance.randrange(2)
        share = (taken, chance.randrange(3), tuple(sorted(suits)), assi, angelo, mondo, chance.randrange(5))
        case = (
            share,
            chance.choice((3, 4, 5, 6, 8, 11, 15, 20, 28)),
            chance.choice(OTHERS),
            chance.choice(RULES),
        )
        yield case, plain_shown(*case)


def _suit(chance):
    court = chance.randrange(4)
    return chance.choice((FREE, HELD)), court, chance.randrange(4 - court), chance.choice((GONE, FREE, HELD))


def _pairs():
    """Figures of which either can be shown, and whether both can."""
    chance = Random(8)
    for others, size, players, told in SHARED:
        deck = f"{TRUMPS_AND_RE} {others}".split()
        shown = plain_accusi.pairs(deck, size, players)
        either = sorted(product(*({*figures} for figures in zip(*shown, strict=True))))
        pairs = (*told, *chance.sample(either, min(120, len(either))))
        yield deck, size, players, [(pair, pair in shown) for pair in pairs]


def _one_after_the_other():
    """Figures, and whether both can be shown, as more and more of a small deck lies aside in any order."""
    chance = Random(5)
    for others, size in ASKED_ABOUT:
        cards = others.split()
        decks = [
            [*TRUMPS_AND_RE.split(), *few] for n in range(3, len(cards) + 1) for few in combinations(cards, n)
        ]
        shown = [plain_accusi.pairs(deck, size, (1, 1)) for deck in decks]
        for pair in chance.sample(sorted(set.union(*map(set, shown))), 30):
            asked = [
                ([card for card in DECK if card not in deck], pair in told)
                for deck, told in zip(decks, shown, strict=True)
            ]
            yield size, pair, chance.sample(asked, len(asked))


def battery():
    """Imports the sharing out and raises when an answer is wrong."""
    from scoring.bolognese.cards import bits

    shares, pairs, questions = prepare()
    _one_hand_shows(bits, shares)
    hands._small_decks_are_shared_out(bits, pairs)
    _what_failed_is_remembered(bits, questions)
    _large_figures_are_decided(bits)


def _one_hand_shows(bits, shares):
    from scoring.bolognese.feasibility.figures import each_size
    from scoring.bolognese.feasibility.hand import Left, Share, Suit, shown_by

    for ((taken, contatori, suits, *rest), size, others, rules), shown in shares:
        share = Share(taken, contatori, tuple(Suit(*suit) for suit in suits), *rest)
        rosse, numbers = ([card for card in others if (card in NUMBERS) is told] for told in (False, True))
        left = Left(bits(rosse), bits(numbers), rules)
        assert set(each_size(shown_by(share, size, left))) == shown


def _what_failed_is_remembered(bits, questions):
    from scoring.bolognese.feasibility.sharing import Ways
    from scoring.bolognese.feasibility.shown import Seats

    for size, pair, asked in questions:
        ways = Ways(pair, Seats(1, 1, size), "accademia")
        for aside, possible in asked:
            assert ways.show_without(bits(aside)) is possible


def _large_figures_are_decided(bits):
    from scoring.bolognese.feasibility.sharing import may_show_without
    from scoring.bolognese.feasibility.shown import Seats

    for points, seats, aside, possible in LARGE:
        assert may_show_without(points, Seats(*seats), bits(aside.split()), "accademia") is possible
