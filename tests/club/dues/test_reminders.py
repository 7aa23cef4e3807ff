"""Letters to members in arrears: the club's text, once a week, by e-mail or on paper, each on record."""

from datetime import timedelta
from io import BytesIO
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from club import outbox
from club.dues import payments, reminders
from club.errors import ClubInputRefused
from club.models import Club, Due, Means, MemberLetter, Particulars, Person, User
from tests.club.dues.members import a_category, a_member, a_year
from tests.evening import signed_in
from tests.pages import flat

pytestmark = pytest.mark.django_db

IBAN = "IT60X0542811101000000123456"


def owing(club: Club, name: str, by: User, *, email: str = "") -> Person:
    """Somebody in arrears since the end of February."""
    year = club.years.first() or a_year(club, by=by, first=timezone.localdate().year - 1)
    person = a_member(club, name, by=by)
    Particulars.objects.update_or_create(person=person, defaults={"email": email, "street": "via Mazzini 1"})
    Due.objects.create(year=year, person=person, category=a_category(club), cents=2500)
    return person


def sent(club: Club, *people: Person, by: User, again: bool = False, key: UUID | None = None) -> list[str]:
    """The last names written to, after the letters went out."""
    letters = reminders.send(
        club, [each.pk for each in people], again=again, today=timezone.localdate(), key=key or uuid4(), by=by
    )
    for letter in letters:
        reminders.OUTBOX.send(letter.pk)
    return [letter.person.last_name for letter in letters]


def test_a_letter_says_what_is_owed_and_how_to_pay_it(club: Club, treasurer: User) -> None:
    person = owing(club, "Rossi", treasurer, email="anna@example.org")
    reminders.write_settings(
        club, text="", iban=IBAN.lower(), payment_link="https://paga.example.org/", by=treasurer
    )
    payments.pay(
        club.years.get(), person, cents=500, means=Means.CASH, paid_on=timezone.localdate(), key=uuid4(),
        today=timezone.localdate(), by=treasurer,
    )  # fmt: skip
    assert sent(club, person, by=treasurer) == ["Rossi"]
    (letter,) = mail.outbox
    year = club.years.get().label
    assert letter.to == ["anna@example.org"]
    assert letter.subject == f"{club.name}: quota associativa da pagare"
    assert "Gentile Anna Rossi," in letter.body
    assert f"– quota {year}, ordinario: 20,00 €, già versati 5,00 €; scadenza 28/2/{year}" in letter.body
    assert "in tutto 20,00 €" in letter.body
    assert f"IBAN IT60 X054 2811 1010 0000 0123 456, causale «Quota {year}, Rossi Anna»" in letter.body
    assert "https://paga.example.org/" in letter.body


def test_a_member_gets_one_letter_a_week_unless_it_is_asked(club: Club, treasurer: User) -> None:
    first, second = (owing(club, name, treasurer, email=f"{name}@example.org") for name in ("Rossi", "Neri"))
    assert sent(club, first, by=treasurer) == ["Rossi"]
    assert sent(club, first, second, by=treasurer) == ["Neri"]
    with pytest.raises(ClubInputRefused) as refusal:
        sent(club, first, second, by=treasurer)
    assert refusal.value.code == "nobody"
    assert sorted(sent(club, first, second, again=True, by=treasurer)) == ["Neri", "Rossi"]
    MemberLetter.objects.update(written_at=timezone.now() - timedelta(days=8))
    assert sent(club, first, by=treasurer) == ["Rossi"]


def test_sending_twice_writes_each_letter_once(club: Club, treasurer: User) -> None:
    person, key = owing(club, "Rossi", treasurer, email="anna@example.org"), uuid4()
    assert sent(club, person, key=key, by=treasurer) == sent(club, person, key=key, by=treasurer)
    assert (MemberLetter.objects.count(), len(mail.outbox)) == (1, 1)
    assert club.log.get(act="reminders.sent").after == {"by_email": 1, "on_paper": 0}


def test_who_is_not_in_arrears_gets_none(club: Club, treasurer: User) -> None:
    person = owing(club, "Rossi", treasurer, email="anna@example.org")
    prompt = a_member(club, "Bianchi", by=treasurer)
    assert sent(club, person, prompt, by=treasurer) == ["Rossi"]


def test_an_address_that_the_mail_server_refuses_comes_back_and_may_be_written_to_again(
    club: Club, treasurer: User
) -> None:
    person = owing(club, "Rossi", treasurer, email="nobody@example.org")
    with patch("django.core.mail.EmailMessage.send", side_effect=SMTPRecipientsRefused({})):
        sent(club, person, by=treasurer)
    letter = MemberLetter.objects.get()
    assert letter.returned_on == timezone.localdate()
    assert reminders.OUTBOX.unsent(timezone.now()) == []
    assert sent(club, person, by=treasurer) == ["Rossi"]


