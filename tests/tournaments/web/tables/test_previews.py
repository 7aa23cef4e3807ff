"""A correction and a ruling are seen before they are kept, and only what was shown is kept."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.evening import JURY, a_round, settle
from tests.once import once_a_module
from tests.tournaments.web.tables.conftest import a_table
from tests.tournaments.web.tables.table import Table, totals
from tournaments.models import Article, Ruling, RulingEffect, Tournament
from tournaments.results import catalogue, rulings
from tournaments.standings import builds


def words(answer: Any) -> str:
    return str(answer.content.decode()).replace("&#x27;", "'").replace("\u00a0", " ")


def a_turn_over() -> Table:
    """A table of a settled turn, its classifica built, its club with a catalogue."""
    table = a_table()
    tournament = table.match.round.tournament
    catalogue.adopt_base_catalogue(tournament.club)
    settle(tournament, table.match.round)
    builds.build(tournament.pk)
    return table


made_over = once_a_module(a_turn_over)


@pytest.fixture
def table(request: pytest.FixtureRequest, made_over: Callable[[], Table], db: None) -> Table:
    """For who takes `over` that one; else a table whose turn is still being played."""
    return made_over() if "over" in request.fixturenames else a_table()


@pytest.fixture
def over(table: Table) -> Table:
    return table


def form(table: Table, **changed: object) -> dict[str, object]:
    return totals(based_on=table.match.deals.get(number=1).version, **changed)


def address(table: Table) -> str:
    return table.by_officer("table_deal", 1)


HTMX = {"HX-Request": "true", "HX-Target": "answer"}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["without scripts", "htmx"])
def test_a_correction_is_first_shown_with_its_points_and_places(
    over: Table, referee: Client, headers: dict[str, str]
) -> None:
    before = over.stored()
    seen = referee.post(address(over), form(over), headers=headers)
    assert seen.status_code == 200
    page = words(seen)
    assert f"Smazzata 1: N-S {before[1][0]} → 194, E-O {before[1][1]} → 106." in page
    assert "Che cosa cambia" in page
    assert "Coppia" in page
    assert "Salva la correzione" in page
    assert ("<html" in page) is not bool(headers)
    assert over.stored() == before


def test_only_what_was_shown_is_saved(over: Table, referee: Client) -> None:
    mark = referee.post(address(over), form(over)).context["foreseen"].mark
    other = form(over, shown=mark, **{"A-total": 106, "B-total": 194, "last_trick": "B"})
    again = referee.post(address(over), other)
    assert again.status_code == 200
    assert again.context["foreseen"].mark != mark
    assert referee.post(address(over), form(over, shown=mark)).status_code == 303
    assert over.stored()[1] == (194, 106)


def test_what_was_shown_before_another_result_changed_is_shown_again(over: Table, referee: Client) -> None:
    mark = referee.post(address(over), form(over)).context["foreseen"].mark
    warning = Article.objects.get(code="4")
    rulings.give(over.match, warning, side="B", by=JURY, reason="x")
    assert referee.post(address(over), form(over, shown=mark)).status_code == 200


def test_the_tables_of_the_next_turn_are_said_to_stay(over: Table, referee: Client) -> None:
    a_round(over.match.round.tournament, seed=2)
    refused = referee.post(address(over), form(over))
    assert (refused.status_code, "scrivi il motivo" in words(refused)) == (422, True)
    page = words(referee.post(address(over), form(over, reason="Somma")))
    assert "I tavoli del turno 2 restano come sono." in page


def test_a_draft_made_from_the_old_classifica_is_said_to_be_made_again(over: Table, referee: Client) -> None:
    a_round(over.match.round.tournament, seed=2, until="draft")
    assert "La bozza del turno 2 va rifatta" in words(referee.post(address(over), form(over)))


def test_an_impossible_correction_is_refused_and_not_foreseen(over: Table, referee: Client) -> None:
    answer = referee.post(address(over), form(over, **{"A-total": 999}))
    assert answer.status_code == 422
    assert answer.context["foreseen"] is None


def test_another_s_newer_version_is_shown_instead(over: Table, referee: Client) -> None:
    stale = totals(based_on=1)
    conflict = referee.post(address(over), stale, headers=HTMX)
    assert conflict.status_code == 409
    version = over.match.deals.get(number=1).version
    seen = referee.post(address(over), {**stale, "over": version}, headers=HTMX)
    assert f'name="over" value="{version}"' in words(seen)
    mark = seen.context["foreseen"].mark
    saved = referee.post(address(over), {**stale, "over": version, "shown": mark})
    assert saved.status_code == 303


def test_the_first_button_of_a_correction_looks_and_that_of_a_new_smazzata_saves(
    over: Table, referee: Client
) -> None:
    assert "Guarda che cosa cambia" in words(referee.get(f"{address(over)}?modo=parti"))
    assert "Toccando si vede che cosa cambia" in words(referee.get(f"{address(over)}?modo=carte"))
    a_round(over.match.round.tournament, seed=2)
    there = address(over).replace("turni/1", "turni/2")
    assert "Guarda che cosa cambia" not in words(referee.get(f"{there}?modo=parti"))
    assert "che cosa cambia" not in words(referee.get(f"{there}?modo=carte"))


def test_a_correction_from_a_device_that_waited_is_no_yes_and_says_what_to_do(
    over: Table, referee: Client
) -> None:
    answer = referee.post(
        address(over), totals(based_on=over.match.deals.get(number=1).version), headers={"HX-Request": "true"}
    )
    assert (answer.status_code, answer.headers.get("HX-Redirect")) == (409, None)
    assert "guarda che cosa cambia" in words(answer)


# --- Rulings ---------------------------------------------------------------------------------------------


def ruling(table: Table) -> str:
    return table.by_officer("table_ruling")


def asked(effect: RulingEffect, **changed: object) -> dict[str, object]:
    article = Article.objects.filter(effect=effect)[0]
    return {"article": article.pk, "side": "A", "deal": "", "reason": "Perché sì", **changed}


def given(table: Table, client: Client, data: dict[str, object]) -> Any:
    seen = client.post(ruling(table), data)
    assert seen.status_code == 200, words(seen)
    assert not Ruling.objects.filter(reason="Perché sì").exists()
    return client.post(ruling(table), {**data, "shown": seen.context["foreseen"].mark})


@pytest.mark.parametrize(
    ("effect", "changed", "sentence"),
    [
        (RulingEffect.FORFEIT, {}, "N-S perde la partita a tavolino"),
        (RulingEffect.EXPULSION, {}, "La partita è annullata: N-S"),
        (RulingEffect.ASSIGNED, {"assigned-A": 700, "assigned-B": 650}, "La partita finisce 700 – 650"),
        (RulingEffect.WARNING, {}, "ammonizione numero 1, senza perdere punti"),
        (RulingEffect.POINTS_OFF, {}, "N-S, punti in meno in questo turno: 50"),
        (RulingEffect.DECLARATIONS_VOID, {"deal": "1"}, "accusi"),
    ],
)
def test_every_kind_of_ruling_is_seen_and_then_given(
    over: Table, referee: Client, effect: RulingEffect, changed: dict[str, object], sentence: str
) -> None:
    data = asked(effect, **changed)
    page = words(referee.post(ruling(over), data))
    assert sentence in page
    assert "Che cosa cambia" in page
    assert given(over, referee, data).status_code == 303
    assert Ruling.objects.get().effect == effect


def test_a_ruling_that_needs_more_than_totals_names_the_side(table: Table, referee: Client) -> None:
    club = table.match.round.tournament.club
    catalogue.adopt_base_catalogue(club)
    article = club.articles.filter(effect=RulingEffect.ONLY_CARD_POINTS)[0]
    referee.post(address(table), totals())
    data = asked(RulingEffect.ONLY_CARD_POINTS, article=article.pk, deal="1")
    assert "Di N-S si conosce solo il totale" in words(referee.post(ruling(table), data))


def test_the_second_warning_is_said_to_cost_points(over: Table, referee: Client) -> None:
    rulings.give(over.match, Article.objects.get(code="8"), side="A", by=JURY, reason="Tardi")
    page = words(referee.post(ruling(over), asked(RulingEffect.WARNING)))
    assert "ammonizione numero 2, punti in meno: 50" in page


@pytest.mark.parametrize("missing", ["assigned-A", "assigned-B"])
def test_an_assigned_score_needs_the_points_of_both(over: Table, referee: Client, missing: str) -> None:
    data = asked(RulingEffect.ASSIGNED, **{"assigned-A": 700, "assigned-B": 650, missing: ""})
    answer = referee.post(ruling(over), data)
    assert (answer.status_code, "Scrivi i punti che assegni." in words(answer)) == (422, True)


def test_an_assigned_score_is_marked_on_every_page(over: Table, referee: Client) -> None:
    data = asked(RulingEffect.ASSIGNED, **{"assigned-A": 701, "assigned-B": 652})
    given(over, referee, data)
    tournament = over.match.round.tournament
    builds.build(tournament.pk)
    number = over.match.seats.filter(side="A")[0].entry.number
    for page in (
        over.by_officer(), f"/t/{tournament.code}/", f"/t/{tournament.code}/coppie/{number}/",
        f"/t/{tournament.code}/turni/1/", f"/t/{tournament.code}/arbitro/",
    ):  # fmt: skip
        shown = words(referee.get(page))
        assert "punteggio arbitrale" in shown, page
        assert "701" in shown, page
    told = Client().get(f"/api/v1/tournaments/{tournament.code}/rounds/1/tables/1/").json()
    assert (told["assigned"], told["points"], told["winner"]) == (True, {"A": 701, "B": 652}, "A")


def test_a_match_lost_a_tavolino_in_a_settled_turn_is_not_called_a_withdrawal(
    over: Table, referee: Client
) -> None:
    given(over, referee, asked(RulingEffect.FORFEIT))
    over.match.deals.all().delete()
    page = words(referee.get(f"/t/{over.match.round.tournament.code}/turni/1/"))
    assert "persa a tavolino da N-S" in page
    assert "ha lasciato il torneo" not in page


def test_a_ruling_sent_twice_is_given_once(over: Table, referee: Client) -> None:
    data = asked(RulingEffect.WARNING)
    mark = referee.post(ruling(over), data).context["foreseen"].mark
    statuses = [referee.post(ruling(over), {**data, "shown": mark}).status_code for _time in range(3)]
    assert statuses == [303, 200, 200]
    assert Ruling.objects.count() == 1


# --- Lateness --------------------------------------------------------------------------------------------


def test_lateness_comes_with_the_next_step_already_shown(table: Table, referee: Client) -> None:
    catalogue.adopt_base_catalogue(table.match.round.tournament.club)
    late = f"{ruling(table)}?ritardo=A"
    for article, sentence in (
        ("8 ", "ammonizione numero 1"),
        ("8 bis", "punti in meno in questo turno: 50"),
        ("8 ter", "tavolino"),
    ):
        page = referee.get(late)
        chosen = page.context["form"].initial
        assert chosen["article"].code == article.strip()
        assert sentence in words(page)
        data = {"article": chosen["article"].pk, "side": "A", "deal": "", "reason": "In ritardo"}
        mark = page.context["foreseen"].mark
        assert referee.post(ruling(table), {**data, "shown": mark}).status_code == 303
    assert [each.effect for each in Ruling.objects.order_by("id")] == ["warning", "points-off", "forfeit"]


def test_without_a_ladder_the_page_says_where_to_write_it(table: Table, referee: Client) -> None:
    club = table.match.round.tournament.club
    Article.objects.create(club=club, code="1", title="Segnale", effect="warning")
    assert "nessun articolo è per i ritardi" in words(referee.get(f"{ruling(table)}?ritardo=B"))


# --- Substitution, withdrawal ------------------------------------------------------------------------------


def test_a_player_is_replaced_and_comes_back_from_the_table_s_page(table: Table, referee: Client) -> None:
    there = table.by_officer("table_substitution")
    leaves = table.match.seats.get(position="E").person
    assert leaves.full_name in words(referee.get(there))
    new = {"position": "E", "last_name": "Riserva", "first_name": "Ugo", "reason": "Mal di testa"}
    assert referee.post(there, new).status_code == 303
    page = words(referee.get(table.by_officer()))
    assert f"Riserva Ugo sostituisce {leaves.full_name} dal turno 1." in page
    assert "Mal di testa" in page
    assert "Mal di testa" not in words(Client().get(table.by_code()))
    made = table.match.seats.get(position="E").entry.substitutions.get()
    back = table.by_officer("end_substitution", made.pk)
    assert referee.post(back, {"reason": ""}).status_code == 303
    made.refresh_from_db()
    assert made.until_turn is None
    assert "torna dal turno 2" in words(referee.post(back, {"reason": "Sta bene"}, follow=True))


@pytest.mark.parametrize(
    ("changed", "status", "sentence"),
    [
        ({"last_name": ""}, 422, "Scegli chi si siede"),
        ({"reason": ""}, 422, "Scrivi il motivo"),
        ({"position": "Q"}, 422, "errorlist"),
        ({"person": "999999"}, 422, "errorlist"),
    ],
)
def test_a_substitution_badly_asked_is_refused_with_a_sentence(
    table: Table, referee: Client, changed: dict[str, object], status: int, sentence: str
) -> None:
    data = {"position": "E", "last_name": "Riserva", "reason": "x", **changed}
    answer = referee.post(table.by_officer("table_substitution"), data)
    assert (answer.status_code, sentence in words(answer)) == (status, True)


def test_a_substitute_who_plays_elsewhere_is_refused_with_a_sentence(table: Table, referee: Client) -> None:
    other = table.match.round.matches.exclude(pk=table.match.pk)[0].seats.all()[0].person
    data = {"position": "E", "person": other.pk, "reason": "x"}
    answer = referee.post(table.by_officer("table_substitution"), data)
    assert answer.status_code == 422
    assert "gioca già nella coppia" in words(answer)


def test_a_pair_goes_home_from_the_table_s_page(table: Table, referee: Client) -> None:
    there = table.by_officer("table_withdrawal")
    entry = table.match.seats.filter(side="B")[0].entry
    assert referee.post(there, {"side": "B", "reason": ""}).status_code == 422
    assert referee.post(there, {"side": "B", "reason": "Il bambino sta male"}).status_code == 303
    entry.refresh_from_db()
    assert entry.withdrawn_at is not None
    said = Tournament.objects.get(pk=entry.tournament_id).log.latest("number")
    assert (said.act, said.reason, said.actor_name) == ("entry.withdrawn", "Il bambino sta male", "Referee")


@pytest.mark.parametrize(
    ("page", "queries"),
    [("table_ruling", 10), ("table_substitution", 8), ("table_withdrawal", 7), ("table_history", 8)],
)
def test_these_pages_take_a_few_queries(
    table: Table, referee: Client, page: str, queries: int, django_assert_num_queries: Any
) -> None:
    catalogue.adopt_base_catalogue(table.match.round.tournament.club)
    with django_assert_num_queries(queries):
        referee.get(table.by_officer(page))
