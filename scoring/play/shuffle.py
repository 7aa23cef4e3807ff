"""Chance that is the same on every machine and every version of Python.

Only ``getrandbits`` of a generator seeded with an integer is used, which Python keeps stable; ``shuffle`` and
``choice`` have changed before and may again.
"""

from random import Random


def below(chance: Random, limit: int) -> int:
    """A whole number from 0 to ``limit - 1``, each equally likely."""
    width = limit.bit_length()
    while (drawn := chance.getrandbits(width)) >= limit:
        pass
    return drawn


def shuffled(chance: Random, codes: tuple[str, ...]) -> list[str]:
    """The cards in random order (Fisher and Yates)."""
    order = list(codes)
    for place in range(len(order) - 1, 0, -1):
        other = below(chance, place + 1)
        order[place], order[other] = order[other], order[place]
    return order
