"""The page that a member opens by a link, without an account: what it shows, asks and writes, and to whom."""

from datetime import date
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from club import membership_cards
from club.dues import members as member_dues
from club.dues import reminders
from club.models import (
    Club,
    Consent,
    DataRequest,
    Due,
    Look,
    MemberLetter,
    OwnPage,
    Particulars,
    Person,
    RoleKind,
    User,
)
from club.privacy import dossier, erasure
from club.register import data_requests, own_pages
from club.register.duplicates import merge
from club.web import officer_desk
from tests.club.dues.members import a_member, a_year
from tests.club.register.book import a_person, named
from tests.evening import a_club, an_officer, four_people, signed_in
from tests.pages import flat

TODAY = timezone.localdate


@pytest.fixture
def anna(club: Club, secretary: User) -> Person:
    """A member with data, a due that is not paid, and a card."""
    person = a_member(club, "Rossi", by=secretary)
    Particulars.objects.create(
        person=person, born_on=date(1980, 1, 1), phone="051 999", email="anna@example.org", notes="Segreta"
    )
    club.iban = "IT60X0542811101000000123456"
    club.save(update_fields=["iban"])
    year = a_year(club, by=secretary, first=TODAY().year)
    plan = member_dues.plan(year, today=TODAY())
    member_dues.renew(year, shown=plan.fingerprint, today=TODAY(), by=secretary)
    membership_cards.prepare_for_print(year, [person.pk], today=TODAY(), by=secretary)
    return person


@pytest.fixture
def link(anna: Person, secretary: User) -> str:
    return path_of(anna, secretary)


def path_of(person: Person, by: User) -> str:
    page = own_pages.switch_on(person.pk, person.club, origin="http://testserver", today=TODAY(), by=by)
    return own_pages.url(page, person.club.slug).removeprefix("http://testserver")


def words(answer: Any) -> str:
    return flat(answer.content.decode())


def test_the_page_shows_dues_card_and_data_of_one_person(
    club: Club, secretary: User, anna: Person, link: str
) -> None:
    a_member(club, "Bianchi", by=secretary)
    answer = Client().get(link)
    page = words(answer)
    assert answer.status_code == 200
    assert "Da pagare: 25,00" in page.replace("€ 25,00", "25,00")
    assert "IBAN IT60 X054" in page
    assert "051 999" in page
    assert "<svg" in page
    card = anna.cards.get()
    assert card.token not in page, "the code alone holds the token"
    assert "Bianchi" not in page
    assert "Segreta" not in page, "the club's notes are for its officers and the dossier"
    assert not Look.objects.exists(), "one's own look is nobody's"


def test_nobody_keeps_the_page(link: str) -> None:
    answer = Client().get(link)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert 'name="robots" content="noindex' in answer.content.decode()


@pytest.mark.parametrize("end", ["x", "cut", "other club", "void", "renewed", "erased", "merged"])
def test_a_link_that_opens_nothing(club: Club, secretary: User, end: str) -> None:
    mario = a_person(club, secretary)
    link = path_of(mario, secretary)
    if end == "x":
        link = link.removesuffix("/") + "x/"
    elif end == "cut":
        link = link[:-8] + "/"
    elif end == "other club":
        link = link.replace(club.slug, a_club("Un altro circolo").slug)
    elif end == "void":
        own_pages.switch_off(mario, by=secretary)
    elif end == "renewed":
        path_of(mario, secretary)
    elif end == "erased":
        erasure.erase(mario.pk, club, typed="Rossi Mario", reason="chiesto", today=TODAY(), by=secretary)
    else:
        kept = named(club, secretary, "Verdi Vito")
        merge(club, kept=kept.pk, gone=mario.pk, reason="la stessa", today=TODAY(), by=secretary)
    client = Client()
    for answer in (
        client.get(link),
        client.post(f"{link}correggi/", {"text": "x", "key": uuid4()}),
        client.post(f"{link}consensi/", {"about": "photos", "answer": "yes", "key": uuid4()}),
    ):
        assert answer.status_code == 404
        assert "Questo collegamento non vale" in words(answer)
        assert "Rossi" not in words(answer)
        assert "no-store" in answer.headers["Cache-Control"]
    assert not DataRequest.objects.exists()
    assert not Consent.objects.exists()


