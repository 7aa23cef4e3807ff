"""What is asked of a mutant of the check: answers kept from when every other test had found them right.

``python -m tests.scoring.mutations.checks`` asks again, and writes what has changed into ``answers.json``.
"""

import json
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from tests.scoring.bolognese.feasibility import held_questions
from tests.scoring.bolognese.plain_counter import DECK
from tests.scoring.mutations.asking import bare_game

MODULES = tuple(
    f"scoring.bolognese.feasibility.{name}"
    for name in (
        "check",
        "possible",
        "declared",
        "entries",
        "accusi",
        "laid_aside",
        "lacking",
        "shown",
        "terziglio",
        "why",
    )
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # How many splits are looked at before the table is made.
    "possible: SOON: Final = 100 [100 -> 101]",
    "possible: SOON: Final = 100 [100 -> 99]",
    # No figures at all can always be, and there are no more than all of them.
    "check: for number in range(1, len(sheet.figures) + 1): [1 -> 0]",
    "check: for number in range(1, len(sheet.figures) + 1): [1 -> 2]",
    # The first and the last of one.
    'check: return ScoringError("impossible-with-dealer", figures=told, side=deal.discarders[0]) [0 -> -1]',
    'check: return ScoringError("impossible-with-last-trick", figures=told, side=deal.last_tricks[0]) '
    "[0 -> -1]",
    'check: return ScoringError("impossible-with-discarder", figures=told, side=deal.discarders[0]) '
    "[0 -> -1]",
    "why: return {points: ways[0] if len(ways) == 1 else () for points, ways in found.items()} [0 -> -1]",
    # The lowest place is the Angelo's, which binds nothing.
    "check: if deal.aside and ask(replace(few, deal=replace(deal, aside=0))): [0 -> 1]",
    # Where it is guessed, and how much is remembered.
    "laid_aside: GUESSED_AT: Final = 5 [5 -> 6]",
    "laid_aside: GUESSED_AT: Final = 5 [5 -> 4]",
    # After how many piles the easiest are tried, and which cards are too few to guess.
    *(f"laid_aside: FEW: Final = 2 [2 -> {number}]" for number in (1, 3)),
    *(f"laid_aside: MANY: Final = 200 [200 -> {number}]" for number in (199, 201)),
    *(f"laid_aside: enough *= 2 [2 -> {number}]" for number in (1, 3)),
    "laid_aside: if len(tight) >= enough: [GtE -> Gt]",
    "lacking: named: int = 0 [0 -> 1]",
    # What was told aside is set anew wherever it is asked about.
    "lacking: aside: int = 0 [0 -> 1]",
    "lacking: aside: int = 0 [0 -> -1]",
    # What has been guessed already is guessed again.
    *["laid_aside: if FEW < need.in_all < fewest and choosing.guesses(each, need): [Lt -> LtE]"] * 2,
    "laid_aside: return any(choosing.guesses(each, need) for need, each in tight[:GUESSED_AT] "
    "if need.in_all > FEW) or any( [Gt -> GtE]",
    # Where nobody told a figure, anybody's seats will do.
    "declared: owner = sides[next(iter(figures), game.sides[0])] [0 -> 1]",
    "declared: owner = sides[next(iter(figures), game.sides[0])] [0 -> -1]",
    # Nought is as near from below as from above.
    "shown: above = max(wanted, 0) [0 -> 1]",
    # More than are wanted, of which the nearest are kept.
    *(
        f"shown: figures, number = figures ^ {one}, number - 1 [1 -> {other}]"
        for one in ("lowest", "1 << highest")
        for other in (0, 2)
    ),
    # Nought and the most can be.
    *["why: if not 0 <= value <= MOST_OF[figure.name]: [LtE -> Lt]"] * 2,
    "why: if not 0 <= value <= MOST_OF[figure.name]: [0 -> 1]",
)

ANSWERS = Path(__file__).parent / "answers.json"


def prepare():
    """The questions, with their answers; what takes longest is asked last: few mutants come so far."""
    return json.loads(ANSWERS.read_text())


def battery():
    """Imports the check and raises when an answer is another."""
    _what_lies_aside()
    _few_offers_are_weighed_of_much()
    _offers_are_looked_for_with_patience()
    _it_is_told_where_cards_would_have_to_lie()
    held_questions.trumps_are_as_many("accademia")
    held_questions.trumps_hold_what_they_may("accademia")
    held_questions.suits_are_as_many()
    held_questions.kinds_are_told()
    for asked, told in prepare():
        assert _answer(asked) == told


