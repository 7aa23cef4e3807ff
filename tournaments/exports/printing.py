"""Score sheets and standings as PDF, and the pictures of shared links, typeset by Typst."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club import public_urls, typesetting
from club.days import day_in_words
from club.models import Club
from club.queries import first_or_not_found
from club.typesetting import pdf
from tournaments import log, queries
from tournaments.core.play import OPEN_SHEET, TablePlay
from tournaments.errors import TournamentError
from tournaments.exports.standings_tables import no_standings
from tournaments.models import Round, Season, Tournament
from tournaments.players.player_profile import person_of
from tournaments.presenters import Reading
from tournaments.presenters.challenges import ShownChallenge
from tournaments.presenters.score_sheets import ShownSheet, SideKeys, shown_sheets
from tournaments.presenters.standings import (
    StandingsRow,
    StandingsSource,
    group_standings,
    shown_standings,
    standings_after,
)
from tournaments.presenters.standings_reasons import criterion_value
from tournaments.presenters.tables import ShownSide
from tournaments.presenters.tournaments import ShownCriterion, shown_entry
from tournaments.results.scores.deal_schema import may_call_out
from tournaments.rounds import rounds
from tournaments.seasons.season_standings import season_page
from tournaments.text.deal_terms import (
    FIGURE_HEADINGS,
    match_totals_note,
    seat_name,
    signed,
    time_over_note,
)
from tournaments.text.names import PUBLIC, by_entry, leavers_heading, leaving_word, unknown_entry
from tournaments.text.names import shown as shown_name

# The order of the paper sheet: declarations come first (FIELD, "The sheet people know").
FIRST = "declarations"


def score_sheets(
    tournament: Tournament,
    turn: int,
    address_of: Callable[[str], str],
    *,
    table: int | None = None,
    two_a_page: bool = False,
) -> bytes:
    """Returns the sheet of each table of a round, or of one table, with names and the deals entered so far.

    A sheet fills an A4 page, or half of one. `address_of` makes a path absolute, for the QR code that leads
    to the table's page. Refused for an unknown round or table, and for a draft, because drawing it again
    would invalidate its codes.
    """
    announced = queries.visible_rounds(tournament).filter(number=turn)
    round_ = queries.with_tables(announced).first()
    if round_ is None and tournament.rounds.filter(number=turn).exists():
        raise rounds.not_published(turn)
    if round_ is None:
        raise TournamentError("no-round", _("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": turn})
    tables = [sheet for sheet in _tables(round_, address_of) if table in (None, sheet["table"])]
    if not tables:
        raise TournamentError(
            "no-table",
            _("Al turno %(turn)s il tavolo %(table)s non c'è.") % {"turn": turn, "table": table},
        )
    return pdf(
        "sheets",
        {
            **_sheet_heading(tournament),
            "tables": tables,
            "two": two_a_page,
            "words": _sheet_words(tournament, turn),
            "head": log.head(tournament).printed,
        },
    )


def _sheet_heading(tournament: Tournament) -> dict[str, object]:
    return {
        "club": tournament.club.name,
        "tournament": tournament.name,
        "date": day_in_words(tournament.date),
        "venue": tournament.venue,
    }


def _tables(round_: Round, address_of: Callable[[str], str]) -> list[dict[str, object]]:
    plays = [match.play for match in round_.matches.all()]
    return [_sheet(play, sheet, address_of) for play, sheet in zip(plays, shown_sheets(round_), strict=True)]


def _sheet(play: TablePlay, table: ShownSheet, address_of: Callable[[str], str]) -> dict[str, object]:
    """Returns a table's sheet: for two sides a column for each deal, for more sides a line for each deal."""
    names = {seat.position: seat.name for seat in table.seats}
    entered = {deal.number: deal for deal in table.deals}
    known = _dealers(play, table)
    room = max(len(known), OPEN_SHEET) if play.deals is None else len(known)
    dealers = [*known, *[""] * (room - len(known))]
    return {
        "table": table.table,
        "boards": _("Mazzetto %(number)s") % {"number": table.boards} if table.boards else "",
        "sides": [
            _side(side, _side_with_seats(table, side), table.keys[side], address_of) for side in table.sides
        ],
        "deals": [
            {
                "dealer": names.get(position, ""),
                "seat": seat_name(position),
                "figures": entered[number].figures if number in entered else None,
                "points": entered[number].points if number in entered else None,
                "note": entered[number].call if number in entered else "",
            }
            for number, position in enumerate(dealers, start=1)
        ],
        "note": ", ".join(
            filter(None, [table.stopped, _totals_note(table), time_over_note(table.last_deal)])
        ),
        **_ending(table),
    }


