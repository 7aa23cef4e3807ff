"""A new installation begins with the archive of a club: from a page, by whoever knows its code."""

import io

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from club.accounts import first_club
from club.handover import archive_reader, archive_writer, restore
from club.models import (
    Category,
    CategorySpell,
    Club,
    ClubLogEntry,
    MemberNumber,
    Membership,
    Person,
    Role,
    RoleKind,
    User,
)
from club.slices import CachedProgress, Progress
from tests.club.dues.members import a_member
from tests.club.handover.letters import PASSPHRASE, seal_quickly
from tests.evening import a_club, an_officer
from tests.tampering import without_triggers

pytestmark = pytest.mark.django_db

WELCOME = "/benvenuto/"


@pytest.fixture(autouse=True)
def quick_sealing(monkeypatch: pytest.MonkeyPatch) -> None:
    seal_quickly(monkeypatch)


@pytest.fixture(autouse=True)
def nobody_restores() -> None:
    restore.PROGRESS.release()
    cache.delete(restore.TROUBLE)


@pytest.fixture
def archive() -> bytes:
    """The archive of a club that was; nobody is here any more."""
    club = a_club()
    owner = an_officer(club, RoleKind.OWNER, email="titolare@example.org")
    a_member(club, "Rossi", by=owner)
    sealed = io.BytesIO()
    archive_writer.write_archive(club, sealed, PASSPHRASE, by=owner)
    _emptied()
    return sealed.getvalue()


def _emptied() -> None:
    without_triggers()
    for model in (CategorySpell, MemberNumber, Membership, Category, ClubLogEntry, Person, Club, User):
        model.objects.all().delete()


def welcomed(archive: bytes, **changed: object) -> dict[str, object]:
    return {
        "code": first_club.start_code(),
        "file": SimpleUploadedFile("c.zip.age", archive),
        "passphrase": PASSPHRASE,
        "email": "nuovo@example.org",
        "password": "la-grande-fino-ai-calzettini",
        **changed,
    }


def test_a_secretary_without_a_terminal_brings_the_club(archive: bytes) -> None:
    client = Client()
    assert client.get(WELCOME).status_code == 200
    answer = client.post(WELCOME, welcomed(archive))
    assert answer.status_code == 302
    club = Club.objects.get()
    assert club.people.get().last_name == "Rossi"
    new = User.objects.get(email="nuovo@example.org")
    assert set(Role.objects.filter(club=club, user=new).values_list("kind", flat=True)) == set(RoleKind)
    assert list(club.log.order_by("-number").values_list("act", flat=True)[:2]) == [
        "roles.changed", "club.restored",
    ]  # fmt: skip
    assert client.login(email="nuovo@example.org", password="la-grande-fino-ai-calzettini")
    assert client.get(WELCOME).status_code == 404
    assert client.post(WELCOME, welcomed(archive)).status_code == 404


def test_who_had_an_account_there_has_it_here_with_a_new_password(archive: bytes) -> None:
    assert Client().post(WELCOME, welcomed(archive, email="Titolare@example.org")).status_code == 302
    owner = User.objects.get()
    assert list(owner.roles.values_list("kind", flat=True)) == [RoleKind.OWNER]
    assert owner.check_password("la-grande-fino-ai-calzettini")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"code": "ABCDEFGH"}, "Il codice non è di questa installazione"),
        ({"passphrase": "un'altra frase"}, "La frase non è questa"),
        ({"password": "corta"}, "errorlist"),
        ({"email": "x"}, "valido"),
        ({"file": SimpleUploadedFile("x", PASSPHRASE.encode() + b"\nciao")}, "archivio di un circolo"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    archive: bytes, changed: dict[str, object], sentence: str
) -> None:
    answer = Client().post(WELCOME, welcomed(archive, **changed))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_who_comes_back_sees_how_far_it_is_and_nothing_is_sent_twice(archive: bytes) -> None:
    restore.PROGRESS.claim()
    restore.PROGRESS.report(500, 2000)
    page = Client().get(WELCOME).content.decode()
    assert "500 passi su 2000" in page.replace("2.000", "2000")
    assert "passphrase" not in page
    answer = Client().post(WELCOME, welcomed(archive))
    assert answer.status_code == 409
    assert not Club.objects.exists()
    assert restore.PROGRESS.current() == Progress(500, 2000), "who came second ends nothing"


