"""What has passed its time goes by itself, month by month, and the log says how much, not whose."""

import io
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from club.days import months_before
from club.errors import ClubInputRefused
from club.history.hash_chain import first_broken
from club.models import (
    Category,
    Club,
    Invitation,
    Look,
    Membership,
    Particulars,
    Person,
    Receipt,
    RoleKind,
    User,
)
from club.privacy import access_log, retention
from club.privacy.retention import apply_retention
from club.register import membership, people
from criccone import settings as config
from tests.club.register.book import a_member, a_person
from tests.evening import JURY, a_club, an_officer
from tournaments.demo import serving
from tournaments.entries import entries
from tournaments.evenings import lifecycle

#: The first of a month long after all that the tests write.
THEN = date(2040, 1, 1)


@pytest.fixture
def ready(club: Club) -> Club:
    """A club that had its month to look at what would go."""
    club.forgot_on = date(2026, 5, 1)
    club.save()
    return club


def has_left(one: Membership, by: User) -> None:
    """On the second of May 2026."""
    day = date(2026, 5, 2)
    membership.end(one.pk, one.club, version=2, on=day, cause="resignation", today=day, by=by)


def an_evening(club: Club, on: date, *players: Person) -> None:
    tournament = lifecycle.create(club, name="Serata", on=on, by=JURY)
    partner = people.add(club, last_name="Compagno", first_name=str(on))
    for player in players:
        entries.enter(tournament.pk, [player, partner], by=JURY)


def of_kind(club: Club, kind: str, on: date) -> int:
    return next(due.count for due in retention.preview(club, on) if due.rule.kind == kind)


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2028, 3, 31), 1, date(2028, 2, 29)),
        (date(2026, 1, 1), 120, date(2016, 1, 1)),
        (date(2026, 1, 15), 1, date(2025, 12, 15)),
    ],
)
def test_months_are_those_of_the_calendar(day: date, months: int, before: date) -> None:
    assert months_before(day, months) == before


@pytest.mark.parametrize(
    ("today", "first"), [(date(2026, 12, 31), date(2027, 1, 1)), (date(2026, 1, 31), date(2026, 2, 1))]
)
def test_the_next_round_is_the_first_of_the_next_month(today: date, first: date) -> None:
    assert retention.next_round(today) == first


def test_a_members_data_go_ten_years_after_the_end_and_the_results_stay(
    ready: Club, secretary: User, ordinary: Category, mario: Person
) -> None:
    left = a_member(mario, secretary, ordinary)
    has_left(left, secretary)
    an_evening(ready, date(2026, 5, 20), mario)
    assert of_kind(ready, "members", date(2036, 5, 2)) == 0
    assert of_kind(ready, "members", date(2036, 5, 21)) == 1
    gone = retention.apply(ready, date(2036, 6, 1))
    assert gone is not None
    assert gone["members"] == 1
    mario.refresh_from_db()
    assert mario.full_name == "Persona cancellata n. 1"
    assert mario.entries.count() == 1
    assert not Particulars.objects.filter(person=mario).exists()


def test_who_came_back_or_still_plays_stays(
    ready: Club, secretary: User, ordinary: Category, mario: Person
) -> None:
    left = a_member(mario, secretary, ordinary)
    has_left(left, secretary)
    an_evening(ready, date(2039, 5, 20), mario)
    assert of_kind(ready, "members", THEN) == 0
    Membership.objects.create(club=ready, person=mario, requested_on=date(2039, 6, 1))
    assert of_kind(ready, "members", date(2060, 1, 1)) == 0


def test_a_guests_contacts_go_two_years_after_the_last_evening(ready: Club, mario: Person) -> None:
    an_evening(ready, date(2037, 1, 31), mario)
    assert of_kind(ready, "guests", date(2039, 1, 31)) == 0
    assert of_kind(ready, "guests", date(2039, 2, 1)) == 1
    retention.apply(ready, date(2039, 2, 1))
    assert not Particulars.objects.filter(person=mario).exists()
    mario.refresh_from_db()
    assert mario.full_name == "Rossi Mario", "the name is that of the results"


def test_whom_somebody_wrote_about_lately_is_no_stranger(ready: Club, mario: Person) -> None:
    assert of_kind(ready, "guests", timezone.localdate() + timedelta(days=700)) == 0
    assert of_kind(ready, "guests", timezone.localdate() + timedelta(days=800)) == 1


