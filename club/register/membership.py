"""Requests, admissions, ends and categories of memberships; each act takes the club's lock and is logged."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.days import short_day
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import Category, CategorySpell, Club, EndCause, MemberNumber, Membership, Person, User
from club.privacy import guardians


@transaction.atomic
def request(person: Person, *, on: date, today: date, by: User) -> Membership:
    """The person's request, to be answered by the board; a second request returns the first one.

    A former member may ask again, and keeps the member number.
    """
    club = lock(person.club_id)
    verify_not_future(on, today)
    open_now = Membership.objects.filter(person=person, ended_on=None).first()
    if open_now and open_now.is_request:
        return open_now
    if open_now:
        raise ClubError(
            "already-member",
            _("%(name)s è già fra i soci dal %(day)s.")
            % {"name": person.full_name, "day": short_day(open_now.admitted_on)},
        )
    left = Membership.objects.filter(person=person, is_mistake=False).aggregate(last=Max("ended_on"))["last"]
    if left and on < left:
        raise ClubInputRefused(
            "request-before-end",
            _("La richiesta è del %(day)s, ma l'iscrizione di prima è finita il %(end)s: correggi la data.")
            % {"day": short_day(on), "end": short_day(left)},
        )
    membership = Membership.objects.create(club=club, person=person, requested_on=on)
    if person.is_guest:
        person.is_guest = False
        person.save(update_fields=["is_guest"])
    log.write(club, by, "membership.requested", subject={"person": person.pk}, after={"on": on.isoformat()})
    return membership


@transaction.atomic
def admit(
    club: Club,
    requests: Sequence[int],
    *,
    on: date,
    resolution: str,
    category: Category,
    today: date,
    by: User,
) -> list[Membership]:
    """Admits these requests by one resolution and returns them; numbers follow the order of the requests.

    All or nothing: the refusal names a request that cannot be admitted. Requests already admitted by the same
    resolution are left unchanged, so that sending twice has no further effect.
    """
    club = lock(club.pk)
    verify_not_future(on, today)
    if not resolution.strip():
        raise ClubInputRefused(
            "resolution-missing", _("Scrivi la delibera del consiglio, per esempio «n. 4 del 12/1/2026».")
        )
    if category.club_id != club.pk:
        raise ClubInputRefused("unknown-category", _("Questa categoria non è del circolo."))
    chosen = _chosen(club, requests)
    to_admit = [one for one in chosen if one.admitted_on is None]
    done_before = [one for one in chosen if one.admitted_on is not None]
    if any((one.admitted_on, one.resolution) != (on, resolution.strip()) for one in done_before):
        raise ClubError(
            "already-answered", _("Qualcuno di questi è già stato ammesso: ricarica la pagina e riprova.")
        )
    _verify_dates(to_admit, on)
    signers = _signers(to_admit, on)
    for membership in to_admit:
        membership.signed_by = signers.get(membership.person_id, "")
        _admit(club, membership, on=on, resolution=resolution.strip(), category=category, by=by)
    return chosen


def _signers(requests: Sequence[Membership], on: date) -> dict[int, str]:
    """The guardians who sign for the minors among these requests; refused for a minor without one."""
    known, without = guardians.guardians_of_minors([one.person for one in requests], on)
    if without:
        raise ClubInputRefused(
            "guardian-missing",
            ngettext(
                "%(names)s è minorenne: nella sua scheda, in «Consensi», scrivi chi ne ha la responsabilità "
                "e firma la richiesta.",
                "%(names)s sono minorenni: nelle loro schede, in «Consensi», scrivi chi ne ha la "
                "responsabilità e firma la richiesta.",
                len(without),
            )
            % {"names": ", ".join(person.full_name for person in without)},
        )
    return known


def _admit(
    club: Club, membership: Membership, *, on: date, resolution: str, category: Category, by: User
) -> None:
    membership.admitted_on, membership.resolution = on, resolution
    membership.version += 1
    membership.save(update_fields=["admitted_on", "resolution", "signed_by", "version"])
    CategorySpell.objects.create(membership=membership, category=category, since=on)
    number = number_of(club, membership.person)
    log.write(
        club,
        by,
        "membership.admitted",
        subject={"person": membership.person_id, "number": number},
        after={"on": on.isoformat(), "resolution": resolution, "category": category.name},
    )


def number_of(club: Club, person: Person) -> int:
    """The person's number, kept for life; a new one is one more than the highest ever given.

    The caller holds the club's lock.
    """
    number = MemberNumber.objects.filter(person=person, is_disused=False).first()
    if number is None:
        highest = MemberNumber.objects.filter(club=club).aggregate(highest=Max("number"))["highest"] or 0
        number = MemberNumber.objects.create(club=club, person=person, number=highest + 1)
    return number.number


@transaction.atomic
def refuse(club: Club, requests: Sequence[int], *, on: date, reason: str, today: date, by: User) -> None:
    """Refuses these requests, with the board's reason; all or nothing. Refusing twice changes nothing."""
    club = lock(club.pk)
    verify_not_future(on, today)
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi il motivo per cui il consiglio non ammette."))
    chosen = [one for one in _chosen(club, requests) if one.ended_on is None]
    if any(one.admitted_on for one in chosen):
        raise ClubError(
            "already-answered", _("Qualcuno di questi è già stato ammesso: ricarica la pagina e riprova.")
        )
    _verify_dates(chosen, on)
    for membership in chosen:
        membership.ended_on, membership.version = on, membership.version + 1
        membership.save(update_fields=["ended_on", "version"])
        subject = {"person": membership.person_id}
        log.write(
            club,
            by,
            "membership.refused",
            subject=subject,
            after={"on": on.isoformat()},
            reason=reason.strip()[:300],
        )


