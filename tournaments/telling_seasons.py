"""A season as pages and API tell it: names as the asker may read them, the evenings behind each place."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Person
from tournaments import season_keeping
from tournaments.api.serializers import names
from tournaments.models import Season
from tournaments.season_keeping import Night, Read
from tournaments.seasons import CRITERIA, Counting, Kept, Row


def shown(season: Season, context: Mapping[str, Any]) -> dict[str, Any]:
    """What the page and the API say of a season, names as the asker may read them."""
    known = season_keeping.read(season)
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
    """The lines of the season that are the person's, with whom they are shared; as `season_keeping.read`."""
    known = season_keeping.read(season)
    ranked = sum(row.place is not None for row in known.rows)
    return [
        {
            "season": season,
            "row": row,
            "of": ranked,
            "partner": name_of([known.people[other] for other in row.who if other != person.pk], context),
            "is_provisional": known.is_provisional,
        }
        for row in known.rows
        if person.pk in row.who
    ]


def _row(known: Read, row: Row, nights: Mapping[int, Night], context: Mapping[str, Any]) -> dict[str, Any]:
    people = [known.people[person] for person in row.who]
    decided = row.decided_by in known.season.criteria
    return {
        "row": row,
        "name": name_of(people, context),
        "person": people[0] if len(people) == 1 and has_page(people[0], context) else None,
        "qualifies": row.place is not None and row.place <= known.season.qualifiers,
        "decided_by": _(CRITERIA[row.decided_by].name) if decided and row.decided_by else "",
        "evenings": [_evening(known, row, kept, nights[kept.evening]) for kept in row.evenings],
    }


def _evening(known: Read, row: Row, kept: Kept, night: Night) -> dict[str, Any]:
    number = known.numbers[kept.evening, row.who[0]]
    return {"kept": kept, "night": night, "number": number}


def name_of(people: list[Person], context: Mapping[str, Any]) -> str:
    """Who a line is about, as the club's rule says; a dash for whom nobody may name."""
    return names.pair(people, context)


def has_page(person: Person, context: Mapping[str, Any]) -> bool:
    """Whether the asker has a page about the person: not where the club gives strangers no name at all."""
    return bool(context.get("full_names") or person.public_name)
