"""The live pages of an evening: results, interim standings, seats, and the race of places."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import GAMES
from tournaments import queries
from tournaments.entries.bookings import places
from tournaments.models import Round, RoundState, Tournament
from tournaments.presenters.front_door import announcement
from tournaments.presenters.races import places_race, race_of
from tournaments.presenters.results import Results, shown_results
from tournaments.presenters.results import results as gather_results
from tournaments.presenters.seating import seated_by_name, seated_by_number
from tournaments.presenters.standings import provisional as gather_provisional
from tournaments.presenters.standings import shown_standings, standings_after
from tournaments.presenters.tables import ShownRound, shown_round
from tournaments.text.names import PUBLIC
from tournaments.web.views.public.live_pages import Page, page_response


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows the standings and the tables of the current round, or the live part for `?fragment`."""
    return page_response(request, code, RESULTS)


def _results_context(tournament: Tournament, version: str) -> dict[str, object]:
    given = gather_results(tournament, PUBLIC, version, with_deals=False)
    shown = shown_results(given, PUBLIC)
    return {
        "results": shown,
        "turn": _with_numbers_of_deals(given.round, shown.round) if given.round and shown.round else None,
        "built_at": given.standings and given.standings.snapshot.built_at,
        "entries": given.entries,
        "pairs": [{"number": entry.number, "name": entry.name} for entry in given.entries],
        "news": news(given),
        "rounds": range(1, given.round.number + 1) if given.round else (),
        **({} if shown.round or shown.standings else _before(tournament)),
    }


def _before(tournament: Tournament) -> dict[str, object]:
    """Returns what the page shows before the evening begins: the calendar's facts and the announcement.

    One query.
    """
    now = timezone.now()
    return {
        "openness": places.openness_of(tournament, now),
        "game_name": GAMES[tournament.game].name,
        "announcement": announcement(tournament.club, timezone.localdate(now)),
    }


def _with_numbers_of_deals(round_: Round, shown: ShownRound) -> dict[str, object]:
    """Returns the round, with the numbers of the deals instead of the deals, which the page does not show."""
    tables = [
        {**vars(table), "deals": [deal.number for deal in match.deals.all()]}
        for table, match in zip(shown.tables, round_.matches.all(), strict=True)
    ]
    return {**vars(shown), "tables": tables}


def news(given: Results) -> str:
    """Returns a mark that changes when a screen reader should announce news: standings, round, or close."""
    snapshot = given.standings and given.standings.snapshot
    standings = f"{snapshot.round_number}.{snapshot.results_version}" if snapshot else ""
    turn = f"{given.round.number}.{given.round.state}" if given.round else ""
    return f"{standings}/{turn}/{given.tournament.closed_at or ''}"


RESULTS = Page("results", "public/results/results_part.html", "public/results/results.html", _results_context)


@require_safe
def public_round(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Shows an announced round: its tables, their deals, and the standings after it.

    `?fragment` asks for its live part.
    """
    return page_response(request, code, ROUND, number)


def _round_context(tournament: Tournament, _version: str, number: int) -> dict[str, object]:
    rounds = queries.visible_rounds(tournament)
    numbers = sorted(rounds.values_list("number", flat=True))
    round_ = queries.with_tables(rounds.filter(number=number)).first()
    if round_ is None:
        raise Http404(_("Il turno %(turn)s non c'è ancora.") % {"turn": number})
    round_.tournament = tournament
    after = standings_after(tournament, PUBLIC, number)
    standings = shown_standings(after) if after else None
    return {"turn": shown_round(round_, PUBLIC), "rounds": numbers, "standings": standings}


ROUND = Page(
    "round",
    "public/results/round_part.html",
    "public/results/round.html",
    _round_context,
    lambda _request, _tournament, number: {"number": number},
)


@require_safe
def provisional(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows the standings with the round being played, which are stored nowhere and feed no draw.

    Between rounds the page says where the settled standings are. `?fragment` asks for its live part.
    """
    return page_response(request, code, PROVISIONAL)


def _provisional_context(tournament: Tournament, _version: str) -> dict[str, object]:
    given = gather_provisional(tournament, PUBLIC)
    waits = given is None and tournament.is_duplicated
    playing = tournament.rounds.filter(state=RoundState.PLAYING)
    return {
        "standings": shown_standings(given) if given else None,
        "is_closed": waits and playing.exists(),
    }


PROVISIONAL = Page(
    "provisional",
    "public/results/provisional_part.html",
    "public/results/provisional.html",
    _provisional_context,
)


@require_safe
def seats(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows where everybody sits in the current round, by name and by number.

    `?fragment` asks for its live part.
    """
    return page_response(request, code, SEATS)


def _seats_context(tournament: Tournament, version: str) -> dict[str, object]:
    given = gather_results(tournament, PUBLIC, version, with_deals=False)
    turn = shown_results(given, PUBLIC).round
    return {
        "turn": turn,
        "by_name": seated_by_name(turn, given.entries) if turn else [],
        "by_number": seated_by_number(turn, given.entries) if turn else [],
    }


SEATS = Page("seats", "public/results/seats_part.html", "public/results/seats.html", _seats_context)


@require_safe
def race(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows how places changed from round to round: a plot of the first entries and a table of all.

    `?fragment` asks for its live part.
    """
    return page_response(request, code, RACE)


def _race_context(tournament: Tournament, _version: str) -> dict[str, object]:
    data = race_of(tournament, PUBLIC)
    leading = [runner.number for runner in data.runners]
    places = {runner.number: runner.places for runner in data.runners}
    rows = [
        {"number": runner.number, "name": runner.name, "places": runner.places, "order": order}
        for order, runner in enumerate(data.runners)
    ]
    return {"turns": data.turns, "plot": places_race(places, leading, data.turns), "rows": rows}


RACE = Page("race", "public/results/race_part.html", "public/results/race.html", _race_context)