@transaction.atomic
def end(
    membership_id: int, club: Club, *, version: int, on: date, cause: str, today: date, by: User
) -> Membership:
    """Ends the membership on that day for that cause (FIELD: death, resignation, exclusion, lapse)."""
    club = lock(club.pk)
    membership = membership_by_version(club, membership_id, version)
    verify_not_future(on, today)
    if membership.admitted_on is None:
        raise ClubError(
            "not-admitted", _("La richiesta non ha ancora avuto risposta: ammetti o non ammettere, prima.")
        )
    if membership.ended_on is not None:
        raise ClubError(
            "already-ended", _("È già uscito dal libro il %(day)s.") % {"day": short_day(membership.ended_on)}
        )
    if cause not in EndCause.values:
        raise ClubInputRefused(
            "unknown-cause", _("Scegli la causa: decesso, dimissioni, esclusione o decadenza.")
        )
    if on < membership.admitted_on:
        raise ClubInputRefused(
            "end-before-admission",
            _("La fine è del %(end)s, prima dell'ammissione del %(day)s: correggi la data.")
            % {"end": short_day(on), "day": short_day(membership.admitted_on)},
        )
    return save_changes(club, membership, by, "membership.ended", ended_on=on, end_cause=cause)


@transaction.atomic
def undo_end(membership_id: int, club: Club, *, version: int, reason: str, by: User) -> Membership:
    """Reopens a membership that was ended by mistake."""
    club = lock(club.pk)
    membership = membership_by_version(club, membership_id, version)
    if membership.admitted_on is None or membership.ended_on is None:
        raise ClubError("not-ended", _("Questa iscrizione non è finita: non c'è nulla da annullare."))
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché la fine era sbagliata."))
    if Membership.objects.filter(person_id=membership.person_id, ended_on=None).exists():
        raise ClubError("already-member", _("La persona ha già un'iscrizione nuova: annulla prima quella."))
    return save_changes(
        club, membership, by, "membership.end-undone", reason=reason, ended_on=None, end_cause=""
    )


@transaction.atomic
def change_category(
    membership_id: int, club: Club, *, version: int, category: Category, since: date, today: date, by: User
) -> Membership:
    """Changes the category from that day on; it replaces another change of the same day."""
    club = lock(club.pk)
    membership = membership_by_version(club, membership_id, version)
    _change_category(club, [membership], category=category, since=since, today=today, by=by)
    return membership


@transaction.atomic
def change_category_of_many(
    club: Club, people: Sequence[int], *, category: Category, since: date, today: date, by: User
) -> int:
    """Changes the category of these members from that day on; returns how many had another one.

    All or nothing: the refusal names those who are no members, or were admitted later.
    """
    club = lock(club.pk)
    chosen = club.people.filter(pk__in=set(people))
    open_now = Membership.objects.filter(person__in=chosen, ended_on=None, admitted_on__isnull=False)
    memberships = list(open_now.select_related("person").prefetch_related("spells__category").order_by("pk"))
    members = {one.person_id for one in memberships}
    others = [
        one.full_name for one in chosen.order_by("last_name", "first_name", "pk") if one.pk not in members
    ]
    if others:
        raise ClubError(
            "not-a-member",
            _("Si cambia la categoria di chi è socio. Non è fra i soci: %(names)s.")
            % {"names": _few(others)},
        )
    return _change_category(club, memberships, category=category, since=since, today=today, by=by)


def _change_category(
    club: Club, memberships: Sequence[Membership], *, category: Category, since: date, today: date, by: User
) -> int:
    """The number of memberships whose category was another one. The caller holds the lock."""
    verify_not_future(since, today)
    if category.club_id != club.pk:
        raise ClubInputRefused("unknown-category", _("Questa categoria non è del circolo."))
    if any(one.admitted_on is None or one.ended_on is not None for one in memberships):
        raise ClubError("not-a-member", _("Si cambia la categoria di chi è socio: questa persona non lo è."))
    late = [
        f"{one.person.full_name} ({short_day(one.admitted_on)})"
        for one in memberships
        if one.admitted_on and since < one.admitted_on
    ]
    if late:
        raise ClubInputRefused(
            "category-before-admission",
            _("La categoria può cambiare dal giorno dell'ammissione: %(names)s.") % {"names": _few(late)},
        )
    befores = [(one, _category_on(one, since)) for one in memberships]
    changed = [(one, was) for one, was in befores if was is None or was.pk != category.pk]
    CategorySpell.objects.bulk_create(
        [CategorySpell(membership=one, since=since, category=category) for one, _was in changed],
        update_conflicts=True,
        unique_fields=["membership", "since"],
        update_fields=["category"],
    )
    Membership.objects.filter(pk__in=[one.pk for one, _was in changed]).update(version=F("version") + 1)
    for one, _was in changed:
        one.version += 1
    after = {"category": category.name, "since": since.isoformat()}
    acts = (
        log.Act(
            "membership.category",
            {"person": one.person_id},
            before={"category": was.name if was else ""},
            after=after,
        )
        for one, was in changed
    )
    log.write_many(club, by, acts)
    return len(changed)


