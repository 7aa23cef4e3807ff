"""What secretaries really write: two lines of headings, titles between rows, "idem", noughts, no amounts."""

from datetime import date
from typing import Any

import pytest

from club.exports import lists
from club.imports import headings
from club.models import Category, Club, Due, User
from club.register import membership
from tests.club.dues.members import a_member, a_year, paid
from tests.club.imports.sheets import workbook
from tests.club.imports.steps import begun, checked, codes, taken, written
from tests.club.register.book import TODAY

HEADINGS = ("Cognome", "Nome", "Categoria", "Socio dal", "Quota 2024", "Quota 2025")
JOINED = "10/1/2020"


def rows(*dues: tuple[Any, Any], category: str = "ordinario") -> list[tuple[Any, ...]]:
    names = ("Ada", "Ugo", "Ida", "Leo", "Eva", "Pia", "Ivo", "Lea")
    return [("Rossi", name, category, JOINED, *each) for name, each in zip(names, dues, strict=False)]


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Tel./Cell.", "phone"),
        ("Foto (SI/NO)", "consent_photos"),
        ("Foto S/N", "consent_photos"),
        ("Nome in classifica", "consent_name"),
        ("Quota '24", "dues"),
        ("’24", "dues"),
        ("Q. 2024", "dues"),
        ("Data pag. 2024", "dues_on"),
        ("n. ric. 2024", "dues_receipt"),
        ("Tess. 2024", "card"),
        ("N. tess.", "number"),
        ("Data iscr.", "admitted_on"),
        ("Fine", "ended_on"),
        ("Nome", "first_name"),
    ],
)
def test_headings_are_known_as_they_are_shortened(heading: str, field: str) -> None:
    assert headings.field_of(heading) == field


def test_a_year_over_a_group_of_columns_is_of_each() -> None:
    above = ["", "", "2023", "", "2024", "", "SEGRETERIA"]
    line = ["Cognome", "Nome", "Quota", "Data pagamento", "Quota", "Data pagamento", "Ricevuta"]
    row = ["Rossi", "Ada", "25", "1/2/2023", "no", "", ""]
    titles, below = headings.split_at([(1, above), (2, line), (3, row), (4, above), (5, line)], 2)
    assert titles == [
        "Cognome", "Nome", "Quota 2023", "Data pagamento 2023", "Quota 2024", "Data pagamento 2024",
        "Ricevuta",
    ]  # fmt: skip
    assert below == [(3, row)]


def test_a_title_with_a_year_over_all_is_of_no_column() -> None:
    sheet = [
        (1, ["Elenco soci 2025", "", ""]),
        (2, ["Cognome", "Nome", "Quota"]),
        (3, ["Rossi", "Ada", "25"]),
    ]
    assert headings.split_at(sheet, 2)[0] == ["Cognome", "Nome", "Quota"]


def test_idem_is_what_stands_above(club: Club, secretary: User, ordinary: Category) -> None:
    sheet = workbook(
        ("Cognome", "Nome", "Indirizzo", "CAP", "Socio dal"),
        ("Rossi", "Ada", "Via Murri 3", "40137", JOINED),
        ("idem", "Ugo", "IDEM", '"', "c.s."),
    )
    one = begun(club, sheet, secretary)
    assert {"code": "ditto", "count": 4} in one.notes
    written(taken(one), secretary)
    ugo = club.people.get(first_name="Ugo")
    assert (ugo.last_name, ugo.particulars.street, ugo.particulars.postcode) == (
        "Rossi", "Via Murri 3", "40137",
    )  # fmt: skip


@pytest.mark.parametrize("title", ["SOCI ONORARI", "N.B. quelli sotto da ricontrollare", "Dimessi"])
def test_a_title_between_the_rows_is_nobody(
    club: Club, secretary: User, ordinary: Category, title: str
) -> None:
    for name in ("Cognome", "Cognome e nome"):
        table = [("Nato a", name, "Socio dal", "CAP"), ("", title, "", ""), ("", "TOTALE", "12", "40")]
        one = taken(begun(club, workbook(*table), secretary))
        assert [row.action for row in one.rows.all()] == ["skip", "skip"]
        assert codes(one) == ["nobody", "nobody"]


def test_a_name_alone_in_a_full_sheet_is_to_be_looked_at(
    club: Club, secretary: User, ordinary: Category
) -> None:
    sheet = workbook(("Nominativo", "CAP", "Comune"), ("Rossi Ada", "", ""))
    assert codes(taken(begun(club, sheet, secretary), admitted_on=date(2020, 1, 1))) == ["only-a-name"]


# --- Noughts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", [0, "0", "0,00 €", "€ 0", "0.-"])
def test_a_nought_is_not_paid_and_the_preview_says_so(
    club: Club, secretary: User, ordinary: Category, cell: Any
) -> None:
    one = checked(club, secretary, *rows((cell, "")), headings=HEADINGS, dues_cents=2500)
    assert (codes(one), one.outcome["owed"]) == (["dues-zero-owed"], 1)
    written(one, secretary)
    assert (Due.objects.get().cents, Due.objects.get().is_settled) == (2500, False)


def test_a_nought_owes_nothing_where_one_says_so_or_of_who_is_honorary(
    club: Club, secretary: User, ordinary: Category
) -> None:
    sheet = [*rows((0, "")), ("Verdi", "Leo", "Socio onorario", JOINED, "", 0)]
    one = checked(club, secretary, *sheet, headings=HEADINGS, dues_cents=2500, zero_dues="free")
    assert codes(one) == ["dues-zero-free", "dues-zero-free"]
    one = checked(club, secretary, *sheet, headings=HEADINGS, dues_cents=2500)
    assert codes(one) == ["dues-zero-owed", "dues-zero-free"]
    written(one, secretary)
    assert sorted(due.cents for due in Due.objects.all()) == [0, 2500]


