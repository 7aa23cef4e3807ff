"""The pages of one club, alone in the database and beside many others; and the bytes of a deal.

One club plays its evenings as the demo does. Then PostgreSQL copies all its rows again and again, each copy
with keys of its own, as clubs of a large installation. `python -m benchmarks --growth CLUBS` runs it, for
minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Count, Field, Max
from django.test import Client
from django.urls import reverse

from benchmarks.evenings import JURY
from benchmarks.figures import Figure, median_ms, table
from club.handover.parts import Rows, all_parts
from club.models import Club, Person, Role, RoleKind, User
from tournaments import models, seasons
from tournaments.demo import Evening, play, serving
from tournaments.players import rating_builds

EVENINGS, PAIRS, TURNS = 40, 16, 4
#: The people who play in the club in a year.
REGULARS = 200
FIRST = date(2026, 1, 9)
#: The most that a page may take among the other clubs, as a multiple of its time alone.
MOST_TIMES = 1.3
#: Milliseconds of pages that are not in the cache.
LIMITS = {"season": 150, "player": 150, "ratings": 100}
TIMES = 15
#: The page that an officer reads, signed in.
OFFICER = "the evenings on the desk"
#: Copied by no club: the copies have no officers.
NOT_COPIED = {User, Role}


def run(clubs: int) -> int:
    """Prints the figures; returns 0 when every figure keeps its limit."""
    serving.prepare()
    figures = list(_figures(clubs))
    sys.stdout.write(f"{table(figures)}\n")
    return 0 if all(figure.is_kept for figure in figures) else 1


def _figures(clubs: int) -> Iterator[Figure]:
    club, organiser = _played_club()
    paths = _paths(club)
    _note(f"{EVENINGS} evenings played")
    clients = {name: Client(SERVER_NAME="localhost") for name in paths}
    clients[OFFICER].force_login(organiser)
    alone = {name: _ms(clients[name], path) for name, path in paths.items()}
    _multiply(clubs - 1)
    deals = models.Deal.objects.count()
    for name, path in paths.items():
        beside = _ms(clients[name], path)
        note = f"{alone[name]:.1f} ms alone, {beside:.1f} ms among {clubs} clubs with {deals:,} deals"
        yield Figure(f"{name}, among the others", beside / alone[name], "×", MOST_TIMES, note)
        if name in LIMITS:
            yield Figure(f"{name}, not in the cache", beside, "ms", LIMITS[name])
    yield from _sizes(deals)


def _played_club() -> tuple[Club, User]:
    club = Club.objects.create(name="Circolo", slug="circolo")
    organiser = User.objects.create_user("organiser@example.org")
    Role.objects.create(club=club, user=organiser, kind=RoleKind.ORGANISER)
    played = []
    for number in range(EVENINGS):
        day = FIRST + timedelta(days=7 * number)
        plan = Evening(f"Serata {number}", day, PAIRS, TURNS, seed=number, regulars=REGULARS)
        played.append(play(club, plan, by=JURY, tell=lambda _step: None))
    season = seasons.create(
        club.pk,
        by=organiser,
        name="Sociale",
        from_day=FIRST,
        to_day=FIRST + timedelta(days=400),
        best_of=20,
        shares_evenings=True,
    )
    seasons.change(season.pk, by=organiser, evenings={each.code: 1 for each in played})
    rating_builds.build(club.pk)
    return club, organiser


def _paths(club: Club) -> dict[str, str]:
    evening = models.Tournament.objects.filter(club=club).order_by("date")[EVENINGS // 2]
    sat = Person.objects.filter(club=club, name_consent_on__isnull=False)
    regular = sat.annotate(rounds=Count("seats")).order_by("-rounds", "pk")[0]
    season = models.Season.objects.get(club=club)
    return {
        "club page": reverse("club_page", args=[club.slug]),
        "results": reverse("results", args=[evening.code]),
        "season": season.get_absolute_url(),
        "player": reverse("player", args=[club.slug, regular.pk]),
        "ratings": reverse("ratings", args=[club.slug]),
        OFFICER: reverse("club_tournaments", args=[club.slug]),
    }


def _ms(client: Client, path: str) -> float:
    """The median time of the page, rendered each time."""

    def made() -> None:
        cache.clear()
        answer = client.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{path} was answered {answer.status_code}")

    return median_ms(made, TIMES)


def _multiply(copies: int) -> None:
    """Makes `copies` of the club, without the database's triggers, which check rows one by one.

    The indexes that rows do not join at their end are made when all rows are there.
    """
    parts = [part.model for part in all_parts() if part.model not in NOT_COPIED]
    steps = {
        rows: 1 + (rows._default_manager.aggregate(last=Max("pk"))["last"] or 0)
        for rows in parts
        if _owner(rows) is rows
    }
    indexes = _drop_indexes(parts)
    for copy in range(1, copies + 1):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SET LOCAL synchronous_commit = off")
            for rows in parts:
                cursor.execute(_copying(rows, steps, copy))
        if copy % 50 == 0:
            _note(f"{copy} clubs copied")
            with connection.cursor() as cursor:
                # Else the planner, knowing nothing of tables that grow, reads them whole for each copy.
                cursor.execute("ANALYZE")
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for statement in indexes:
            cursor.execute(statement)
        _note(f"{len(indexes)} indexes made")
        cursor.execute("VACUUM ANALYZE")
        for statement in connection.ops.sequence_reset_sql(no_style(), parts):
            cursor.execute(statement)


def _drop_indexes(parts: list[Rows]) -> list[str]:
    """Drops every index of these tables but the primary keys; returns the statements that make them again."""
    tables = [rows._meta.db_table for rows in parts]
    made = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) "
            "FROM pg_constraint WHERE contype = 'u' AND conrelid = ANY(%s::regclass[])",
            [tables],
        )
        for name, constraint, definition in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {name} DROP CONSTRAINT {constraint}")
            made.append(f"ALTER TABLE {name} ADD CONSTRAINT {constraint} {definition}")
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
            "WHERE NOT indisprimary AND indrelid = ANY(%s::regclass[])",
            [tables],
        )
        for name, definition in cursor.fetchall():
            cursor.execute(f"DROP INDEX {name}")
            made.append(definition)
    return made


def _copying(rows: Rows, steps: dict[Rows, int], copy: int) -> str:
    """The statement that copies the first club's rows, with keys beyond those of earlier copies."""
    quoted = connection.ops.quote_name
    columns = [(each, quoted(each.column)) for each in rows._meta.concrete_fields]
    renewed = {name for part in all_parts() if part.model is rows for name in part.renewed}
    key, first_copied = quoted(rows._meta.pk.column), steps[_owner(rows)]
    table_name, names = quoted(rows._meta.db_table), ", ".join(name for _field, name in columns)
    values = ", ".join(_value(field, name, renewed, steps, copy) for field, name in columns)
    first = f"{key} < {first_copied}"
    return f"INSERT INTO {table_name} ({names}) SELECT {values} FROM {table_name} WHERE {first}"  # noqa: S608


def _value(field: Field[Any, Any], name: str, renewed: set[str], steps: dict[Rows, int], copy: int) -> str:
    if field.name in renewed:
        return f"left(upper(md5({name} || '{copy}')), {field.max_length})"
    if field.name == "slug":
        return f"{name} || '-{copy}'"
    pointed = field.related_model if field.remote_field else field.model if field.primary_key else None
    if pointed is None or _owner(pointed) not in steps:
        return name
    return f"{name} + {copy * steps[_owner(pointed)]}"


def _owner(rows: Any) -> Rows:
    """The model that numbers these rows: another model, if their key is a foreign key."""
    key = rows._meta.pk
    return _owner(key.related_model) if key.remote_field else rows


def _sizes(deals: int) -> Iterator[Figure]:
    """The bytes that a deal takes in the database, with all that is kept about it, and the largest tables."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) AS size FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY size DESC"
        )
        sizes = cursor.fetchall()
    largest = ", ".join(f"{name} {size / deals:,.0f}" for name, size in sizes[:6])
    yield Figure(
        "a deal, with all that belongs to it",
        sum(size for _name, size in sizes) / deals,
        "bytes",
        beside=largest,
    )


def _note(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
