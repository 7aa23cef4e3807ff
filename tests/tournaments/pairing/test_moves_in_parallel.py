"""Twenty changes by hand at the same moment, on a real PostgreSQL: one is made, nineteen are told."""

import json

import pytest

from tests.service.installation import on_postgres

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("parallel moves")]

AT_ONCE = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from tests.evening import JURY, a_club, a_round, a_tournament
from tournaments.core.draws import Swap
from tournaments.errors import TournamentError
from tournaments.models import Round, Seat
from tournaments.pairing.moves import move
from tournaments.web.refusals import status_of

tournament = a_tournament(a_club(), pairs=12)
draft = a_round(tournament, seed=1, until="draft")
pairs = list(Seat.objects.filter(round=draft, position="N").order_by("match__table", "side", "position")
             .values_list("entry__number", flat=True))
asked = [Swap("entries", one, other) for one in pairs for other in pairs if one < other]
asked = (asked * 2)[:20]
together = Barrier(20)

def change(swap):
    together.wait()
    try:
        move(tournament.pk, 1, swap, by=JURY, version=draft.version, reason="prova")
        return 200
    except TournamentError as refusal:
        return [status_of(refusal), refusal.code]
    finally:
        connection.close()

with ThreadPoolExecutor(20) as threads:
    told = list(threads.map(change, asked))
after = Round.objects.get(pk=draft.pk)
seats = list(Seat.objects.filter(round=draft).values_list("entry__number", flat=True))
print(json.dumps({
    "told": told, "moves": len(after.moves), "newer": after.version > draft.version,
    "seats": sorted(seats), "log": tournament.log.filter(act="round.moved").count(),
}))
"""


def test_of_twenty_moves_at_once_on_one_draft_one_is_made(tmp_path_factory: pytest.TempPathFactory) -> None:
    with on_postgres(tmp_path_factory.mktemp("moves")) as here:
        told = json.loads(here.run(AT_ONCE).splitlines()[-1])
    assert told["told"].count(200) == 1
    assert told["told"].count([409, "round-changed"]) == 19
    assert (told["moves"], told["log"], told["newer"]) == (1, 1, True)
    assert told["seats"] == sorted([*range(1, 13)] * 2), "everybody has a chair, and one only"
