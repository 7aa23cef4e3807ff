"""A table in play, its addresses by code and by number, and forms as the pages send them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

from django.urls import reverse

from tests.evening import FourPeople
from tournaments.models import Match
from tournaments.results import codes, scores
from tournaments.web.forms.deal.cards import missing_from_grande

# N-S hold this pile with seven tricks: a grande of 7 cards, danari of 4, three tarocchi, three re.
PILE = ["Ang", "Mon", "Beg", "Rd", "Qd", "Cd", "Rc", "Rs", "Mo1", "Mo2", "Qs", "Fs"]
# Their grande lacks Sole, Luna and the 12: 16, 15, 14 and 13 are theirs.
MISSING = ["Sol", "Lun", "12"]


@dataclass(frozen=True)
class Table:
    match: Match
    people: FourPeople

    side: str = "A"

    @property
    def code(self) -> str:
        return codes.code_of(self.match, self.side)

    def of(self, side: str) -> "Table":
        """The same table as the other side sees it."""
        return replace(self, side=side)

    def by_code(self, page: str = "table", *numbers: int) -> str:
        return reverse(f"{page}_by_code", args=[self.code, *numbers])

    def by_officer(self, page: str = "table", *numbers: int) -> str:
        round_ = self.match.round
        return reverse(page, args=[round_.tournament.code, round_.number, self.match.table, *numbers])

    def dealer(self, number: int = 1) -> str:
        return scores.place_of(self.match, number).dealer

    def stored(self) -> dict[int, tuple[int, int]]:
        """The points of the deals on the sheet, by number."""
        return {deal.number: tuple(deal.points.values()) for deal in self.match.deals.all()}


def cards(
    *, cards: Sequence[str] = PILE, missing: Sequence[str] = MISSING, **changed: object
) -> dict[str, object]:
    return {
        "way": "cards",
        "key": str(uuid4()),
        "based_on": 0,
        "heap": "A7",
        "cards": cards,
        "grande_in_heap": "yes",
        "grande": missing_from_grande(cards, missing),
        "last_trick": "A",
        **changed,
    }


def parts(**changed: object) -> dict[str, object]:
    """CONTRACT's own example of possible figures."""
    return {
        "way": "parts",
        "key": str(uuid4()),
        "based_on": 0,
        "last_trick": "A",
        "A-sequences": 130,
        "A-cricche": 17,
        "A-card_points": 41,
        "B-sequences": 20,
        "B-cricche": 40,
        "B-card_points": 46,
        **changed,
    }


def totals(**changed: object) -> dict[str, object]:
    """CONTRACT's own example of possible totals."""
    return {
        "way": "totals",
        "key": str(uuid4()),
        "based_on": 0,
        "last_trick": "A",
        "A-total": 194,
        "B-total": 106,
        **changed,
    }