def _category_on(membership: Membership, day: date) -> Category | None:
    spells = [spell for spell in membership.spells.all() if spell.since <= day]
    return max(spells, key=lambda spell: spell.since).category if spells else None


#: How many people a refusal names.
NAMED: Final = 5


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + ("…" if len(names) > NAMED else "")


def save_changes(
    club: Club, membership: Membership, by: User, act: str, reason: str = "", **fields: Any
) -> Membership:
    """Saves and logs these fields of the membership. The caller holds the lock."""
    before = {name: _plain(getattr(membership, name)) for name in fields}
    for name, value in fields.items():
        setattr(membership, name, value)
    membership.version += 1
    membership.save(update_fields=[*fields, "version"])
    after = {name: _plain(value) for name, value in fields.items()}
    subject = {"person": membership.person_id}
    log.write(club, by, act, subject=subject, before=before, after=after, reason=reason.strip()[:300])
    return membership


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _chosen(club: Club, requests: Sequence[int]) -> list[Membership]:
    """The requests of those ids, the oldest first; refused if one is missing or of another club."""
    if not requests:
        raise ClubInputRefused("nobody-chosen", _("Scegli almeno una richiesta."))
    memberships = Membership.objects.filter(club=club, pk__in=set(requests)).select_related(
        "person__particulars"
    )
    chosen = list(memberships.order_by("requested_on", "person__last_name", "person__first_name", "pk"))
    if len(chosen) != len(set(requests)):
        raise ClubError(
            "unknown-request", _("Una delle richieste non c'è più: ricarica la pagina e riprova.")
        )
    return chosen


def membership_by_version(club: Club, membership_id: int, version: int) -> Membership:
    """The membership; refused if it is gone, or was changed after `version` was read."""
    membership = Membership.objects.filter(club=club, pk=membership_id).select_related("person").first()
    if membership is None:
        raise ClubError("unknown-membership", _("Questa iscrizione non c'è più: ricarica la pagina."))
    if membership.person.erased_number is not None:
        raise ClubError("erased", _("È di una persona cancellata: resta scritta com'è."))
    if membership.version != version:
        raise ClubOutdated(
            "changed-meanwhile",
            _("Qualcuno ha cambiato questa iscrizione nel frattempo: guarda com'è ora e riprova."),
            current=membership.version,
        )
    return membership


def _verify_dates(memberships: Sequence[Membership], on: date) -> None:
    early = [one.person.full_name for one in memberships if on < one.requested_on]
    if early:
        raise ClubInputRefused(
            "answer-before-request",
            ngettext(
                "La delibera del %(day)s è prima della richiesta di %(names)s: correggi una delle due date.",
                "La delibera del %(day)s è prima delle richieste di %(names)s: correggi le date.",
                len(early),
            )
            % {"day": short_day(on), "names": ", ".join(early)},
        )


def verify_not_future(day: date, today: date) -> None:
    """Refuses a future day: the register records only the past."""
    if day > today:
        raise ClubInputRefused(
            "in-the-future", _("Il %(day)s deve ancora venire: correggi la data.") % {"day": short_day(day)}
        )


@transaction.atomic
def write_category(
    club: Club, *, name: str, votes: bool, by: User, category_id: int | None = None
) -> Category:
    """Adds or changes a category; refused for a name already in use."""
    club = lock(club.pk)
    name = " ".join(name.split())
    if not name or len(name) > 60:
        raise ClubInputRefused("name-missing", _("Scrivi il nome della categoria, in non più di 60 lettere."))
    others = [one for one in club.categories.all() if one.pk != category_id]
    if any(one.name.casefold() == name.casefold() for one in others):
        raise ClubError("category-there", _("C'è già la categoria «%(name)s».") % {"name": name})
    if category_id is None:
        made = Category.objects.create(club=club, name=name, votes=votes, position=len(others) + 1)
        log.write(club, by, "category.added", after={"category": name, "votes": votes})
        return made
    one = club.categories.filter(pk=category_id).first()
    if one is None:
        raise ClubError("unknown-category", _("Questa categoria non è del circolo."))
    before = {"category": one.name, "votes": one.votes}
    if before != {"category": name, "votes": votes}:
        one.name, one.votes = name, votes
        one.save(update_fields=["name", "votes"])
        log.write(club, by, "category.changed", before=before, after={"category": name, "votes": votes})
    return one
