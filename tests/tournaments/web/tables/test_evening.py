"""The evening of an entry: one code for all its tables, and what it waits for between them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from club import membership_cards
from club.models import RoleKind
from tests.club.dues.members import a_year
from tests.evening import JURY, a_round, an_officer, fill, settle, signed_in
from tests.tournaments.web.tables.table import Table, totals
from tournaments import queries
from tournaments.actors import Actor
from tournaments.entries import entries
from tournaments.models import Entry, Round, RoundState, Tournament
from tournaments.results import evening_codes, scores
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.standings.audit import recompute

HTMX = {"HX-Request": "true"}


def entry_at(table: Table, side: str = "A") -> Entry:
    return Entry.objects.select_related("tournament__club").get(
        seats__match=table.match, seats__side=side, seats__position__in="NE"
    )


def document(entry: Entry) -> str:
    return reverse("evening", args=[evening_codes.code_of(entry)])


def root(entry: Entry) -> str:
    """What the entry does now, as the document of its evening shows it."""
    return reverse("evening_now", args=[evening_codes.code_of(entry)])


def at_table(entry: Entry, page: str, turn: int, *numbers: int) -> str:
    return reverse(f"{page}_by_evening", args=[evening_codes.code_of(entry), turn, *numbers])


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_code_opens_every_table_of_the_evening(table: Table, phone: Client) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    page = phone.get(root(entry))
    assert page.context["visit"].match == table.match
    assert at_table(entry, "table_deal", 1, 1) in page.content.decode()

    settle(tournament, table.match.round)
    assert "Appena esce il prossimo turno" in text_of(phone, root(entry))
    following = a_round(tournament)
    own = following.matches.get(seats__entry=entry, seats__position__in="NE")
    assert phone.get(root(entry)).context["visit"].match == own


def test_a_round_that_ends_while_its_table_is_read_is_over(
    table: Table, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the phone shows a table that asks for nothing any more."""
    entry, playing = entry_at(table), Round.objects.filter(pk=table.match.round.pk)
    version = queries.table_version

    def settled_meanwhile(tournament: Tournament, turn: int, number: int) -> str:
        playing.update(state=RoundState.SETTLED)
        return version(tournament, turn, number)

    monkeypatch.setattr(queries, "table_version", settled_meanwhile)
    for path, next_page in (
        (at_table(entry, "table", 1), document(entry)),
        (table.by_code(), document(entry)),
    ):
        playing.update(state=RoundState.PLAYING)
        assert phone.get(path, headers=HTMX).headers["HX-Redirect"] == next_page
    playing.update(state=RoundState.PLAYING)
    assert "Turno 1 concluso" in text_of(phone, root(entry))


def test_a_deal_is_written_for_the_side_of_the_code(table: Table, phone: Client) -> None:
    others = entry_at(table, "B")
    assert phone.post(at_table(others, "table_deal", 1, 1), totals()).status_code == 303
    deal = table.match.deals.get()
    assert (deal.entered_side, deal.entered_by) == ("B", None)


def test_it_may_do_what_the_code_of_the_table_may_and_nothing_more(table: Table, phone: Client) -> None:
    entry, others = entry_at(table), entry_at(table, "B")
    scores.enter(
        table.match, 1, "totals", {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}},
        by=Actor.at_table(table.match, "A"), based_on=0,
    )  # fmt: skip
    seen = f"1:{table.match.deals.get().version}"
    own = phone.post(at_table(entry, "table_confirm", 1), {"seen": seen})
    assert own.status_code in (403, 409)
    assert phone.post(at_table(others, "table_confirm", 1), {"seen": seen}).status_code == 303
    assert table.match.deals.get().agreement == "confirmed"
    assert phone.post(at_table(entry, "table_call", 1), {"reason": "Due Angeli"}).status_code == 303
    # A deal that both sides agreed on is the referee's.
    other = {"based_on": seen.partition(":")[2], "A-total": 184, "B-total": 116}
    changed = phone.post(at_table(entry, "table_deal", 1, 1), totals(**other))
    assert changed.status_code == 409


def test_a_deal_kept_on_the_phone_is_not_written_at_a_later_table(table: Table, phone: Client) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    settle(tournament, table.match.round)
    following = a_round(tournament)
    late = phone.post(at_table(entry, "table_deal", 1, 1), totals(), headers=HTMX)
    assert (late.status_code, late["X-Refusal"]) == (403, "code-over")
    assert not following.matches.filter(deals__isnull=False).exists()


