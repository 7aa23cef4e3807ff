"""The terms of booking: whether and until when an evening takes bookings, the club's rules for them, and the
privacy notice that is shown and accepted on the form.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.history import log
from club.history.log import lock
from club.models import Club, NoticeVersion, User
from club.privacy import notices
from club.privacy.notices import Block
from tournaments.models import CalendarRules, Tournament

#: The hour assumed in calculations if none was entered; never shown.
USUAL_START = time(20, 30)


class BookingState(Enum):
    """Whether an evening takes bookings now, and if not, why; the value names it in the templates."""

    OPEN = "open"
    #: Every place is taken: new bookings go on the waiting list.
    FULL = "full"
    #: The closing hour has passed: only the desk makes entries now.
    CLOSED = "closed"
    CALLED_OFF = "called-off"
    #: Tables have been announced, the hour has come, or the evening is closed.
    OVER = "over"
    #: The club takes no bookings for this evening.
    DESK_ONLY = "desk-only"

    @property
    def lets_in(self) -> bool:
        return self in (BookingState.OPEN, BookingState.FULL)


def begins_at(tournament: Tournament) -> datetime:
    """The start of the evening, in the installation's time zone."""
    at = tournament.starts_at or USUAL_START
    return datetime.combine(tournament.date, at, timezone.get_default_timezone())


def closes_at(tournament: Tournament) -> datetime:
    """The time until which bookings can be made, changed or cancelled."""
    return begins_at(tournament) - timedelta(hours=tournament.booking_hours)


def has_begun(tournament: Tournament, now: datetime, *, announced: bool) -> bool:
    """Whether places no longer matter: tables are announced, the evening is closed, or its hour has come."""
    return announced or tournament.closed_at is not None or now >= begins_at(tournament)


def booking_state(
    tournament: Tournament, now: datetime, *, free: int | None, announced: bool
) -> BookingState:
    """The booking state with that many places `free` (None: no limit). No query."""
    if tournament.called_off_at:
        return BookingState.CALLED_OFF
    if has_begun(tournament, now, announced=announced):
        return BookingState.OVER
    if not tournament.takes_bookings:
        return BookingState.DESK_ONLY
    if now >= closes_at(tournament):
        return BookingState.CLOSED
    return BookingState.FULL if free is not None and free <= 0 else BookingState.OPEN


def rules_of(club: Club) -> CalendarRules:
    """The club's rules, or the default ones, not stored. One query."""
    return CalendarRules.objects.filter(club=club).first() or CalendarRules(club=club)


def lapses_at(
    tournament: Tournament, rules: CalendarRules, now: datetime, *, by_phone: bool = False
) -> datetime:
    """Until when a booking made now can be confirmed: the club's hours, at the latest the closing hour.

    At least a quarter of an hour, even for a booking made in the last minutes. One that the desk confirms
    `by_phone` waits until the evening begins.
    """
    if by_phone:
        return begins_at(tournament)
    held = now + timedelta(hours=rules.hold_hours)
    return max(min(held, closes_at(tournament)), now + timedelta(minutes=15))


RULE_FIELDS = ("phone", "reminder_at", "hold_hours", "retention_days", "notice", "takes_phone_alone")


@transaction.atomic
def change_rules(club: Club, *, by: User, **fields: Any) -> CalendarRules:
    """The rules with `fields` changed; the club's log lists their names, without the text of the notice."""
    club = lock(club.pk)
    rules = rules_of(club)
    changed = [name for name in RULE_FIELDS if name in fields and getattr(rules, name) != fields[name]]
    for name in changed:
        setattr(rules, name, fields[name])
    if changed:
        rules.save()
        log.write(club, by, "calendar.changed", after={"fields": changed})
    return rules


def forget_on(tournament: Tournament, days: int) -> date:
    """The day on which a booking of the evening is deleted."""
    return tournament.date + timedelta(days=days)


@dataclass(frozen=True)
class PrivacyNotice:
    """The calendar's own text, and the club's published privacy notice; None while it has published none."""

    words: str
    version: NoticeVersion | None

    @property
    def mark(self) -> str:
        """Identifies both texts; the form carries it to show which texts were accepted."""
        number = self.version.number if self.version else 0
        return f"{number}-{sha256(self.words.encode()).hexdigest()[:12]}"

    @property
    def blocks(self) -> list[Block]:
        """The club's privacy notice in the reader's language."""
        return notices.blocks(notices.text_of(self.version)) if self.version else []


def current_notice(rules: CalendarRules) -> PrivacyNotice:
    """The notice in force for the club of these rules, in the active language. One query."""
    return PrivacyNotice(
        rules.notice.strip() or default_words(rules),
        notices.current_version(rules.club, timezone.localdate()),
    )


def default_words(rules: CalendarRules) -> str:
    """The text for a club that has written none of its own."""
    days = rules.retention_days
    return "\n\n".join(
        (
            _(
                "%(club)s usa nomi, e-mail e telefono scritti qui soltanto per questa serata: per confermare "
                "il posto, ricordartela e avvisarti se cambia. Li leggono gli organizzatori del circolo; non "
                "vanno a nessun altro."
            )
            % {"club": rules.club.name},
            ngettext(
                "Si cancellano da soli %(days)s giorno dopo la serata. Dal collegamento nel messaggio puoi "
                "annullare quando vuoi, prima della chiusura.",
                "Si cancellano da soli %(days)s giorni dopo la serata. Dal collegamento nel messaggio puoi "
                "annullare quando vuoi, prima della chiusura.",
                days,
            )
            % {"days": days},
            _("Del compagno scrivi solo il nome, con il suo permesso."),
        )
    )
