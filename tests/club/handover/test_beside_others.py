"""A club taken in beside others, and beside itself: every key is another, nothing else is."""

import json

import pytest
from django.db import IntegrityError, transaction

from club.accounts.roles import role_history
from club.errors import ClubError
from club.handover import archive_writer, restore
from club.handover.restore import Restored
from club.history import log, log_wording
from club.history.hash_chain import first_broken
from club.imports import undoing
from club.models import (
    CashBook,
    Club,
    ClubLogEntry,
    FormerKey,
    Membership,
    Person,
    Receipt,
    RoleKind,
    User,
)
from club.privacy import erasure
from tests.club.dues.members import TODAY
from tests.club.handover import rich, zips
from tests.club.handover.comparing import differences
from tests.club.handover.conftest import Source
from tests.club.handover.going_on import next_receipt
from tests.evening import signed_in
from tournaments.models import Championship, Season
from tournaments.standings.audit import recompute

pytestmark = pytest.mark.django_db

OTHERS = frozenset(
    {
        ("club.club", "slug"),
        ("club.club", "former_keys_until"),
        ("club.card", "token"),
        ("tournaments.tournament", "code"),
        ("tournaments.championship", "code"),
    }
)


def restored(source: Source) -> tuple[Restored, dict]:
    """The club once more, at another address, and the rows that came."""
    before = rich.keys()
    done = restore.restore_club(source.body, by="terminale", slug="di-nuovo", new_codes=True)
    return done, rich.rows(before)


def test_every_row_arrives_with_every_column(source: Source) -> None:
    _done, arrived = restored(source)
    assert differences(source.rows, arrived, others=OTHERS, has_accounts=False) == []


def test_nothing_that_was_there_changes(source: Source) -> None:
    before = rich.rows()
    _done, arrived = restored(source)
    now = rich.rows()
    assert {label: rows[: len(before[label])] for label, rows in now.items()} == before
    assert len(arrived["club.person"]) == 37


def test_codes_that_are_taken_are_made_anew_and_told(source: Source) -> None:
    done, arrived = restored(source)
    assert done.renewed == {"club.card": 3, "tournaments.tournament": 3, "tournaments.championship": 1}
    codes = {row["code"] for row in arrived["tournaments.tournament"]}
    assert codes.isdisjoint(row["code"] for row in source.rows["tournaments.tournament"])


def test_its_log_holds_and_says_who_brought_it(source: Source) -> None:
    done, _arrived = restored(source)
    entries = list(done.club.log.order_by("number"))
    assert first_broken(entries) is None
    last = entries[-1]
    assert (last.act, last.actor, last.actor_name) == ("club.restored", None, "terminale")
    assert last.subject == {"from": "circolo-mazzini"}
    assert (last.after["people"], last.after["tournaments"]) == (37, 3)
    assert [line.sentence for line in log_wording.log_lines([last])] == [
        "ha ripristinato il circolo da un archivio"
    ]
    old = source.club.log.order_by("number").values_list("hash", flat=True)
    assert [entry.hash for entry in entries[:-1]] == list(old)


def test_the_classifiche_are_the_same_made_again_from_log_and_results(source: Source) -> None:
    done, _arrived = restored(source)
    reports = [recompute(tournament.pk) for tournament in done.club.tournaments.all()]
    assert [(report.faults, report.waiting) for report in reports] == [([], False)] * 3
    assert sorted(report.snapshots for report in reports) == [0, 1, 2]


def test_what_the_log_says_of_a_row_is_found_under_its_new_key(source: Source) -> None:
    done, _arrived = restored(source)
    for model, word in (
        (Person, "person"),
        (CashBook, "cash"),
        (Season, "season"),
        (Championship, "championship"),
    ):
        for old, new in zip(
            model.objects.filter(club=source.club).order_by("pk"),
            model.objects.filter(club=done.club).order_by("pk"),
            strict=True,
        ):
            assert old.pk != new.pk
            wanted = source.club.log.filter(**{f"subject__{word}": old.pk}).order_by("number")
            found = done.club.log.filter(log.mentions(done.club, model, new.pk, word)).order_by("number")
            assert [entry.hash for entry in found] == [entry.hash for entry in wanted]
    assert done.club.log.filter(act="person.merged").count() == 1


def test_the_pages_of_a_person_and_of_the_officers_tell_the_old_log(source: Source) -> None:
    done, _arrived = restored(source)
    client = signed_in(User.objects.get(email="segretaria@example.org"))
    person = Person.objects.get(club=done.club, numbers__number=3)
    page = client.get(f"/circoli/di-nuovo/libro/{person.pk}/")
    assert page.status_code == 200
    assert {line.entry.act for line in page.context["lines"]} >= {
        "membership.admitted", "membership.requested", "person.merged",
    }  # fmt: skip
    assert [line.sentence for line in role_history(done.club)] == [
        line.sentence for line in role_history(source.club)
    ]


def test_a_row_is_found_after_a_second_and_a_third_move(source: Source) -> None:
    once, _arrived = restored(source)
    done = once
    for number in (2, 3):
        body = archive_writer.bundle(done.club).body
        done = restore.restore_club(body, by="terminale", slug=f"di-nuovo-{number}", new_codes=True)
    assert set(FormerKey.objects.filter(club=done.club).values_list("until", flat=True)) == {
        source.club.log.count() + each for each in (0, 1, 2)
    }
    for old, new in zip(
        Person.objects.filter(club=source.club).order_by("pk"),
        Person.objects.filter(club=done.club).order_by("pk"),
        strict=True,
    ):
        wanted = source.club.log.filter(subject__person=old.pk).order_by("number")
        found = done.club.log.filter(log.mentions(done.club, Person, new.pk, "person")).order_by("number")
        assert [entry.hash for entry in found] == [entry.hash for entry in wanted]
        now = log.current_key_lookup(done.club, Person)
        assert {now(entry.number, entry.subject["person"]) for entry in found} <= {new.pk}


