"""Receipts for what is not dues: a donation with the words of the law, a course, a payer who is no member;
many printed at once, and sent by e-mail."""

import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from club import receipts
from club.dues import receipt_letters, reminders
from club.errors import ClubInputRefused
from club.models import Club, Means, MemberLetter, Particulars, Receipt, User
from club.receipts import Payer, Payment
from tests.club.dues.members import a_member, a_year, paid
from tests.evening import signed_in
from tests.pages import flat

pytestmark = pytest.mark.django_db

Kind = Receipt.Kind
ETS = {"runts_number": "12345", "stamp_duty": "ets", "fiscal_code": "00488410010"}


def given(club: Club, by: User, kind: Receipt.Kind = Kind.DONATION, **said: Any) -> Receipt:
    """A receipt for somebody outside the register, unless there is a `person`."""
    today = timezone.localdate()
    start = {"person": None, "cents": 10000, "cause": "", "means": Means.TRANSFER, "paid_on": today}
    start |= {"payer": None if said.get("person") else Payer("Ditta Verdi srl", "00488410010", "via Nuova 2")}
    payment = Payment(kind=kind, **{**start, **said})
    return receipts.write(club, payment, key=uuid4(), today=today, by=by)


def text(*chosen: Receipt) -> list[str]:
    pages = PdfReader(io.BytesIO(receipts.receipts_pdf(chosen))).pages
    return [" ".join(page.extract_text().split()) for page in pages]


def described(club: Club, by: User, **said: str) -> Club:
    Club.objects.filter(pk=club.pk).update(**said)
    club.refresh_from_db()
    return club


@pytest.mark.parametrize(
    ("means", "words"),
    [
        (Means.TRANSFER, "versata con un mezzo tracciabile: dà diritto alle agevolazioni dell'art. 83"),
        (Means.CARD, "dà diritto alle agevolazioni dell'art. 83 del D.Lgs. 117/2017"),
        (Means.CASH, "Versata in contanti: non dà diritto alle agevolazioni dell'art. 83"),
        (Means.OTHER, "soltanto se versata con un mezzo tracciabile"),
    ],
)
def test_a_donation_carries_the_words_of_its_means(
    club: Club, treasurer: User, means: Means, words: str
) -> None:
    receipt = given(described(club, treasurer, **ETS), treasurer, means=means)
    (said,) = text(receipt)
    for part in (
        words, "Erogazione liberale", "iscritta al RUNTS, n. 12345", "Ditta Verdi srl", "C.F. 00488410010",
        "via Nuova 2", "art. 82, comma 5, D.Lgs. 117/2017", "€ 100,00",
    ):  # fmt: skip
        assert said.count(part) >= 2, part


def test_without_a_public_register_no_deduction_is_promised(club: Club, treasurer: User) -> None:
    assert given(club, treasurer).note == "Erogazione liberale in denaro, fatta senza corrispettivo."
    sport = described(club, treasurer, ras_number="77", stamp_duty="sport")
    note = given(sport, treasurer).note
    assert ("iscritta al RAS" in note, "117/2017" in note) == (True, False)
    assert "27-bis" in text(given(sport, treasurer))[0]
    assert given(sport, treasurer, Kind.COURSE, cause="tarocchino").note == ""


@pytest.mark.parametrize(
    ("kind", "stamp"),
    [(Kind.ENTRY, "dues-art-7"), (Kind.COURSE, "due"), (Kind.DONATION, "due"), (Kind.OTHER, "due")],
)
def test_the_stamp_of_an_association_whose_dues_are_exempt(
    club: Club, treasurer: User, kind: Receipt.Kind, stamp: str
) -> None:
    assert given(club, treasurer, kind, cause="x", cents=7748).stamp == stamp
    assert given(club, treasurer, kind, cause="x", cents=7747).stamp == "none"


