"""Several officers at the door of one assembly, on a real PostgreSQL: nobody twice, no proxy too many."""

import json

import pytest

from tests.service.installation import Installation

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("club on postgresql")]

AT_ONCE = """
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from club.assemblies import door, minutes
from club.errors import ClubError
from club.history.hash_chain import first_broken
from club.models import Attendance, MinutesVersion, RoleKind
from tests.club.assemblies.scene import a_voter, an_assembly
from tests.evening import a_club, an_officer

OFFICERS = 6
club = a_club("Circolo delle deleghe")
by = an_officer(club, RoleKind.SECRETARY)
people = [a_voter(club, f"Socio{at:02}", by) for at in range(12)]
one = an_assembly(club, by)
holder, other, contested, *givers = people
for each in (holder, other):
    door.mark_present(club, one.pk, each.pk, by=by)
together, refused = Barrier(OFFICERS), Counter()

def desk(number):
    acts = [
        # Six officers write six proxies to one member, who may hold three.
        lambda: door.record_proxy(club, one.pk, giver=givers[number].pk, holder=holder.pk, by=by),
        # Half of them see the contested member come in, the others write a proxy.
        lambda: door.mark_present(club, one.pk, contested.pk, by=by) if number % 2
        else door.record_proxy(club, one.pk, giver=contested.pk, holder=other.pk, by=by),
        lambda: minutes.save(club, one.pk, f"Testo {number}", version=0, by=by),
    ]
    try:
        for act in acts:
            together.wait()
            try:
                act()
            except ClubError as refusal:
                refused[refusal.code] += 1
    finally:
        connection.close()

with ThreadPoolExecutor(OFFICERS) as threads:
    list(threads.map(desk, range(OFFICERS)))
print(json.dumps({
    "held": Attendance.objects.filter(assembly=one, holder=holder).count(),
    "contested": Attendance.objects.filter(assembly=one, person=contested).count(),
    "too_many": refused["too-many-proxies"],
    "either_way": refused["represented"] + refused["is-there"],
    "minutes": MinutesVersion.objects.filter(assembly=one).count(),
    "outdated": refused["changed-meanwhile"],
    "broken": first_broken(club.log.order_by("number")),
}))
"""


def test_officers_at_the_door_at_once_write_nobody_twice_and_no_proxy_too_many(
    on_postgresql: Installation,
) -> None:
    told = json.loads(on_postgresql.run(AT_ONCE).splitlines()[-1])
    assert told == {
        "held": 3, "contested": 1, "too_many": 3, "either_way": 3, "minutes": 1, "outdated": 5,
        "broken": None,
    }  # fmt: skip
