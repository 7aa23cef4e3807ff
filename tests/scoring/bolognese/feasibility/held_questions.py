"""Which cards each side holds, and how many; what accusi miss least, against every grande there is."""

from itertools import combinations, product
from random import Random

from scoring.bolognese.cards import SUITS, bits
from scoring.bolognese.feasibility.held import kind_of, suits_held, trumps_held
from scoring.bolognese.feasibility.suits import Given, states_with, trump_states
from scoring.bolognese.grande import NUMBERS_BITS
from scoring.bolognese.sequences_in_hand import FREE, Left, grandi

RULES = ("accademia", "laghi-sole-luna", "laghi-luna-16")


def trumps_are_as_many(rules):
    """Raises unless the shares of the trumps have the sizes that their states have."""
    for contatori, pezzi in product(range(3), range(3)):
        found = {}
        for points, shares in trumps_held(contatori, contatori + pezzi, rules).items():
            for share in shares:
                for more in range(share.free.bit_count() + 1):
                    found[points] = found.get(points, 0) | 1 << share.cards + more
        assert found == trump_states(contatori, contatori + pezzi, rules)


def trumps_hold_what_they_may(rules):
    """Raises unless those cards are in some share that some state has."""
    chance = Random(rules)
    for _ in range(12):
        contatori, pezzi, mori = chance.randrange(3), chance.randrange(3), chance.randrange(5)
        others = bits(chance.sample(("Sol", "Lun", *map(str, range(5, 17))), chance.randrange(5)))
        shares = trumps_held(contatori, contatori + pezzi, rules).items()
        with_these = {
            points
            for points, of_points in shares
            if any(not others & ~(share.others | share.free) and mori <= share.mori for share in of_points)
        }
        assert with_these == set(trump_states(contatori, contatori + pezzi, rules, Given(others, mori)))


def suits_are_as_many():
    """Raises unless the shares of the suits have the sizes that their states have, with any cards."""
    chance = Random(4)
    for contatori in (0, 1, 2, 1):
        kinds = tuple(chance.randrange(5) for _ in range(4))
        for known in ((0, 0, 0, 0), tuple(sorted(chance.choice((0, 1, 2, 8, 9)) for _ in range(4)))):
            found = {}
            for points, shares in suits_held(contatori, kinds).items():
                for share in shares:
                    if can_have(share.suits, known):
                        found[points] = found.get(points, 0) | 1 << share.cards
            # The Re is the first of a suit's cards there.
            assert found == states_with(contatori, [*kinds], tuple(2 * held for held in known))


def can_have(suits, known):
    """Whether in some order of the suits these cards are in them."""
    if not known:
        return True
    return any(
        not known[0] & ~held and can_have(suits[:place] + suits[place + 1 :], known[1:])
        for place, held in enumerate(suits)
    )


def numbers_are_missed_less(rules):
    """Raises unless whatever a grande can be without some numbers, it can be without those missed less."""
    chance, seen = Random(rules), set()
    numbers = [str(number) for number in range(5, 17)]
    for _ in range(60):
        few, more = (bits(chance.choice([*combinations(numbers, chance.randrange(1, 5))])) for _ in range(2))
        is_less = kind_of(few).is_within(kind_of(more))
        seen.add(is_less)
        for contatori, rosse in product(range(3), (("Sol", "Lun"), ("Lun",)) if is_less else ()):
            ways = [
                grandi(FREE, FREE, contatori, Left(bits(rosse), NUMBERS_BITS & ~gone, rules))
                for gone in (more, few)
            ]
            for without, others in zip(*ways, strict=True):
                for way in without:
                    assert any(each.cards <= way.cards and each.steps >= way.steps for each in others)
    assert seen == {True, False}


#: Cards that are missed less than the others, or as much.
MISSED_LESS = (
    ("", ""),
    ("Qd", "Qc"),
    ("Mo1", "Mo4 Mo2"),
    ("5 6", "7 8"),
    ("5", "16"),
    ("5", "6 16"),
    ("6 8", "7 9"),
    ("6 8", "7 8"),
    ("16 14 12 10", "16 14 12 9"),
    ("16 14 12 9", "16 14 12 10"),
    ("Sol", "Sol Lun"),
    ("Qd Qc", "Qb Qs Cs"),
    ("Ad", "Qd Ad"),
    ("15 14 12", "16 15 13"),
    ("Rd", "Rb Qb"),
    ("Mat", "Beg"),
    ("Mat Rd Qc", "Beg Mat Rs Rb Qs"),
    ("Ang", "Ang Mon"),
)
NOT_MISSED_LESS = (
    ("Rd Qd", "Rd Qc"),
    ("Rd", "Ad Qd"),
    ("Beg Mat", "Mat Ang Mon"),
    ("Ang", "Mon Beg Mat"),
    ("Qd Cd", "Qd Cc"),
    ("Qd", "Cd"),
    ("Mo1 Mo2", "Mo3"),
    ("16", "15"),
    ("7 8", "7 9"),
    ("5 6", "16"),
    ("Sol", "Lun"),
    ("16 14 12", "16 14 11"),
    ("16 14 12", "16 14"),
    ("16 15 13", "16 15 14"),
    ("16 14 13", "16 15 14"),
)


def kinds_are_told():
    """Raises unless what is missed less is told from what is missed more, or otherwise."""
    for pairs, expected in ((MISSED_LESS, True), (NOT_MISSED_LESS, False)):
        for pair in pairs:
            one, other = (kind_of(bits(cards.split())) for cards in pair)
            assert one.is_within(other) is expected, pair
    _suits_that_stay_stand_for_themselves()


def _suits_that_stay_stand_for_themselves():
    stay = (tuple(range(len(SUITS))),)
    queens = [bits(["Q" + suit]) for suit in SUITS]
    for one in queens:
        for other in queens:
            kinds = kind_of(one, stay), kind_of(other, stay)
            assert kinds[0].is_within(kinds[1], stay) is (one == other)
            assert kinds[0].is_within(kinds[1])
