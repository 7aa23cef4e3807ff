"""Building a club's ratings: from every match of its closed evenings to a stored history of each player."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, Final, NamedTuple

from celery import shared_task
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from club.history import log as club_log
from club.models import Club, Person, User
from tournaments.core.play import Points, TablePlay, in_order
from tournaments.core.ratings import Evening, Game, Point, rated
from tournaments.errors import InputRefused, Outdated
from tournaments.evenings import lifecycle
from tournaments.live import page_versions
from tournaments.models import ClubRatings, Deal, RatingPoint, RoundState, Seat, Tournament
from tournaments.stack import with_stack_chunk

#: The ranges of the club's settings.
DAYS, MATCHES = range(1, 3651), range(1, 501)


class PlayedTable(NamedTuple):
    """A table of an evening, in the order of play."""

    tournament: int
    turn: int
    table: int
    match: int


@transaction.atomic
def build(club_id: int) -> bool:
    """Builds the points again; False if they were current already.

    The result depends only on the matches, so that a build can be repeated. One build answers many requests.
    The row of the club's ratings is the lock.
    """
    ratings = ClubRatings.objects.select_for_update().filter(club=club_id).first()
    if ratings is None or ratings.built == ratings.wanted:
        return False
    _store(club_id)
    ratings.built = ratings.wanted
    ratings.save(update_fields=["built"])
    page_versions.changed_of_club(ratings_key(club_id))
    return True


def _store(club_id: int) -> None:
    points = [_row(club_id, position, point) for position, point in computed(club_id)]
    RatingPoint.objects.filter(club=club_id).delete()
    RatingPoint.objects.bulk_create(points, batch_size=1000)


def ratings_key(club_id: int) -> str:
    """The key of the page versions of the ratings' pages."""
    return f"ratings:{club_id}"


def settings_of(club: Club) -> ClubRatings:
    """The club's settings of its ratings, or the default ones, not stored. One query."""
    return ClubRatings.objects.filter(club=club).first() or ClubRatings(club=club)


@transaction.atomic
def change(club_id: int, *, version: int, inactive_days: int, provisional_matches: int) -> ClubRatings:
    """The club's changed settings of its ratings; they affect how points are shown, not the points.

    Raises InputRefused for values out of range, Outdated when somebody else changed them since `version`.
    """
    if inactive_days not in DAYS or provisional_matches not in MATCHES:
        raise InputRefused(
            "rating-settings",
            _("I giorni vanno da 1 a 3650 e le partite da 1 a 500: correggi i numeri."),
        )
    ClubRatings.objects.get_or_create(club_id=club_id)
    ratings = ClubRatings.objects.select_for_update().get(club=club_id)
    if version != ratings.version:
        raise Outdated(
            "ratings-changed",
            _("Un'altra persona ha cambiato queste impostazioni: guarda come sono adesso e ripeti."),
            current=ratings.version,
        )
    ratings.inactive_days, ratings.provisional_matches = inactive_days, provisional_matches
    ratings.version = F("version") + 1
    ratings.save(update_fields=["inactive_days", "provisional_matches", "version"])
    ratings.refresh_from_db()
    page_versions.changed_of_club(ratings_key(club_id))
    return ratings


def stored(club_id: int) -> bytes:
    """The stored points in canonical form: equal bytes are equal points. One query."""
    rows = RatingPoint.objects.filter(club=club_id).order_by("position", "person_id")
    return _canonical_bytes([row.position, _point(row)] for row in rows)


def recomputed(club_id: int) -> bytes:
    """The points computed again, in the form of `stored`; writes nothing."""
    return _canonical_bytes([position, asdict(point)] for position, point in computed(club_id))


def computed(club_id: int) -> list[tuple[int, Point]]:
    """Every point with the position of its evening, from all matches. Four queries.

    A person who objected has none; their matches still count for those who played them.
    """
    played = evenings(club_id)
    positions = {evening.key: position for position, evening in enumerate(played, start=1)}
    objecting = Person.objects.filter(club=club_id).exclude(rating_refused_on=None)
    refused = set(objecting.values_list("pk", flat=True))
    return [(positions[point.evening], point) for point in rated(played) if point.person not in refused]


@transaction.atomic
def set_objection(club: Club, person_id: int, *, objects: bool, today: date, by: User) -> Person:
    """Stores whether the person objects to having a rating, and deletes the points of one who does.

    Repeated, it changes nothing. A player who takes the objection back is rated again by the next build,
    which is requested here.
    """
    club = club_log.lock(club.pk)
    person = Person.objects.select_for_update().get(club=club, pk=person_id)
    if (person.rating_refused_on is not None) == objects:
        return person
    person.rating_refused_on = today if objects else None
    person.save(update_fields=["rating_refused_on"])
    RatingPoint.objects.filter(club=club, person=person).delete()
    if objects:
        club_log.write(club, by, "person.rating-refused", subject={"person": person.pk})
    else:
        club_log.write(club, by, "person.rating-allowed", subject={"person": person.pk})
    lifecycle.ratings_changed(club.pk)
    page_versions.changed_of_club(ratings_key(club.pk))
    return person


