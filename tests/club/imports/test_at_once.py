"""Officers who confirm, change and take back the same import at the same moment, on a real PostgreSQL."""

import json

import pytest

from tests.service.installation import Installation

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("club on postgresql")]

AT_ONCE = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from club.history.hash_chain import first_broken
from club.dues import payments
from club.errors import ClubError
from club.imports import service, undoing
from club.models import Category, Due, Import, Person, RoleKind
from tests.club.imports.steps import checked, worked
from tests.evening import a_club, an_officer

club = a_club("Circolo della fretta")
one, two = [an_officer(club, RoleKind.SECRETARY, email=f"{name}@example.org") for name in ("uno", "due")]
Category.objects.create(club=club, name="ordinario")
rows = [(at, f"Rossi {chr(97 + at)}", "Ada", "10/1/2020", "25") for at in range(1, 21)]
sheets = [checked(club, one, *rows, headings=("N.", "Cognome", "Nome", "Socio dal", "Quota 2025"))
          for _sheet in range(2)]

def at_once(*acts):
    together = Barrier(len(acts))
    def act(done):
        together.wait()
        try:
            return done()
        except ClubError as refusal:
            return refusal.code
        finally:
            connection.close()
    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))

def confirm(sheet, by):
    one = Import.objects.get(pk=sheet.pk)
    return worked(service.start_writing(one, shown=sheet.fingerprint, by=by)).state

at_once(*[lambda by=by, sheet=sheet: confirm(sheet, by) for sheet in sheets for by in (one, two)])
# Other tests' clubs may be in this database as well.
people, dues = Person.objects.filter(club=club), Due.objects.filter(year__club=club)
states = sorted(Import.objects.filter(club=club).values_list("state", flat=True))
told = {"states": states, "people": people.count(), "dues": dues.count()}
done = Import.objects.get(club=club, state="done")
due = dues.select_related("year", "person").first()

def take_back():
    return payments.mark_as_unpaid(due.year, due.person, reason="assegno tornato", by=two)

def undo():
    return undoing.undo(done.pk, club, reason="foglio sbagliato", by=one).state

said = at_once(undo, take_back, undo)
left = people.count()
told["whole"] = (left, dues.count()) in ((0, 0), (20, 20))
told["agrees"] = (left == 0) == (said[0] == said[2] == "undone")
told["broken"] = first_broken(club.log.order_by("number"))
print(json.dumps(told))
"""


def test_an_import_is_written_once_and_taken_back_whole_or_not_at_all(on_postgresql: Installation) -> None:
    told = json.loads(on_postgresql.run(AT_ONCE).splitlines()[-1])
    assert told == {
        "states": ["checked", "done"], "people": 20, "dues": 20, "whole": True, "agrees": True,
        "broken": None,
    }  # fmt: skip