@pytest.mark.parametrize("who", ["organiser", "referee", "player", "stranger", "other_secretary", ""])
def test_only_those_who_keep_the_register_give_links_and_answer(
    club: Club, secretary: User, who: str
) -> None:
    mario = a_person(club, secretary)
    asked = data_requests.ask(mario, text="Ho cambiato casa", key=uuid4())
    four = four_people(club)
    elsewhere = four.stranger.roles.all()[0].club
    users = {**vars(four), "other_secretary": an_officer(elsewhere, RoleKind.SECRETARY)}
    client = signed_in(users[who]) if who else Client()
    base = f"/circoli/{club.slug}/libro/"
    for rest, said in (
        (f"{mario.pk}/pagina/", {"act": "new"}),
        (f"correzioni/{asked.pk}/", {"answer": "done"}),
    ):
        assert client.post(base + rest, said).status_code == (403 if who else 302)
    asked.refresh_from_db()
    assert (asked.answer, OwnPage.objects.exists()) == ("", False)


def test_the_officer_gives_the_link_renews_it_and_makes_it_void(
    club: Club, at_work: Client, anna: Person
) -> None:
    page = f"/circoli/{club.slug}/libro/{anna.pk}/"
    at_work.post(f"{page}pagina/", {"act": "new"})
    first = own_pages.url(OwnPage.objects.get(), club.slug)
    assert first in at_work.get(page).content.decode()
    at_work.post(f"{page}pagina/", {"act": "new"})
    second = own_pages.url(OwnPage.objects.get(), club.slug)
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200
    at_work.post(f"{page}pagina/", {"act": "void"})
    at_work.post(f"{page}pagina/", {"act": "void"})
    assert Client().get(second).status_code == 404
    acts = list(club.log.filter(act__startswith="own-page").order_by("number").values_list("act", flat=True))
    assert acts == ["own-page.opened", "own-page.opened", "own-page.closed"]


def test_another_clubs_person_gets_no_link(club: Club, secretary: User, at_work: Client) -> None:
    theirs = a_person(a_club("Un altro circolo"), secretary)
    assert at_work.post(f"/circoli/{club.slug}/libro/{theirs.pk}/pagina/").status_code == 404
    asked = data_requests.ask(theirs, text="x", key=uuid4())
    answer = at_work.post(f"/circoli/{club.slug}/libro/correzioni/{asked.pk}/", {"answer": "done"})
    assert answer.status_code == 409
    assert not DataRequest.objects.exclude(answer="").exists()


def test_a_request_lands_on_the_desk_and_on_the_members_page_and_is_answered_once(
    club: Club, at_work: Client, anna: Person, link: str
) -> None:
    said = {"text": "Adesso abito in via Indipendenza 3.", "key": uuid4()}
    for _click in range(2):
        assert Client().post(f"{link}correggi/", said)["Location"] == link
    asked = DataRequest.objects.get()
    page = f"/circoli/{club.slug}/libro/{anna.pk}/"
    matters = list(officer_desk.register_matters(club, TODAY()))
    assert ("1 socio chiede di correggere i suoi dati", page) in [(each.text, each.url) for each in matters]
    assert said["text"] in words(at_work.get(page))
    assert "aspetta il circolo" in words(Client().get(link))
    where = f"/circoli/{club.slug}/libro/correzioni/{asked.pk}/"
    assert at_work.post(where, {"answer": "perhaps"}).status_code == 422
    assert at_work.post(where, {"answer": "done"})["Location"] == page
    assert at_work.post(where, {"answer": "aside"}).status_code == 409
    assert said["text"] not in words(at_work.get(page))
    assert "accolta" in words(Client().get(link))
    assert not data_requests.waiting(club).exists()
    assert not any(said["text"] in str((entry.before, entry.after)) for entry in club.log.all())


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_a_refused_request_stays_in_its_form(anna: Person, link: str, text: str) -> None:
    answer = Client().post(f"{link}correggi/", {"text": text, "key": uuid4()})
    assert answer.status_code == 422
    assert not DataRequest.objects.exists()


def test_three_requests_may_wait(anna: Person, link: str) -> None:
    answers = [
        Client().post(f"{link}correggi/", {"text": f"Richiesta {number}", "key": uuid4()}).status_code
        for number in range(4)
    ]
    assert answers == [302, 302, 302, 409]