def test_the_work_tells_how_far_it_is_and_leads_on_who_waits(
    archive: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(archive_reader, "PROGRESS_ROWS", 5)
    monkeypatch.setattr(CachedProgress, "report", lambda _self, done, total: told.append((done, total)))
    waiting = Client()
    assert "Si manda il file…" in waiting.get(f"{WELCOME}?inviato=1").content.decode()
    assert Client().post(WELCOME, welcomed(archive)).status_code == 302
    assert [done for done, _total in told] == list(range(5, told[-1][0] + 1, 5))
    assert {total for _done, total in told} == {told[0][1]}
    assert told[-1][0] <= told[0][1] < told[-1][0] + 5
    assert restore.PROGRESS.current() is None
    led = waiting.get(f"{WELCOME}?inviato=2", headers={"HX-Request": "true"})
    assert led.headers["HX-Redirect"] == "/accesso/login/"
    assert waiting.get(f"{WELCOME}?inviato=2").status_code == 302
    assert waiting.get(WELCOME).status_code == 404


def test_why_it_failed_is_told_to_who_comes_back_and_it_can_be_tried_again(archive: bytes) -> None:
    assert Client().post(WELCOME, welcomed(archive, passphrase="un'altra frase")).status_code == 422
    assert "La frase non è questa" in Client().get(WELCOME).content.decode()
    assert Client().post(WELCOME, welcomed(archive, code="ABCDEFGH")).status_code == 422
    assert Client().post(WELCOME, welcomed(archive)).status_code == 302


def test_a_failure_of_the_program_frees_the_place_and_is_told(
    archive: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_said: object, **_more: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(restore, "restore_club", broken)
    with pytest.raises(RuntimeError):
        Client().post(WELCOME, welcomed(archive))
    assert restore.PROGRESS.current() is None
    assert "non è stato scritto nulla" in Client().get(WELCOME).content.decode()
    assert "si è interrotto" in Client().get(f"{WELCOME}?inviato=2").content.decode()


def test_the_code_may_be_typed_as_it_is_read_out(archive: bytes) -> None:
    code = first_club.start_code()
    typed = f" {code[:4].lower()} - {code[4:]}"
    assert Client().post(WELCOME, welcomed(archive, code=typed)).status_code == 302


def a_new_club(**changed: object) -> dict[str, object]:
    return {
        "create": "yes",
        "new-code": first_club.start_code(),
        "new-name": "Circolo nuovo",
        "new-email": "nuovo@example.org",
        "new-password": "la-grande-fino-ai-calzettini",
        **changed,
    }


def test_a_new_club_is_made_on_the_page_and_its_owner_is_led_to_its_desk() -> None:
    client = Client()
    assert client.get("/", follow=True).redirect_chain[-1][0] == WELCOME
    answer = client.post(WELCOME, a_new_club(), follow=True)
    assert answer.redirect_chain[-1][0] == "/circoli/circolo-nuovo/banco/"
    page = answer.content.decode()
    assert "è nato" in page
    assert "Prepara il circolo" in page
    owner = User.objects.get()
    assert set(Club.objects.get().roles.values_list("user", "kind")) == {
        (owner.pk, kind) for kind in RoleKind
    }
    assert Client().get(WELCOME).status_code == 404
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"new-code": "AAAAAAAA"}, "Il codice non è di questa installazione"),
        ({"new-name": "!!!"}, "con almeno una lettera"),
        ({"new-email": "nuovo"}, "e-mail"),
        ({"new-password": "corta"}, "password"),
    ],
    ids=["code", "name", "email", "password"],
)
def test_a_new_club_is_refused_in_words_and_nothing_is_written(changed: dict[str, object], said: str) -> None:
    answer = Client().post(WELCOME, a_new_club(**changed))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_two_clubs_made_on_two_pages_at_once_are_one() -> None:
    one, other = Client(), Client()
    assert one.post(WELCOME, a_new_club()).status_code == 302
    assert (
        other.post(WELCOME, a_new_club(**{"new-name": "Un altro", "new-email": "a@b.org"})).status_code == 404
    )
    assert Club.objects.count() == 1