def test_a_mail_server_that_is_away_is_asked_again(club: Club, treasurer: User) -> None:
    person = owing(club, "Rossi", treasurer, email="anna@example.org")
    with (
        patch("django.core.mail.EmailMessage.send", side_effect=SMTPServerDisconnected),
        pytest.raises(outbox.NotSent),
    ):
        sent(club, person, by=treasurer)
    letter = MemberLetter.objects.get()
    assert (letter.sent_at, letter.returned_on, letter.tries) == (None, None, 1)
    later = timezone.now() + timedelta(minutes=2)
    assert reminders.OUTBOX.unsent(later) == [letter.pk]
    assert reminders.OUTBOX.send(letter.pk, later)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"text": "Caro {nomignolo}"}, "unknown-placeholder"),
        ({"text": "Caro {}"}, "unknown-placeholder"),
        ({"iban": "IT60X0542811101000000123457"}, "iban-wrong"),
        ({"iban": "60"}, "iban-wrong"),
    ],
)
def test_a_text_that_cannot_be_filled_and_a_wrong_iban_are_refused(
    club: Club, treasurer: User, values: dict[str, str], code: str
) -> None:
    with pytest.raises(ClubInputRefused) as refusal:
        reminders.write_settings(club, **{"text": "", "iban": "", "payment_link": "", **values}, by=treasurer)
    assert refusal.value.code == code


def test_a_name_that_looks_like_a_placeholder_stays(club: Club, treasurer: User) -> None:
    owing(club, "{importo}", treasurer)
    (draft,) = reminders.drafts(club, None, today=timezone.localdate()).all
    assert "Gentile Anna {importo}," in draft.text


def test_letters_are_previewed_sent_printed_and_marked_as_returned(club: Club, treasurer: User) -> None:
    desk = signed_in(treasurer)
    with_address = owing(club, "Rossi", treasurer, email="anna@example.org")
    without = owing(club, "Neri", treasurer)
    reminders.write_settings(club, text="Ciao {nome}: {importo}", iban=IBAN, payment_link="", by=treasurer)
    where = f"/circoli/{club.slug}"
    listed = flat(desk.get(f"{where}/morosi/").content.decode())
    assert "Scrivi a chi è segnato" in listed
    chosen = {"person": [with_address.pk, without.pk]}
    shown = desk.post(f"{where}/morosi/anteprima/", chosen)
    assert "Ciao Anna: 25,00 €" in flat(shown.content.decode())
    assert not MemberLetter.objects.exists()
    key = shown.context["key"]
    for _click in range(2):
        done = desk.post(f"{where}/morosi/manda/", {**chosen, "key": str(key)})
        assert (done.status_code, done["Location"]) == (302, f"{where}/lettere/{key}/")
    assert MemberLetter.objects.count() == 2
    paper = PdfReader(pages_of(desk, f"{where}/lettere/{key}.pdf"))
    (page,) = (each.extract_text() for each in paper.pages)
    assert "Neri" in page
    assert "inquadra questo codice" in page
    assert len(PdfReader(pages_of(desk, f"{where}/lettere/{key}.pdf?tutte")).pages) == 2
    letter = MemberLetter.objects.get(person=without)
    desk.post(f"{where}/lettere/{letter.pk}/tornata/")
    assert "tornata indietro" in desk.get(f"{where}/lettere/{key}/").content.decode()
    desk.post(f"{where}/morosi/testo/", {"text": "Salve {cognome}", "iban": "", "payment_link": ""})
    club.refresh_from_db()
    assert (club.reminder_text, club.iban) == ("Salve {cognome}", "")
    wrong = desk.post(f"{where}/morosi/testo/", {"text": "{boh}", "iban": "", "payment_link": ""})
    assert wrong.status_code == 422
    assert desk.post(f"{where}/morosi/anteprima/").status_code == 302


def pages_of(desk: Client, address: str) -> BytesIO:
    return BytesIO(desk.get(address).content)


@pytest.mark.django_db(transaction=True)
def test_a_letter_that_came_back_is_noted_outside_any_other_transaction(club: Club, treasurer: User) -> None:
    person = owing(club, "Rossi", treasurer)
    sent(club, person, by=treasurer)
    letter = MemberLetter.objects.get()
    signed_in(treasurer).post(f"/circoli/{club.slug}/lettere/{letter.pk}/tornata/")
    letter.refresh_from_db()
    assert letter.returned_on == timezone.localdate()
