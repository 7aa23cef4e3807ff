"""Letters of who enters from a phone, by a real worker: they go, and what was lost goes at the next round."""

import pytest

from tests.service.installation import NOBODY, Installation, until

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.worker,
    pytest.mark.slow,
    # One after the other, since they share a broker.
    pytest.mark.xdist_group("service"),
]

AN_EVENING = """
from tests.evening import a_club
from tests.tournaments.entries.bookings.scene import an_open_evening
an_open_evening(a_club(), places=2)
"""
ASK = """
from tests.tournaments.entries.bookings.scene import ask
from tournaments.models import Tournament
ask(Tournament.objects.get(), "{name} Ada", "Altro{name} Ugo")
"""
ROUNDS = "from tournaments.entries.bookings.periodic import tick; [tick.delay() for each in range(3)]"
SENT = "SELECT count(*) FROM tournaments_bookingletter WHERE sent_at IS NOT NULL"
LETTERS = "SELECT kind FROM tournaments_bookingletter ORDER BY id"


def letters_in(service: Installation) -> int:
    return sum(path.read_text().count("To: ") for path in (service.data / "mail").glob("*"))


def test_letters_go_by_a_worker_and_those_that_were_lost_at_the_next_round(service: Installation) -> None:
    service.run(AN_EVENING + ASK.format(name="Verdi"), REDIS_URL=NOBODY)
    assert service.rows(SENT) == [(0,)], "the broker was away: the letter waits in its row"
    with service.worker():
        service.run(ASK.format(name="Rossi"))
        until(lambda: service.rows(SENT) == [(1,)], "the letter never went")
        service.run(ROUNDS)
        until(lambda: service.rows(SENT) == [(2,)], "the lost letter never went")
    assert service.rows(LETTERS) == [("confirm",), ("confirm",)]
    assert letters_in(service) == 2
