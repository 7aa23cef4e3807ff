"""An assembly lived through its pages: written, called, attended, opened, minuted, approved."""

from datetime import date, timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone, translation
from pypdf import PdfReader

from club.assemblies import convocation, door, minutes
from club.dues import reminders
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.models import Assembly, Club, MemberLetter, MinutesVersion, Person, User, VotingRules
from tests.club.assemblies.scene import DAY, a_voter, an_assembly
from tests.evening import signed_in
from tests.pages import flat

pytestmark = pytest.mark.django_db

HOME = {"street": "via Mazzini 1", "town": "Bologna"}


def written(**changed: object) -> dict[str, object]:
    """What the form sends."""
    return {
        "title": "Assemblea ordinaria dei soci", "place": "Sala Tassinari", "first_day": "2026-11-20",
        "first_time": "20:00", "second_day": "2026-11-20", "second_time": "21:00",
        "agenda": "Rendiconto\nElezioni", "first_quorum": "majority", "second_quorum": "any",
        "key": str(uuid4()), **changed,
    }  # fmt: skip


def text_of(body: bytes) -> str:
    pages = (page.extract_text().replace("\u200b", "") for page in PdfReader(BytesIO(body)).pages)
    return " ".join(" ".join(page.split()) for page in pages)


def test_an_assembly_from_the_call_to_the_approved_minutes(
    club: Club, secretary: User, at_work: Client
) -> None:
    where = f"/circoli/{club.slug}/assemblee/"
    rossi = a_voter(club, "Rossi", secretary, email="rossi@example.org")
    neri = a_voter(club, "Neri", secretary, **HOME)
    a_voter(club, "Nuovi", secretary, admitted=DAY - timedelta(days=5))
    assert "Ancora nessuna assemblea" in at_work.get(where).content.decode()
    sent = written()
    assert at_work.post(f"{where}nuova/", sent).status_code == 302
    assert at_work.post(f"{where}nuova/", sent).status_code == 302
    one = club.assemblies.get()
    page = flat(at_work.get(f"{where}{one.pk}/").content.decode())
    assert "Nuovi Anna: è nel libro da meno di 3 mesi" in page
    assert "1 socio non vota" in page

    page = flat(at_work.get(f"{where}{one.pk}/convocazione/").content.decode())
    assert "<strong>3</strong>soci da convocare: 1 con un indirizzo e-mail" in page
    key = {"key": str(uuid4())}
    for _click in range(2):
        at_work.post(f"{where}{one.pk}/convocazione/", key)
    assert MemberLetter.objects.count() == 3
    for letter in MemberLetter.objects.exclude(email=""):
        reminders.OUTBOX.send(letter.pk)
    (letter,) = mail.outbox
    assert letter.to == ["rossi@example.org"]
    for said in (
        "1. Rendiconto\n2. Elezioni",
        "in prima convocazione venerdì 20 novembre 2026 alle 20:00",
        "in seconda convocazione venerdì 20 novembre 2026 alle 21:00",
        "ogni socio ne porta al massimo 3",
        "DELEGA\nIo, Anna Rossi, socio n. 1, delego a rappresentarmi",
    ):
        assert said in letter.body
    paper = text_of(at_work.get(f"{where}{one.pk}/convocazione/lettere.pdf").content)
    assert "via Mazzini 1" in paper
    assert "Puoi partecipare; non hai diritto di voto: è nel libro da meno di 3 mesi." in paper
    assert "rossi@" not in paper
    gone = at_work.post(f"{where}{one.pk}/convocazione/partite/", {"on": "2026-03-01", "how": "a mano"})
    assert gone.status_code == 302
    proof = text_of(at_work.get(f"{where}{one.pk}/convocazione/prova.pdf").content)
    for said in ("rossi@example.org", "via Mazzini 1, Bologna", "su carta, a mano", "1/3/2026"):
        assert said in proof

    at_the_door = f"{where}{one.pk}/presenze/"
    act = f"{at_the_door}segna/"
    page = flat(at_work.get(at_the_door, {"q": "nuo"}).content.decode())
    assert "Nuovi Anna non vota: è nel libro da meno di 3 mesi." in page
    at_work.post(act, {"person": rossi.pk})
    page = flat(at_work.get(at_the_door, {"delega": rossi.pk}).content.decode())
    assert "Di chi porta la delega Rossi Anna?" in page
    at_work.post(act, {"person": neri.pk, "holder": rossi.pk, "delega": rossi.pk})
    refused = flat(at_work.post(act, {"person": neri.pk}, follow=True).content.decode())
    assert "Neri Anna ha già dato la delega a Rossi Anna: se ora è qui, togli prima la delega." in refused
    assert "In prima convocazione bastano: il minimo è 2." in refused
    at_work.post(act, {"open": "1"})
    sheet = text_of(at_work.get(f"{where}{one.pk}/foglio.pdf").content)
    assert "Hanno diritto di voto: 2" in sheet
    assert "Nuovi" not in sheet

    page = at_work.get(f"{where}{one.pk}/verbale/").content.decode()
    assert "presenti 1 di persona e 1 per delega, in tutto 2" in page
    at_work.post(f"{where}{one.pk}/verbale/", {"text": "Si approva il rendiconto.", "version": 0})
    stale = at_work.post(f"{where}{one.pk}/verbale/", {"text": "Un altro testo.", "version": 0})
    assert stale.status_code == 409
    assert "Si approva il rendiconto." in stale.content.decode()
    assert "Un altro testo." in stale.content.decode()
    on = max(timezone.localdate(), DAY).isoformat()
    one.refresh_from_db()
    minutes.approve(club, one.pk, version=1, on=DAY, today=date.fromisoformat(on), by=secretary)
    page = flat(at_work.get(f"{where}{one.pk}/verbale/").content.decode())
    assert "Approvato il 20/11/2026: non si cambia più." in page
    paper = text_of(at_work.get(f"{where}{one.pk}/verbale.pdf").content)
    for said in ("Si approva il rendiconto.", "delega a Rossi Anna", "Aventi diritto 2"):
        assert said in paper


