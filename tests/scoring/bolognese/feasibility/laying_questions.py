"""What could be laid aside and which of it is chosen, against piles written down plainly and every choice."""

from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from random import Random

from scoring.bolognese.cards import bits, codes_of
from scoring.bolognese.feasibility.choosing import Choosing
from scoring.bolognese.feasibility.figures import Deal, Figure, Sheet
from scoring.bolognese.feasibility.lacking import Lacking, Shown
from scoring.bolognese.feasibility.layable import Few, Layable, Need, layable, needs_beside, needs_of
from scoring.bolognese.pile import MILLONE_DUE, PAIRS, TERZIGLIO
from tests.scoring.bolognese.feasibility.plain_sheets import plain_card_points, plain_cricche
from tests.scoring.bolognese.plain_counter import CRICCHE, DECK, NUMBERS, plain_sequences

KEPT = ("Ang", "Mon", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb")
ROSSE = ("Sol", "Lun")
MOORS = ("Mo1", "Mo2", "Mo3", "Mo4")
SCARTINI = tuple(rank + suit for rank in ("10", "9", "8", "7", "6") for suit in "dcsb")
HONOURS = "QCFA"
CONTATORI = ("Beg", "Mat")
#: Cards laid aside by who lays aside more, and by the other (Barilli 3.3, 4.2.1, 4.3.1); or by nobody.
SHAPES = {"pairs": (2, 0), "terziglio": (8, 0), "millone": (12, 10), "pozzo": (8, 0)}
#: Regina, cavallo, fante and asso of a suit, bit by bit, and the Re where nobody chose what lies aside.
RANKS = {shape: HONOURS + ("R" if shape == "pozzo" else "") for shape in SHAPES}
#: A deal's shape, and how many cards who laid aside more has.
PILES = (
    *(("pairs", size) for size in (6, 10, 54)),
    *(("terziglio", size) for size in (11, 14, 53)),
    *(("millone", size) for size in (14, 24, 48)),
    *(("pozzo", size) for size in (11, 14, 53)),
)


def figures_of(pile):
    """Sequences, cricche and card points of a pile of any size."""
    counts = [len(pile & family) for family, _, _ in CRICCHE.values()]
    made = plain_sequences(pile)
    points = sum((cards - 1) * 5 for cards in made.values()) * (2 if len(made) > 2 else 1)
    return points, plain_cricche(counts), plain_card_points(counts, len(pile))


@cache
def dealt():
    """Piles of who laid aside more, with a part of them that was: all of it at Millone, or nothing told."""
    chance, found = Random(3), []
    for shape, size in PILES:
        most = SHAPES[shape][0]
        for _ in range(3):
            pile = frozenset(chance.sample(DECK, size))
            free = sorted(pile - {*KEPT})
            if shape == "pozzo":
                found.append((shape, pile, (), (figures_of(pile), figures_of(frozenset(DECK) - pile))))
                continue
            if len(free) < most or len({*DECK} - {*KEPT} - pile) < SHAPES[shape][1]:
                continue
            told = chance.sample(free, most) if len(free) >= most and chance.random() < 0.6 else ()
            figures = figures_of(pile), figures_of(frozenset(DECK) - pile)
            found.append((shape, pile, tuple(told), figures))
    return tuple(found)


def sheet_of(shape, told, figures, *, turned=False):
    """The engine's sheet; turned, who laid aside more is B."""
    shapes = {"pairs": PAIRS, "terziglio": TERZIGLIO, "millone": MILLONE_DUE, "pozzo": TERZIGLIO}
    one, other = ("B", "A") if turned else ("A", "B")
    names = ("sequences", "cricche", "card_points")
    made = {
        Figure(side, name): value
        for side, each in sorted(zip((one, other), figures, strict=True))
        for name, value in zip(names, each, strict=True)
    }
    if shape == "pozzo":
        return Sheet(made, Deal(shapes[shape], "accademia", (one,), (one,), pozzo=True))
    return Sheet(made, Deal(shapes[shape], "accademia", (other,), (one,), aside=bits(told)))


def what_was_laid_aside_is_found(shape, pile, told, figures, *, turned=False):
    """Raises unless the pile itself is among what could be, with all it may hold."""
    most, least = SHAPES[shape]
    own = sorted(sum((rank + suit in pile) << at for at, rank in enumerate(RANKS[shape])) for suit in "dcsb")
    others = {card for card in (*ROSSE, *NUMBERS) if card in pile}
    if shape == "pozzo":
        others |= {card for card in ("Ang", "Mon") if card in pile}
        others |= {*CONTATORI[: sum(card in pile for card in CONTATORI)]}
    found = list(layable(sheet_of(shape, told, figures, turned=turned)))
    assert len(found) == len({*found})
    assert any(
        each.aside == (most, least)
        and list(each.suits) == own
        and each.mori == sum(card in pile for card in MOORS)
        and (
            _is_that_pile(each, others, pile, codes_of)
            if least
            else not each.free and each.left == _of_use(pile, others, {*codes_of(each.others)}, most)
        )
        for each in found
    )
    return found


def _is_that_pile(each, others, pile, codes_of):
    certain, free = {*codes_of(each.others)}, {*codes_of(each.free)}
    left = sum(card in pile for card in SCARTINI) + len(others & free)
    return certain <= others <= certain | free and each.left == left


def _of_use(pile, others, certain, most):
    """Where only one lays aside: the free cards of the pile, as many as may be needed."""
    return (
        min(most, sum(card in pile for card in SCARTINI) + len(others - certain)) if certain <= others else -1
    )


def without_a_trick_any_cards_may_have_been_laid_aside():
    """Raises unless, all the cards being with who has the last trick, any of them may have been (Barilli
    3.9.1)."""
    everything, nothing = (550, 296, 87), (0, 0, 0)
    for shape, last, of_a in product(SHAPES, "AB", (True, False)):
        sheet = sheet_of(shape, (), (everything, nothing) if of_a else (nothing, everything))
        found = layable(replace(sheet, deal=replace(sheet.deal, last_tricks=(last,))))
        of_all = KEPT[:4] if shape == "pozzo" else ()
        aside, trumps = (sum(SHAPES[shape]), 0), bits((*ROSSE, *NUMBERS, *of_all))
        expected = (
            [(aside, (31 if of_all else 15,) * 4, trumps, 0, len(MOORS), len(SCARTINI))]
            if of_a == (last == "A")
            else []
        )
        assert list(map(tuple, found)) == expected


def nothing_is_named_or_aside_unless_it_is_said():
    """Raises unless accusi of which nothing else is told bind no card."""
    shown = Shown(bool)
    assert (shown.named, shown.aside, shown.bound, shown.numbered) == (0, 0, 0, frozenset())


def no_more_is_chosen_than_there_is():
    """Raises unless what is chosen beyond what is needed counts for nothing else, and of Moors and tarocchi
    each has so many at most."""
    assert Need(1, 2, 1).after(Few(0, 3, 4, 2)) == (0, 0, 0)
    assert Need(3, 2, 1).after(Few(0, 1, 1)) == (2, 1, 1)
    choosing = Choosing(Lacking(Shown(lambda _: True)))
    for ours, theirs in ((1, 2), (0, 1), (2, 0), (2, 2)):
        found = choosing.moors(ours, theirs)
        assert (found.ours, found.theirs, found.both) == (ours, theirs, ours + theirs)
    for named, contatori, most in (("", 0, 2), ("", 1, 3), ("", 2, 4), ("Mat", 2, 3), ("Beg Mat Ang", 1, 1)):
        choosing = Choosing(Lacking(Shown(lambda _: True, bits(named.split()), of_all=True)))
        found = choosing.tarocchi(bits(("Ang", "Mon")), contatori)
        assert (found.ours, found.theirs, found.both) == (most, 0, most)
        assert {few.cards.bit_count() - few.ours for few in found.few} == {0}


def can_be_dealt(each, shape, figures, sizes):
    """Whether some pile that has these cards, and no others but kept and free ones, gives the figures."""
    suits = {
        rank + suit
        for suit, held in zip("dcsb", each.suits, strict=True)
        for at, rank in enumerate(RANKS[shape])
        if held >> at & 1
    }
    certain = suits | {*codes_of(each.others)} | {*MOORS[: each.mori]}
    more = codes_of(each.free) if SHAPES[shape][1] else [card for card in NUMBERS if card not in certain]
    free = [*SCARTINI, *reversed(more)]
    for kept in product((0, 1), repeat=len(KEPT)) if shape != "pozzo" else ((),):
        pile = certain | {card for card, there in zip(KEPT, kept, strict=shape != "pozzo") if there}
        for left in [each.left] if SHAPES[shape][1] else range(each.left, len(free) + 1):
            whole = pile | {*free[:left]}
            if len(whole) in sizes and (figures_of(whole), figures_of({*DECK} - whole)) == figures:
                return True
    return False


class Case:
    """Two piles of few cards, what must be laid aside of them, and accusi that can lack what a rule says."""

    ranks = HONOURS

    def __init__(self, chance):
        suits = tuple(sorted(chance.randrange(16) for _ in range(4)))
        # Few trumps and more honours, or many trumps, of which more is asked then.
        many = chance.choice((6, 6, 9))
        trumps = chance.sample((*ROSSE, *NUMBERS), many)
        self.of_both = chance.random() < 0.6
        self.suits, self.mori = suits, chance.randrange(5)
        cut = sorted(chance.randrange(many + 1) for _ in range(2))
        self.others, self.free = trumps[: cut[0]], sorted(trumps[cut[0] : cut[1]], key=_place)
        self.free = [card for card in self.free if card in NUMBERS]
        mine = [rank + suit for suit in "dcsb" for rank in HONOURS] + list(MOORS)
        self.named = set(chance.sample(mine, len(mine) - 13 + many))
        self.named |= {card for card in (*ROSSE, *NUMBERS) if card not in trumps}
        there = [*(card for card in mine if card not in self.named), *self.others, *self.free]
        self.aside = set(chance.sample(there, chance.choice((0, 0, 1, 2))))
        self.ours, self.theirs = chance.randrange(many - 1), chance.randrange(many - 2) if self.of_both else 0
        self.needed_free = chance.randrange(len({*self.free} - self.aside) + 1)
        self.limits = (
            [chance.randrange(3) for _ in range(len(HONOURS))],
            chance.randrange(4),
            chance.randrange(4),
        )
        self.contatori, self.length = chance.randrange(3), chance.choice((0, *range(14)))

    def tarocchi_but(self, _bound):
        """Those of the pile that may be chosen: none, where they are never laid aside."""
        return []

    def can_lack(self, cards):
        """Limits of each rank, of suits and of Moors; and a grande so long of what numbers are left."""
        assert not cards & self.named, "what is shown is never asked about"
        ranks, suits, moors = self.limits
        lacked = [sum(card[0] == rank and card[-1] in "dcsb" for card in cards) for rank in HONOURS]
        in_suits = [{card[0] for card in cards if card[-1] == suit} for suit in "dcsb"]
        return (
            all(map(int.__le__, lacked, ranks))
            and sum(map(bool, in_suits)) <= suits + 1
            and sum(card in MOORS for card in cards) <= moors
            and sum(card in ROSSE for card in cards) <= self.contatori
            and plain_run([card for card in NUMBERS if card not in cards], self.contatori) >= self.length
        )

    def has_aside(self):
        """Whether what was told can be in the pile of who laid it aside."""
        return any(self._ways()) and sum(card in MOORS for card in self.aside) <= self.mori

    def _ways(self):
        """The honours in that pile, suit by suit in any order, what was told among them."""
        told = {card for card in self.aside if card[-1] in "dcsb"}
        for way in {*permutations(self.suits)}:
            held = {
                rank + suit
                for suit, each in zip("dcsb", way, strict=True)
                for at, rank in enumerate(self.ranks)
                if each >> at & 1
            }
            if told <= held:
                yield held or {""}

    def any_choice(self):
        """Whether some cards that are laid aside as is needed can be lacked: every choice is tried."""
        return any(any(self._choices(held)) for held in self._ways())

    def _choices(self, held):
        bound = self.named | self.aside
        there = [card for card in (*ROSSE, *NUMBERS) if card not in bound]
        honours = [rank + suit for suit in "dcsb" for rank in self.ranks if rank + suit not in bound]
        loose = [card for card in MOORS if card not in bound]
        ours = [card for card in honours if card in held] + [card for card in there if card in self.others]
        ours += self.tarocchi_but(bound)
        theirs = [card for card in honours if card not in held]
        theirs += [card for card in there if card not in self.others and card not in self.free]
        free = [card for card in there if card in self.free]
        mori = self.mori - sum(card in MOORS for card in self.aside)
        for own in range(min(len(loose), mori) + 1):
            for other in range(min(len(loose) - own, len(MOORS) - self.mori) + 1 if self.of_both else 1):
                yield self._some(ours, theirs if self.of_both else [], free, loose, own, other)

    def _some(self, ours, theirs, free, loose, own, other):
        wanted = max(0, self.ours - own), max(0, self.theirs - other), self.needed_free
        pools = (combinations(pool, n) for pool, n in zip((ours, theirs, free), wanted, strict=True))
        return any(
            self.can_lack({*self.aside, *loose[: own + other], *(card for few in chosen for card in few)})
            for chosen in product(*pools)
        )


class PozzoCase(Case):
    """The same of a pozzo that nobody took: re and tarocchi may be of it."""

    def __init__(self, chance):
        super().__init__(chance)
        self.of_both, self.theirs = False, 0
        self.suits = tuple(sorted(held | chance.choice((0, 16)) for held in self.suits))
        self.tarocchi = chance.sample(("Ang", "Mon"), chance.randrange(3))
        self.tarocchi += CONTATORI[: chance.randrange(3)]
        kept = ["Ang", "Mon", "Beg", *("R" + suit for suit in "dcsb")]
        self.named |= {*chance.sample(kept, chance.randrange(4))}
        self.aside = set()
        self.ours = chance.randrange(6)
        self.needed_free = chance.randrange(len(self.free) + 1)
        self.of_kept = chance.randrange(3), chance.randrange(3), chance.randrange(3)

    def can_lack(self, cards):
        """Limits of the re, of Angelo and Mondo, and of the contatori besides."""
        kinds = (("Rd", "Rc", "Rs", "Rb"), ("Ang", "Mon"), CONTATORI)
        lacked = [sum(card in kind for card in cards) for kind in kinds]
        assert not cards & self.named, "what is shown is never asked about"
        return super().can_lack({*cards} - {*KEPT}) and all(map(int.__le__, lacked, self.of_kept))

    ranks = RANKS["pozzo"]

    def tarocchi_but(self, bound):
        """The contatori are alike: as many of the others as the pile has."""
        contatori = sum(card in self.tarocchi for card in CONTATORI)
        pezzi = [card for card in self.tarocchi if card not in CONTATORI and card not in bound]
        return pezzi + [card for card in CONTATORI if card not in bound][:contatori]


def _place(card):
    return NUMBERS.index(card) if card in NUMBERS else -1


def plain_run(numbers, contatori):
    """How many numbers from the 16 down stand in a row: each of so many contatori for one that is missing, no
    two side by side."""
    length, before = 0, False
    for card in NUMBERS:
        if card not in numbers:
            if not contatori or before:
                break
            contatori -= 1
        before = card not in numbers
        length += 1
    return length


@cache
def cases(number, kind=Case):
    """So many choices, each with whether any will do."""
    chance, found = Random(21), []
    while len(found) < number:
        case = kind(chance)
        # What was told aside has been weighed before anything is chosen, and is in that pile.
        if case.has_aside() and case.can_lack(case.aside):
            found.append((case, case.any_choice()))
    return tuple(found)


def choices_are_found(asked):
    """Raises unless the search finds cards exactly where some will do, and guesses no others."""
    guessed = 0
    for case, possible in asked:
        aside = (12, 10) if case.of_both else (8, 0)
        others = bits((*case.others, *(case.tarocchi if isinstance(case, PozzoCase) else ())))
        each = Layable(aside, case.suits, others, bits(case.free), case.mori, 3)
        need = Need(case.ours, case.theirs, case.needed_free)
        shown = Shown(
            lambda cards, case=case: case.can_lack({*codes_of(cards)}),
            bits(case.named),
            aside=bits(case.aside),
            of_all=isinstance(case, PozzoCase),
        )
        choosing = Choosing(Lacking(shown))
        assert choosing.finds(each, need) is possible, vars(case)
        found = choosing.guesses(each, need) or choosing.finds_free(each, need)
        assert possible or not found, vars(case)
        guessed += found
    return guessed


def needs_are_what_will_do(*, told):
    """Raises unless the needs are the least of all the ways of sharing and laying aside the free cards."""
    chance = Random(6)
    for _ in range(250):
        free = chance.sample(NUMBERS, chance.randrange(5))
        aside = chance.choice(((2, 0), (8, 0), (12, 10))) if not told else (12, 10)
        left = chance.randrange(len(SCARTINI) + len(free) + 1)
        each = Layable(aside, (0, 0, 0, 0), 0, bits(free), 0, left)
        if not told:
            found, ways = needs_of(each), _ways_of_laying(aside, len(free), left, 0, 0)
        else:
            scartini = chance.randrange(13)
            numbers = chance.sample(free, min(len(free), chance.randrange(3)))
            found = needs_beside(each, bits([*SCARTINI[:scartini], *numbers, *("Qd", "Cd")]))
            rest = sum(aside) - scartini - len(numbers) - 2
            ways = _ways_of_laying((0, rest), len(free), left, scartini, len(numbers))
        least = {way for way in ways if not any(_is_less(other, way) for other in ways)}
        assert {*found} == least
        assert list(found) == sorted(found, key=sum)
    for scartini, more in ((8, 0), (10, 0), (11, 1), (12, 2)):
        everything = Layable((22, 0), (15,) * 4, bits((*ROSSE, *NUMBERS)), 0, 4, len(SCARTINI))
        cards = [*SCARTINI[:scartini], *("Qd", "Cd", "Qc", "Cc")][:12]
        assert not told or needs_beside(everything, bits(cards)) == ((more, 0, 0),)


def _is_less(one, other):
    return one != other and all(map(int.__le__, one, other))


def _ways_of_laying(aside, free, left, scartini_told, numbers_told):
    """For every share of scartini and free numbers: how many certain cards each lays aside, and how many free
    numbers both do."""
    (most, least), found = aside, set()
    for numbers in range(numbers_told, free + 1):
        scartini = left - numbers
        if not scartini_told <= scartini <= len(SCARTINI):
            continue
        own, others = scartini - scartini_told, len(SCARTINI) - scartini
        for mine, theirs in product(range(numbers - numbers_told + 1), range(free - numbers + 1)):
            found.add((max(0, most - own - mine), max(0, least - others - theirs), mine + theirs))
    return found
