"""How long is looked for what to offer beside a sheet that cannot be: by what was asked, not by the clock, so
that any machine offers the same."""

from typing import Final

#: What a pile, a kind of cards and a question about hands count: about as long as each takes.
PILE: Final = 1
KIND: Final = 20
QUESTION: Final = 300
#: A question answered with no, where accusi are worth much and a side has two players.
LONG_REFUSAL: Final = 30_000
#: For one entry that may be offered, and for all of them beside a sheet: some tenths of a second.
FOR_ONE: Final = 25_000
FOR_OFFERS: Final = 50_000
#: Where both laid aside each question takes about so many times as long.
OF_BOTH: Final = 4


class OutOfPatience(Exception):
    """No more is looked at: what was not found so far is not offered."""


class Patience:
    """What may still be asked: of the answer itself any number, until the offers begin."""

    def __init__(self, times: int = 1) -> None:
        self._times = times
        self._for_all: int | None = None
        self._for_one = 0

    def begin_offers(self) -> None:
        """From now on no more than this is asked, whatever was before."""
        self._for_all = FOR_OFFERS

    def begin_one(self) -> None:
        """The next entry is weighed."""
        self._for_one = FOR_ONE

    def spend(self, cost: int) -> None:
        """Raises OutOfPatience where more was asked than may be."""
        if self._for_all is None:
            return
        if min(self._for_all, self._for_one) < 0:
            raise OutOfPatience
        self._for_all -= cost * self._times
        self._for_one -= cost * self._times


def patience_with(aside: tuple[int, int]) -> Patience:
    """With so many cards laid aside, the most of one side's first."""
    return Patience(OF_BOTH if min(aside) else 1)