def test_a_form_with_half_a_second_call_keeps_what_was_typed(club: Club, at_work: Client) -> None:
    where = f"/circoli/{club.slug}/assemblee/nuova/"
    for wrong, said in (
        ({"second_time": ""}, "servono il giorno e l'ora"),
        ({"second_time": "19:00"}, "viene dopo la prima"),
        ({"agenda": " "}, "obbligatorio"),
    ):
        answer = at_work.post(where, written(**wrong))
        assert answer.status_code == 422
        page = flat(answer.content.decode()).replace("&#x27;", "'")
        assert said in page
        assert "Sala Tassinari" in page
    assert not Assembly.objects.exists()


def test_a_change_by_another_meanwhile_is_not_overwritten(
    club: Club, secretary: User, at_work: Client
) -> None:
    one = an_assembly(club, secretary)
    where = f"/circoli/{club.slug}/assemblee/{one.pk}/cambia/"
    assert at_work.post(where, written(place="Altrove", version=1)).status_code == 302
    late = at_work.post(where, written(place="Ancora altrove", version=1))
    assert late.status_code == 409
    one.refresh_from_db()
    assert one.place == "Altrove"
    assert club.log.filter(act="assembly.changed").count() == 1


def test_an_assembly_without_letters_can_go_and_one_convened_stays(
    club: Club, secretary: User, at_work: Client
) -> None:
    a_voter(club, "Rossi", secretary)
    first, second = an_assembly(club, secretary), an_assembly(club, secretary)
    where = f"/circoli/{club.slug}/assemblee/"
    assert at_work.post(f"{where}{first.pk}/togli/").status_code == 302
    convocation.convene(club, second.pk, again=False, today=DAY, key=uuid4(), by=secretary)
    assert at_work.post(f"{where}{second.pk}/togli/").status_code == 409
    assert list(club.assemblies.all()) == [second]


def test_a_minor_is_called_through_the_guardian(club: Club, secretary: User) -> None:
    minor = a_voter(
        club, "Piccoli", secretary, born=date(2012, 1, 1), guardian="Grandi Maria", email="luca@example.org"
    )
    minor.guardian.email = "maria@example.org"
    minor.guardian.save()
    one = an_assembly(club, secretary)
    (letter,) = convocation.convene(club, one.pk, again=False, today=DAY, key=uuid4(), by=secretary)
    assert letter.email == "maria@example.org"
    assert "Gentile Grandi Maria, per Anna Piccoli," in letter.text
    assert "Per il socio minorenne vota Grandi Maria, genitore." in letter.text
    assert "Grandi Maria per Anna Piccoli" in text_of(reminders.letters_pdf(club, [letter]))


def test_papers_are_in_italian_whatever_an_officer_reads(club: Club, secretary: User) -> None:
    a_voter(club, "Piccoli", secretary, born=date(2012, 1, 1), guardian="Grandi Maria")
    a_voter(club, "Nuovi", secretary, admitted=DAY)
    one = an_assembly(club, secretary)
    with translation.override("en"):
        letters = convocation.convene(club, one.pk, again=False, today=DAY, key=uuid4(), by=secretary)
        text = minutes.beginning(door.door(one))
    assert "vota Grandi Maria, genitore" in letters[0].text
    assert "è nel libro da meno di 3 mesi" in letters[1].text
    assert "venerdì 20 novembre 2026" in letters[0].text
    assert text.startswith("Il giorno venerdì 20 novembre 2026")


