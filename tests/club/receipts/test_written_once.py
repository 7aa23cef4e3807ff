"""The database itself refuses to change or delete a receipt or a line of cash; no gap and no line twice under
many desks."""

import json
import shutil
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from club import receipts
from club.models import Club, Receipt, RoleKind
from club.register.duplicates import merge
from tests.club.dues.members import TODAY, a_member, a_year, paid
from tests.evening import a_club, an_officer
from tests.service.installation import Installation, on_sqlite
from tests.tournaments.entries.cash.desks import EIGHT_DESKS

FIELDS = sorted(field.name for field in Receipt._meta.concrete_fields if field.name not in ("id", "person"))


@pytest.fixture
def receipt(db: None) -> Receipt:
    club = a_club()
    by = an_officer(club, RoleKind.TREASURER)
    year = a_year(club, by=by)
    paid(year, a_member(club, "Rossi", by=by), by=by)
    return receipts.cancel(club, 2026, 1, reason="errore", key=uuid4(), today=TODAY, by=by)


def test_no_field_of_a_receipt_can_be_edited_by_any_query(receipt: Receipt) -> None:
    for field in FIELDS:
        with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
            Receipt.objects.update(**{field: F(field)})


def test_a_receipt_is_neither_saved_again_nor_deleted(receipt: Receipt) -> None:
    receipt.cents = -1
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        receipt.save()
    with pytest.raises(IntegrityError, match=r"never (deleted|edited)"), transaction.atomic():
        Receipt.objects.filter(pk=receipt.pk)._raw_delete(Receipt.objects.db)
    assert Receipt.objects.get(pk=receipt.pk).cents == -2500


def test_of_two_people_found_to_be_one_the_receipts_go_with_the_one_kept(receipt: Receipt) -> None:
    club = Club.objects.get(pk=receipt.club_id)
    by = an_officer(club, RoleKind.SECRETARY)
    kept = a_member(club, "Rosi", by=by)
    receipt.person.memberships.update(ended_on=TODAY, end_cause="resignation")
    merge(club, kept=kept.pk, gone=receipt.person_id, reason="scritta due volte", today=TODAY, by=by)
    assert set(Receipt.objects.values_list("person_id", "payer")) == {(kept.pk, "Rossi Anna")}


TWENTY_DESKS = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4
from django.db import connection
from club.dues import payments
from club.errors import ClubError
from club.models import Means, Receipt, RoleKind
from club import receipts
from tests.club.dues.members import TODAY, a_member, a_year, paid
from tests.evening import a_club, an_officer

club = a_club()
by = an_officer(club, RoleKind.TREASURER)
year = a_year(club, by=by)
members = [a_member(club, f"Socio{n:02}", by=by) for n in range(41)]
keys = [uuid4() for _member in members]
first = paid(year, a_member(club, "Primo", by=by), by=by)
together = Barrier(20)

def desk(number):
    together.wait()
    done = []
    try:
        # Two members of its own, each clicked twice; then one that all the desks want; then a cancellation.
        for which in (number, number + 20):
            for _click in range(2):
                done.append(payments.pay(year, members[which], means=Means.CASH, paid_on=TODAY,
                                         key=keys[which], today=TODAY, by=by).number)
        for act in (
            lambda: payments.pay(year, members[40], means=Means.CASH, paid_on=TODAY, key=uuid4(),
                                 today=TODAY, by=by),
            lambda: receipts.cancel(club, 2026, first.number, reason="errore", key=uuid4(), today=TODAY,
                                   by=by),
        ):
            try:
                act()
            except ClubError as refusal:
                done.append(refusal.code)
        return done
    finally:
        connection.close()

with ThreadPoolExecutor(20) as threads:
    told = list(threads.map(desk, range(20)))
written = Receipt.objects.filter(club=club)  # other tests' clubs may be in this database as well
print(json.dumps({
    "numbers": sorted(written.values_list("number", flat=True)),
    "clicks": all(each[0] == each[1] and each[2] == each[3] for each in told),
    "counters": written.filter(cancels__isnull=False).count(),
    "refused": sorted({code for each in told for code in each if isinstance(code, str)}),
}))
"""

DESKS = TWENTY_DESKS + EIGHT_DESKS
EDITED = """
from django.db import IntegrityError, transaction
from club.models import CashMovement
for edit in (
    lambda: CashMovement.objects.update(cents=1),
    lambda: Receipt.objects.update(cents=1),
    lambda: Receipt.objects.all()._raw_delete("default"),
):
    try:
        with transaction.atomic():
            edit()
        print("done")
    except IntegrityError as refusal:
        print(str(refusal).splitlines()[0])
"""


def no_gap(told: Any) -> None:
    # One before, forty members, one that all the desks wanted, one counter-entry: each number once.
    assert told["numbers"] == list(range(1, 44))
    assert told["clicks"], "a double click gave two receipts"
    assert told["counters"] == 1
    assert told["refused"] == ["already-cancelled", "already-paid"]


def no_line_twice(told: Any) -> None:
    assert told["numbers"] == list(range(1, 18))
    assert told["books"] == 1
    assert told["clicks"], "a double click gave two lines"
    assert told["refused"] == ["already-paid"] * 7
    assert told["cash"] == 9 * 1000 + 8 * 100


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.xdist_group("club on postgresql")
def test_twenty_desks_at_once_leave_no_gap_on_postgresql(on_postgresql: Installation) -> None:
    receipts, lines, *refused = on_postgresql.run(DESKS + EDITED).splitlines()
    no_gap(json.loads(receipts))
    no_line_twice(json.loads(lines))
    says = ["never edited", "never edited", "never deleted"]
    assert [sentence in each for sentence, each in zip(says, refused, strict=True)] == [True] * 3


@pytest.mark.slow
@pytest.mark.xdist_group("parallel receipts")
def test_twenty_desks_at_once_leave_no_gap_on_sqlite(tmp_path: Path) -> None:
    receipts, lines = on_sqlite(tmp_path).run(DESKS).splitlines()
    no_gap(json.loads(receipts))
    no_line_twice(json.loads(lines))
    shutil.rmtree(tmp_path, ignore_errors=True)
