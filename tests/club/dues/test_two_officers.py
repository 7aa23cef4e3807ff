"""Two officers at the same moment: no due is paid or written twice, and no number of a receipt is missing."""

import json
from typing import Any

import pytest

from tests.service.installation import Installation

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("club on postgresql")]

#: Runs the acts of two officers at once, each in a connection of its own, and says how each ended.
TOGETHER = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4
from django.db import connection
from club import receipts
from club.dues import members, payments, receipt_letters
from club.errors import ClubError
from club.models import Due, MemberLetter, Means, Particulars, Receipt, RoleKind
from club.receipts import Payer, Payment
from tests.club.dues.members import TODAY, a_category, a_member, a_year, paid
from tests.evening import a_club, an_officer

def together(*acts):
    barrier = Barrier(len(acts))
    def run(act):
        try:
            barrier.wait()
            act()
            return "done"
        except ClubError as refusal:
            return refusal.code
        finally:
            connection.close()
    with ThreadPoolExecutor(len(acts)) as threads:
        return sorted(threads.map(run, acts))

club = a_club({name!r})
first, second = (an_officer(club, RoleKind.TREASURER, email=f"{{n}}@{slug}.example.org") for n in (1, 2))
year = a_year(club, by=first)
people = [a_member(club, f"Socio{{n:02}}", by=first) for n in range(12)]

def pay(person, by, **said):
    start = {{"means": Means.CASH, "paid_on": TODAY, "key": uuid4(), "today": TODAY, "by": by}}
    return payments.pay(year, person, **{{**start, **said}})
def cancel(receipt, by):
    asked = {{"reason": "errore", "key": uuid4(), "today": TODAY, "by": by}}
    return receipts.cancel(club, receipt.year, receipt.number, **asked)
def numbers():
    return list(club.receipts.order_by("number").values_list("number", flat=True))
def sums():
    return [(due.paid_cents, due.is_paid) for due in Due.objects.filter(year=year).order_by("pk")]
"""


def told(on: Installation, name: str, script: str) -> Any:
    slug = name.lower().replace(" ", "-")
    return json.loads(on.run(TOGETHER.format(name=name, slug=slug) + script).splitlines()[-1])


def test_one_due_paid_by_two_is_paid_once(on_postgresql: Installation) -> None:
    ends, numbers, sums = told(
        on_postgresql,
        "Due incassi",
        """
ends = [together(lambda: pay(each, first), lambda: pay(each, second)) for each in people]
print(json.dumps([ends, numbers(), sums()]))
""",
    )
    assert ends == [["already-paid", "done"]] * 12
    assert numbers == list(range(1, 13))
    assert sums == [[2500, True]] * 12


def test_two_instalments_at_once_are_never_more_than_the_due(on_postgresql: Installation) -> None:
    ends, numbers, sums = told(
        on_postgresql,
        "Due rate",
        """
part = lambda person, by: pay(person, by, cents=1500)
ends = [together(lambda: part(each, first), lambda: part(each, second)) for each in people]
print(json.dumps([ends, numbers(), sums()]))
""",
    )
    assert ends == [["done", "more-than-owed"]] * 12
    assert numbers == list(range(1, 13))
    assert sums == [[1500, False]] * 12


def test_one_pays_while_another_cancels_the_receipt(on_postgresql: Installation) -> None:
    ends, numbers, sums = told(
        on_postgresql,
        "Uno annulla",
        """
ends = []
for each in people:
    wrong = pay(each, first)
    ends.append(together(
        lambda: pay(each, first), lambda: cancel(wrong, second), lambda: cancel(wrong, first),
    ))
print(json.dumps([ends, numbers(), sums()]))
""",
    )
    # The payment came before the cancellation, and was refused, or after it, and stands.
    assert all(end in (["already-cancelled", "already-paid", "done"], ["already-cancelled", "done", "done"])
               for end in ends)  # fmt: skip
    again = [end.count("done") == 2 for end in ends]
    assert numbers == list(range(1, 12 * 2 + sum(again) + 1))
    assert sums == [[2500, True] if paid else [0, False] for paid in again]


def test_two_renew_everybody_and_each_owes_once(on_postgresql: Installation) -> None:
    ends, dues, acts = told(
        on_postgresql,
        "Due rinnovi",
        """
shown = members.plan(year, today=TODAY).fingerprint
renew = lambda by: members.renew(year, shown=shown, today=TODAY, by=by)
ends = together(lambda: renew(first), lambda: renew(second))
acts = [entry.after for entry in club.log.filter(act="year.renewed")]
print(json.dumps([ends, Due.objects.filter(year=year).count(), acts]))
""",
    )
    assert ends == ["done", "done"]
    assert dues == 12
    assert acts == [{"dues": 12}]


def test_one_pays_while_another_renews_everybody(on_postgresql: Installation) -> None:
    ends, dues, numbers = told(
        on_postgresql,
        "Uno rinnova",
        """
shown = members.plan(year, today=TODAY).fingerprint
ends = together(lambda: pay(people[0], first),
                lambda: members.renew(year, shown=shown, today=TODAY, by=second))
print(json.dumps([ends, Due.objects.filter(year=year).count(), numbers()]))
""",
    )
    # Who pays first changes the plan, and the renewal is to be looked at again.
    assert (ends, dues) in ((["done", "done"], 12), (["done", "plan-changed"], 1))
    assert numbers == [1]


def test_receipts_for_dues_and_for_the_rest_share_their_numbers(on_postgresql: Installation) -> None:
    ends, numbers, letters = told(
        on_postgresql,
        "Di tutto",
        """
key = uuid4()
def give(by, key):
    payment = Payment(None, 1000, "", Means.CARD, TODAY, kind=Receipt.Kind.DONATION, payer=Payer("Verdi"))
    receipts.write(club, payment, key=key, today=TODAY, by=by)
ends = []
for each in people:
    once = uuid4()
    ends.append(together(
        lambda: pay(each, first), lambda: give(second, once), lambda: give(first, once),
        lambda: give(first, uuid4()),
    ))
Particulars.objects.create(person=people[0], email="anna@example.org")
label = people[0].receipts.get().label
send = lambda by: receipt_letters.send(club, [label], key=key, by=by)
ends.append(together(lambda: send(first), lambda: send(second)))
print(json.dumps([ends, numbers(), MemberLetter.objects.filter(club=club).count()]))
""",
    )
    assert ends == [["done"] * 4] * 12 + [["done"] * 2]
    assert numbers == list(range(1, 12 * 3 + 1))
    assert letters == 1
