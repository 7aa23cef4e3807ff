"""The prize-giving: the places of the final standings, last to first, with the names for the room."""

from dataclasses import dataclass
from itertools import groupby

from tournaments.models import Tournament
from tournaments.presenters.results import shown_standings, standings_after
from tournaments.presenters.standings_reasons import criterion_value
from tournaments.text.names import PUBLIC


@dataclass(frozen=True)
class Awarded:
    """An entry with its players' names, each as its person agreed."""

    number: int
    players: list[str]
    out_of_prizes: bool


@dataclass(frozen=True)
class AwardedPlace:
    """A place with the entries that share it, and their value of the first criterion."""

    place: int
    entries: list[Awarded]
    points: str


@dataclass(frozen=True)
class PrizeGiving:
    """The places, last first, and the name of the criterion that their points are of."""

    places: list[AwardedPlace]
    criterion: str


def prize_giving(tournament: Tournament) -> PrizeGiving | None:
    """The final standings without entries that withdrew; None until they are final. At most five queries."""
    found = standings_after(tournament, dict(PUBLIC)) if tournament.is_final else None
    if found is None:
        return None
    shown = shown_standings(found)
    leading = shown.criteria[0]
    staying = [row for row in shown.rows if not row.withdrawn]
    places = [
        AwardedPlace(
            place,
            [Awarded(row.number, found.entries[row.number].players, row.out_of_prizes) for row in rows],
            str(criterion_value(leading.key, rows[0].leading)),
        )
        for place, rows in ((place, list(same)) for place, same in groupby(staying, lambda row: row.place))
    ]
    return PrizeGiving(places[::-1], leading.name)