def test_the_member_gives_and_withdraws_consents(club: Club, anna: Person, link: str) -> None:
    key = uuid4()
    for _click in range(2):
        Client().post(f"{link}consensi/", {"about": "name", "answer": "yes", "key": key})
    anna.refresh_from_db()
    assert anna.name_consent_on == TODAY()
    assert "Ritiro il consenso" in words(Client().get(link))
    Client().post(f"{link}consensi/", {"about": "name", "answer": "no", "key": uuid4()})
    anna.refresh_from_db()
    assert anna.name_consent_on is None
    rows = list(anna.consents.order_by("pk").values_list("is_given", "how", "by"))
    assert rows == [(True, "page", None), (False, "page", None)]
    names = set(club.log.filter(act="consent.recorded").values_list("actor_name", flat=True))
    assert names == {"La persona, dalla sua pagina"}, "no name that an erasure would have to find"


@pytest.mark.parametrize("said", [{"about": "notice"}, {"about": "x"}, {"answer": ""}, {"key": "x"}])
def test_other_answers_write_nothing(anna: Person, link: str, said: dict[str, str]) -> None:
    whole = {"about": "photos", "answer": "yes", "key": str(uuid4()), **said}
    assert Client().post(f"{link}consensi/", whole).status_code == 422
    assert not Consent.objects.exists()


def test_for_a_minor_the_guardian_answers(anna: Person, link: str) -> None:
    Particulars.objects.filter(person=anna).update(born_on=date(TODAY().year - 12, 1, 1))
    page = words(Client().get(link))
    assert "Per un minorenne risponde chi ne ha la responsabilità" in page
    assert "Acconsento" not in page
    answer = Client().post(f"{link}consensi/", {"about": "photos", "answer": "yes", "key": uuid4()})
    assert answer.status_code == 409
    assert not Consent.objects.exists()


def test_the_dossier_says_the_requests_and_that_there_is_a_page_without_its_link(
    anna: Person, link: str
) -> None:
    data_requests.ask(anna, text="Ho cambiato casa", key=uuid4())
    body = dossier.as_json(anna, timezone.now()).decode()
    assert "Ho cambiato casa" in body
    assert "own_page" in body
    assert OwnPage.objects.get().nonce not in body


def test_erasing_takes_the_page_and_the_requests(club: Club, secretary: User) -> None:
    mario = a_person(club, secretary)
    path_of(mario, secretary)
    data_requests.ask(mario, text="Ho cambiato casa", key=uuid4())
    erasure.erase(mario.pk, club, typed="Rossi Mario", reason="chiesto", today=TODAY(), by=secretary)
    assert not OwnPage.objects.exists()
    assert not DataRequest.objects.exists()


def test_a_letter_brings_the_link_by_email_once(club: Club, at_work: Client, anna: Person, link: str) -> None:
    page, said = f"/circoli/{club.slug}/libro/{anna.pk}/", {"act": "send", "key": uuid4()}
    for _click in range(2):
        assert at_work.post(f"{page}pagina/", said)["Location"] == page
    letter = MemberLetter.objects.get()
    reminders.OUTBOX.send(letter.pk)
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert f"http://testserver{link}\n" in sent.body
    assert "La tua pagina" not in words(Client().get(link))
    assert "la tua pagina" in words(at_work.get(page))


def test_without_an_address_the_letter_is_printed_with_a_code(
    club: Club, at_work: Client, anna: Person, link: str
) -> None:
    Particulars.objects.filter(person=anna).update(email="")
    answer = at_work.post(f"/circoli/{club.slug}/libro/{anna.pk}/pagina/", {"act": "send", "key": uuid4()})
    assert "Stampa 1 lettera" in words(at_work.get(answer["Location"]))
    body = at_work.get(answer["Location"].rstrip("/") + ".pdf").content
    text = PdfReader(BytesIO(body)).pages[0].extract_text()
    assert "inquadra questo codice con il telefono" in flat(text)


def test_a_letter_needs_a_link_and_a_key(club: Club, at_work: Client, anna: Person) -> None:
    where = f"/circoli/{club.slug}/libro/{anna.pk}/pagina/"
    assert at_work.post(where, {"act": "send", "key": uuid4()}).status_code == 409
    assert at_work.post(where, {"act": "send"}).status_code == 422
    assert not MemberLetter.objects.exists()


def test_the_text_of_reminders_may_hold_the_link(
    club: Club, secretary: User, anna: Person, link: str
) -> None:
    Due.objects.filter(person=anna).update(due_on=date(2020, 1, 1))
    reminders.write_settings(club, text="Tutto qui: {pagina}", iban="", payment_link="", by=secretary)
    club.refresh_from_db()
    (draft,) = reminders.drafts(club, [anna.pk], today=TODAY()).all
    assert draft.text == f"Tutto qui: http://testserver{link}"