def test_a_nought_of_a_year_before_one_came_says_nothing(
    club: Club, secretary: User, ordinary: Category
) -> None:
    row = ("Rossi", "Ada", "ordinario", "10/1/2025", 0, 25)
    one = checked(club, secretary, row, headings=HEADINGS)
    assert (codes(one), one.outcome["paid"], "owed" in one.outcome) == ([], 1, False)


# --- Amounts that the sheet does not say --------------------------------------------------------------------


def test_who_paid_no_one_says_how_much_paid_as_the_others_of_the_category(
    club: Club, secretary: User, ordinary: Category
) -> None:
    sheet = [
        *rows((25, ""), (25, ""), ("€ 25", ""), ("sì", ""), ("no", "")),
        *[("Verdi", name, "Sostenitore", JOINED, 50, "") for name in ("Ada", "Ugo", "Ida")],
        ("Verdi", "Leo", "sostenitori", JOINED, "X", ""),
    ]
    one = checked(club, secretary, *sheet, headings=HEADINGS)
    assert codes(one) == ["dues-usual"] * 3
    assert one.outcome["categories"] == ["Sostenitore"]
    written(one, secretary)
    told = {due.person.full_name: (due.cents, due.is_paid) for due in Due.objects.select_related("person")}
    assert (told["Rossi Leo"], told["Rossi Eva"], told["Verdi Leo"]) == (
        (2500, True), (2500, False), (5000, True),
    )  # fmt: skip


def test_where_the_others_do_not_agree_the_row_is_stopped(
    club: Club, secretary: User, ordinary: Category
) -> None:
    one = checked(club, secretary, *rows((25, ""), (30, ""), (20, ""), ("sì", "")), headings=HEADINGS)
    assert codes(one) == ["dues-amount"]


def test_two_columns_of_years_cut_short_are_two_years(
    club: Club, secretary: User, ordinary: Category
) -> None:
    names = (*HEADINGS[:4], "Quota 23", "Quota 24")
    one = checked(club, secretary, *rows((25, 30)), headings=names)
    assert one.outcome["years"] == ["2023", "2024"]
    assert codes(checked(club, secretary, *rows((25, "")), headings=(*HEADINGS[:4], "Quota 25", "CAP"))) == [
        "dues-year"
    ]


def test_the_preview_adds_up_the_dues_of_each_year(club: Club, secretary: User, ordinary: Category) -> None:
    one = checked(club, secretary, *rows((25, 30), (25, "no"), ("esente", 30)), headings=HEADINGS)
    assert "dues-amount" in codes(one)
    one = checked(
        club, secretary, *rows((25, 30), (25, 0), ("esente", 30)), headings=HEADINGS, dues_cents=3000
    )
    assert one.outcome["by_year"] == [
        {"year": "2024", "paid": 2, "cents": 5000, "owed": 0},
        {"year": "2025", "paid": 2, "cents": 6000, "owed": 1},
    ]


def test_a_year_that_is_far_ahead_is_a_slip(club: Club, secretary: User, ordinary: Category) -> None:
    names = (*HEADINGS[:4], "Quota 2052", "Tessera 2052")
    one = checked(club, secretary, *rows((25, "A-1")), headings=names)
    assert codes(one) == ["dues-year", "card-year"]


def test_a_payment_long_before_its_year_is_to_be_looked_at(
    club: Club, secretary: User, ordinary: Category
) -> None:
    one = checked(club, secretary, *rows(("", "25 - 12/3/1925")), headings=HEADINGS)
    assert codes(one) == ["dues-early"]


# --- What we wrote ourselves --------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize("list_name", ["soci", "libro", "anno", "morosi"])
def test_our_own_lists_imported_again_change_nothing(
    club: Club, secretary: User, ordinary: Category, list_name: str, ending: str
) -> None:
    year = a_year(club, first=2025, by=secretary)
    people = [a_member(club, name, by=secretary) for name in ("Rossi", "Verdi", "Neri", "Gialli")]
    for person, cents in zip(people[:3], (2500, 2500, 0), strict=True):
        Due.objects.create(year=year, person=person, category=ordinary, cents=cents)
    paid(year, people[0], by=secretary)
    _back_again(people[3], by=secretary)
    before = list(Due.objects.order_by("pk").values())
    asked = lists.ListParameters(day=TODAY, year=year, receipts_of=2025, assembly=None)  # type: ignore[arg-type]
    body = lists.as_file(list_name, lists.LISTS[list_name].table(club, asked, ending), ending)
    one = taken(begun(club, body, secretary), namesakes="same", dues_year="2025")
    assert {(row.action, row.is_barred) for row in one.rows.all()} == {("known", False)}
    assert list(Due.objects.order_by("pk").values()) == before


def _back_again(person: Any, *, by: User) -> None:
    """They left, and came back: two lines of the book."""
    first = person.memberships.get()
    last = date(2025, 6, 1)
    membership.end(
        first.pk, person.club, version=first.version, on=last, cause="resignation", today=TODAY, by=by
    )
    day = date(2025, 9, 1)
    asked = membership.request(person, on=day, today=TODAY, by=by)
    category = person.club.categories.get()
    membership.admit(
        person.club, [asked.pk], on=day, resolution="n. 2", category=category, today=TODAY, by=by
    )
