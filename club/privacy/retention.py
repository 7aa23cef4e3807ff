"""The retention period of each kind of data, and the monthly deletion of older data."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Final

from celery import shared_task
from django.db import transaction
from django.db.models import Max, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts import sessions
from club.days import months_before
from club.errors import ClubInputRefused
from club.history import log
from club.history.hash_chain import REWRITTEN
from club.history.log import lock
from club.models import (
    Club,
    Invitation,
    KeptName,
    Look,
    MemberLetter,
    Membership,
    Particulars,
    Person,
    Receipt,
    StoredAnswer,
    User,
)
from club.privacy import erasure, papers, personal_data, redaction

#: How long the answers to requests with an `Idempotency-Key` are kept.
ANSWERS_KEPT: Final = timedelta(days=1)
LONGEST: Final = 600


@dataclass(frozen=True)
class Rule:
    """A kind of data: the reason to delete it, the usual number of months to keep it, the least by law.

    `due` counts the rows older than a day; `forget` deletes them, all or none, and returns how many.
    """

    kind: str
    title: str | Promise
    reason: str | Promise
    months: int
    due: Callable[[Club, date], int]
    forget: Callable[[Club, date], int]
    least: int = 1


RULES: Final[dict[str, Rule]] = {}


def register(rule: Rule) -> None:
    """Registers a rule, at the start of the app that owns the data."""
    RULES[rule.kind] = rule


@dataclass(frozen=True)
class Due:
    """The rows that a rule would delete."""

    rule: Rule
    months: int
    before: date
    count: int


def periods(club: Club) -> list[tuple[Rule, int]]:
    """Every rule with the months that the club chose, or else the usual ones. One query."""
    chosen = dict(club.retention.values_list("kind", "months")) if club.pk else {}
    return [(rule, chosen.get(kind, rule.months)) for kind, rule in RULES.items()]


def preview(club: Club, on: date) -> list[Due]:
    """The rows that a run on `on` would delete; nothing is changed."""
    return [
        Due(rule, months, before, rule.due(club, before))
        for rule, months in periods(club)
        for before in [months_before(on, months)]
    ]


def next_round(today: date) -> date:
    """The first day of the next month."""
    return date(today.year + today.month // 12, today.month % 12 + 1, 1)


def apply(club: Club, today: date) -> dict[str, int] | None:
    """Deletes data older than its period; returns the counts by kind, or None if the month's run is done.

    The first month deletes nothing, so that the club can look at the preview and choose its periods. Each
    kind is deleted whole or not at all; an interrupted run is repeated. The log has counts, but no names.
    """
    this_month = Q(forgot_on__year=today.year, forgot_on__month=today.month)
    claimed = Club.objects.filter(pk=club.pk).exclude(this_month).update(forgot_on=today)
    if not claimed:
        return None
    if club.forgot_on is None:
        return {}
    deleted: dict[str, int] = {}
    is_done = False
    try:
        for rule, months in periods(club):
            if count := rule.forget(club, months_before(today, months)):
                deleted[rule.kind] = count
        is_done = True
    finally:
        if not is_done:
            Club.objects.filter(pk=club.pk).update(forgot_on=club.forgot_on)
    if deleted:
        with transaction.atomic():
            log.write(lock(club.pk), None, "retention.applied", after=deleted)
    return deleted


def apply_all(today: date) -> dict[str, dict[str, int]]:
    """Makes this month's run for every club that has not had it yet; returns the counts by the club's slug.
    One query if no club is left.
    """
    this_month = Q(forgot_on__year=today.year, forgot_on__month=today.month)
    deleted = {}
    for club in Club.objects.exclude(this_month).order_by("pk"):
        counts = apply(club, today)
        if counts is not None:
            deleted[club.slug] = counts
    return deleted


@transaction.atomic
def choose(club: Club, months: dict[str, int], *, by: User) -> None:
    """Saves the club's own periods; usual ones and unchanged ones are not stored."""
    club = lock(club.pk)
    current = {rule.kind: now for rule, now in periods(club)}
    for kind, chosen in months.items():
        rule = RULES[kind]
        if not rule.least <= chosen <= LONGEST:
            raise ClubInputRefused(
                "months",
                _("«%(what)s»: scrivi da %(least)s a %(most)s mesi.")
                % {"what": rule.title, "least": rule.least, "most": LONGEST},
                kind=kind,
            )
    changed = {kind: chosen for kind, chosen in months.items() if current[kind] != chosen}
    for kind, chosen in changed.items():
        club.retention.update_or_create(kind=kind, defaults={"months": chosen})
    if changed:
        before = {kind: current[kind] for kind in changed}
        log.write(club, by, "retention.chosen", before=before, after=changed)


