"""Owners who take each other's role at the same moment, on a real PostgreSQL: one is left, always."""

import json

import pytest

from tests.service.installation import Installation

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("club on postgresql")]

AT_ONCE = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from club.accounts import roles
from club.history.hash_chain import first_broken
from club.errors import ClubError
from club.models import Role, RoleKind
from tests.evening import a_club, an_officer

OWNER = RoleKind.OWNER
club = a_club("Circolo dei litigi")
two = [an_officer(club, OWNER, email=f"{name}@example.org") for name in ("uno", "due")]
left, refused = [], []

def take(mine, other, kinds, together):
    together.wait()
    try:
        roles.assign(club, other, kinds, by=mine)
    except ClubError as refusal:
        refused.append(refusal.code)
    finally:
        connection.close()

for _time in range(4):
    together = Barrier(2)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda pair: take(*pair, [], together), [(two[0], two[1]), (two[1], two[0])]))
    owners = list(Role.objects.filter(club=club, kind=OWNER).values_list("user", flat=True))
    left.append(len(owners))
    (kept,) = [user for user in two if user.pk in owners]
    (gone,) = [user for user in two if user.pk not in owners]
    roles.assign(club, gone, [OWNER], by=kept)
print(json.dumps({"left": left, "refused": refused, "broken": first_broken(club.log.all())}))
"""


def test_two_owners_who_take_each_other_s_role_at_once_leave_one(on_postgresql: Installation) -> None:
    told = json.loads(on_postgresql.run(AT_ONCE).splitlines()[-1])
    assert told == {"left": [1] * 4, "refused": ["not-owner"] * 4, "broken": None}
