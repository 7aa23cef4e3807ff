"""The database refuses to change or delete an entry of a log, except to remove an erased person's name."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from club.history import log as club_log
from club.models import Club, LogRewriting, User
from club.models.club import ChainedEntry
from club.privacy.redaction import rewriting
from tests.evening import a_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

COLUMNS: dict[str, Any] = {
    "id": 999_999,
    "number": 77,
    "at": timezone.now(),
    "actor_name": "Nessuno",
    "act": "altro",
    "key": "11111111-1111-4111-8111-111111111111",
    "previous_hash": "0" * 64,
    "hash": "0" * 64,
    "subject": {"entry": 9},
    "before": {"a": 1},
    "after": {"a": 1},
    "reason": "altro",
}
TEXTS = ("subject", "before", "after", "reason")
OWN = {"club": {"club_id": 999}, "tournament": {"tournament_id": 999, "digests": {"tournament": "0"}}}


@pytest.fixture
def entries(club: Club, owner: User) -> dict[str, ChainedEntry]:
    """An entry of the club's log and one of a tournament's, both with an author."""
    written = club_log.write(club, owner, "person.changed", reason="errore")
    tournament: Tournament = a_tournament(club, pairs=2)
    return {"club": written, "tournament": tournament.log.earliest("number")}


def change(entry: ChainedEntry, **values: Any) -> None:
    with transaction.atomic():
        type(entry)._base_manager.filter(pk=entry.pk).update(**values)


@pytest.mark.parametrize("log", ["club", "tournament"])
def test_no_column_of_an_entry_changes(entries: dict[str, ChainedEntry], owner: User, log: str) -> None:
    columns = {**COLUMNS, **OWN[log], "actor": owner}
    names = {column.name for column in entries[log]._meta.concrete_fields}
    assert names == {name.removesuffix("_id") for name in columns}, "a new column must be guarded too"
    for name, value in columns.items():
        with pytest.raises(IntegrityError, match="a log is never edited"):
            change(entries[log], **{name: value})


@pytest.mark.parametrize("log", ["club", "tournament"])
def test_no_entry_is_deleted_even_while_texts_are_rewritten(
    entries: dict[str, ChainedEntry], log: str
) -> None:
    for _time in range(2):
        with pytest.raises(IntegrityError, match="a log is never edited"), transaction.atomic():
            entries[log].delete()
        LogRewriting.objects.create()


@pytest.mark.parametrize("log", ["club", "tournament"])
def test_only_texts_change_while_a_name_is_removed(entries: dict[str, ChainedEntry], log: str) -> None:
    with rewriting():
        for name in TEXTS:
            change(entries[log], **{name: COLUMNS[name]})
        for name in COLUMNS.keys() - {*TEXTS}:
            with pytest.raises(IntegrityError, match="a log is never edited"):
                change(entries[log], **{name: COLUMNS[name]})
    assert not LogRewriting.objects.exists()
    with pytest.raises(IntegrityError, match="a log is never edited"):
        change(entries[log], reason="ancora")


def test_the_account_of_an_author_is_deleted(entries: dict[str, ChainedEntry], owner: User) -> None:
    assert entries["club"].actor == owner
    owner.delete()
    entries["club"].refresh_from_db()
    assert (entries["club"].actor, entries["club"].reason) == (None, "errore")


class Editor:
    """The part of a schema editor that the migrations use; on SQLite the real one refuses to run in a test's
    transaction."""

    connection = connection

    def execute(self, order: str, params: None = None) -> None:
        with connection.cursor() as cursor:
            cursor.execute(order, params)


def test_the_triggers_go_and_come_back(entries: dict[str, ChainedEntry]) -> None:
    """The migrations are reversible."""
    of_clubs = import_module("club.migrations.0019_logs_stay")
    of_tournaments = import_module("tournaments.migrations.0025_log_stays")
    connection.check_constraints()  # PostgreSQL alters no table with deferred ones
    editor = Editor()
    of_tournaments.backwards(apps, editor)
    of_clubs.backwards(apps, editor)
    for entry in entries.values():
        change(entry, act="altro")
    connection.check_constraints()
    of_clubs.forwards(apps, editor)
    of_tournaments.forwards(apps, editor)
    for entry in entries.values():
        with pytest.raises(IntegrityError, match="a log is never edited"):
            change(entry, act="un altro")
