"""Seeds taken from a season: the final with its qualifiers, and the seeds of an evening's first round."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from club.history import log as club_log
from club.models import User
from tournaments import log
from tournaments.actors import Actor
from tournaments.core.seasons import Row
from tournaments.entries import entries
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.live import live_feed, page_versions
from tournaments.locking import lock
from tournaments.models import Entry, Season, Tournament
from tournaments.seasons.season_service import locked_season, page_key, verify_version
from tournaments.seasons.season_standings import SeasonStandings, season_standings


@transaction.atomic
def make_final(season_id: int, *, by: User, name: str, on: date, version: int | None = None) -> Tournament:
    """The final of the season, with the qualifiers seeded in the order of the standings.

    Pairs play a tournament of pairs, seeded in its first round; single players an individual rotation.
    Everybody who shares the last qualifying place takes part. Raises TournamentError while an evening is
    open, with fewer than two qualifiers, and when the final exists already; Outdated as
    `season_service.change`.
    """
    season = locked_season(season_id)
    if season.final_id:
        raise TournamentError("final-made", _("La finale di questa stagione c'è già: cerca il suo torneo."))
    verify_version(season, version)
    ranking = season_standings(season)
    _verify_over(ranking)
    in_final = qualified(ranking)
    if len(in_final) < 2:
        raise TournamentError(
            "too-few-qualified", _("In classifica sono meno di due: la finale non si può fare.")
        )
    tournament = _enter(season, ranking, in_final, Actor.officer(by), name, on)
    season.final = tournament
    season.version += 1
    season.save(update_fields=["final", "version"])
    after = {"tournament": tournament.code, "qualifiers": len(in_final)}
    club_log.write(season.club, by, "season.final-made", subject={"season": season.pk}, after=after)
    page_versions.changed_of_club(page_key(season.pk))
    return tournament


def qualified(standings: SeasonStandings) -> list[Row]:
    """The rows whose place qualifies, best first; a shared last place qualifies everybody on it."""
    return [
        row for row in standings.rows if row.place is not None and row.place <= standings.season.qualifiers
    ]


def _verify_over(standings: SeasonStandings) -> None:
    open_ones = [evening.tournament.name for evening in standings.evenings if not evening.is_final]
    if open_ones:
        raise TournamentError(
            "season-open",
            _("Non sono concluse: %(evenings)s. Concludile, o toglile dalla stagione, poi fai la finale.")
            % {"evenings": ", ".join(f"«{each}»" for each in open_ones)},
        )


def _enter(
    season: Season, standings: SeasonStandings, in_final: Sequence[Row], by: Actor, name: str, on: date
) -> Tournament:
    by_pair = season.ranks == Season.Ranks.PAIR
    made_for = {"format": Tournament.Format.DANISH, "first_turn": Tournament.FirstTurn.SEED}
    fields = made_for if by_pair else {"format": Tournament.Format.ROTATION}
    tournament = lifecycle.create(season.club, name=name, on=on, by=by, **fields)
    for place, row in enumerate(in_final, start=1):
        entry = entries.enter(tournament.pk, [standings.people[person] for person in row.players], by=by)
        entries.set_seed(tournament.pk, entry.number, place, by=by)
    return Tournament.objects.get(pk=tournament.pk)


@transaction.atomic
def seed_from_season(tournament_id: int, season_id: int, *, by: Actor) -> int:
    """The number of entries seeded from the season. The strongest gets seed 1, entries without a result in
    the season get none.

    A pair's strength is its own row in a season of pairs, and the sum of its players' points in one of single
    players; equal strengths go by number. Refused once a round is drawn, and for another club's season.
    Seeding twice changes nothing.
    """
    tournament = lock(tournament_id)
    season = Season.objects.filter(club=tournament.club_id, pk=season_id).first()
    if season is None:
        raise TournamentError("unknown-season", _("Questa stagione non c'è: ricarica la pagina."))
    if tournament.closed_at or tournament.rounds.exists():
        raise TournamentError(
            "seeds-too-late",
            _("Il primo turno è già abbinato: butta la bozza, poi prendi le teste di serie dalla stagione."),
        )
    entries = list(tournament.entries.prefetch_related("players").order_by("number"))
    ordered = _ordered(entries, season_standings(season))
    seeds = {entry.pk: at for at, entry in enumerate(ordered, start=1)}
    changed = [entry for entry in entries if entry.seed != seeds.get(entry.pk)]
    for entry in changed:
        entry.seed = seeds.get(entry.pk)
    if changed:
        Entry.objects.bulk_update(changed, ["seed"])
        after = {"season": season.name, "seeds": len(seeds)}
        log.write(tournament, by, "entries.seeded", after=after, rows=changed)
        live_feed.announce(tournament)
    return len(seeds)


def seasons_to_seed_from(tournament: Tournament) -> list[Season]:
    """The seasons that can seed the tournament, newest first; none where the first round does not go by
    seeds."""
    if tournament.first_turn != Tournament.FirstTurn.SEED or tournament.closed_at:
        return []
    return list(Season.objects.filter(club=tournament.club_id).order_by("-to_day", "-pk"))


def _ordered(entries: Iterable[Entry], season_standing: SeasonStandings) -> list[Entry]:
    """The entries with a result in the season, strongest first."""
    points = {frozenset(row.players): row.points for row in season_standing.rows}
    by_pair = season_standing.season.ranks == Season.Ranks.PAIR
    strength: dict[int, int] = {}
    entered = []
    for entry in entries:
        people = [player.person_id for player in entry.players.all()]
        lines = [frozenset(people)] if by_pair else [frozenset((person,)) for person in people]
        points_found = [points[line] for line in lines if line in points]
        if points_found:
            strength[entry.pk] = sum(points_found)
            entered.append(entry)
    return sorted(entered, key=lambda entry: (-strength[entry.pk], entry.number))
