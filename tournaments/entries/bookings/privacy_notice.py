"""The privacy notice for bookings from a phone, shown and accepted on the form."""

from dataclasses import dataclass
from hashlib import sha256

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import NoticeVersion
from club.privacy import notices
from club.privacy.notices import Block
from tournaments.models import CalendarRules


@dataclass(frozen=True)
class PrivacyNotice:
    """The calendar's own text, and the club's published privacy notice; None while it has published none."""

    words: str
    version: NoticeVersion | None

    @property
    def mark(self) -> str:
        """A digest of the text, which the form carries to show which text was accepted."""
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