def test_who_has_an_account_here_keeps_it_and_others_get_none_that_opens(source: Source) -> None:
    owner = User.objects.get(email="titolare@example.org")
    User.objects.filter(pk=owner.pk).update(email="un.altro@example.org")
    known = User.objects.get(email="segretaria@example.org")
    done, _arrived = restored(source)
    known_now = User.objects.get(email="segretaria@example.org")
    assert (known_now.pk, known_now.password) == (known.pk, known.password)
    fresh = User.objects.get(email="titolare@example.org")
    assert not fresh.has_usable_password()
    assert (fresh.is_superuser, fresh.is_staff) == (False, False)
    assert set(done.club.roles.filter(user=fresh).values_list("kind", flat=True)) == {RoleKind.OWNER}
    assert not User.objects.filter(email__startswith="partito", roles__club=done.club).exists()


def test_an_archive_gives_nobody_power_over_the_installation(source: Source) -> None:
    def raise_(rows: list[dict]) -> None:
        rows[0]["is_superuser"] = True

    with pytest.raises(restore.ArchiveRefused) as refusal:
        restore.restore_club(zips.forged(source.body, "club.user", raise_), by="terminale", slug="altro")
    assert refusal.value.code == "not-a-row"


def test_receipts_go_on_without_a_gap_and_stay(source: Source) -> None:
    done, _arrived = restored(source)
    made = next_receipt(done.club, User.objects.get(email="segretaria@example.org"))
    assert (made.year, made.number) == (TODAY.year, 6)
    assert Receipt.objects.filter(club=source.club).count() == 5
    with pytest.raises(IntegrityError), transaction.atomic():
        Receipt.objects.filter(club=done.club, number=1).update(cents=1)


def test_an_import_is_not_undone_where_the_old_log_tells_of_its_people(source: Source) -> None:
    """Under the keys of before: the entry names no row of here, or another's."""
    by = User.objects.get(email="segretaria@example.org")
    imported = source.club.people.get(last_name="Gallo")
    with transaction.atomic():
        log.write(source.club, by, "person.corrected", subject={"person": imported.pk})
    body = archive_writer.bundle(source.club).body
    done = restore.restore_club(body, by="terminale", slug="di-nuovo", new_codes=True)
    written = done.club.imports.get(state="done")
    with pytest.raises(ClubError) as refusal:
        undoing.undo(written.pk, done.club, reason="prova", by=by)
    assert refusal.value.details["person"] == done.club.people.get(last_name="Gallo").pk


def test_an_import_of_which_nothing_was_used_is_undone_after_the_move(source: Source) -> None:
    done, _arrived = restored(source)
    by = User.objects.get(email="segretaria@example.org")
    undone = undoing.undo(done.club.imports.get(state="done").pk, done.club, reason="prova", by=by)
    assert undone.state == "undone"
    assert not done.club.people.filter(last_name="Gallo").exists()
    assert source.club.people.filter(last_name="Gallo").exists()


def test_the_same_bundle_comes_out_of_the_same_club(source: Source) -> None:
    again = zips.opened(archive_writer.bundle(source.club).body)
    first = zips.opened(source.body)
    assert {name for name in first if first[name] != again[name]} == {"manifest.json"}
    told, told_again = json.loads(first["manifest.json"]), json.loads(again["manifest.json"])
    assert told["parts"] == told_again["parts"]
    assert set(told["migrations"]) == {"club", "tournaments"}
    # A database that has them all one by one need not have the one that replaces them.
    assert "0016_handover" in told["migrations"]["club"]
    assert not [name for names in told["migrations"].values() for name in names if "squashed" in name]
    assert Club.objects.count() == 2


def test_who_is_erased_here_is_erased_in_what_was_written_there(source: Source) -> None:
    done, _arrived = restored(source)
    by = User.objects.get(email="segretaria@example.org")
    person = Person.objects.get(club=done.club, numbers__number=3)
    Membership.objects.filter(person=person).update(ended_on=TODAY, end_cause="resignation")
    before = [entry.number for entry in _about(done.club, person)]
    # The key that the log of there gives to the person is somebody else's here.
    there = done.club.log.get(act="person.merged").subject["person"]
    assert there != person.pk

    erasure.erase(person.pk, done.club, typed=person.full_name, reason="lo chiede", today=TODAY, by=by)

    papers = Person.objects.get(club=done.club, numbers__number=3)
    assert papers.pk != person.pk
    assert [entry.number for entry in _about(done.club, papers)] == before
    assert list(_about(done.club, person)) == []
    assert first_broken(list(done.club.log.order_by("number"))) is None
    old = source.club.log.values_list("number", "subject")
    assert dict(done.club.log.values_list("number", "subject")).items() >= dict(old).items()


def _about(club: Club, person: Person) -> list[ClubLogEntry]:
    about = log.mentions(club, Person, person.pk, "person", "other", "gone")
    return list(club.log.filter(about).order_by("number"))
