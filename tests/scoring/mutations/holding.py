"""What is asked of a mutant of the cards that each side holds: that they are those that were counted."""

from tests.scoring.bolognese.feasibility import held_questions

MODULES = ("scoring.bolognese.feasibility.held",)

#: The lowest of a suit's bits.
QUEEN = 1

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
    _trumps_have_their_tarocchi()


def _suits_are_of_court_and_assi():
    """No other card of a suit is in a share, and who has all of them has these."""
    from scoring.bolognese.cards import bits
    from scoring.bolognese.feasibility.held import RE, WHOLE_SUIT, suits_held
    from scoring.bolognese.feasibility.kinds import suits_of

    assert suits_of(bits(("Qd", "Cd", "Fd", "Ad"))) == (WHOLE_SUIT, 0, 0, 0)
    assert suits_of(bits(("Rc", "Qd", "Rs"))) == (1, RE, RE, 0)
    for kinds in ((4, 4, 4, 4), (1, 2, 0, 3)):
        shares = frozenset().union(*suits_held(1, kinds).values())
        assert max(max(share.suits) for share in shares) <= WHOLE_SUIT
        with_re = frozenset().union(*suits_held(1, kinds, with_re=True).values())
        assert {sum(bool(suit & RE) for suit in share.suits) for share in with_re} == {kinds[0]}
        assert {sum(bool(suit & QUEEN) for suit in share.suits) for share in with_re} == {kinds[1]}


def _trumps_have_their_tarocchi():
    """Angelo, Mondo and contatori are told where they are asked for, and are as many."""
    from scoring.bolognese.cards import TAROCCHI, bits
    from scoring.bolognese.feasibility.held import trumps_held

    for contatori, tarocchi in ((0, 1), (1, 2), (2, 2), (2, 4)):
        told = trumps_held(contatori, tarocchi, "accademia", with_tarocchi=True)
        untold = trumps_held(contatori, tarocchi, "accademia")
        for points, shares in told.items():
            of_each = [share.others & bits(TAROCCHI) for share in shares]
            assert {each.bit_count() for each in of_each} == {tarocchi}
            assert {(each & bits(("Beg", "Mat"))).bit_count() for each in of_each} == {contatori}
            others = {share._replace(others=share.others & ~bits(TAROCCHI)) for share in shares}
            assert others == {*untold[points]}