def test_a_request_refused_goes_with_its_reason_after_a_year_and_the_chain_holds(
    ready: Club, secretary: User, mario: Person
) -> None:
    day = timezone.localdate()
    asked = membership.request(mario, on=day, today=day, by=secretary)
    membership.refuse(ready, [asked.pk], on=day, reason="Mario bara", today=day, by=secretary)
    soon, later = day + timedelta(days=300), day + timedelta(days=400)
    assert of_kind(ready, "requests", soon) == 0
    retention.apply(ready, later)
    assert not Membership.objects.exists()
    assert not Particulars.objects.filter(person=mario).exists()
    assert ready.log.get(act="membership.refused").reason == ""
    assert first_broken(ready.log.order_by("number")) is None


def test_looks_and_invitations_go(ready: Club, secretary: User, mario: Person) -> None:
    access_log.record(ready, secretary, [mario], Look.Page.PERSON)
    now = timezone.now()
    Invitation.objects.create(
        club=ready, email="x@example.org", name="X", kinds=[], digest="x", invited_by=secretary, sent_at=now,
        expires_at=now + timedelta(days=7),
    )  # fmt: skip
    soon = timezone.localdate() + timedelta(days=8)
    assert (of_kind(ready, "looks", soon), of_kind(ready, "invitations", soon)) == (0, 0)
    gone = retention.apply(ready, THEN)
    assert gone is not None
    assert (gone["looks"], gone["invitations"]) == (1, 1)
    assert not Look.objects.exists()
    assert not Invitation.objects.exists()


def a_receipt(club: Club, person: Person, year: int) -> Receipt:
    day = date(year, 12, 31)
    return Receipt.objects.create(
        club=club, year=year, number=1, issued_on=day, person=person, payer="Rossi Mario",
        payer_fiscal_code="RSSMRA80A01A944I", association=club.name, cents=2500, cause="Quota", means="cash",
        paid_on=day, stamp="none", kind="other", key=uuid4(),
    )  # fmt: skip


def test_the_payers_name_goes_after_ten_whole_years_and_the_receipt_stays(ready: Club, mario: Person) -> None:
    this_year = timezone.localdate().year
    kept, old = a_receipt(ready, mario, this_year - 10), a_receipt(ready, mario, this_year - 11)
    retention.apply(ready, timezone.localdate())
    for receipt in (kept, old):
        receipt.refresh_from_db()
    assert (kept.payer, kept.payer_fiscal_code) == ("Rossi Mario", "RSSMRA80A01A944I")
    assert (old.payer, old.payer_fiscal_code, old.cents) == (retention.PAYER_FORGOTTEN, "", 2500)


@pytest.mark.parametrize(
    ("years_ago", "fields"),
    [
        (10, {"payer": retention.PAYER_FORGOTTEN, "payer_fiscal_code": ""}),
        (0, {"payer": retention.PAYER_FORGOTTEN, "payer_fiscal_code": ""}),
        (12, {"payer": "Verdi Vito", "payer_fiscal_code": ""}),
        (12, {"payer": retention.PAYER_FORGOTTEN}),
        (12, {"cents": 1}),
        (12, {"cause": "altro"}),
    ],
    ids=["a year early", "today", "another name", "half of it", "the sum", "the cause"],
)
def test_the_database_refuses_every_other_change_of_a_receipt(
    club: Club, mario: Person, years_ago: int, fields: dict[str, Any]
) -> None:
    one = a_receipt(club, mario, timezone.localdate().year - years_ago)
    with pytest.raises(DatabaseError, match="never edited"), transaction.atomic():
        Receipt.objects.filter(pk=one.pk).update(**fields)


def test_the_round_is_made_once_a_month_and_nothing_goes_in_the_first(
    club: Club, secretary: User, mario: Person
) -> None:
    access_log.record(club, secretary, [mario], Look.Page.PERSON)
    assert retention.apply(club, THEN) == {}, "a month to look at what would go"
    club.refresh_from_db()
    assert retention.apply(club, THEN + timedelta(days=30)) is None
    assert Look.objects.count() == 1
    gone = retention.apply(club, THEN + timedelta(days=31))
    assert gone is not None
    assert gone["looks"] == 1
    club.refresh_from_db()
    assert retention.apply(club, THEN + timedelta(days=40)) is None
    [line] = club.log.filter(act="retention.applied")
    assert (line.actor, line.actor_name) == (None, "Criccone")
    assert line.after == gone
    assert first_broken(club.log.order_by("number")) is None


