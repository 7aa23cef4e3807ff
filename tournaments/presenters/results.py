"""The results of an evening as pages, paper, files and API show them: the standings and the current round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments import queries
from tournaments.core.standings.challenge_score import ChallengeScore
from tournaments.core.standings.stored_standings import StoredRow
from tournaments.models import Deal, Entry, Round, RoundState, Tournament
from tournaments.presenters import Reading
from tournaments.presenters.challenges import ShownChallenge, shown_challenge
from tournaments.presenters.standings import (
    ShownStandings,
    StandingsSource,
    entries_by_number,
    shown_standings,
    source,
)
from tournaments.presenters.tables import ShownRound, ShownSeat, seats_by_table, shown_round
from tournaments.presenters.tournaments import ShownEntry, ShownTournament, shown_entries, shown_tournament
from tournaments.queries import DealRow, EntryRow
from tournaments.standings import builds, challenges


@dataclass(frozen=True)
class ShownResults:
    """The whole results page: tournament, standings, current round with its tables."""

    tournament: ShownTournament
    standings: ShownStandings | None
    round: ShownRound | None
    live_version: str
    #: The score of the two teams with the tables that have finished in this round; None in other formats.
    challenge: ShownChallenge | None


@dataclass(frozen=True)
class Results:
    """The data of the results page."""

    tournament: Tournament
    standings: StandingsSource | None
    round: Round | None
    live_version: str
    #: Every entry, in order: as data to show, and as read.
    entries: list[ShownEntry]
    entrants: Sequence[Entry | EntryRow]
    #: The seats of the round, by the id of their match.
    seats: Mapping[int, list[ShownSeat]]
    #: The deals of the round, by the id of their match; None if only their points were read.
    deals: Mapping[int, Sequence[Deal | DealRow]] | None = None
    #: In a challenge, the rows of the interim or settled standings, and the score that follows from them.
    challenge_rows: Sequence[StoredRow] = ()
    score: ChallengeScore | None = None
    #: The round being played that the score leaves out, because its boards are closed to the reader.
    waits_for: int | None = None


def results(
    tournament: Tournament, reading: Reading, version: str = "", *, with_deals: bool = True
) -> Results:
    """Returns the newest standings and the current round, as the reader may see them.

    At most eight queries, and one more if an entry has left.

    `version` is the version read with the tournament; without it, one more query. With `with_deals` off, only
    the points of the deals are read.
    """
    # Read first: after a change during this call the version is outdated, so the page is fetched again.
    version = version or queries.live_version(tournament)
    # Read before the rounds: a round whose standings are built meanwhile is then shown as not built yet.
    snapshot = queries.snapshot(tournament)
    entrants = queries.entry_rows(tournament.entries.all())
    entries = shown_entries(entrants, reading)
    drafts = bool(reading.get("drafts"))
    given, current = None, queries.current_round(tournament, drafts=drafts, points=not with_deals)
    if snapshot:
        places = queries.places_before(snapshot)
        given = source(snapshot, tournament, entries_by_number(entries), places)
    if given and current and current.state == RoundState.SETTLED:
        # The round is settled, but its standings are not built: those of the round before are shown.
        given = replace(given, is_behind=current.number > given.snapshot.round_number)
    seats = seats_by_table(current, reading) if current else {}
    deals = queries.deal_rows(current) if current and with_deals else None
    made = Results(tournament, given, current, version, entries, entrants, seats, deals)
    return _with_score(made, reading) if tournament.is_challenge else made


def _with_score(given: Results, reading: Reading) -> Results:
    """Returns the results with the current score of the two teams. At most eight queries.

    While the results of duplicated deals are closed to the reader, the score is that of the settled rounds.
    """
    tournament, settled = given.tournament, given.standings
    is_playing = given.round is not None and given.round.state == RoundState.PLAYING
    may_see = not tournament.is_duplicated or bool(reading.get("closed_boards"))
    running = builds.provisional(tournament) if is_playing and may_see else None
    rows = running.rows if running else settled.snapshot.rows if settled else []
    rules = running.rules if running else settled.rules if settled else tournament.ranking
    score = challenges.score_of(tournament, rows, rules)
    waits_for = given.round.number if given.round and is_playing and not may_see else None
    return replace(given, challenge_rows=rows, score=score, waits_for=waits_for)


def shown_results(given: Results, reading: Reading) -> ShownResults:
    """The results page as the reader may see it. No query."""
    return ShownResults(
        shown_tournament(given.tournament),
        shown_standings(given.standings) if given.standings else None,
        _shown_round(given, reading),
        given.live_version,
        _shown_score(given),
    )


def _shown_score(given: Results) -> ShownChallenge | None:
    if given.score is None:
        return None
    is_final = given.tournament.is_final
    return shown_challenge(
        given.tournament,
        given.score,
        given.challenge_rows,
        given.entries,
        given.tournament.criteria,
        is_final=is_final,
        waits_for=given.waits_for,
    )


def _shown_round(given: Results, reading: Reading) -> ShownRound | None:
    if given.round is None:
        return None
    return shown_round(
        given.round,
        reading,
        entries=given.entrants,
        seats=given.seats,
        deals=given.deals,
        with_deals=given.deals is not None,
    )
