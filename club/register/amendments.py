"""Correcting the dates and the resolution of a membership, with a reason."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.history.log import lock
from club.models import Club, EndCause, Membership, User
from club.register import membership


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """The dates of one membership. Admission and end are empty until they happen."""

    requested_on: date
    admitted_on: date | None = None
    resolution: str = ""
    ended_on: date | None = None
    end_cause: str = ""


@transaction.atomic
def amend(
    membership_id: int, club: Club, dates: Dates, *, version: int, reason: str, today: date, by: User
) -> Membership:
    """Saves corrected dates and returns the membership. It cannot admit, end or reopen: other functions do.

    The first category then begins on the corrected day of admission.
    """
    club = lock(club.pk)
    one = membership.membership_by_version(club, membership_id, version)
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi che cosa era sbagliato."))
    _verify_same_state(one, dates)
    for day in (dates.requested_on, dates.admitted_on, dates.ended_on):
        membership.verify_not_future(day or today, today)
    _verify_order(dates)
    _verify_apart(one, dates)
    if dates.admitted_on and dates.admitted_on != one.admitted_on:
        _move_first_category(one, dates.admitted_on)
    return membership.save_changes(
        club,
        one,
        by,
        act="membership.amended",
        reason=reason,
        requested_on=dates.requested_on,
        admitted_on=dates.admitted_on,
        resolution=dates.resolution.strip()[:80],
        ended_on=dates.ended_on,
        end_cause=dates.end_cause,
    )


def _verify_same_state(one: Membership, dates: Dates) -> None:
    was = (one.admitted_on is not None, one.ended_on is not None)
    if one.is_mistake or was != (dates.admitted_on is not None, dates.ended_on is not None):
        raise ClubInputRefused(
            "other-state",
            _(
                "Qui si correggono date già scritte: per ammettere, chiudere o riaprire "
                "ci sono i loro pulsanti."
            ),
        )
    if dates.admitted_on and not dates.resolution.strip():
        raise ClubInputRefused("resolution-missing", _("Scrivi la delibera con cui è stato ammesso."))
    if bool(dates.admitted_on and dates.ended_on) != (dates.end_cause in EndCause.values):
        raise ClubInputRefused(
            "unknown-cause", _("Scegli la causa: decesso, dimissioni, esclusione o decadenza.")
        )


def _verify_order(dates: Dates) -> None:
    days = [day for day in (dates.requested_on, dates.admitted_on, dates.ended_on) if day]
    if days != sorted(days):
        raise ClubInputRefused(
            "out-of-order", _("Le date vanno in ordine: la richiesta, poi l'ammissione, poi la fine.")
        )


def _verify_apart(one: Membership, dates: Dates) -> None:
    """Refuses two overlapping memberships of one person."""
    for other in Membership.objects.filter(person_id=one.person_id, is_mistake=False).exclude(pk=one.pk):
        is_before = other.ended_on is not None and other.ended_on <= dates.requested_on
        is_after = dates.ended_on is not None and dates.ended_on <= other.requested_on
        if not (is_before or is_after):
            raise ClubInputRefused(
                "overlapping",
                _("Così si accavalla a un'altra iscrizione della stessa persona: correggi le date."),
            )


def _move_first_category(one: Membership, on: date) -> None:
    spells = list(one.spells.order_by("since"))
    if len(spells) > 1 and spells[1].since <= on:
        raise ClubInputRefused(
            "category-before-admission",
            _("L'ammissione verrebbe dopo un cambio di categoria: correggi la data."),
        )
    for spell in spells[:1]:
        spell.since = on
        spell.save(update_fields=["since"])