def test_the_open_page_moves_by_itself(table: Table, phone: Client) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    poll = at_table(entry, "table", 1)
    seen = phone.get(root(entry)).context["live_version"]
    assert phone.get(poll, {"seen": seen}, headers=HTMX).status_code == 204
    settle(tournament, table.match.round)
    builds.build(tournament.pk)
    assert phone.get(poll, {"seen": seen}, headers=HTMX)["HX-Redirect"] == document(entry)
    assert phone.get(poll)["Location"] == document(entry)
    version = phone.get(root(entry)).context["now"].version
    assert phone.get(root(entry), {"now": version}, headers=HTMX).status_code == 204
    draft = a_round(tournament, until="draft")
    assert phone.get(root(entry), {"now": version}, headers=HTMX).status_code == 204
    rounds.publish(tournament.pk, draft.number, by=JURY)
    assert phone.get(root(entry), {"now": version}, headers=HTMX)["HX-Refresh"] == "true"
    assert "Il turno non è ancora iniziato" in text_of(phone, root(entry))


def test_a_finished_table_waits_for_the_others(table: Table, phone: Client) -> None:
    entry = entry_at(table)
    fill(table.match)
    page = phone.get(root(entry))
    assert "si gioca ancora a un tavolo" in page.content.decode()
    poll, seen = at_table(entry, "table", 1), page.context["live_version"]
    assert phone.get(poll, {"seen": seen}, headers=HTMX).status_code == 204
    fill(table.match.round.matches.get(table=2))
    assert "Hanno finito anche gli altri" in phone.get(poll, {"seen": seen}, headers=HTMX).content.decode()


def test_before_the_first_round_the_page_says_what_to_do(table: Table, phone: Client) -> None:
    tournament = Tournament.objects.get()
    entry = tournament.entries.select_related("tournament__club")[0]
    tournament.rounds.all().delete()
    assert "Sei dei nostri" in text_of(phone, root(entry))
    entries.check_in(tournament.pk, entry.number, present=False, by=JURY)
    assert "Passa dal banco" in text_of(phone, root(entry))


def test_a_pair_without_a_table_is_told_why(table: Table, phone: Client) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    settle(tournament, table.match.round)
    entries.withdraw(tournament.pk, entry.number, withdrawn=True, by=JURY)
    following = a_round(tournament, until="published")
    assert "In questo turno non giocate: se" in text_of(phone, root(entry))
    resting = Entry.objects.select_related("tournament__club").get(rests__round=following)
    assert "Turno 2: riposo" in text_of(phone, root(resting))


def test_after_the_end_the_page_shows_the_place(table: Table, phone: Client) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    tournament.turns = 1
    tournament.save()
    settle(tournament, table.match.round)
    builds.build(tournament.pk)
    page = phone.get(root(entry))
    assert "Si è giocato tutto" in page.content.decode()
    assert page.context["now"].row["number"] == entry.number
    assert reverse("pair", args=[tournament.code, entry.number]) in page.content.decode()


def test_the_sheet_of_a_settled_round_leads_to_the_evening(table: Table, phone: Client) -> None:
    tournament = table.match.round.tournament
    settle(tournament, table.match.round)
    for side in "AB":
        assert phone.get(table.of(side).by_code())["Location"] == document(entry_at(table, side))
    polled = phone.get(table.by_code(), {"seen": "0"}, headers=HTMX)
    assert polled["HX-Redirect"] == document(entry_at(table))


def test_the_desk_shows_the_code_and_makes_the_old_one_void(table: Table, phone: Client) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    old, void = document(entry), root(entry)
    desk = signed_in(table.people.organiser)
    page = desk.get(reverse("entry_phone", args=[tournament.code, entry.number]))
    assert f"http://testserver{old}" in page.content.decode()
    assert "<svg" in page.content.decode()
    assert desk.post(reverse("entry_phone", args=[tournament.code, entry.number])).status_code == 303
    assert "è stato sostituito" in phone.get(void).content.decode()
    assert phone.get(void).status_code == 403
    assert phone.post(old + "turno/1/smazzate/1/", totals(), headers=HTMX)["X-Refusal"] == "code-renewed"
    entry.refresh_from_db()
    assert phone.get(root(entry)).status_code == 200
    assert not recompute(tournament.pk).faults
    assert (
        "ha rinnovato il codice per il telefono della coppia"
        in desk.get(reverse("log", args=[tournament.code])).content.decode()
    )


