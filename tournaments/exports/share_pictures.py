"""The pictures that a chat shows beside a shared link, with the names that everybody may read."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from club import typesetting
from club.days import day_in_words
from tournaments import queries
from tournaments.models import Season, Tournament
from tournaments.presenters.results import StandingsRow, shown_standings, standings_after
from tournaments.presenters.tournaments import shown_entry
from tournaments.seasons.season_page import season_page
from tournaments.text.names import PUBLIC, unknown_entry

#: The first places that a picture names.
FIRST = 3


def of_evening(tournament: Tournament) -> bytes:
    """The evening with its first places, if there are any, as a PNG of 1200 by 630 pixels."""
    after = standings_after(tournament, PUBLIC)
    rows = shown_standings(after).rows[:FIRST] if after else []
    lines = [f"{row.place}. {row.name}" for row in rows] or [str(day_in_words(tournament.date))]
    return _picture(tournament.name, lines, tournament.club.name)


def of_entry(tournament: Tournament, number: int) -> bytes:
    """The entry with its place, if it has one, as a PNG. Raises NotFound."""
    found = queries.entries(tournament).filter(number=number)
    entry = shown_entry(queries.first_or_not_found(found, unknown_entry(tournament, number)), PUBLIC)
    after = standings_after(tournament, PUBLIC)
    rows = shown_standings(after).rows if after else []
    row = next((row for row in rows if row.number == number), None)
    where = f"{tournament.name} · {day_in_words(tournament.date)}"
    return _picture(entry.name, [where], tournament.club.name, big=_place(row, len(rows)))


def _place(row: StandingsRow | None, entries: int) -> str:
    if row is None:
        return ""
    return _("%(place)sº posto su %(entries)s") % {"place": row.place, "entries": entries}


def of_season(season: Season) -> bytes:
    """The season with its first places as a PNG."""
    rows = season_page(season, PUBLIC).rows[:FIRST]
    return _picture(season.name, [f"{each.row.place}. {each.name}" for each in rows], season.club.name)


def of_player(name: str, club: str) -> bytes:
    """A player's name and club as a PNG."""
    return _picture(name, [_("Tutte le serate al circolo")], club)


def _picture(title: str, lines: Sequence[str], source: str, *, big: str = "") -> bytes:
    return typesetting.picture("share", {"title": title, "lines": lines, "source": source, "big": big})
