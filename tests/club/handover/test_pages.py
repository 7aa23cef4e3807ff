"""The page on which the owner has the archive prepared and takes it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks

from club.errors import ClubError
from club.handover import archive_writer
from club.models import (
    Club,
    Handover,
    Look,
    RoleKind,
    User,
)
from club.privacy import access_log
from tests.club.accounts.entering import surely
from tests.club.dues.members import a_member
from tests.club.handover.letters import PASSPHRASE, seal_quickly
from tests.evening import PASSWORD, a_club, an_officer, signed_in

pytestmark = pytest.mark.django_db

PAGE, TAKE = "/circoli/circolo-mazzini/consegna/", "/circoli/circolo-mazzini/consegna/scarica/"


@pytest.fixture(autouse=True)
def quick_sealing(monkeypatch: pytest.MonkeyPatch) -> None:
    seal_quickly(monkeypatch)


def form(**changed: str) -> dict[str, str]:
    return {"key": str(uuid4()), "passphrase": PASSPHRASE, "again": PASSPHRASE, **changed}


def prepared(club: Club, owner: User, run: DjangoCaptureOnCommitCallbacks) -> Handover:
    with run(execute=True):
        begun = archive_writer.request_archive(club, by=owner)
    begun.refresh_from_db()
    return begun


def test_the_owner_has_it_prepared_and_takes_it_with_a_passphrase(
    club: Club, owner: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    a_member(club, "Rossi", by=owner)
    client = surely(owner)
    assert "Prepara l'archivio" in client.get(PAGE).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(PAGE).status_code == 302
    page = client.get(PAGE)
    assert (page.context["people"], page.context["made"].state) == (1, "ready")
    assert len(page.context["suggestion"].split()) == 6
    answer = client.post(TAKE, form())
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert f"circolo-mazzini-{timezone.localdate():%Y-%m-%d}.zip.age" in answer["Content-Disposition"]
    assert answer.content.startswith(PASSPHRASE.encode())
    said = club.log.get(act="club.handed-over")
    assert (said.actor, said.after["people"], said.after["tournaments"]) == (owner, 1, 0)
    page = client.get(PAGE).content.decode()
    assert "Scaricato: qui sparisce entro dieci minuti" in page
    assert "ha scaricato l&#x27;archivio del circolo" in page
    assert PASSPHRASE not in page


def test_who_left_the_page_open_is_asked_for_the_password_and_no_passphrase_is_kept(
    club: Club, owner: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = signed_in(owner)  # some time ago
    answer = client.post(PAGE)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accesso/reauthenticate/")
    assert not Handover.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        again = client.post(answer.headers["Location"], {"password": PASSWORD}, follow=True)
    assert again.redirect_chain[-1] == (PAGE, 302)
    assert Handover.objects.get(club=club, asked_by=owner).is_ready
    assert client.post(TAKE, form()).status_code == 200
    assert PASSPHRASE not in str(dict(client.session.items()))


def test_what_one_owner_had_prepared_another_does_not_take(
    club: Club, owner: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    prepared(club, owner, django_capture_on_commit_callbacks)
    other = signed_in(an_officer(club, RoleKind.OWNER, email="altra@example.org"))
    assert "Un altro titolare ne ha preparato uno" in other.get(PAGE).content.decode()
    assert other.post(TAKE, form()).status_code == 409
    assert not club.log.exists()


def test_a_double_click_is_one_line_of_the_log(
    club: Club, owner: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    prepared(club, owner, django_capture_on_commit_callbacks)
    client, said = signed_in(owner), form()
    first, second = client.post(TAKE, said), client.post(TAKE, said)
    assert first.content == second.content
    assert club.log.filter(act="club.handed-over").count() == 1


def test_asked_twice_it_is_made_once_and_asked_again_anew(
    club: Club, owner: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    first = archive_writer.request_archive(club, by=owner)
    assert archive_writer.request_archive(club, by=owner) == first
    archive_writer.make_archive(first.pk)
    again = prepared(club, owner, django_capture_on_commit_callbacks)
    assert (again.pk != first.pk, again.state) == (True, "ready")
    assert Handover.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"again": "un'altra cosa ancora"}, "Le due frasi non sono uguali"),
        ({"passphrase": "corta", "again": "corta"}, "La frase segreta è debole"),
        ({"passphrase": "", "again": ""}, "errorlist"),
        ({"key": "x"}, "consegna"),
    ],
)
def test_a_passphrase_that_does_not_do_is_said_on_the_form(
    club: Club, owner: User, changed: dict[str, str], sentence: str,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    prepared(club, owner, django_capture_on_commit_callbacks)
    answer = signed_in(owner).post(TAKE, form(**changed))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not club.log.exists()


def test_what_is_not_there_any_more_is_answered_with_what_to_do(club: Club, owner: User) -> None:
    client = signed_in(owner)
    answer = client.post(TAKE, form())
    assert answer.status_code == 409
    assert "preparane un altro" in answer.content.decode()
    assert client.get(TAKE).status_code == 302


def test_it_does_not_lie_about(
    club: Club, owner: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    made = prepared(club, owner, django_capture_on_commit_callbacks)
    assert archive_writer.forget_old() == 0
    Handover.objects.filter(pk=made.pk).update(fetched_at=timezone.now() - timedelta(minutes=11))
    signed_in(owner).get(PAGE)
    assert not Handover.objects.exists()
    made = prepared(club, owner, django_capture_on_commit_callbacks)
    Handover.objects.filter(pk=made.pk).update(asked_at=timezone.now() - timedelta(minutes=61))
    assert archive_writer.forget_old() == 1


def test_a_row_that_points_elsewhere_is_told_by_name(club: Club, owner: User) -> None:
    elsewhere = a_member(a_club("Altro"), "Bianchi", by=owner)
    access_log.record(club, owner, [elsewhere], Look.Page.PERSON)
    begun = archive_writer.request_archive(club, by=owner)
    archive_writer.make_archive(begun.pk)
    begun.refresh_from_db()
    assert begun.state == "failed"
    assert "club.look" in begun.trouble
    page = signed_in(owner).get(PAGE).content.decode()
    assert "club.look" in page
    with pytest.raises(ClubError):
        archive_writer.bundle(club)


def test_one_that_was_cut_off_can_be_begun_again(club: Club, owner: User) -> None:
    begun = archive_writer.request_archive(club, by=owner)
    Handover.objects.filter(pk=begun.pk).update(asked_at=timezone.now() - timedelta(minutes=11))
    assert "La preparazione si è interrotta" in signed_in(owner).get(PAGE).content.decode()
    assert archive_writer.request_archive(club, by=owner).pk != begun.pk


def test_with_the_broker_away_it_is_said_at_once(
    club: Club, owner: User, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    def away(_handover_id: int) -> None:
        raise OperationalError

    monkeypatch.setattr(archive_writer.make_handover, "delay", away)
    begun = prepared(club, owner, django_capture_on_commit_callbacks)
    assert begun.state == "failed"
    assert "Il lavoro in sottofondo non risponde" in signed_in(owner).get(PAGE).content.decode()


def test_its_progress_is_shown_while_it_is_made(club: Club, owner: User) -> None:
    begun = archive_writer.request_archive(club, by=owner)
    client = signed_in(owner)
    assert "Si prepara l'archivio…" in client.get(PAGE).content.decode()
    archive_writer._progress_of(begun.pk).report(2000, 5000)
    page = client.get(PAGE).content.decode()
    assert "2000 righe su 5000" in page.replace("2.000", "2000").replace("5.000", "5000")
    assert 'hx-trigger="load delay:700ms"' in page


def test_the_page_asks_as_much_of_a_club_however_large(club: Club, owner: User) -> None:
    client = signed_in(owner)
    client.get(PAGE)
    with CaptureQueriesContext(connection) as few:
        client.get(PAGE)
    for name in ("Rossi", "Bianchi", "Neri"):
        a_member(club, name, by=owner)
    with CaptureQueriesContext(connection) as many:
        client.get(PAGE)
    assert len(few) == len(many) <= 10


def test_the_pages_are_in_english_too(club: Club, owner: User) -> None:
    with translation.override("en"):
        assert signed_in(owner).get(PAGE, headers={"Accept-Language": "en"}).status_code == 200
