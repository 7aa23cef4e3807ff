"""A season as pages and API show it: names as the reader may see them, and the results that make each
place."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Person
from tournaments import seasons
from tournaments.core.seasons import CRITERIA, Counting, Kept, Row
from tournaments.models import Season
from tournaments.seasons import CountedEvening, SeasonStandings
from tournaments.text import names


def season_page(season: Season, context: Mapping[str, Any]) -> dict[str, Any]:
    """The content of the season's page, and of the API's answer."""
    known = seasons.season_standings(season)
    nights = {night.tournament.pk: night for night in known.nights}
    return {
        "season": season,
        "known": known,
        "carried": season.rules.counting is not Counting.PLACE,
        "criteria": [
            (CRITERIA[key], _(CRITERIA[key].name), _(CRITERIA[key].explanation)) for key in season.criteria
        ],
        "rows": [_row(known, row, nights, context) for row in known.rows],
    }


def lines_of(season: Season, person: Person, context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The person's rows in the season's standings, with the partner of each. The queries of
    `season_standings`."""
    known = seasons.season_standings(season)
    ranked = sum(row.place is not None for row in known.rows)
    return [
        {
            "season": season,
            "row": row,
            "of": ranked,
            "partner": row_name([known.people[other] for other in row.who if other != person.pk], context),
            "is_provisional": known.is_provisional,
        }
        for row in known.rows
        if person.pk in row.who
    ]


def _row(
    known: SeasonStandings, row: Row, nights: Mapping[int, CountedEvening], context: Mapping[str, Any]
) -> dict[str, Any]:
    people = [known.people[person] for person in row.who]
    decided = row.decided_by in known.season.criteria
    return {
        "row": row,
        "name": row_name(people, context),
        "person": people[0] if len(people) == 1 and has_page(people[0], context) else None,
        "qualifies": row.place is not None and row.place <= known.season.qualifiers,
        "decided_by": _(CRITERIA[row.decided_by].name) if decided and row.decided_by else "",
        "evenings": [_evening(known, row, kept, nights[kept.evening]) for kept in row.evenings],
    }


def _evening(known: SeasonStandings, row: Row, kept: Kept, night: CountedEvening) -> dict[str, Any]:
    number = known.numbers[kept.evening, row.who[0]]
    return {"kept": kept, "night": night, "number": number}


def row_name(people: list[Person], context: Mapping[str, Any]) -> str:
    """The names of a row by the club's rule, with a dash for a person who may not be named."""
    return names.pair(people, context)


def has_page(person: Person, context: Mapping[str, Any]) -> bool:
    """Whether the reader has a page about the person: not where the club hides names from strangers."""
    return bool(context.get("full_names") or person.public_name)
