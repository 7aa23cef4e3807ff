"""The printed receipt: two copies with all that the law and habit ask, and the right word on the stamp."""

import io
from uuid import uuid4

import pytest
from pypdf import PdfReader

from club import receipts
from club.errors import ClubInputRefused
from club.models import Club, Particulars, Receipt, User
from club.receipts import Stamp, receipt_pdf
from tests.club.dues.members import TODAY, a_member, a_year, paid

pytestmark = pytest.mark.django_db

SAID = {
    "address": "via Mazzini 1, 40138 Bologna",
    "city": "Bologna",
    "fiscal_code": "00488410010",
    "stamp_duty": "dues",
    "year_start": 1,
    "days_to_pay": 30,
}


def text(receipt: Receipt) -> str:
    pages = PdfReader(io.BytesIO(receipt_pdf(receipt))).pages
    assert len(pages) == 1
    return " ".join(pages[0].extract_text().split())


def a_receipt(club: Club, by: User, cents: int = 12350) -> Receipt:
    person = a_member(club, "Rossi", by=by)
    Particulars.objects.create(person=person, fiscal_code="RSSNNA80A41A944J")
    return paid(a_year(club, by=by, cents=cents), person, by=by)


def test_both_copies_say_who_how_much_for_what_when_and_where(club: Club, owner: User) -> None:
    said = text(a_receipt(receipts.describe(club, by=owner, **SAID), owner))
    for part in (
        "Circolo Mazzini", "via Mazzini 1, 40138 Bologna", "C.F. 00488410010", "n. 1/2026", "Rossi Anna",
        "C.F. RSSNNA80A41A944J", "€ 123,50", "euro centoventitré/50", "Quota associativa anno 2026",
        "in contanti il 10/03/2026", "Bologna, 10/03/2026",
        "Quota associativa, esente da imposta di bollo (art. 7,",
    ):  # fmt: skip
        assert said.count(part) == 2, part
    assert said.count("copia per chi paga") == said.count("copia per l'associazione") == 1, said


def test_a_cancelled_receipt_and_its_counter_entry_say_so(club: Club, owner: User) -> None:
    wrong = a_receipt(club, owner)
    asked = {"reason": "era di un altro", "key": uuid4(), "today": TODAY, "by": owner}
    counter = receipts.cancel(club, 2026, 1, **asked)
    assert "ANNULLATA con la n. 2/2026" in text(wrong)
    assert "la ricevuta n. 1/2026: era di un altro" in text(counter)
    assert "€ −123,50 (euro meno centoventitré/50)" in text(counter)


def test_a_receipt_stays_as_it_was_printed_when_the_association_moves(club: Club, owner: User) -> None:
    receipt = a_receipt(receipts.describe(club, by=owner, **SAID), owner)
    receipts.describe(club, by=owner, **{**SAID, "address": "via Nuova 2", "stamp_duty": "ets"})
    said = text(Receipt.objects.get(pk=receipt.pk))
    assert "via Mazzini 1" in said
    assert "via Nuova" not in said


@pytest.mark.parametrize(
    ("kind", "cents", "is_dues", "said"),
    [
        ("dues", 7747, True, Stamp.NONE), ("dues", 7748, True, Stamp.DUES_ART_7),
        ("dues", 7748, False, Stamp.DUE), ("due", 7748, True, Stamp.DUE), ("due", 7747, False, Stamp.NONE),
        ("ets", 7748, False, Stamp.ETS_ART_82), ("sport", 7748, False, Stamp.SPORT_ART_27),
    ],
)  # fmt: skip
def test_the_stamp_is_as_the_owner_says_of_the_club(
    kind: str, cents: int, is_dues: bool, said: Stamp
) -> None:
    assert receipts.stamp_for(Club(stamp_duty=kind), cents, is_dues=is_dues) is said


def test_where_the_stamp_is_due_there_is_a_place_for_it(club: Club, owner: User) -> None:
    receipts.describe(club, by=owner, **{**SAID, "stamp_duty": "due"})
    assert text(a_receipt(club, owner)).count("marca da bollo 2,00 €") == 2


@pytest.mark.parametrize("code", ["00488410011", "0048841001", "RSSNNA80A41A944J", "abc"])
def test_a_wrong_code_of_the_association_is_refused(club: Club, owner: User, code: str) -> None:
    with pytest.raises(ClubInputRefused):
        receipts.describe(club, by=owner, **{**SAID, "fiscal_code": code})
    club.refresh_from_db()
    assert club.fiscal_code == ""


def test_a_name_is_text_and_never_markup(club: Club, owner: User) -> None:
    receipt = paid(a_year(club, by=owner), a_member(club, "#panic() $x$ *Ross", by=owner), by=owner)
    assert text(receipt).count("#panic() $x$ *Ross Anna") == 2
