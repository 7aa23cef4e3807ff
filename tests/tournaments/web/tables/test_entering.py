"""Writing a smazzata through the page: what is stored, what is refused and in which words."""

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.evening import JURY, a_round, settle, signed_in
from tests.pages import flat
from tests.tournaments.web.tables.table import MISSING, PILE, Table, cards, parts, totals
from tournaments import log
from tournaments.actors import Actor
from tournaments.evenings import lifecycle
from tournaments.models import Deal
from tournaments.results import scores
from tournaments.results.scores.deal_schema import PLAIN_CARDS
from tournaments.web.forms.deal.cards import RUN, TAPPED

HTMX = {"HX-Request": "true"}
Form = dict[str, Any]

RE = {"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}


def sentences(answer: Any) -> str:
    """The page on one line, with the letters that HTML escapes as they are written."""
    return flat(answer.content.decode()).replace("&#x27;", "'").replace("&quot;", '"')


def test_a_deal_by_cards_is_stored_as_it_was_said(table: Table, phone: Client) -> None:
    phone.post(
        table.by_code("table_deal", 1),
        cards(declarations='[{"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}]'),
    )
    deal = table.match.deals.get()
    assert deal.way == "cards"
    assert deal.entered == {
        "cards": {"A": PILE},
        "missing": MISSING,
        "tricks": 7,
        "last_trick": "A",
        "declarations": [RE],
    }
    assert deal.counted["A"]["sequences"] == 140
    assert deal.counted["A"]["declarations"] == 17


def test_a_table_that_changes_its_deals_without_end_is_sent_to_the_referee(
    table: Table, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = table.match.round.tournament.log.count()
    monkeypatch.setattr(log, "MOST_OF_SIDE", there + 2)
    version = 0
    for a, b in [(194, 106), (184, 116)] * (there + 2):
        answer = phone.post(
            table.by_code("table_deal", 1), totals(**{"A-total": a, "B-total": b}, based_on=version)
        )
        if answer.status_code == 409:
            break
        version = table.match.deals.get().version
    assert "troppi cambiamenti: dite all'arbitro" in sentences(answer)
    assert table.match.round.tournament.log.count() == 2 * there + 2
    assert table.match.deals.get().version == version


def test_an_accuso_by_number_is_stored_as_a_number(table: Table, phone: Client) -> None:
    danari = {"side": "B", "player": "B2", "sequence": "danari", "number": 4}
    phone.post(table.by_code("table_deal", 1), cards(declarations=json.dumps([danari])))
    deal = table.match.deals.get()
    assert deal.entered["declarations"] == [danari]
    assert deal.counted["B"]["declarations"] == 15


@pytest.mark.parametrize("numbered", [True, False], ids=["with scartini", "a whole pile"])
@pytest.mark.parametrize(
    ("side", "named", "missing"),
    [
        ("A", ["Ang", "Mon", "Beg", "Rd", "16", "15", "12", "Sol"], {"Lun", "14", "13", *RUN[7:]}),
        ("B", ["Mat", "Rd", "Rc", "Qd", "Mo1", "Mo2", "Sol", "14"], {"Sol", "14"}),
    ],
    ids=["with the Angelo", "without it"],
)
def test_a_deal_written_as_a_pile_opens_with_what_would_be_tapped(
    table: Table, phone: Client, side: str, named: list[str], missing: set[str], *, numbered: bool
) -> None:
    plain = 24 + (2 if table.dealer() == side else 0) - len(named)
    pile = named if numbered else [*named, *PLAIN_CARDS[:plain]]
    entered = {"cards": {side: pile}, "scartini": plain if numbered else 0, "last_trick": "A"}
    by = Actor.at_table(table.match, "A")
    stored = scores.enter(table.match, 1, "cards", entered, by=by, based_on=0)
    page = sentences(phone.get(table.by_code("table_deal", 1)))
    assert f'value="{side}6" checked' in page
    assert {code for code in RUN if f'name="grande" value="{code}" checked' in page} == {*named} & {*RUN}
    tapped = [code for code in named if code in TAPPED]
    form = cards(heap=f"{side}6", cards=tapped, missing=sorted(missing), based_on=stored.version)
    assert phone.post(table.by_code("table_deal", 1), form).status_code == 303
    assert table.match.deals.get().counted == stored.counted


def test_a_card_of_the_grande_that_is_tapped_is_in_the_pile_with_the_angelo_and_without(
    table: Table, phone: Client
) -> None:
    with_angel = cards(cards=PILE, missing=MISSING)
    assert with_angel["grande"] == [code for code in RUN if code not in MISSING]
    phone.post(table.by_code("table_deal", 1), with_angel)
    first = table.match.deals.get()
    assert first.entered["missing"] == MISSING, "below the break nothing is stored"
    others = cards(cards=["Mat", "Rd", "Rc", "Qd", "Mo1", "Mo2"], missing=["Sol", "14"], heap="B6")
    assert others["grande"] == ["Sol", "14"]
    phone.post(table.by_code("table_deal", 2), others)
    assert table.match.deals.get(number=2).entered["missing"] == ["Sol", "14"]


def test_a_deal_that_waited_on_a_phone_since_an_older_page_names_the_missing_cards(
    table: Table, phone: Client
) -> None:
    older = {**cards(), "missing": MISSING}
    del older["grande"], older["grande_in_heap"]
    phone.post(table.by_code("table_deal", 1), older)
    assert table.match.deals.get().entered["missing"] == MISSING


def test_the_sheet_opens_at_the_last_deal_written_and_leads_to_the_rulings(
    table: Table, phone: Client
) -> None:
    for number in (1, 2):
        phone.post(table.by_code("table_deal", number), totals())
    page = sentences(phone.get(table.of("B").by_code()))
    assert re.findall(r'<details id="deal-(\d)" *(open)?', page) == [("1", ""), ("2", "open")]
    assert 'href="#provvedimenti"' not in page, "there are none"
    officer = sentences(signed_in(table.people.referee).get(table.by_officer()))
    assert officer.index('href="#provvedimenti"') < officer.index('id="deal-1"')


def test_a_cappotto_by_cards_is_an_empty_pile(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), cards(heap="A0", cards=[], missing=[], last_trick="B"))
    assert table.stored() == {1: (0, 939)}


def test_a_deal_by_parts_adds_up(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), parts(**{"B-declared": 17}))
    assert table.stored() == {1: (130 + 17 + 41 + 6, 20 + 40 + 46 + 17)}