@shared_task(name="club.privacy.tasks.apply_retention")
def apply_retention() -> None:
    """Deletes expired sessions and old stored answers, and once a month data whose retention period is over.

    Runs daily by Celery beat, so that no first of the month is missed. Without beat, the start of the program
    does it, and the page of retention does the monthly part.
    """
    sessions.forget_expired()
    StoredAnswer.objects.filter(made_at__lt=timezone.now() - ANSWERS_KEPT).delete()
    apply_all(timezone.localdate())


# The retention rules of the club's own data.

#: Replaces the payer on a receipt that the law no longer requires; the database accepts no other text.
PAYER_FORGOTTEN: Final = "nome non più conservato"


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def _papers(club: Club, before: date) -> QuerySet[Receipt]:
    """Receipts of years whose ten years of storage ended before that day.

    The database refuses to change later ones, and counts from the current year in UTC.
    """
    first_kept = min(before.year, timezone.now().year - papers.PAPERS_YEARS)
    return Receipt.objects.filter(club=club, year__lt=first_kept).exclude(payer=PAYER_FORGOTTEN)


def _forget_papers(club: Club, before: date) -> int:
    return _papers(club, before).update(payer=PAYER_FORGOTTEN, payer_fiscal_code="", payer_address="")


def _left(club: Club, before: date) -> list[int]:
    """People who left the register before that day, have not returned, and have not played since."""
    people = Person.objects.filter(club=club, erased_number=None, memberships__admitted_on__isnull=False)
    left = people.annotate(last=Max("memberships__ended_on")).filter(last__lt=before)
    left = left.exclude(memberships__ended_on=None)
    active = personal_data.active_since(club, before)
    return [pk for pk in left.order_by("pk").values_list("pk", flat=True) if pk not in active]


def _forget_left(club: Club, before: date) -> int:
    today = timezone.localdate()
    names = _kept_names(club, before).delete()[0]
    return names + sum(erasure.erase_expired(pk, club, today=today) is not None for pk in _left(club, before))


def _kept_names(club: Club, before: date) -> QuerySet[KeptName]:
    """Names in the register of erased members who left before that day, or whose last day has passed.

    The last day was set at the erasure: a longer period, chosen later, does not change it.
    """
    months = {rule.kind: months for rule, months in periods(club)}["members"]
    today = months_before(before, -months)
    last = Membership.objects.filter(person=OuterRef("person")).order_by("-ended_on").values("ended_on")[:1]
    names = KeptName.objects.filter(person__club=club).annotate(last=Subquery(last))
    return names.filter(Q(until__lt=today) | Q(last__lt=before))


def _strangers(club: Club, before: date) -> QuerySet[Particulars]:
    """Particulars of people who never asked to be members and have not been active since that day."""
    active = personal_data.active_since(club, before) | _heard_of(club, before)
    particulars = Particulars.objects.filter(person__club=club, person__memberships=None)
    blank = {
        field.name: field.get_default()
        for field in Particulars._meta.fields
        if field.name not in ("person", "version")
    }
    return particulars.exclude(person__in=active).exclude(**blank)


def _heard_of(club: Club, since: date) -> set[int]:
    """People in an entry of the club's log, or with a consent, since that day."""
    subjects = club.log.filter(at__gte=_midnight(since)).values_list("subject", flat=True)
    in_log = {subject.get("person") for subject in subjects}
    return {*in_log, *club.consents.filter(on__gte=since).values_list("person_id", flat=True)} - {None}


