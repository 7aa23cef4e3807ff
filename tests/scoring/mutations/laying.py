"""What is asked of a mutant of what could be laid aside and of what is chosen: plain piles, every choice."""

from tests.scoring.bolognese.feasibility import held_questions, laying_questions

MODULES = tuple(
    f"scoring.bolognese.feasibility.{name}" for name in ("kinds", "needs", "choosing", "lacking", "layable")
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # All places move by one: only which is above which, and whether two are side by side, is asked.
    *(
        "kinds: places = (len(NUMBERS) - 1 - down for down, number in enumerate(NUMBERS) "
        f"if cards & BIT[number]) [1 -> {n}]"
        for n in (0, 2)
    ),
    # One free number more than there are leaves an empty range; one scartino less than none is dominated.
    "needs: for some in range(free + 1): [1 -> 2]",
    "needs: for ours in range(max(0, left - kept), min(left, in_all) + 1): [0 -> -1]",
    # What finds_free leaves undecided is looked for among all.
    "choosing: return len(numbers) >= need.free and self.lacking(sum(numbers[: need.free])) [GtE -> Gt]",
    # Where only one lays aside none of the other's are needed, and more than are needed are never taken.
    "choosing: theirs = len(MOORS) - self._mine.mori if self._of_both else 0 [0 -> 1]",
    "choosing: self._of_both = bool(each.aside[1]) [1 -> 0]",
    # The lowest place is the Angelo's, which is none of Sole, Luna and the numbers.
    "choosing: free = self._mine.free & unnamed if least.free else 0 [0 -> 1]",
    "choosing: theirs = unnamed & ~self._mine.others & ~self._mine.free if self._of_both else 0 [0 -> 1]",
    # There is no third of Sole and Luna, and no more suits than there are; no range begins below nought.
    "choosing: rosse = [bits(few) for number in range(3) for few in combinations(codes_of(cards & ROSSE), "
    "number)] [3 -> 4]",
    "choosing: for chosen in (few for number in range(len(suits) + 1) for few in combinations(suits, "
    "number)): [1 -> 2]",
    "choosing: for some in (few for size in range(len(there) + 1) for few in combinations(there, size)) "
    "[1 -> 2]",
    "choosing: below = [range(few[0] if len(few) == HOLES else 0) for few in holes] [0 -> -1]",
    # Any number that is always the same.
    "choosing: asked = (each._replace(left=0), need) [0 -> 1]",
    "choosing: asked = (each._replace(left=0), need) [0 -> -1]",
    # The suits are told beside; and how many Moors were chosen shows in what is needed still.
    "choosing: return in_first_order(pairs, self._lacking.orders), kind_of(cards)[1:], need, place, "
    "self._of_both [1 -> 2]",
    "choosing: return in_first_order(pairs, self._lacking.orders), kind_of(cards)[1:], need, place, "
    "self._of_both [1 -> 0]",
    # A bound that is less narrow leaves out fewer ways; fewer than none are none, and no card is the Angelo.
    *(
        "choosing: least = Need(max(0, need.ours - self._most_ours), max(0, need.theirs - "
        "self._most_theirs), need.free) [0 -> -1]"
        for _ in "AB"
    ),
    *(
        f"choosing: return self._most(Need({need}), sum(group.{whose} for group in self._groups)) [{other}]"
        for need, whose in (("1, 0", "ours"), ("0, 1", "theirs"))
        for other in ("1 -> 0", "0 -> -1")
    ),
    "choosing: needs = (Need(one.ours * number, one.theirs * number) for number in range(1, bound + 1)) "
    "[1 -> 0]",
    "choosing: needs = (Need(one.ours * number, one.theirs * number) for number in range(1, bound + 1)) "
    "[1 -> 2]",
    "choosing: return sum(1 for _ in takewhile(lambda need: self._finds(0, need, 0), needs)) [1 -> 2]",
    # What is remembered for all piles alike could be so for one alone.
    "choosing: known = self._choosing.known if place >= len(self._groups) - len(_RANKS) else self._known "
    "[GtE -> Gt]",
    # Four numbers are one of the ways of three and those below, or harder to lack.
    "choosing: holes = [few for number in range(HOLES + 1) for few in combinations(range(len(numbers)), "
    "number)] [1 -> 2]",
    # In which order cards are tried and guessed tells nothing else.
    "choosing: holes.sort(key=lambda few: few[::-1]) [1 -> 2]",
    'choosing: (*NUMBERS[::-1], *MOORS, *(rank + suit for rank in "AFCQ" for suit in SUITS), "Sol", "Lun"), '
    "[1 -> 2]",
    'choosing: (*(rank + suit for suit in SUITS for rank in "AFCQ"), *NUMBERS[::-1], *MOORS), [1 -> 2]',
    # How much is remembered changes no answer.
    *(f"kinds: _REMEMBERED: Final = 20_000 [20000 -> {n}]" for n in (20001, 19999)),
    *(f"layable: _REMEMBERED: Final = 4_000 [4000 -> {n}]" for n in (4001, 3999)),
    # Nobody has fewer than none of Angelo and Mondo, or more than both: such a share is found nowhere.
    "layable: if not 0 <= ranks.tarocchi - contatori <= 2: [0 -> -1]",
    "layable: if not 0 <= ranks.tarocchi - contatori <= 2: [2 -> 3]",
)


#: How much could be laid aside of each of the piles: counted when every other test had found it right.
COULD_BE = (
    *(22, 26, 5, 830, 802, 2670, 1062, 242, 115, 547, 110, 51, 612, 2),
    *(26, 82, 369, 173, 8292, 1, 137, 362, 9, 7, 154, 471, 595),
    *(3066, 1715, 4428, 1618, 1546, 9326, 2258, 185, 8266),
)
CASES = 200
POZZI = 100


def prepare():
    """Piles, and choices tried one by one."""
    laying_questions.dealt()
    laying_questions.cases(CASES)
    laying_questions.cases(POZZI, laying_questions.PozzoCase)


def battery():
    """Imports the search for what lies aside and raises when an answer is wrong."""
    held_questions.kinds_are_told()
    laying_questions.no_more_is_chosen_than_there_is()
    laying_questions.nothing_is_named_or_aside_unless_it_is_said()
    for told in (False, True):
        laying_questions.needs_are_what_will_do(told=told)
    laying_questions.without_a_trick_any_cards_may_have_been_laid_aside()
    for place, each in enumerate(laying_questions.dealt()):
        found = laying_questions.what_was_laid_aside_is_found(*each, turned=bool(place % 2))
        assert len(found) == COULD_BE[place]
    assert laying_questions.choices_are_found(laying_questions.cases(CASES)) > 0
    pozzi = laying_questions.cases(POZZI, laying_questions.PozzoCase)
    assert laying_questions.choices_are_found(pozzi) > 0