def test_the_scartini_of_one_side_give_the_others(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), parts(**{"B-card_points": ""}))
    assert table.match.deals.get().entered["B"]["card_points"] == 46


@pytest.mark.parametrize(
    ("typed", "answer"), [(211, "yes"), (194, "no")], ids=["as on the sheet", "without the declarations"]
)
def test_totals_are_with_the_declarations_or_the_table_says_otherwise(
    table: Table, phone: Client, typed: int, answer: str
) -> None:
    sent = totals(**{"A-declared": 17, "A-total": typed, "with_declared": answer})
    phone.post(table.by_code("table_deal", 1), sent)
    assert table.stored() == {1: (211, 106)}
    deal = table.match.deals.get()
    assert deal.counted["A"]["sequences"] is None
    assert (deal.entered["A"]["total"], deal.entered["A"]["declared"]) == (194, 17)
    page = sentences(phone.get(table.by_code("table_deal", 1), {"modo": "totali"}))
    assert page.index('name="A-declared"') < page.index('name="A-total"'), "in the order of the sheet"
    assert 'value="211"' in page


def test_where_totals_may_lack_the_declarations_the_table_is_asked(table: Table, phone: Client) -> None:
    sent = totals(**{"A-declared": 17})
    for address in ("table_count", "table_deal"):
        assert "I totali comprendono gli accusi?" in sentences(phone.post(table.by_code(address, 1), sent))
    assert table.stored() == {}