def _what_lies_aside():
    """Barilli 4.3.1: the other player lays aside ten, where only nine scartini are left to do it with."""
    from scoring.bolognese.cards import bits
    from scoring.bolognese.feasibility.accusi import lying_aside
    from scoring.bolognese.pile import MILLONE_DUE

    assert lying_aside(bits(["Qd", "Qc"]), MILLONE_DUE) == (bits(["Qd", "Qc"]),)
    assert len(lying_aside(bits(["Qd"]), MILLONE_DUE)) == 33


def _few_offers_are_weighed_of_much():
    """Where all are refused: three of accusi worth hundreds, forty of others."""
    from scoring.bolognese.feasibility.accusi import Accusi
    from scoring.bolognese.feasibility.shown import Seats
    from scoring.bolognese.pile import PAIRS

    owners = {"A": "A", "B": "B"}
    for points, refused in ((199, 38), (200, 3)):
        figures, seats = {"A": points - 10, "B": 10}, Seats(2, 2, 15)
        accusi = Accusi(figures, owners, seats, "accademia", PAIRS, 1)
        with patch.object(Accusi, "_may_show", return_value=False) as asked:
            assert accusi.nearest() == []
        # First the figures themselves, which are near as well, beside either of the two.
        assert asked.call_count == 1 + refused


def _offers_are_looked_for_with_patience():
    """One refusal that takes long is all of an entry's, two are those of a sheet; others are told still."""
    from scoring.bolognese.feasibility.accusi import Accusi
    from scoring.bolognese.feasibility.declared import Piles, _possible
    from scoring.bolognese.feasibility.patience import LONG_REFUSAL
    from scoring.bolognese.feasibility.shown import Seats
    from scoring.bolognese.pile import PAIRS

    owners = {"A": "A", "B": "B"}
    for points, *seats in ((199, 2, 2, 15), (200, 1, 1, 20)):
        told = Accusi({"A": points}, owners, Seats(*seats), "accademia", PAIRS, 0)
        assert told.as_shown.refusal < LONG_REFUSAL
    for seats in ((2, 2, 15), (1, 2, 18), (2, 1, 18)):
        told = Accusi({"A": 200}, owners, Seats(*seats), "accademia", PAIRS, 0)
        assert told.as_shown.refusal == LONG_REFUSAL
    accusi = Accusi({"A": 100}, owners, Seats(2, 2, 15), "accademia", PAIRS, 0)
    piles = Piles(accusi.owners, None)

    def refused(entry, _):
        for _ in range(entry["A"]["declarations"]):
            piles.patience.spend(LONG_REFUSAL)
            weighed.append(entry)
        return entry["A"]["declarations"] == 1

    weighed = []
    entries = [{"A": {"declarations": number}} for number in (9, 1, 1, 9)]
    refused(entries[0], None)
    assert len(weighed) == 9
    weighed.clear()
    with patch.object(Piles, "leave_a_discard", side_effect=refused):
        assert list(_possible(entries, accusi, piles)) == entries[1:2]
    assert [len(weighed), weighed.count(entries[0])] == [2, 1]


def _it_is_told_where_cards_would_have_to_lie():
    from scoring.bolognese.feasibility.declared import _no_discard

    codes = [
        _no_discard(SimpleNamespace(deal=deal)).code
        for deal in (None, SimpleNamespace(pozzo=False), SimpleNamespace(pozzo=True))
    ]
    assert codes == ["declared-must-be-discarded"] * 2 + ["declared-must-be-in-pozzo"]


def _answer(asked):
    from scoring.errors import ScoringError

    check, game = _games()[asked["game"]]
    try:
        found = check(game, {key: value for key, value in asked.items() if key != "game"})
    except ScoringError as error:
        return _plain({"error": error.code, **error.params})
    why = found.why and {"code": found.why.code, **found.why.params}
    return _plain({"possible": found.possible, "why": why, "nearest": found.nearest})


def _plain(answer):
    return json.loads(json.dumps(answer))


def _games():
    from scoring.bolognese.feasibility.check import check_millone_due, check_pairs
    from scoring.bolognese.feasibility.terziglio import check_terziglio

    return {
        "quattro-scartate": (check_pairs, bare_game(DECK, ())),
        "millone-due": (check_millone_due, bare_game(DECK, (), players=("A1", "B1"))),
        "terziglio": (check_terziglio, bare_game(DECK, (), sides="ABC", players=("A1", "B1", "C1"))),
    }


def _ask_again():
    answers = [(asked, _answer(asked)) for asked, _ in prepare()]
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in answers)
    ANSWERS.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    _ask_again()