def _forget_strangers(club: Club, before: date) -> int:
    return _strangers(club, before).delete()[0]


def _refused(club: Club, before: date) -> QuerySet[Membership]:
    return Membership.objects.filter(club=club, admitted_on=None, ended_on__lt=before)


@transaction.atomic
def _forget_refused(club: Club, before: date) -> int:
    """Deletes refused requests, the board's reasons, and the particulars of applicants not active since."""
    club = lock(club.pk)
    refused = list(_refused(club, before))
    people = {one.person_id for one in refused}
    since = _midnight(before)
    about = (log.mentions(club, Person, person, "person") for person in people)
    lines = club.log.filter(reduce(or_, about, Q(pk=None)), act="membership.refused", at__lt=since)
    rewritten = redaction.rewrite(lines, lambda _entry: {"reason": ""})
    Membership.objects.filter(pk__in=[one.pk for one in refused]).delete()
    applicants = _strangers(club, before).filter(person__in=people)
    applicants.delete()
    if rewritten:
        log.write(club, None, "requests.forgotten", after={REWRITTEN: rewritten})
    return len(refused)


def _looks(club: Club, before: date) -> QuerySet[Look]:
    return Look.objects.filter(club=club, at__lt=_midnight(before))


def _forget_looks(club: Club, before: date) -> int:
    return _looks(club, before).delete()[0]


def _letters(club: Club, before: date) -> QuerySet[MemberLetter]:
    return club.letters.filter(written_at__lt=_midnight(before))


def _forget_letters(club: Club, before: date) -> int:
    return _letters(club, before).delete()[0]


def _invitations(club: Club, before: date) -> QuerySet[Invitation]:
    return Invitation.objects.filter(club=club, expires_at__lt=_midnight(before + timedelta(days=1)))


def _forget_invitations(club: Club, before: date) -> int:
    return _invitations(club, before).delete()[0]


CLUB_RULES: Final = (
    Rule(
        "papers", gettext_lazy("Ricevute, con il nome di chi ha pagato"),
        gettext_lazy("Le scritture si tengono dieci anni dopo l'anno dell'ultima (art. 2220 c.c.)."),
        120, lambda club, before: _papers(club, before).count(), _forget_papers, least=120,
    ),
    Rule(
        "members", gettext_lazy("Soci usciti, dopo la fine"),
        gettext_lazy(
            "Come le carte che li riguardano: fino ad allora il libro soci ne dice il nome, anche se "
            "chiedono la cancellazione (art. 15 CTS); poi restano numero, date e risultati senza nome."
        ),
        papers.REGISTER_MONTHS,
        lambda club, before: len(_left(club, before)) + _kept_names(club, before).count(),
        _forget_left, least=12,
    ),
    Rule(
        "guests", gettext_lazy("Recapiti degli ospiti, dopo l'ultima serata"),
        gettext_lazy("Chi non torna per due anni non ha più bisogno di essere chiamato."),
        24, lambda club, before: _strangers(club, before).count(), _forget_strangers,
    ),
    Rule(
        "requests", gettext_lazy("Richieste di iscrizione non accolte"),
        gettext_lazy("Il tempo di chiedere spiegazioni o di rifare la domanda."),
        12, lambda club, before: _refused(club, before).count(), _forget_refused,
    ),
    Rule(
        "letters", gettext_lazy("Lettere ai soci"),
        gettext_lazy("Finché possono servire a provare di avere scritto."),
        papers.LETTER_MONTHS, lambda club, before: _letters(club, before).count(), _forget_letters,
    ),
    Rule(
        "looks", gettext_lazy("Chi ha guardato i dati di chi"),
        gettext_lazy("Quanto basta a rispondere a chi lo chiede."),
        24, lambda club, before: _looks(club, before).count(), _forget_looks, least=6,
    ),
    Rule(
        "invitations", gettext_lazy("Inviti a lavorare per il circolo, dopo la scadenza"),
        gettext_lazy("Un invito scaduto non serve più."),
        1, lambda club, before: _invitations(club, before).count(), _forget_invitations,
    ),
)  # fmt: skip
