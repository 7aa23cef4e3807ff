"""The season's end: those who qualified, entered into a tournament as its teste di serie."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from club import log
from club.locking import lock
from club.models import User
from tournaments import club_editions, entries, evenings
from tournaments.actors import Actor
from tournaments.errors import Outdated, TournamentError
from tournaments.models import Season, Tournament
from tournaments.season_keeping.making import key_of
from tournaments.season_keeping.reading import Read, read
from tournaments.seasons import Row


@transaction.atomic
def make_final(season_id: int, *, by: User, name: str, on: date, version: int | None = None) -> Tournament:
    """The tournament of those who qualified, each with its place of the season as testa di serie.

    Coppie play a tournament of coppie, seeded in its first turn; single players an individual rotation. All
    who share the last place that qualifies are in. Raises TournamentError while an evening is not over, and
    where the final is there already; Outdated as `making.change`.
    """
    club = lock(Season.objects.values_list("club_id", flat=True).get(pk=season_id))
    season = Season.objects.select_for_update().get(pk=season_id)
    season.club = club
    if season.final_id:
        raise TournamentError("final-made", _("La finale di questa stagione c'è già: cerca il suo torneo."))
    if version is not None and version != season.version:
        raise Outdated(
            "season-changed",
            _("La stagione è stata cambiata da un'altra persona: guarda com'è adesso e ripeti."),
            current=season.version,
        )
    known = read(season)
    _verify_over(known)
    in_final = qualified(known)
    if len(in_final) < 2:
        raise TournamentError(
            "too-few-qualified", _("In classifica sono meno di due: la finale non si può fare.")
        )
    tournament = _enter(season, known, in_final, Actor.officer(by), name, on)
    season.final = tournament
    season.version += 1
    season.save(update_fields=["final", "version"])
    said = {"tournament": tournament.code, "qualifiers": len(in_final)}
    log.write(club, by, "season.final-made", subject={"season": season.pk}, after=said)
    club_editions.changed(key_of(season.pk))
    return tournament


def qualified(known: Read) -> list[Row]:
    """Those whose place is among the qualifiers, best first; sharing the last of them is being in."""
    return [row for row in known.rows if row.place is not None and row.place <= known.season.qualifiers]


def _verify_over(known: Read) -> None:
    open_ones = [night.tournament.name for night in known.nights if not night.is_final]
    if open_ones:
        raise TournamentError(
            "season-open",
            _("Non sono concluse: %(evenings)s. Concludile, o toglile dalla stagione, poi fai la finale.")
            % {"evenings": ", ".join(f"«{each}»" for each in open_ones)},
        )


def _enter(
    season: Season, known: Read, in_final: Sequence[Row], by: Actor, name: str, on: date
) -> Tournament:
    by_pair = season.ranks == Season.Ranks.PAIR
    made_for = {"format": Tournament.Format.DANISH, "first_turn": Tournament.FirstTurn.SEED}
    fields = made_for if by_pair else {"format": Tournament.Format.ROTATION}
    tournament = evenings.create(season.club, name=name, on=on, by=by, **fields)
    for place, row in enumerate(in_final, start=1):
        entry = entries.enter(tournament.pk, [known.people[person] for person in row.who], by=by)
        entries.seed(tournament.pk, entry.number, place, by=by)
    return Tournament.objects.get(pk=tournament.pk)
