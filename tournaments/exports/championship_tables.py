"""Exported tables of a championship: teams, calendar, players, pairs; and the match report on paper."""

from django.utils.translation import gettext as _

from club.days import day_in_words
from club.tables import ClubSource, Column, Kind, Table
from club.typesetting import pdf
from tournaments import queries
from tournaments.championships.team_standings import Played
from tournaments.models import Championship, Fixture, RoundState, Tournament
from tournaments.presenters import Reading
from tournaments.presenters.championships import (
    ChampionshipPage,
    FixtureLine,
    PlayerLine,
    TeamLine,
    championship_page,
    fixture_page,
)
from tournaments.presenters.tables import shown_table


def standings(championship: Championship, reading: Reading) -> Table:
    """Returns a row for each team, group by group."""
    page = championship_page(championship, reading, individual=False)
    columns = [
        Column("group", _("Girone"), Kind.WHOLE, lambda row: row[0]),
        Column("place", _("Posto"), Kind.WHOLE, lambda row: row[1].place),
        Column("team", _("Squadra"), Kind.TEXT, lambda row: row[1].team.name),
        Column("club", _("Circolo"), Kind.TEXT, lambda row: row[1].team.club_name),
        Column("played", _("Giocati"), Kind.WHOLE, lambda row: row[1].row.played),
        Column("won", _("Vinti"), Kind.WHOLE, lambda row: row[1].row.won),
        Column("drawn", _("Pari"), Kind.WHOLE, lambda row: row[1].row.drawn),
        Column("lost", _("Persi"), Kind.WHOLE, lambda row: row[1].row.lost),
        Column("by_forfeit", _("Vinti a tavolino"), Kind.WHOLE, lambda row: row[1].by_forfeit),
        Column("match_points", _("Punti partita"), Kind.WHOLE, lambda row: row[1].row.match_points),
        *_victory_points(page),
        Column("scored", _("Fatti"), Kind.WHOLE, lambda row: row[1].row.scored),
        Column("conceded", _("Subiti"), Kind.WHOLE, lambda row: row[1].row.conceded),
        Column("difference", _("Differenza"), Kind.SIGNED, lambda row: row[1].row.difference),
        Column("note", _("Note"), Kind.TEXT, lambda row: _note(row[1])),
    ]
    if championship.groups == 1:
        del columns[0]
    rows = [(group, line) for group, lines in page.groups for line in lines]
    return Table(_("Classifica delle squadre"), _source(page), columns, rows)


def _victory_points(page: ChampionshipPage) -> list[Column]:
    if not page.counts_victory_points:
        return []
    return [Column("victory_points", _("Punti vittoria"), Kind.WHOLE, lambda row: row[1].row.victory_points)]


def _note(line: TeamLine) -> str:
    penalties = [f"−{each.amount} {each.get_kind_display()}: {each.reason}" for each in line.penalties]
    marks = [
        (_("a pari merito"), line.row.tied and line.place is not None),
        (_("ritirata"), line.row.withdrawn),
    ]
    return ", ".join([*(word for word, applies in marks if applies), *penalties])


def calendar(championship: Championship, reading: Reading) -> Table:
    """Returns a row for each match, in the order of the rounds."""
    page = championship_page(championship, reading, individual=False)
    columns = [
        Column("round", _("Giornata"), Kind.TEXT, lambda row: row[0]),
        Column("group", _("Girone"), Kind.WHOLE, lambda row: row[1].fixture.group),
        Column("day", _("Giorno"), Kind.DAY, lambda row: row[1].fixture.date),
        Column("at", _("Ora"), Kind.TEXT, lambda row: _hour(row[1].fixture)),
        Column("venue", _("Luogo"), Kind.TEXT, lambda row: row[1].fixture.venue),
        Column("home", _("In casa"), Kind.TEXT, lambda row: row[1].fixture.home.name),
        Column("away", _("Fuori casa"), Kind.TEXT, lambda row: row[1].fixture.away.name),
        Column("home_points", _("Punti in casa"), Kind.WHOLE, lambda row: _points(row[1], 0)),
        Column("away_points", _("Punti fuori"), Kind.WHOLE, lambda row: _points(row[1], 1)),
        Column("state", _("Com'è"), Kind.TEXT, lambda row: row[1].state_words),
    ]
    rows = [(turn.title, line) for turn in page.rounds for line in turn.lines]
    if page.championship.groups == 1:
        del columns[1]
    return Table(_("Calendario"), _source(page), columns, rows)