@pytest.mark.parametrize("code", ["x", "1.0.x", "12.0.abc-def"])
def test_a_forged_code_opens_nothing(table: Table, phone: Client, code: str) -> None:
    for page in ("evening", "evening_now"):
        assert phone.get(reverse(page, args=[code])).status_code == 403
    assert phone.post(reverse("table_deal_by_evening", args=[code, 1, 1]), totals()).status_code == 403


def test_the_membership_card_leads_to_its_holders_evening(
    table: Table, phone: Client, settings: Settings
) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    person, today = entry.players.all()[0].person, timezone.localdate()
    by = an_officer(tournament.club, RoleKind.TREASURER)
    card = membership_cards.prepare_for_print(
        a_year(tournament.club, by=by), [person.pk], today=today, by=by
    )[0]
    address = reverse("evening_by_card", args=[card.token])
    tournament.date = today + timedelta(days=1)
    tournament.save()
    assert phone.get(address)["Location"] == document(entry)
    settings.SITE_URL = "https://torneo.example.org"
    scanned = membership_cards.code_content(card)
    assert scanned == f"https://torneo.example.org{address}"
    for typed in (scanned, scanned.upper(), f"https Ç--torneo.example.org-tessera-{card.token}-", card.token):
        assert membership_cards.token_in(typed) == card.token
    tournament.closed_at = timezone.now()
    tournament.save()
    assert "Nessuna serata con te" in phone.get(address).content.decode()
    membership_cards.void(tournament.club, card.pk, reason="persa", today=today, by=by)
    unknown = phone.get(address)
    assert (unknown.status_code, "Tessera sconosciuta" in unknown.content.decode()) == (404, True)


def test_the_page_between_two_tables_makes_few_queries(table: Table, phone: Client) -> None:
    entry = entry_at(table)
    settle(table.match.round.tournament, table.match.round)
    version = phone.get(root(entry)).context["now"].version
    with CaptureQueriesContext(
        connection,
    ) as made:
        phone.get(root(entry), {"now": version}, headers=HTMX)
    assert len(made) <= 5


def test_the_document_is_kept_by_the_browser_and_holds_nothing_of_the_entry(
    table: Table, phone: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entry = entry_at(table)
    with django_assert_num_queries(0):
        page = phone.get(document(entry))
    assert page["Cache-Control"] == "private, max-age=43200"
    assert page["Vary"] == "Accept-Language"
    text = page.content.decode()
    for private in (entry.tournament.name, entry.tournament.club.name, "csrf", evening_codes.code_of(entry)):
        assert private not in text
    assert text == phone.get(document(entry_at(table, "B"))).content.decode()
    assert phone.get(document(entry), headers={"If-None-Match": page["ETag"]}).status_code == 304
    now = phone.get(root(entry))
    assert now["Cache-Control"] == "private, no-store"
    assert f'data-evening="{now["X-Edition"]}"' in text


def test_a_blank_form_serves_every_deal_also_before_the_round_starts(table: Table, phone: Client) -> None:
    entry = entry_at(table)
    table.match.round.state = RoundState.PUBLISHED
    table.match.round.save()
    told = phone.get(root(entry)).context["deals_ahead"]
    assert [deal["number"] for deal in told["deals"]] == [1, 2, 3, 4]
    assert told["ways"] == ["carte", "parti", "totali"]
    for way in told["ways"]:
        form = text_of(phone, f"{told['blank']}?modo={way}")
        assert 'data-number="{deal}"' in form
        assert 'name="based_on" value="{version}"' in form
        assert told["blank"].replace("nuova", "{deal}") in form


def test_a_match_without_a_fixed_number_of_deals_is_written_ahead(table: Table, phone: Client) -> None:
    tournament, entry = table.match.round.tournament, entry_at(table)
    tournament.game = "ottocento"
    tournament.save()
    told = phone.get(root(entry)).context["deals_ahead"]
    assert len(told["deals"]) > 8
    assert "fuori" in told["ways"]