def _dealers(play: TablePlay, table: ShownSheet) -> list[str]:
    """Returns the dealer's seat of each deal; if only the totals of the match are known, as before play."""
    if not table.has_only_totals:
        return table.dealers
    return play.dealers(table.first_dealer, play.numbers({}), {}, {})


def _totals_note(table: ShownSheet) -> str:
    """Returns the totals of a match without deals: "solo i totali della partita: N-S 650, E-O 480"."""
    if not table.has_only_totals:
        return ""
    totals = ", ".join(f"{side.heading} {side.points}" for side in table.sides.values())
    return f"{match_totals_note()}: {totals}"


def _side_with_seats(table: ShownSheet, side: str) -> ShownSide:
    """Returns the side; two players who did not enter together are shown with their seats."""
    shown = table.sides[side]
    if len(shown.entries) == 1:
        return shown
    seats = [seat for seat in table.seats if seat.side == side]
    return replace(shown, name=" – ".join(f"{seat.name} ({seat_name(seat.position)})" for seat in seats))


def _ending(table: ShownSheet) -> dict[str, object]:
    """Returns the winner, or the loser in games that name losers, and the margin; blank before the end."""
    is_over = table.winner is not None
    highest, second, *_rest = sorted((side.points for side in table.sides.values()), reverse=True)
    losers = ", ".join(table.sides[side].heading for side in table.losers)
    winner = table.sides.get(table.winner or "")
    won = (winner.heading if winner else "=") if is_over else ""
    return {
        "margin": highest - second if is_over and table.has_score and not losers else None,
        "ending": {"label": _("Perde"), "who": losers} if losers else {"label": _("Vince"), "who": won},
    }


def _side(side: str, shown: ShownSide, keys: SideKeys, address_of: Callable[[str], str]) -> dict[str, object]:
    qr_code = public_urls.qr_svg(address_of(keys.path))
    return {"key": side, **vars(shown), "short_code": keys.short_code, "qr": qr_code}


def _figure_rows(tournament: Tournament) -> list[dict[str, str]]:
    """Returns the lines of a deal, as the game counts it."""
    names = sorted(tournament.rules.figures, key=lambda name: name != FIRST)
    return [{"key": name, "name": str(FIGURE_HEADINGS[name])} for name in names]


def _sheet_words(tournament: Tournament, turn: int) -> dict[str, object]:
    return {
        "title": _("Foglio di gara"),
        "turn": _("Turno %(turn)s") % {"turn": turn},
        "table": _("Tavolo"),
        "pair": by_entry(tournament, _("Coppia"), _("N.")),
        "deal": _("Smazzata"),
        "dealer": _("mazziere"),
        "rows": _figure_rows(tournament),
        "out": _("Chiamata fuori") if may_call_out(tournament.play()) else "",
        "soloist": _("Da solo") if "soloist" in tournament.rules.facts else "",
        "total": _("Totale"),
        "running": _("Progressivo"),
        "difference": _("Differenza punti"),
        "penalties": _("Penalità"),
        "signature": _("Firma %(side)s"),
        "scan": _("Ogni coppia inquadra il suo codice: una scrive i punti, l'altra li conferma.")
        if tournament.play().of_pairs
        else _("Ognuno inquadra il suo codice: uno scrive i punti, un altro li conferma."),
        "short_code": _("per confermare"),
        "official": _(
            "Il foglio di gara è l'unico documento ufficiale dei punti: consegnalo firmato alla Giuria."
        ),
    }


def standings_pdf(tournament: Tournament, reading: Reading = PUBLIC) -> bytes:
    """Returns the newest standings, with the names that the reader may see.

    With full names the paper is marked as the copy of the Giuria. Refused before the first settled round.
    """
    source = standings_after(tournament, reading)
    if source is None:
        raise no_standings()
    shown = shown_standings(source)
    leading = shown.criteria[0].key
    rows = [_standings_row(tournament, row, leading) for row in shown.rows]
    groups = [
        {"name": group.name, "rows": [_standings_row(tournament, row, leading) for row in group.rows]}
        for group in group_standings(shown)
    ]
    has_final = shown.group_turns is not None
    content = {
        "challenge": _challenge(shown.challenge),
        "rows": rows,
        "gironi": groups,
        "has_final": has_final,
        "head": log.head(tournament).printed,
        "private": _("Per la Giuria: nomi per intero, da non esporre") if reading.get("full_names") else "",
    }
    return pdf("classifica", {**_standings_heading(source, shown.criteria), **content})


def _challenge(shown: ShownChallenge | None) -> dict[str, object] | None:
    """Returns the score of the two teams; None in other formats."""
    if shown is None:
        return None
    teams = [
        {
            "name": team.name,
            "leading": team.leading,
            "tables": team.tables,
            "points": "" if shown.is_by_points else _("punti: %(points)s") % {"points": team.points},
        }
        for team in shown.teams
    ]
    return {"teams": teams, "sentence": shown.sentence}