def _hour(fixture: Fixture) -> str:
    return fixture.starts_at.strftime("%H:%M") if fixture.starts_at else ""


def _points(line: FixtureLine, side: int) -> int | None:
    points = line.played.points
    return points[side] if points and not line.fixture.lost_by else None


def players(championship: Championship, reading: Reading) -> Table:
    """Returns a row for each player of a match that is over."""
    page = championship_page(championship, reading)
    return _individual(page, _("Classifica dei giocatori"), _("Giocatore"), page.players)


def pairs(championship: Championship, reading: Reading) -> Table:
    """Returns a row for each pair of a match that is over."""
    page = championship_page(championship, reading)
    return _individual(page, _("Classifica delle coppie"), _("Coppia"), page.pairs)


def _individual(page: ChampionshipPage, title: str, who: str, lines: list[PlayerLine]) -> Table:
    columns = [
        Column("place", _("Posto"), Kind.WHOLE, lambda line: line.row.place),
        Column("name", who, Kind.TEXT, lambda line: line.name),
        Column("matches", _("Incontri"), Kind.WHOLE, lambda line: line.matches),
        Column("points", _("Punti"), Kind.WHOLE, lambda line: line.row.points),
        Column("difference", _("Differenza"), Kind.SIGNED, lambda line: line.difference),
        Column("won", _("Partite vinte"), Kind.WHOLE, lambda line: line.won),
    ]
    return Table(title, _source(page), columns, lines)


def _source(page: ChampionshipPage) -> ClubSource:
    """Returns the championship, with the date of its last dated match, else the day of its creation."""
    days = [each.fixture.date for each in page.known.fixtures if each.fixture.date]
    championship = page.championship
    return ClubSource(championship.club, championship.name, max(days, default=championship.created_at.date()))


def match_report(played: Played, reading: Reading) -> bytes:
    """Returns the report of a match as PDF: line-ups once they may be seen, tables, totals, signatures."""
    shown = fixture_page(played, reading)
    fixture = shown.fixture
    championship = fixture.championship
    return pdf(
        "match_report",
        {
            "club": championship.club.name,
            "tournament": championship.name,
            "date": day_in_words(fixture.date) if fixture.date else _("data da fissare"),
            "venue": fixture.venue,
            "title": f"{fixture.home} – {fixture.away}",
            "score": shown.line.score,
            "state": shown.line.state_words,
            "sides": [{"team": side.team.name, "pairs": side.pairs} for side in shown.sides],
            "tables": _tables(fixture.tournament, reading) if fixture.tournament else [],
            "words": {
                "report": _("Referto dell'incontro"),
                "turn": _("Turno"),
                "table": _("Tavolo"),
                "first": _("Prima coppia"),
                "second": _("Seconda coppia"),
                "points": _("Punti"),
                "home": _("Il capitano di casa"),
                "away": _("Il capitano ospite"),
                "referee": _("L'arbitro"),
                "notes": _("Note e reclami"),
            },
        },
    )


def _tables(tournament: Tournament, reading: Reading) -> list[dict[str, str]]:
    """Returns the tables of the settled rounds, with the names and the points of each side."""
    rounds = tournament.rounds.filter(state=RoundState.SETTLED).order_by("number")
    rows = []
    for round_ in queries.with_tables(rounds):
        round_.tournament = tournament
        for match in round_.matches.all():
            match.round = round_
            table = shown_table(match, reading)
            first, second = table.sides.values()
            rows.append(
                {
                    "turn": str(round_.number),
                    "table": str(table.table),
                    "first": first.name,
                    "second": second.name,
                    "points": f"{first.points}–{second.points}",
                }
            )
    return rows
