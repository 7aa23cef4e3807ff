"""What is asked of a mutant of the cards that each side holds: that they are those that were counted."""

from tests.scoring.bolognese.feasibility import held_questions

MODULES = ("scoring.bolognese.feasibility.held",)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # How much is remembered changes no answer.
    *(f"held: _REMEMBERED: Final = 100 [100 -> {n}]" for n in (101, 99)),
    # The lowest place is the Angelo's, which is there already.
    'held: head = ANGEL_BIT | contatori(holders) | (BIT["Mon"] if with_mondo else 0) [0 -> 1]',
)


def prepare():
    """Nothing is worked out before: the states that are only counted answer."""


def battery():
    """Imports the shares and raises when they are not as many as the states."""
    for rules in held_questions.RULES:
        held_questions.trumps_are_as_many(rules)
    held_questions.trumps_hold_what_they_may("accademia")
    held_questions.suits_are_as_many()
    _suits_are_of_court_and_assi()


def _suits_are_of_court_and_assi():
    """No other card of a suit is in a share, and who has all of them has these."""
    from scoring.bolognese.cards import bits
    from scoring.bolognese.feasibility.held import WHOLE_SUIT, suits_held
    from scoring.bolognese.feasibility.kinds import suits_of

    assert suits_of(bits(("Qd", "Cd", "Fd", "Ad"))) == (WHOLE_SUIT, 0, 0, 0)
    for kinds in ((4, 4, 4, 4), (1, 2, 0, 3)):
        shares = frozenset().union(*suits_held(1, kinds).values())
        assert max(max(share.suits) for share in shares) <= WHOLE_SUIT
