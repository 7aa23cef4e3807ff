"""A member and several officers at the same moment, on a real PostgreSQL: nothing is written twice."""

import json

import pytest

from tests.service.installation import Installation

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("club on postgresql")]

AT_ONCE = """
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier
from uuid import uuid4
from django.db import connection
from club.errors import ClubError
from club.history.hash_chain import first_broken
from club.models import Consent, DataRequest, OwnPage, PersonNote, RoleKind
from club.privacy import consents
from club.register import data_requests, notebook, own_pages, people
from tests.evening import a_club, an_officer

HANDS, DAY = 6, date(2026, 11, 20)
club = a_club("Circolo delle pagine")
by = an_officer(club, RoleKind.OWNER)
anna = people.add(club, last_name="Rossi", first_name="Anna")
key, together, refused = uuid4(), Barrier(HANDS), Counter()
note = notebook.write(anna.pk, club, text="Prima", on=DAY, today=DAY, by=by, key=uuid4())
waiting = data_requests.ask(anna, text="Ho cambiato casa", key=uuid4())

def hand(number):
    acts = [
        lambda: notebook.write(anna.pk, club, text="Nota", on=DAY, today=DAY, by=by, key=key),
        lambda: notebook.correct(note.pk, club, text=f"Mano {number}", on=DAY, version=1, today=DAY, by=by),
        lambda: own_pages.switch_on(anna.pk, club, origin="http://x", today=DAY, by=by),
        lambda: data_requests.ask(anna, text=f"Richiesta {number}", key=uuid4()),
        lambda: data_requests.answer(waiting.pk, club, given=("done", "aside")[number % 2], by=by),
        lambda: consents.record_by_oneself(
            anna.pk, club, Consent.About.PHOTOS, is_given=True, today=DAY, key=key
        ),
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

with ThreadPoolExecutor(HANDS) as threads:
    list(threads.map(hand, range(HANDS)))
print(json.dumps({
    "notes": PersonNote.objects.filter(person=anna).count(),
    "corrected": refused["changed-meanwhile"],
    "pages": OwnPage.objects.filter(person=anna).count(),
    "requests": DataRequest.objects.filter(person=anna).count(),
    "too_many": refused["too-many"],
    "answered": refused["answered"],
    "consents": Consent.objects.filter(person=anna).count(),
    "broken": first_broken(club.log.order_by("number")),
}))
"""


def test_each_act_has_its_effect_once(on_postgresql: Installation) -> None:
    assert json.loads(on_postgresql.run(AT_ONCE).splitlines()[-1]) == {
        "notes": 2,
        "corrected": 5,
        "pages": 1,
        "requests": 3,
        "too_many": 4,
        "answered": 3,
        "consents": 1,
        "broken": None,
    }
