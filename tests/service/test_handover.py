"""A club written on one installation and taken in on another: other file, other database, other processes."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from club.handover import encryption
from tests.club.handover.age import sealed_quickly
from tests.club.handover.comparing import Rows, differences
from tests.service.installation import Installation, on_sqlite, until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("service")]

PASSPHRASE = "tre carte in mano di più"

RICH = """
import json
from club.accounts import letters
from tests.club.handover import rich
from tests.evening import a_club
letters.soon = letters.attempt  # so that no letter leaves after the rows were read
a_club("Un altro circolo")
before = rich.keys()
rich.a_rich_club()
print(json.dumps(rich.rows(before)))
"""
ALL_ROWS = """
import json
from tests.club.handover import rich
print(json.dumps(rich.rows()))
"""
RECOMPUTED = """
from django.core.management import call_command
call_command("recompute_standings")
call_command("recompute_ratings")
"""
GOES_ON = """
import json
from django.db import IntegrityError, transaction
from club.models import Club, Receipt, User
from club.history.hash_chain import first_broken
from tests.club.handover.going_on import next_receipt
from tests.evening import JURY, a_round, fill
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.models import Round

club = Club.objects.get(slug="circolo-mazzini")
receipt = next_receipt(club, User.objects.get(email="segretaria@example.org"))
running = Round.objects.get(tournament__club=club, state="playing")
tournament = running.tournament
for match in running.matches.filter(deals=None).select_related("round__tournament"):
    fill(match, seed=5)
rounds.settle(tournament.pk, running.number, by=JURY)
builds.build(tournament.pk)
following = a_round(tournament, seed=6)
try:
    with transaction.atomic():
        Receipt.objects.filter(club=club, number=1).delete()
    stays = False
except IntegrityError:
    stays = True
print(json.dumps({
    "receipt": receipt.number,
    "turn": following.number,
    "tables": following.matches.count(),
    "stays": stays,
    "logs": [first_broken(club.log.order_by("number")), first_broken(tournament.log.order_by("number"))],
}))
"""


def told(here: Installation, *words: str, typed: str = PASSPHRASE) -> subprocess.CompletedProcess[str]:
    """What a command answered to who typed that."""
    return here.command(*words, typed=f"{typed}\n")


@dataclass(frozen=True)
class Left:
    """What was left: the rows as they were, the file that was written of them, and the same bundle sealed so
    that a try of its passphrase takes no seconds."""

    rows: Rows
    file: Path
    quick: Path


def left_by(here: Installation) -> Left:
    rows = json.loads(here.run(RICH).splitlines()[-1])
    file = here.data / "circolo.zip.age"
    done = told(here, "export_club", "circolo-mazzini", str(file), "--passphrase-stdin")
    assert done.returncode == 0, done.stderr
    assert file.stat().st_mode & 0o777 == 0o600
    assert PASSPHRASE not in done.stdout + done.stderr
    quick = here.data / "subito.zip.age"
    quick.write_bytes(sealed_quickly(encryption.unseal(file.read_bytes(), PASSPHRASE), PASSPHRASE))
    return Left(rows, file, quick)


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Left:
    return left_by(on_sqlite(tmp_path_factory.mktemp("left")))


def arrives(here: Installation, left: Left, file: Path) -> None:
    """The club is taken in, is what it was to the last column, and goes on."""
    done = told(here, "restore_club", str(file), "--passphrase-stdin")
    assert done.returncode == 0, done.stderr
    assert "circolo-mazzini" in done.stdout
    told_rows, *recomputed, goes_on = here.run(f"{ALL_ROWS}{RECOMPUTED}{GOES_ON}").splitlines()
    rows = json.loads(told_rows)
    assert differences(left.rows, rows) == []
    # In an empty installation the keys are those of before, and with them every address.
    assert [row["id"] for row in rows["club.person"]] == [row["id"] for row in left.rows["club.person"]]
    assert "".join(recomputed).count("uguali") == 4, "three evenings and the ratings"
    assert json.loads(goes_on) == {
        "receipt": 6, "turn": 3, "tables": 2, "stays": True, "logs": [None, None],
    }  # fmt: skip
    refused(told(here, "restore_club", str(left.quick), "--passphrase-stdin"))


@pytest.mark.postgres
@pytest.mark.redis
def test_from_a_laptop_to_a_server(laptop: Left, service: Installation) -> None:
    arrives(service, laptop, laptop.file)


@pytest.mark.postgres
@pytest.mark.redis
def test_from_a_server_to_a_laptop_and_to_the_same_server_again(
    service: Installation, embedded: Installation
) -> None:
    """On the server beside rows of its own: other keys, all else the same; the sequences go on."""
    left = left_by(service)
    arrives(embedded, left, left.quick)
    answered = told(
        service, "restore_club", str(left.quick), "--passphrase-stdin", "--slug", "copia", "--new-codes"
    )
    assert answered.returncode == 0, answered.stderr
    *recomputed, goes_on = service.run(f"{RECOMPUTED}{GOES_ON}").splitlines()
    assert "".join(recomputed).count("uguali") == 9
    assert json.loads(goes_on)["receipt"] == 6


ASKS = """
from club.handover import archive_writer
from club.models import Club, User
from tests.evening import a_club, an_officer
club = a_club()
archive_writer.request_archive(club, by=an_officer(club, "owner"))
"""


@pytest.mark.postgres
@pytest.mark.worker
def test_a_worker_makes_it_and_leaves_it_for_the_owner(service: Installation) -> None:
    with service.worker():
        service.run(ASKS)
        made = "SELECT state, octet_length(body) FROM club_handover"
        until(lambda: service.rows(made)[0][0] == "ready", "the archive was never ready")
    assert service.rows(made)[0][1] > 1000


def test_what_cannot_be_taken_in_leaves_an_installation_empty(
    laptop: Left, embedded: Installation, tmp_path: Path
) -> None:
    body = laptop.quick.read_bytes()
    middle = len(body) // 2
    flipped = body[:middle] + bytes([body[middle] ^ 1]) + body[middle + 1 :]
    for what, bytes_ in {"flipped": flipped, "passphrase": body}.items():
        file = tmp_path / what
        file.write_bytes(bytes_)
        typed = "un'altra frase lunga" if what == "passphrase" else PASSPHRASE
        refused(told(embedded, "restore_club", str(file), "--passphrase-stdin", typed=typed))
    refused(told(embedded, "restore_club", str(tmp_path / "missing"), "--passphrase-stdin"))
    rows = json.loads(embedded.run(ALL_ROWS).splitlines()[-1])
    assert not any(rows.values())


def refused(answered: subprocess.CompletedProcess[str]) -> None:
    """With a sentence, and the status that a script looks at."""
    assert answered.returncode == 1
    assert len(answered.stderr.splitlines()) == 1
    assert "CommandError" not in answered.stderr
    assert answered.stdout == ""