def test_a_round_that_breaks_off_is_made_again(ready: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_club: Club, _before: date) -> int:
        raise OSError("the disk is full")

    broken = retention.Rule("disk", "x", "x", 1, lambda _club, _before: 0, breaks)
    with monkeypatch.context() as now:
        now.setitem(retention.RULES, "disk", broken)
        with pytest.raises(OSError, match="full"):
            retention.apply(ready, THEN)
    ready.refresh_from_db()
    assert ready.forgot_on == date(2026, 5, 1)
    assert retention.apply(ready, THEN) is not None


def test_another_app_adds_its_kind(ready: Club, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[date] = []

    def forget(_club: Club, before: date) -> int:
        asked.append(before)
        return 3

    rule = retention.Rule("phone", "Telefonate", "perché", 3, lambda _club, _before: 3, forget)
    monkeypatch.setitem(retention.RULES, "phone", rule)
    retention.choose(ready, {"phone": 2}, by=owner)
    assert of_kind(ready, "phone", THEN) == 3
    gone = retention.apply(ready, THEN)
    assert gone is not None
    assert gone["phone"] == 3
    assert asked == [date(2039, 11, 1)]


def test_beat_asks_every_day_and_the_start_where_there_is_no_beat(
    ready: Club, secretary: User, mario: Person, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.STATICFILES_FINDERS = []  # gathering them all is slow, and tested by itself
    assert config.CELERY_BEAT_SCHEDULE["apply-retention"]["task"] == apply_retention.name
    assert apply_retention.__module__ in config.CELERY_IMPORTS
    access_log.record(ready, secretary, [mario], Look.Page.PERSON)
    Look.objects.update(at=datetime(2020, 1, 1, tzinfo=UTC))
    monkeypatch.setattr(serving, "prepare_database", lambda _tell: None)
    monkeypatch.setattr(serving, "repair_standings", lambda: None)
    monkeypatch.setattr(serving, "repair_ratings", lambda: None)
    serving.prepare()
    assert not Look.objects.exists()


def test_the_command_counts_and_throws_away(ready: Club, secretary: User, mario: Person) -> None:
    access_log.record(ready, secretary, [mario], Look.Page.PERSON)
    Look.objects.update(at=datetime(2020, 1, 1, tzinfo=UTC))

    def said(*words: str) -> str:
        out = io.StringIO()
        call_command("apply_retention", *words, stdout=out)
        return out.getvalue().strip()

    assert said("--preview") == f"{ready.slug}: looks: 1"
    assert Look.objects.count() == 1
    assert said("--club", ready.slug) == f"{ready.slug}: looks: 1"
    assert "già stato fatto" in said()
    with pytest.raises(CommandError):
        said("--club", "nessuno")


@pytest.mark.parametrize(("kind", "months"), [("papers", 119), ("looks", 0), ("looks", 601), ("members", 11)])
def test_a_time_that_the_law_or_sense_forbids_is_refused(
    club: Club, owner: User, kind: str, months: int
) -> None:
    with pytest.raises(ClubInputRefused):
        retention.choose(club, {kind: months}, by=owner)
    assert not club.retention.exists()


def test_the_owner_sees_what_would_go_and_chooses_the_times(
    ready: Club, secretary: User, boss: Client, mario: Person
) -> None:
    access_log.record(ready, secretary, [mario], Look.Page.PERSON)
    Look.objects.update(at=timezone.now() - timedelta(days=500))
    address = f"/circoli/{ready.slug}/privacy/conservazione/"
    page = boss.get(address).content.decode()
    assert "120" in page
    assert "<strong>1</strong>" not in page
    months = {kind: rule.months for kind, rule in retention.RULES.items()}
    assert boss.post(address, {**months, "looks": 12}).status_code == 302
    assert "<strong>1</strong>" in boss.get(address).content.decode()
    assert boss.post(address, {**months, "papers": 12}).status_code == 422
    [line] = ready.log.filter(act="retention.chosen")
    assert (line.before, line.after) == ({"looks": 24}, {"looks": 12})


def test_one_clubs_round_leaves_anothers_data_alone(ready: Club, secretary: User) -> None:
    other = a_club("Un altro circolo")
    theirs = a_person(other, an_officer(other, RoleKind.SECRETARY))
    access_log.record(other, secretary, [theirs], Look.Page.PERSON)
    retention.apply(ready, THEN)
    assert Look.objects.count() == 1
    assert Particulars.objects.filter(person=theirs).exists()


def test_no_payer_is_asked_to_go_before_the_database_lets_it(ready: Club, mario: Person) -> None:
    a_receipt(ready, mario, timezone.localdate().year)
    assert of_kind(ready, "papers", THEN) == 0, "a clock that runs ahead throws nothing away"
    retention.apply(ready, THEN)
    assert Receipt.objects.get().payer == "Rossi Mario"