def test_numbers_go_on_without_a_gap_through_dues_and_the_rest(club: Club, treasurer: User) -> None:
    year = a_year(club, by=treasurer)
    member, today = a_member(club, "Rossi", by=treasurer), timezone.localdate()
    Particulars.objects.create(
        person=member, fiscal_code="RSSNNA80A41A944J", street="via Zamboni 3", town="Bologna"
    )
    first = given(club, treasurer, Kind.COURSE, person=member, cause="tarocchino", cents=3000)
    dues = paid(year, member, by=treasurer, on=today, today=today)
    asked = {"reason": "doppia", "key": uuid4(), "today": today, "by": treasurer}
    counter = receipts.cancel(club, first.year, first.number, **asked)
    assert [each.number for each in (first, dues, counter)] == [1, 2, 3]
    assert (first.cause, first.payer_fiscal_code) == ("Corso: tarocchino", "RSSNNA80A41A944J")
    assert (first.payer_address, dues.payer_address) == ("via Zamboni 3, Bologna", "")
    assert (counter.kind, counter.payer_address, counter.cents) == (
        "course", "via Zamboni 3, Bologna", -3000,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("payer-missing", {"payer": Payer("  ")}),
        ("payer-missing", {"payer": None}),
        ("fiscal-code-wrong", {"payer": Payer("Ugo Neri", "NREGUO")}),
        ("amount-unlikely", {"cents": 0}),
        ("amount-unlikely", {"cents": 10_000_001}),
        ("cause-missing", {"kind": Kind.COURSE}),
        ("cause-missing", {"kind": Kind.OTHER, "cause": " "}),
        ("in-the-future", {"paid_on": timezone.localdate() + timedelta(days=2)}),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    club: Club, treasurer: User, code: str, said: dict[str, Any]
) -> None:
    kind = said.pop("kind", Kind.DONATION)
    with pytest.raises(ClubInputRefused) as refusal:
        given(club, treasurer, kind, **said)
    assert refusal.value.code == code
    assert not Receipt.objects.exists()


def test_a_receipt_is_written_on_its_page_for_a_member_and_for_a_stranger(
    club: Club, treasurer: User
) -> None:
    desk, where = signed_in(treasurer), f"/circoli/{club.slug}/ricevute/nuova/"
    member, today = a_member(club, "Rossi", by=treasurer), timezone.localdate()
    assert f"?persona={member.pk}" in desk.get(where, {"chi": "ros"}).content.decode()
    sent = {
        "kind": "donation", "words": "per il torneo", "cents": "150", "means": "card",
        "paid_on": f"{today:%Y-%m-%d}", "key": str(uuid4()),
    }  # fmt: skip
    refused = desk.post(where, sent)
    assert (refused.status_code, Receipt.objects.count()) == (422, 0)
    wrong = desk.post(where, {**sent, "payer": "Neri Ugo", "payer_fiscal_code": "ABC"})
    assert wrong.status_code == 422
    assert "Questo codice fiscale non torna" in flat(wrong.content.decode())
    for _click in range(2):
        desk.post(f"{where}?persona={member.pk}", sent)
    desk.post(where, {**sent, "payer": "Neri Ugo", "key": str(uuid4())})
    assert [
        (each.number, each.payer, each.person, each.cause) for each in Receipt.objects.order_by("pk")
    ] == [
        (1, "Rossi Anna", member, "Erogazione liberale: per il torneo"),
        (2, "Neri Ugo", None, "Erogazione liberale: per il torneo"),
    ]
    page = flat(desk.get(f"/circoli/{club.slug}/ricevute/{today.year}/2/").content.decode())
    assert "senza corrispettivo" in page
    assert "Neri Ugo" in flat(desk.get(f"/circoli/{club.slug}/ricevute/", {"q": "neri"}).content.decode())
    assert "Altre ricevute" in desk.get(f"/circoli/{club.slug}/libro/{member.pk}/").content.decode()


@pytest.fixture
def chosen(club: Club, treasurer: User) -> list[Receipt]:
    """Two receipts of Anna, who has an address, one of Ugo, who has none, and one of a stranger."""
    anna, ugo = (a_member(club, name, by=treasurer) for name in ("Rossi", "Neri"))
    Particulars.objects.create(person=anna, email="anna@example.org")
    return [
        given(club, treasurer, person=anna),
        given(club, treasurer, Kind.COURSE, person=anna, cause="x"),
        given(club, treasurer, person=ugo),
        given(club, treasurer),
    ]


