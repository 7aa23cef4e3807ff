"""The last place asked for by many at the same moment, on a real PostgreSQL."""

import json

import pytest

from tests.service.installation import on_postgres

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("parallel bookings")]

AT_ONCE = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from tests.evening import a_club
from tests.tournaments.entries.bookings.scene import an_open_evening, ask, book
from tournaments import queries
from tournaments.entries.bookings import confirmations
from tournaments.entries.bookings import periodic
from tournaments.models import Booking, BookingLetter

evening = an_open_evening(a_club(), places=1)
holder = book(evening, "Serra Pio", "Serra Zoe")
letters = "abcdefgh"
late = [ask(evening, f"Uno{c} Ada", f"Due{c} Ugo", email=f"{c}@example.org") for c in letters]
confirmations.cancel(holder.pk)
together = Barrier(len(late))

def run(work, given):
    with ThreadPoolExecutor(len(given)) as threads:
        return list(threads.map(work, given))

def confirm(booking):
    together.wait()
    try:
        confirmations.confirm(booking.pk)
    finally:
        connection.close()

run(confirm, late)
placed = list(queries.open_bookings(evening).filter(has_place=True))
line = [each.number for each in queries.waiting_line(evening)]
waiting = queries.open_bookings(evening).filter(line__isnull=False)
by_hour = [each.number for each in waiting.order_by("confirmed_at")]
first = line[0]

def cancel(booking):
    together.wait()
    try:
        if booking.pk == placed[0].pk:
            confirmations.cancel(booking.pk)
        else:
            from django.utils import timezone
            periodic.run_once(timezone.now())
    finally:
        connection.close()

run(cancel, late)
after = list(queries.open_bookings(evening).filter(has_place=True).values_list("number", flat=True))
print(json.dumps({
    "placed": len(placed), "line": len(line), "in order": line == by_hour, "next": after == [first],
    "freed": BookingLetter.objects.filter(kind="freed").count(),
}))
"""


def test_of_eight_confirmations_at_once_one_has_the_last_place_and_the_first_in_line_comes_next(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with on_postgres(tmp_path_factory.mktemp("bookings")) as here:
        told = json.loads(here.run(AT_ONCE).splitlines()[-1])
    assert told == {"placed": 1, "line": 7, "in order": True, "next": True, "freed": 1}
