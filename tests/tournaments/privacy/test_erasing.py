"""Erasing somebody who has played: results stay, the name is nowhere, the chains hold, papers stay apart."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from club import cash_book
from club.cash_book import Money
from club.errors import ClubError
from club.history.hash_chain import REWRITTEN, first_broken
from club.models import (
    CashKind,
    Category,
    Club,
    Erasure,
    Person,
    Receipt,
    RoleKind,
    StoredAnswer,
    User,
)
from club.privacy import erasure, guardians
from club.register import membership
from club.register.duplicates import likely_pairs
from tests.club.dues.members import a_year, paid
from tests.club.privacy.scene import About, a_notice, said
from tests.club.register.book import TODAY, a_member, a_person
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, settle, signed_in
from tests.once import once_a_module
from tests.tampering import without_triggers
from tournaments.entries import cash, entries, substitutions
from tournaments.evenings import lifecycle
from tournaments.exports import archives
from tournaments.models import Archive, Match, Tournament
from tournaments.standings import audit, builds

pytestmark = pytest.mark.django_db

#: A name that nobody else has, with an accent and an apostrophe; and what the register knows.
LAST, FIRST = "D'Amicò", "Ermenegilda"
SECRETS = ("Ermenegilda", "D'Amicò", "051 987", "ermenegilda@example.org", "Moline 7", "Gaudenzia")


@dataclass
class Scene:
    club: Club
    owner: User
    person: Person
    tournament: Tournament
    receipt: Receipt


def a_scene() -> Scene:
    """A member who left after playing, paying, being looked at, and being written about in every way."""
    club, today = a_club(), timezone.localdate()
    owner = an_officer(club, RoleKind.OWNER)
    person = a_person(
        club, owner, last_name=LAST, first_name=FIRST, fiscal_code="", phone="051 987",
        email="ermenegilda@example.org", street="via delle Moline 7",
    )  # fmt: skip
    ordinary = Category.objects.create(club=club, name="ordinario")
    one = a_member(person, owner, ordinary)
    year = a_year(club, by=owner)
    receipt = paid(year, person, by=owner, on=today, today=today)
    guardians.write_guardian(
        person.pk, club, name="Gaudenzia", relation="parent", email="", phone="051 987", by=owner
    )
    a_notice(club, owner)
    said(person, {About.NOTICE: True, About.NAME: True}, owner)
    membership.end(
        one.pk, club, version=2, on=date(2026, 5, 2), cause="resignation", today=TODAY, by=owner
    )  # fmt: skip
    tournament = a_tournament(club, pairs=3)
    person.refresh_from_db()
    partner = a_person(club, owner, last_name=LAST, first_name="Vito", fiscal_code="")
    entries.enter(tournament.pk, [partner, person], by=JURY, present=True)
    settle(tournament, a_round(tournament))
    match = Match.objects.filter(seats__person=person).get()
    a_round(tournament, seed=2)
    match = Match.objects.filter(seats__person=person, round__number=2).get()
    seat = match.seats.get(person=person)
    substitutions.substitute(
        match, seat.position, club.people.get(pk=_spare(club, owner)), by=JURY,
        reason=f"{FIRST} sta male",
    )  # fmt: skip
    settle(tournament, tournament.rounds.get(number=2))
    builds.build(tournament.pk)
    lifecycle.close(tournament.pk, by=JURY)
    book = cash.book_of(tournament.pk)
    cash_book.write(book.pk, Money(CashKind.OPENING, 5000), key=uuid4(), by=owner)
    words = Money(CashKind.PRIZE, 500, cause=f"salame a {FIRST} {LAST}", person=person)
    cash_book.write(book.pk, words, key=uuid4(), by=owner)
    tournament.refresh_from_db()
    return Scene(club, owner, person, tournament, receipt)


def _spare(club: Club, by: User) -> int:
    return a_person(club, by, last_name="Riserva", first_name="Ada", fiscal_code="").pk


scene = once_a_module(a_scene)


def erase(here: Scene, **said_: Any) -> Erasure:
    told = {"typed": f"{LAST} {FIRST}", "reason": f"lo ha chiesto {FIRST}", "today": timezone.localdate()}
    return erasure.erase(here.person.pk, here.club, by=here.owner, **{**told, **said_})


def everywhere() -> Iterator[tuple[str, str]]:
    """Every text of the database, with where it is."""
    for model in apps.get_models():
        for row in model._base_manager.all():
            for field in model._meta.concrete_fields:
                value = getattr(row, field.attname)
                if isinstance(value, str | dict | list):
                    yield f"{model._meta.label}.{field.name}", json.dumps(value, ensure_ascii=False)
                elif isinstance(field, models.BinaryField):
                    yield f"{model._meta.label}.{field.name}", bytes(value).decode(errors="ignore")


def found() -> set[str]:
    """Where one of the secrets is still to be read. The partner has the same last name: that is his."""
    return {
        where
        for where, text in everywhere()
        if any(secret in text.replace(f"{LAST} Vito", "") for secret in SECRETS)
    }


def test_before_the_erasure_the_secrets_are_in_many_places(scene: Callable[[], Scene]) -> None:
    assert len(found()) > 8


def test_after_it_they_are_where_the_law_wants_them_and_nowhere_else(scene: Callable[[], Scene]) -> None:
    here = scene()
    erase(here)
    of_papers = {"club.Receipt.payer", "club.CashMovement.cause"}
    of_the_register = {"club.KeptName.last_name", "club.KeptName.first_name"}
    assert found() - {"club.Person.last_name"} == of_papers | of_the_register
    [partner] = here.club.people.filter(last_name=LAST)
    assert partner.first_name == "Vito"


def test_results_stay_as_they_were_under_a_neutral_name(scene: Callable[[], Scene]) -> None:
    here = scene()
    before = list(here.tournament.snapshots.values_list("rows", flat=True))
    seats = here.person.seats.count()
    erase(here)
    one = Person.objects.get(pk=here.person.pk)
    assert one.full_name == one.public_name == "Persona cancellata n. 1"
    assert one.seats.count() == seats > 0
    assert list(here.tournament.snapshots.values_list("rows", flat=True)) == before
    page = Client().get(f"/t/{here.tournament.code}/").content.decode()
    assert "Persona cancellata n. 1" in page
    assert FIRST not in page
    assert audit.recompute(here.tournament.pk).faults == []


def test_both_logs_hold_and_tell_what_was_rewritten(scene: Callable[[], Scene]) -> None:
    here = scene()
    erase(here)
    for log in (here.club.log, here.tournament.log):
        assert first_broken(log.order_by("number")) is None
    act = here.tournament.log.get(act="log.name-removed")
    assert len(act.after[REWRITTEN]) == 2, "who entered, and who sat in for whom"
    entered = here.tournament.log.filter(act="entry.entered").last()
    assert entered is not None
    assert entered.after == {"players": f"{LAST} Vito – Persona cancellata n. 1"}
    owner = Client()
    owner.force_login(an_officer(here.club, RoleKind.ORGANISER))
    page = owner.get(f"/t/{here.tournament.code}/registro/").content.decode()
    assert "ha tolto dal registro il nome di una persona cancellata" in page


@pytest.mark.parametrize("of", ["club", "tournament"])
def test_a_line_rewritten_that_nobody_vouches_for_breaks_the_chain_still(
    scene: Callable[[], Scene], of: str
) -> None:
    here = scene()
    erase(here)
    log: Any = here.club.log if of == "club" else here.tournament.log
    [act] = log.filter(act__in=("person.erased", "log.name-removed"))
    number = int(next(iter(act.after[REWRITTEN])))
    without_triggers()
    log.filter(number=number).update(reason="un'altra cosa")
    assert first_broken(log.order_by("number")) == number
    # Nor does an act vouch that was itself altered.
    honest = act.after
    log.filter(pk=act.pk).update(after={**honest, REWRITTEN: {}})
    assert first_broken(log.order_by("number")) == min(map(int, honest[REWRITTEN]))


def test_papers_stay_with_a_row_that_no_result_leads_to(scene: Callable[[], Scene]) -> None:
    here = scene()
    gone = erase(here)
    paper = Person.objects.get(receipts=here.receipt)
    assert paper.pk != here.person.pk
    assert paper.full_name == "Socio cancellato"
    assert paper.numbers.count() == paper.memberships.count() == paper.dues.count() == 1
    assert paper.entries.count() == paper.seats.count() == 0
    one = Person.objects.get(pk=here.person.pk)
    for name in (
        "receipts",
        "dues",
        "memberships",
        "numbers",
        "cards",
        "consents",
        "looks",
        "cash_movements",
    ):
        assert not getattr(one, name).exists(), name
    assert gone.kept == {"book": 1, "receipts": 1, "dues": 1, "memberships": 1, "cash": 1}
    assert gone.kept_until == date(here.receipt.year + 10, 12, 31)
    about = json.dumps(list(here.club.log.values_list("subject", flat=True)))
    assert f'"person": {here.person.pk}}}' not in about, "the register's lines are of the papers now"


def test_it_is_done_once_and_the_log_names_nobody(scene: Callable[[], Scene]) -> None:
    here = scene()
    assert erase(here) == erase(here)
    [line] = here.club.log.filter(act="person.erased")
    assert line.reason == "lo ha chiesto Persona cancellata n. 1"
    assert line.subject == {"erased": 1}
    assert Erasure.objects.count() == 1


def test_who_was_erased_is_not_found_entered_proposed_or_merged(scene: Callable[[], Scene]) -> None:
    here = scene()
    erase(here)
    client = signed_in(here.owner)
    slug = here.club.slug
    assert "cancellata" not in client.get(f"/circoli/{slug}/persone/").content.decode()
    assert "cancellata" not in client.get(f"/circoli/{slug}/libro/?mostra=tutti").content.decode()
    assert "Socio cancellato" in client.get(f"/circoli/{slug}/libro/?mostra=usciti").content.decode()
    assert client.get(f"/circoli/{slug}/persone/{here.person.pk}/").status_code == 404
    assert client.get(f"/circoli/{slug}/libro/{here.person.pk}/consensi/").status_code == 404
    erased = {here.person.pk, Receipt.objects.get().person_id}
    assert not any({pair.first.pk, pair.second.pk} & erased for pair in likely_pairs(here.club))
    career = Client().get(f"/circoli/{slug}/giocatori/{here.person.pk}/")
    assert "Persona cancellata n. 1" in career.content.decode()


def test_pages_kept_and_archives_follow_at_once(
    scene: Callable[[], Scene], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    here = scene()
    address = f"/t/{here.tournament.code}/"
    career = f"/circoli/{here.club.slug}/giocatori/{here.person.pk}/"
    assert all(FIRST in Client().get(each).content.decode() for each in (address, career))
    archives.request(here.tournament.pk)
    assert Archive.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        erase(here)
    assert not Archive.objects.exists()
    for each in (address, career, f"{address}scarica/"):
        assert FIRST not in Client().get(each).content.decode()


def test_the_page_says_what_goes_and_what_stays(
    scene: Callable[[], Scene], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    here = scene()
    client = signed_in(here.owner)
    address = f"/circoli/{here.club.slug}/libro/{here.person.pk}/cancella/"
    with django_assert_num_queries(31):  # six of them whether it must wait
        page = client.get(address).content.decode()
    assert "art. 2220" in page
    assert f"31/12/{here.receipt.year + 10}" in page
    assert "nome, nascita e codice fiscale (art. 15 CTS, art. 17.3.b GDPR) (1)" in page
    assert "fino al 2/5/2036" in page
    wrong = client.post(address, {"typed": "Un Altro", "reason": "lo ha chiesto"})
    assert wrong.status_code == 422
    assert 'value="Un Altro"' in wrong.content.decode()
    right = {"typed": f"{LAST} {FIRST}", "reason": "lo ha chiesto"}
    assert client.post(address, right).status_code == 302
    assert client.post(address, right).status_code == 302, "a second tap is no fault"
    after = client.get(f"/circoli/{here.club.slug}/privacy/circolo/").content.decode()
    assert "Persona cancellata n. 1" in after


def test_the_papers_of_who_was_erased_are_read_and_not_written(scene: Callable[[], Scene]) -> None:
    here = scene()
    erase(here)
    papers = Receipt.objects.get(club=here.club).person
    one = papers.memberships.get()
    client = signed_in(here.owner)
    where = f"/circoli/{here.club.slug}/libro/{papers.pk}/"
    page = client.get(where).content.decode()
    assert "restano qui soltanto numero, date e carte" in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
    for rest in ("correggi/", "consensi/", "cancella/", "fascicolo.json"):
        assert client.get(where + rest).status_code == 404
    with pytest.raises(ClubError) as refusal:
        membership.undo_end(one.pk, here.club, version=one.version, reason="x", by=here.owner)
    assert refusal.value.code == "erased"


def test_what_programs_were_answered_is_forgotten(scene: Callable[[], Scene]) -> None:
    here = scene()
    body = json.dumps({"name": f"{LAST} {FIRST}"})
    StoredAnswer.objects.create(digest="a", asked="b", body=body, made_at=timezone.now())
    erase(here)
    assert not StoredAnswer.objects.exists()