def test_later_members_and_letters_that_came_back_are_called_again_and_nobody_twice(
    club: Club, secretary: User
) -> None:
    first = a_voter(club, "Rossi", secretary, email="a@example.org")
    one = an_assembly(club, secretary)

    def called(*, again: bool = False) -> list[Person]:
        letters = convocation.convene(club, one.pk, again=again, today=DAY, key=uuid4(), by=secretary)
        return [letter.person for letter in letters]

    assert called() == [first]
    with pytest.raises(ClubInputRefused, match="hanno già la loro convocazione"):
        called()
    second = a_voter(club, "Neri", secretary)
    assert called() == [second]
    reminders.mark_returned(first.letters.get(), today=DAY, by=secretary)
    assert called() == [first]
    assert set(called(again=True)) == {first, second}


def test_minutes_are_kept_in_every_version_and_final_once_approved(club: Club, secretary: User) -> None:
    person = a_voter(club, "Rossi", secretary)
    one = an_assembly(club, secretary)
    minutes.save(club, one.pk, "Prima", version=0, by=secretary)
    minutes.save(club, one.pk, "Seconda", version=1, by=secretary)
    with pytest.raises(ClubOutdated):
        minutes.save(club, one.pk, "Terza", version=1, by=secretary)
    assert list(MinutesVersion.objects.values_list("text", flat=True)) == ["Seconda", "Prima"]
    with pytest.raises(ClubOutdated):
        minutes.approve(club, one.pk, version=1, on=DAY, today=DAY, by=secretary)
    with pytest.raises(ClubInputRefused):
        minutes.approve(club, one.pk, version=2, on=DAY - timedelta(days=1), today=DAY, by=secretary)
    for _click in range(2):
        minutes.approve(club, one.pk, version=2, on=DAY, today=DAY, by=secretary)
    for act in (
        lambda: minutes.save(club, one.pk, "Quarta", version=2, by=secretary),
        lambda: door.mark_present(club, one.pk, person.pk, by=secretary),
        lambda: convocation.convene(club, one.pk, again=True, today=DAY, key=uuid4(), by=secretary),
    ):
        with pytest.raises(ClubError) as refusal:
            act()
        assert refusal.value.code == "minutes-approved"


def test_the_owner_changes_what_the_statute_says(club: Club, owner: User, at_work: Client) -> None:
    where = f"/circoli/{club.slug}/assemblee/statuto/"
    sent = {
        "months": "0", "minors": "none", "proxies": "", "first_quorum": "half", "second_quorum": "third",
        "notice_days": "15",
    }  # fmt: skip
    assert at_work.post(where, sent).status_code == 403
    assert signed_in(owner).post(where, sent).status_code == 302
    rules = VotingRules.objects.get()
    assert (rules.months, rules.minors, rules.proxies, rules.notice_days) == (0, "none", None, 15)
    page = flat(at_work.get(f"/circoli/{club.slug}/assemblee/").content.decode())
    assert "almeno la metà in prima convocazione, almeno un terzo in seconda" in page
    assert signed_in(owner).post(where, {**sent, "months": "99"}).status_code == 422


def test_the_database_refuses_to_change_a_saved_text_of_minutes(club: Club, secretary: User) -> None:
    one = an_assembly(club, secretary)
    minutes.save(club, one.pk, "Prima", version=0, by=secretary)
    for change in ({"text": "Altro"}, {"number": 7}, {"by_name": "Nessuno"}):
        with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
            MinutesVersion.objects.update(**change)
    assert MinutesVersion.objects.get().text == "Prima"


def test_an_assembly_of_two_centuries_ago_is_refused_at_its_day(club: Club, at_work: Client) -> None:
    form = {
        "title": "Assemblea", "place": "Sede", "first_day": "1825-01-01", "first_time": "21:00",
        "agenda": "Bilancio", "first_quorum": "half", "second_quorum": "any", "key": str(uuid4()),
    }  # fmt: skip
    answer = at_work.post(f"/circoli/{club.slug}/assemblee/nuova/", form)
    assert answer.status_code == 422
    assert "1/1/1825 è lontano più di dieci anni" in answer.content.decode()
    assert not club.assemblies.exists()


def test_an_assembly_corrected_on_the_page_gone_back_to_is_not_silently_the_first(
    club: Club, at_work: Client
) -> None:
    where, first = f"/circoli/{club.slug}/assemblee/nuova/", written()
    assert [at_work.post(where, first).status_code for _click in range(2)] == [302, 302]
    answer = at_work.post(where, {**first, "place": "Altrove"})
    assert answer.status_code == 422
    assert "Questa pagina ha già scritto" in answer.content.decode()
    assert Assembly.objects.get().place != "Altrove"
