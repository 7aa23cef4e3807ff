"""What the page counts while it is being filled; nothing of it is stored."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.web.tables.table import Table, cards, parts, totals
from tests.tournaments.web.tables.test_entering import WRONG, sentences


def tally(table: Table, phone: Client, form: dict[str, Any]) -> str:
    answer = phone.post(table.by_code("table_count", 1), form)
    assert answer.status_code == 200
    assert table.stored() == {}
    return sentences(answer)


def test_both_sides_of_a_deal_by_cards_are_counted_for_a_page_that_asks(table: Table, phone: Client) -> None:
    said = tally(table, phone, cards())
    assert said.count("data-total") == 2
    assert "Queste cifre sono possibili" in said


@pytest.mark.parametrize(
    ("form", "hint"),
    [
        ({"way": "cards", "based_on": 0}, "Tocca quante prese"),
        (cards(heap="A2"), "Togli quelle in più"),
        (cards(cards=[], missing=[]), "Toccale o correggi"),
        (parts(**{"A-card_points": "", "B-card_points": ""}), "Scrivi gli scartini"),
        ({"way": "totals", "based_on": 0, "A-total": "3"}, "Scegli chi ha fatto"),
    ],
    ids=["nothing", "too many cards", "too few cards", "scartini", "one total"],
)
def test_what_is_still_missing_comes_as_one_hint(
    table: Table, phone: Client, form: dict[str, Any], hint: str
) -> None:
    said = tally(table, phone, form)
    assert hint in said
    assert said.count('class="hint"') == 1


def test_possible_figures_say_so(table: Table, phone: Client) -> None:
    assert "Queste cifre sono possibili" in tally(table, phone, parts())
    assert "Queste cifre sono possibili" in tally(table, phone, totals())


def test_a_refusal_hides_that_figures_are_possible(table: Table, phone: Client) -> None:
    """The cards of a duplicated board allow less than the rules: the rule of the style sheet finds both."""
    counted = phone.post(table.by_code("table_count", 1), totals()).content.decode()
    assert "<p data-possible>" in counted
    wrong = {**totals(), "A-total": "999"}
    page = phone.post(table.by_code("table_deal", 1), wrong).content.decode()
    form = re.search(r'class="deal-form".*?</form>', page, re.DOTALL)
    assert form
    assert re.search(r'id="answer".*banner-error.*id="tally"', form[0], re.DOTALL)
    sheet = Path("criccone/static/css/pages/table.css").read_text(encoding="utf-8")
    rule = ".deal-form:has(#answer .banner-error) [data-possible]"
    assert f"{rule} {{\n    display: none;" in sheet


def test_figures_already_impossible_are_told_before_all_are_typed(table: Table, phone: Client) -> None:
    said = tally(table, phone, {"way": "parts", "based_on": 0, "A-sequences": 131})
    assert "131" in said
    assert "data-fill=" in said


def test_a_blank_figure_is_any_while_typing(table: Table, phone: Client) -> None:
    said = tally(table, phone, {"way": "parts", "based_on": 0, "A-sequences": 130})
    assert "data-fill=" not in said


@pytest.mark.parametrize("form", [form for form, _said in WRONG.values()], ids=WRONG)
def test_nothing_that_is_typed_breaks_the_tally(table: Table, phone: Client, form: dict[str, Any]) -> None:
    tally(table, phone, form)


def test_the_tally_takes_four_queries(table: Table, phone: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(4):
        phone.post(table.by_code("table_count", 1), cards())