def _standings_heading(source: StandingsSource, criteria: list[ShownCriterion]) -> dict[str, object]:
    tournament, snapshot = source.tournament, source.snapshot
    built = timezone.localtime(snapshot.built_at)
    as_of = {"turn": snapshot.round_number, "turns": tournament.turns, "time": date_format(built, "H:i")}
    if tournament.planned_turns is None:
        as_of_words = _("dopo il turno %(turn)s, aggiornata alle %(time)s")
    else:
        as_of_words = _("dopo il turno %(turn)s di %(turns)s, aggiornata alle %(time)s")
    return {
        "club": tournament.club.name,
        "tournament": tournament.name,
        "date": day_in_words(tournament.date),
        "venue": tournament.venue,
        "title": _("Classifica finale") if tournament.is_final else _("Classifica provvisoria"),
        "as_of": as_of_words % as_of,
        "criteria": [f"{criterion.name}: {criterion.explanation}" for criterion in criteria],
        "words": {**_standings_words(tournament), "leading": criteria[0].name},
    }


def _standings_row(tournament: Tournament, row: StandingsRow, leading: str) -> dict[str, object]:
    marks = (
        (_("a pari"), row.tied),
        (leaving_word(tournament, expelled=row.expelled), row.withdrawn),
        (_("fuori premi"), row.out_of_prizes),
    )
    return {
        "below": leavers_heading(tournament, row.below) if row.below else "",
        "place": row.place,
        "mark": " · ".join(word for word, applies in marks if applies),
        "number": row.number,
        "name": row.name,
        "team": tournament.team_name(row.team),
        "leading": criterion_value(leading, row.leading),
        "difference": signed(row.difference),
        "scored": row.scored,
        "conceded": row.conceded,
        "won": f"{row.won} · {row.drawn} · {row.lost}",
    }


def _standings_words(tournament: Tournament) -> dict[str, str]:
    return {
        "place": _("Posto"),
        "number": _("N."),
        "pair": by_entry(tournament, _("Coppia"), _("Giocatore")),
        "difference": _("Differenza"),
        "scored": _("Fatti"),
        "conceded": _("Subiti"),
        "won": _("Vinte · pari · perse"),
        "criteria": _("La classifica guarda, nell'ordine:"),
        "gironi": _("Classifiche dei gironi"),
        "gironi_note": _("Solo i turni dei gironi, senza la fase finale."),
    }


# The pictures that a chat shows beside a shared link, with public names.

#: The number of first places in a picture.
PLACES_IN_PICTURE = 3


def picture_of_evening(tournament: Tournament) -> bytes:
    """Returns the evening with its first places, or the score of a challenge, as a PNG of 1200 by 630."""
    source = standings_after(tournament, PUBLIC)
    shown = shown_standings(source) if source else None
    rows = shown.rows[:PLACES_IN_PICTURE] if shown else []
    lines = [f"{row.place}. {row.name}" for row in rows] or [str(day_in_words(tournament.date))]
    if shown and shown.challenge:
        lines = [
            *(f"{team.leading}  {team.name}" for team in shown.challenge.teams),
            shown.challenge.sentence,
        ]
    return _picture(tournament.name, lines, tournament.club.name)


def picture_of_entry(tournament: Tournament, number: int) -> bytes:
    """Returns the entry with its place, if it has one, as a PNG. Raises NotFound."""
    entries = queries.entries(tournament).filter(number=number)
    entry = shown_entry(first_or_not_found(entries, unknown_entry(tournament, number)), PUBLIC)
    source = standings_after(tournament, PUBLIC)
    rows = shown_standings(source).rows if source else []
    row = next((row for row in rows if row.number == number), None)
    where = f"{tournament.name} · {day_in_words(tournament.date)}"
    return _picture(entry.name, [where], tournament.club.name, big=_place(row, len(rows)))


def _place(row: StandingsRow | None, entries: int) -> str:
    if row is None:
        return ""
    return _("%(place)sº posto su %(entries)s") % {"place": row.place, "entries": entries}


def picture_of_season(season: Season) -> bytes:
    """Returns the season with its first places as a PNG."""
    rows = season_page(season, PUBLIC).rows[:PLACES_IN_PICTURE]
    return _picture(season.name, [f"{each.row.place}. {each.name}" for each in rows], season.club.name)


def picture_of_player(club: Club, person_id: int) -> bytes:
    """Returns a player's name and club as a PNG. Raises NotFound."""
    name = shown_name(person_of(club, person_id), PUBLIC)
    return _picture(name, [_("Tutte le serate al circolo")], club.name)


def _picture(title: str, lines: Sequence[str], source: str, *, big: str = "") -> bytes:
    return typesetting.picture("share", {"title": title, "lines": lines, "source": source, "big": big})
