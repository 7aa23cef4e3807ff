"""An evening's teste di serie from where the season stands, for a first turn that goes by seed."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import live, log
from tournaments.actors import Actor
from tournaments.errors import TournamentError
from tournaments.locking import lock
from tournaments.models import Entry, Season, Tournament
from tournaments.season_keeping.reading import Read, read


@transaction.atomic
def seed(tournament_id: int, season_id: int, *, by: Actor) -> int:
    """How many entries are teste di serie now: the season's best is 1; who has no result in it is none.

    A coppia is as strong as its own line in a season of coppie, and as the points of its players together in
    one of single players; those level go by number. Refused once a turn is drawn, and for another club's
    season. Repeated it changes nothing.
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
    ordered = _ordered(entries, read(season))
    seeds = {entry.pk: at for at, entry in enumerate(ordered, start=1)}
    changed = [entry for entry in entries if entry.seed != seeds.get(entry.pk)]
    for entry in changed:
        entry.seed = seeds.get(entry.pk)
    if changed:
        Entry.objects.bulk_update(changed, ["seed"])
        after = {"season": season.name, "seeds": len(seeds)}
        log.write(tournament, by, "entries.seeded", after=after)
        live.announce(tournament)
    return len(seeds)


def offered(tournament: Tournament) -> list[Season]:
    """The seasons to choose among, the newest first; none where the first turn goes by something else."""
    if tournament.first_turn != Tournament.FirstTurn.SEED or tournament.closed_at:
        return []
    return list(Season.objects.filter(club=tournament.club_id).order_by("-to_day", "-pk"))


def _ordered(entries: Iterable[Entry], known: Read) -> list[Entry]:
    """Those who have a result in the season, the strongest first."""
    points = {frozenset(row.who): row.points for row in known.rows}
    by_pair = known.season.ranks == Season.Ranks.PAIR
    strength: dict[int, int] = {}
    there = []
    for entry in entries:
        people = [player.person_id for player in entry.players.all()]
        lines = [frozenset(people)] if by_pair else [frozenset((person,)) for person in people]
        found = [points[line] for line in lines if line in points]
        if found:
            strength[entry.pk] = sum(found)
            there.append(entry)
    return sorted(there, key=lambda entry: (-strength[entry.pk], entry.number))