def evenings(club_id: int) -> list[Evening]:
    """The club's closed evenings with every match played at a table, oldest first. Three queries.

    Forfeits, matches decided by the referee and byes do not count. A match counts for the people who sat at
    its table, so that a match with a substitute changes the substitute's rating.
    """
    tournaments = Tournament.objects.filter(club=club_id, closed_at__isnull=False).order_by("date", "pk")
    tournament_of = {tournament.pk: tournament for tournament in tournaments}
    games: defaultdict[int, list[Game]] = defaultdict(list)
    deals = _deals(club_id)
    for table, sides in sorted(_sides(club_id).items()):
        people = sum(map(len, sides.values()))
        last, points = deals.get(table.match, (None, {}))
        game = _game(tournament_of[table.tournament].play(people, last=last), sides, points)
        if game:
            games[table.tournament].append(game)
    return [Evening(pk, tuple(games[pk])) for pk in tournament_of]


def _sides(club_id: int) -> dict[PlayedTable, dict[str, list[int]]]:
    """The people of each side of every table. One query."""
    seats = Seat.objects.filter(**_played("match__round", club_id), **PLAYED_OUT).order_by("position")
    columns = ("match__round__tournament", "match__round__number", "match__table", "match", "side", "person")
    tables: defaultdict[PlayedTable, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for *table, side, person in seats.values_list(*columns):
        tables[PlayedTable(*table)][side].append(person)
    return {table: dict(sides) for table, sides in tables.items()}


def _deals(club_id: int) -> dict[int, tuple[int | None, dict[int, Points]]]:
    """By match, the last deal if the clock ended it, and the points of the deals by number. One query."""
    deals = Deal.objects.filter(**_played("match__round", club_id), **PLAYED_OUT)
    by_match: dict[int, tuple[int | None, dict[int, Points]]] = {}
    columns = ("match", "match__last_deal", "number", "points")
    for match, last, number, points in deals.order_by().values_list(*columns):
        by_match.setdefault(match, (last, {}))[1][number] = points
    return by_match


def _played(round_: str, club_id: int) -> dict[str, object]:
    return {
        f"{round_}__tournament__club": club_id,
        f"{round_}__tournament__closed_at__isnull": False,
        f"{round_}__state": RoundState.SETTLED,
    }


#: The condition on a seat or a deal that its match was not decided by a ruling.
PLAYED_OUT: Final = {"match__lost_by": "", "match__assigned__isnull": True}


def _game(play: TablePlay, sides: dict[str, list[int]], deals: dict[int, Points]) -> Game | None:
    """The match as the rating reads it; None for one that was not finished."""
    if not play.is_over(deals):
        return None
    written = in_order(deals)
    totals = play.totals(written)
    names = [side for side in play.sides if side in sides]
    outcome = play.outcome(written) if play.game.fewest_win else None
    losers = outcome.losers if outcome else ()
    return Game(
        sides=tuple(tuple(sides[side]) for side in names),
        points=tuple(totals[side] for side in names),
        ranks=tuple(2 if side in losers else 1 for side in names) if losers else _ranks(names, totals),
    )


def _ranks(names: Sequence[str], totals: dict[str, int]) -> tuple[int, ...]:
    return tuple(1 + sum(totals[other] > totals[side] for other in names) for side in names)


def _row(club_id: int, position: int, point: Point) -> RatingPoint:
    return RatingPoint(
        club_id=club_id,
        person_id=point.person,
        tournament_id=point.evening,
        position=position,
        rating=point.rating,
        deviation=point.deviation,
        change=point.change,
        matches=point.matches,
    )


def _point(row: RatingPoint) -> dict[str, object]:
    return asdict(Point(row.person_id, row.tournament_id, row.rating, row.deviation, row.change, row.matches))


def _canonical_bytes(rows: Iterable[list[Any]]) -> bytes:
    return json.dumps(list(rows), sort_keys=True, separators=(",", ":")).encode()


def clubs_waiting() -> Iterator[int]:
    """The clubs whose ratings were requested and not built. One query."""
    return ClubRatings.objects.filter(built__lt=F("wanted")).values_list("club", flat=True).iterator()


@shared_task(
    name="tournaments.tasks.build_ratings",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=True,
    max_retries=5,
)
def build_ratings(club_id: int) -> None:
    """Builds the ratings of a club's players; does nothing when they are current."""
    with_stack_chunk(build, club_id)


@shared_task(name="tournaments.players.tasks.repair_ratings")
def repair_ratings() -> None:
    """Requests each lost build again: a worker died, or the broker did not answer at the commit."""
    for club_id in clubs_waiting():
        build_ratings.delay(club_id)