def test_the_chosen_are_one_pdf_a_page_each(club: Club, treasurer: User, chosen: list[Receipt]) -> None:
    desk, where = signed_in(treasurer), f"/circoli/{club.slug}/ricevute/scelte.pdf"
    printed = desk.post(where, {"receipt": [each.label for each in chosen[:3]] + ["x", "9/1999"]})
    assert len(PdfReader(io.BytesIO(printed.content)).pages) == 3
    everything = desk.post(where, {"all": "1", "year": str(chosen[0].year), "q": ""})
    assert len(PdfReader(io.BytesIO(everything.content)).pages) == 4
    assert [page.count(f"n. {one.label}") for page, one in zip(text(*chosen), chosen, strict=True)] == [2] * 4
    assert desk.post(where, {}).status_code == 302


def test_the_chosen_go_by_email_once_and_stay_on_the_members_page(
    club: Club, treasurer: User, chosen: list[Receipt]
) -> None:
    desk, where = signed_in(treasurer), f"/circoli/{club.slug}/ricevute/manda/"
    labels = {"receipt": [each.label for each in chosen]}
    preview = desk.post(where, labels)
    page = flat(preview.content.decode())
    assert "anna@example.org" in page
    assert "Da stampare: senza un indirizzo e-mail" in page
    assert not MemberLetter.objects.exists()
    key = preview.context["key"]
    for _click in range(2):
        answer = desk.post(where, {**labels, "key": str(key)}, follow=True)
    assert "Lettere scritte" in answer.content.decode()
    letter = MemberLetter.objects.get()
    reminders.OUTBOX.send(letter.pk)
    assert not reminders.OUTBOX.send(letter.pk)
    (message,) = mail.outbox
    assert message.to == ["anna@example.org"]
    assert [name for name, _body, _type in message.attachments] == [
        f"ricevuta-{one.year}-{one.number}.pdf" for one in chosen[:2]
    ]
    assert all(len(PdfReader(io.BytesIO(body)).pages) == 1 for _name, body, _type in message.attachments)
    assert f"– n. {chosen[0].label}: Erogazione liberale, 100,00 €" in message.body
    card = flat(desk.get(f"/circoli/{club.slug}/libro/{letter.person_id}/").content.decode())
    assert letter.subject in card
    again = receipt_letters.envelopes(club, receipts.chosen(club, labels["receipt"]))
    assert again.sent_before == [chosen[0].label, chosen[1].label]


def test_nobody_with_an_address_is_refused(club: Club, treasurer: User, chosen: list[Receipt]) -> None:
    with pytest.raises(ClubInputRefused) as refusal:
        receipt_letters.send(club, [chosen[3].label], key=uuid4(), by=treasurer)
    assert refusal.value.code == "nobody"


def test_the_page_of_the_association_takes_the_registers(club: Club, owner: User) -> None:
    desk: Client = signed_in(owner)
    where = f"/circoli/{club.slug}/associazione/"
    page = flat(desk.get(where).content.decode())
    assert ("RUNTS" in page, "RAS" in page, "CONI" in page) == (True, True, False)
    desk.post(
        where,
        {
            "address": "", "city": "Bologna", "fiscal_code": "", "runts_number": "9", "ras_number": "",
            "privacy_contact": "privacy@example.org", "stamp_duty": "ets", "year_start": 1, "days_to_pay": 30,
        },
    )  # fmt: skip
    club.refresh_from_db()
    assert (club.runts_number, club.privacy_contact) == ("9", "privacy@example.org")


@pytest.mark.parametrize(
    "other",
    [{"payer": Payer("Bianchi Ada")}, {"cause": "avanzato"}, {"means": Means.CARD}, {"cents": 8100}],
)
def test_another_payment_from_a_page_gone_back_to_is_refused_not_lost(
    club: Club, treasurer: User, other: dict[str, Any]
) -> None:
    today, key = timezone.localdate(), uuid4()
    first = {
        "person": None, "cents": 8000, "cause": "principianti", "means": Means.CASH, "paid_on": today,
        "kind": Kind.COURSE, "payer": Payer("Neri Ugo"),
    }  # fmt: skip
    made = receipts.write(club, Payment(**first), key=key, today=today, by=treasurer)
    assert receipts.write(club, Payment(**first), key=key, today=today, by=treasurer) == made
    with pytest.raises(ClubInputRefused) as refusal:
        receipts.write(club, Payment(**{**first, **other}), key=key, today=today, by=treasurer)
    assert refusal.value.code == "key-used"
    assert Receipt.objects.count() == 1