def test_totals_that_are_possible_with_the_declarations_alone_are_taken_at_once(
    table: Table, phone: Client
) -> None:
    # A side with 37 points, without those of its declarations, may have 95 points against it; one with 54
    # may not.
    sent = totals(**{"A-declared": 17, "A-total": 54, "B-total": 95})
    assert phone.post(table.by_code("table_deal", 1), sent).status_code == 303
    assert table.stored() == {1: (54, 95)}


def test_a_deal_without_declarations_opens_without_an_answer(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    version = table.match.deals.get().version
    page = sentences(phone.get(table.by_code("table_deal", 1), {"modo": "totali"}))
    assert not re.search(r'name="with_declared"[^>]*checked', page)
    forgotten = totals(based_on=version, **{"A-declared": 17})
    assert phone.post(table.by_code("table_deal", 1), forgotten).status_code == 422
    assert table.stored() == {1: (194, 106)}


def test_without_declarations_nothing_is_asked(table: Table, phone: Client) -> None:
    assert phone.post(table.by_code("table_deal", 1), totals(**{"A-declared": 0})).status_code == 303


def test_after_a_deal_comes_the_next_missing_one_and_then_the_table(table: Table, phone: Client) -> None:
    ways = [totals, totals, totals, totals]
    going = [
        phone.post(table.by_code("table_deal", number), form())["Location"]
        for number, form in zip((1, 3, 2, 4), ways, strict=True)
    ]
    deal = table.by_code("table_deal", 9).replace("/9/", "/{}/")
    assert going == [deal.format(2), deal.format(2), deal.format(4), table.by_code()]
    assert "Vince" in sentences(phone.get(table.by_code()))


WRONG: dict[str, tuple[Form, str]] = {
    "nothing": ({"way": "cards", "based_on": 0}, "Tocca quante prese ha il mazzo"),
    "no heap": (cards(heap=""), "Tocca quante prese ha il mazzo che conti, nella riga di chi le ha fatte."),
    "sixteen tricks": (cards(heap="A16"), "Le prese vanno da 0 a 15"),
    "the heap of a third side": (cards(heap="C6"), "di N-S o di E-O"),
    "no last trick": (cards(last_trick=""), "Scegli chi ha fatto l'ultima presa."),
    "a third side": (cards(last_trick="C"), "Scegli chi ha fatto l'ultima presa."),
    "more cards than the tricks hold": (cards(heap="A2"), "Togli quelle in più o correggi le prese."),
    "fewer cards than can be": (cards(cards=PILE[1:3], missing=[]), "Toccale o correggi le prese."),
    "a card twice": (cards(cards=[*PILE, "Ang"]), "compare due volte"),
    "a card of another deck": (cards(cards=[*PILE, "7q"]), "La carta 7q non è fra quelle da toccare"),
    "a king that the grande lacks": (cards(grande=["Rd"]), "La carta Rd non è della grande"),
    "a pile too small to be one": (cards(heap="A0", cards=["Mat"], missing=[]), "Le carte indicate sono 1"),
    "the last trick of who has none": (
        cards(heap="A0", cards=[], missing=[]),
        "non può avere l'ultima presa",
    ),
    "declarations that are not JSON": (cards(declarations="[{"), "Gli accusi non si leggono"),
    "declarations that are no list": (cards(declarations="7"), "Gli accusi non si leggono"),
    "a declaration that is no object": (cards(declarations="[7]"), "non si legge"),
    "a declaration of nobody": (
        cards(declarations='[{"side": "A", "player": "A9", "cricca": "re", "cards": ["Rd"]}]'),
        "A9",
    ),
    "a declaration with one card": (
        cards(declarations='[{"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd"]}]'),
        "(Nord)",
    ),
    "a declaration of five kings": (
        cards(declarations='[{"side": "A", "player": "A1", "cricca": "re", "number": 5}]'),
        "con 5 carte",
    ),
    "declarations of the same kings": (
        cards(
            declarations=json.dumps(
                [
                    {"side": player[0], "player": player, "cricca": "re", "number": 3}
                    for player in ("A1", "B1")
                ]
            )
        ),
        "insieme non possono",
    ),
    "figures that cannot be": (parts(**{"A-sequences": 131}), "131"),
    "scartini that are not 87": (parts(**{"B-card_points": 47}), "87"),
    "no scartini": (parts(**{"A-card_points": "", "B-card_points": ""}), "Scrivi gli scartini di N-S."),
    "a negative figure": (parts(**{"A-sequences": -5}), "Un punteggio non può essere negativo."),
    "a figure in letters": (parts(**{"A-sequences": "tanto"}), "Scrivi un numero intero."),
    "an absurd figure": (totals(**{"A-total": 99999999999}), "È troppo"),
    "totals that cannot be": (totals(**{"A-total": 1, "B-total": 2}), "Nessuna smazzata può dare"),
    "no total": (totals(**{"A-total": ""}), "Scrivi il totale di N-S."),
    "absurd declarations": (
        totals(**{"A-declared": 5000, "with_declared": "no"}),
        "non può avere mostrato in mano 5000 punti",
    ),
    "a total below its declarations": (totals(**{"A-declared": 5000}), "ma è più basso"),
    "a key that is none": (parts(key="nonsense"), "Ricarica la pagina"),
    "no version": (parts(based_on=""), "Ricarica la pagina"),
    "a way that is none": ({**parts(), "way": "guesses"}, "Tocca quante prese"),
}


@pytest.mark.parametrize(("form", "said"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_what_cannot_be_is_refused_in_words_and_nothing_is_stored(
    table: Table, phone: Client, form: Form, said: str, headers: dict[str, str]
) -> None:
    answer = phone.post(table.by_code("table_deal", 1), form, headers=headers)
    assert answer.status_code == 422
    assert said in sentences(answer)
    assert "Non salvata" in sentences(answer)
    assert table.stored() == {}
    assert not table.match.round.tournament.log.filter(act__startswith="deal").exists()


def test_a_refused_page_keeps_what_was_typed(table: Table, phone: Client) -> None:
    page = sentences(
        phone.post(table.by_code("table_deal", 1), parts(**{"A-sequences": 131, "B-declared": 12}))
    )
    assert 'value="131"' in page
    assert 'value="12"' in page
    page = sentences(
        phone.post(
            table.by_code("table_deal", 1), cards(last_trick="", declarations=f"[{RE}]".replace("'", '"'))
        )
    )
    chosen = len(["the heap", "two Moors"]) + len(PILE) - 2 + len(RUN) - len(MISSING)
    assert page.count(' checked aria-label="') == chosen
    assert 'name="moors" value="2" checked' in page
    assert "cricca" in page


@pytest.mark.parametrize("way", ["carte", "parti", "totali"])
def test_no_browser_fills_in_again_what_the_draft_keeps(table: Table, phone: Client, way: str) -> None:
    # Firefox does after a reload: the draft was then taken for what the server had sent, and forgotten.
    page = phone.get(f"{table.by_code('table_deal', 1)}?modo={way}").content.decode()
    (form,) = re.findall(r"<form\s[^>]*data-deal\s[^>]*>", page)
    assert 'autocomplete="off"' in form


def test_impossible_figures_come_with_the_nearest_possible_ones(table: Table, phone: Client) -> None:
    page = sentences(phone.post(table.by_code("table_deal", 1), parts(**{"A-sequences": 131}), headers=HTMX))
    assert page.count("data-fill=") == 5
    assert '"A-sequences": 130' in page
    assert "N-S: sequenze 130" in page


def test_an_offer_says_only_what_it_changes(table: Table, phone: Client) -> None:
    sent = parts(**{"A-sequences": 131, "A-declared": 17, "B-cricche": "", "B-declared": ""})
    page = sentences(phone.post(table.by_code("table_deal", 1), sent, headers=HTMX))
    offers = re.findall(r">([^<]*)</button>", page.split('class="offers"')[1])
    assert len(offers) == 5
    assert not [offer for offer in offers if "accusi" in offer or "cricche 0" in offer]


@pytest.mark.parametrize("form", [cards, parts, totals], ids=["cards", "parts", "totals"])
def test_a_double_tap_writes_once(table: Table, phone: Client, form: Callable[..., Form]) -> None:
    sent = form()
    answers = [phone.post(table.by_code("table_deal", 1), sent) for _tap in range(5)]
    assert {answer.status_code for answer in answers} == {303}
    assert table.match.round.tournament.log.filter(act__startswith="deal").count() == 1


def test_the_same_key_with_other_words_is_never_taken_for_a_double_tap(table: Table, phone: Client) -> None:
    sent = totals()
    phone.post(table.by_code("table_deal", 1), sent)
    answer = phone.post(table.by_code("table_deal", 1), {**sent, "A-declared": 17, "with_declared": "no"})
    assert answer.status_code == 422
    assert "già servito per altri dati" in sentences(answer)
    assert table.stored() == {1: (194, 106)}


def test_a_second_device_is_shown_both_and_chooses(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    answer = Client().post(table.by_code("table_deal", 1), parts(), headers=HTMX)
    assert answer.status_code == 409
    assert "194 – 106" in sentences(answer)
    there = table.match.deals.get().version
    assert f'name="over" value="{there}"' in answer.content.decode()
    assert table.match.deals.get().way == "totals"

    chosen = Client().post(table.by_code("table_deal", 1), parts(over=there))
    assert chosen.status_code == 303
    assert table.match.deals.get().way == "parts"


def test_choosing_over_a_version_that_changed_again_is_refused_again(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    seen = table.match.deals.get().version
    phone.post(
        table.by_code("table_deal", 1),
        totals(based_on=seen, **{"A-declared": 17, "A-total": 211, "with_declared": "yes"}),
    )
    assert phone.post(table.by_code("table_deal", 1), parts(over=seen)).status_code == 409
    assert table.stored() == {1: (211, 106)}


@pytest.mark.parametrize(
    ("way", "typed"),
    [
        ("carte", ' checked aria-label="Angelo"'),
        ("parti", 'name="A-sequences"'),
        ("totali", 'name="A-total"'),
    ],
)
def test_a_written_deal_opens_filled_in_each_way(table: Table, phone: Client, way: str, typed: str) -> None:
    phone.post(table.by_code("table_deal", 1), cards())
    page = sentences(phone.get(table.by_code("table_deal", 1), {"modo": way}))
    counted = table.match.deals.get().counted["A"]
    assert typed in page
    if way == "parti":
        assert f'value="{counted["sequences"]}"' in page
    if way == "totali":
        assert f'value="{counted["total"]}"' in page


def test_a_deal_opens_as_the_table_last_wrote(table: Table, phone: Client) -> None:
    assert 'name="heap"' in sentences(phone.get(table.by_code("table_deal", 1)))
    phone.post(table.by_code("table_deal", 1), totals())
    assert 'name="A-total"' in sentences(phone.get(table.by_code("table_deal", 2)))


def test_the_players_correct_their_own_deal_while_the_turn_is_played(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    version = table.match.deals.get().version
    answer = phone.post(
        table.by_code("table_deal", 1), totals(based_on=version, **{"B-declared": 12, "with_declared": "no"})
    )
    assert answer["Location"] == table.by_code()
    assert table.stored() == {1: (194, 118)}


def corrected(table: Table, client: Client, **fields: object) -> Any:
    """The first smazzata corrected as the page does it: seen first, then saved."""
    there, form = table.by_officer("table_deal", 1), totals(**fields)
    form["based_on"] = table.match.deals.get(number=1).version
    seen = client.post(there, form)
    if seen.status_code != 200:
        return seen
    return client.post(there, {**form, "shown": seen.context["foreseen"].mark})


def test_the_referee_corrects_a_settled_turn_and_the_classifica_follows(
    table: Table, referee: Client, django_capture_on_commit_callbacks: Any
) -> None:
    settle(table.match.round.tournament, table.match.round)
    with django_capture_on_commit_callbacks(execute=True):
        answer = corrected(table, referee)
    assert answer.status_code == 303
    tournament = table.match.round.tournament
    tournament.refresh_from_db()
    assert table.stored()[1] == (194, 106)
    assert tournament.standings_are_current
    rows = tournament.snapshots.order_by("-id").first().rows
    assert sum(row["scored"] for row in rows) == sum(
        points
        for match in table.match.round.matches.all()
        for deal in match.deals.all()
        for points in deal.points.values()
    )


def test_after_the_next_tables_are_announced_a_correction_needs_a_reason(
    table: Table, referee: Client
) -> None:
    settle(table.match.round.tournament, table.match.round)
    a_round(table.match.round.tournament, seed=2, until="published")
    before = table.stored()
    answer = corrected(table, referee)
    assert answer.status_code == 422
    assert "scrivi il motivo" in sentences(answer)
    assert table.stored() == before
    assert corrected(table, referee, reason="Somma sbagliata").status_code == 303
    assert table.match.round.tournament.log.last().reason == "Somma sbagliata"


def test_a_closed_tournament_is_not_corrected(table: Table, referee: Client) -> None:
    settle(table.match.round.tournament, table.match.round)
    lifecycle.close(table.match.round.tournament.pk, by=JURY)
    before = table.stored()
    assert "Il torneo è concluso" in sentences(referee.get(table.by_officer("table_deal", 1)))
    assert corrected(table, referee).status_code == 409
    assert table.stored() == before


def test_an_officer_takes_a_deal_off_the_sheet(table: Table, referee: Client) -> None:
    referee.post(table.by_officer("table_deal", 1), totals())
    deal = table.match.deals.get()
    answer = referee.post(table.by_officer("table_erase", 1), {"based_on": deal.version})
    assert answer.status_code == 303
    assert table.stored() == {}
    assert table.match.round.tournament.log.last().before["counted"] == deal.counted


@pytest.mark.parametrize(
    ("based_on", "status", "said"),
    [("0", 409, "cambiata da un altro dispositivo"), ("x", 409, "cambiata"), ("", 409, "cambiata")],
)
def test_a_deal_is_not_taken_off_unseen(
    table: Table, referee: Client, based_on: str, status: int, said: str
) -> None:
    referee.post(table.by_officer("table_deal", 1), totals())
    answer = referee.post(table.by_officer("table_erase", 1), {"based_on": based_on})
    assert answer.status_code == status
    assert said in sentences(answer)
    assert Deal.objects.count() == 1


def test_a_deal_that_was_never_written_cannot_be_taken_off(table: Table, referee: Client) -> None:
    answer = referee.post(table.by_officer("table_erase", 1), {"based_on": 0})
    assert answer.status_code == 422
    assert "non è stata inserita" in sentences(answer)


def test_the_page_tells_why_of_a_deal_by_cards(table: Table, phone: Client) -> None:
    phone.post(table.by_code("table_deal", 1), cards(declarations=json.dumps([RE])))
    page = sentences(phone.get(table.by_code()))
    assert "Scavezzo al 12" in page
    north = table.match.seats.get(position="N").person.full_name
    assert f"Accusi di {north} (Nord): 17 punti." in page


@pytest.mark.parametrize("form", [cards, parts, totals], ids=["cards", "parts", "totals"])
def test_saving_a_deal_takes_fifteen_queries(
    table: Table, referee: Client, form: Callable[..., Form]
) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert referee.post(table.by_officer("table_deal", 1), form()).status_code == 303
    assert len([each for each in queries if "SAVEPOINT" not in each["sql"]]) == 15


def test_a_form_without_the_token_of_the_page_is_refused(table: Table) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(table.by_code("table_deal", 1), totals(key=str(uuid4()))).status_code == 403
    assert table.stored() == {}
