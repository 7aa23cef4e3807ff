"""What who enters from a phone is told of the use of names and addresses, and agrees to."""

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
class Informed:
    """The calendar's own words, and the club's informativa in force; None while it has published none."""

    words: str
    version: NoticeVersion | None

    @property
    def mark(self) -> str:
        """What the form carries of it, another one for every other text."""
        number = self.version.number if self.version else 0
        return f"{number}-{sha256(self.words.encode()).hexdigest()[:12]}"

    @property
    def blocks(self) -> list[Block]:
        """The informativa's text in the language of who reads."""
        return notices.blocks(notices.text_of(self.version)) if self.version else []


def informed(rules: CalendarRules) -> Informed:
    """What holds now for the club of these rules, in the language in force. One query."""
    return Informed(rules.notice.strip() or usual(rules), notices.current(rules.club, timezone.localdate()))


def usual(rules: CalendarRules) -> str:
    """The words of a club that has written none of its own."""
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
