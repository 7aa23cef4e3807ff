"""The club's privacy notice (informativa): its proposed text and its published versions, which never
change."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.days import short_day
from club.errors import ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, NoticeVersion, User
from club.privacy import retention
from club.typesetting import pdf

LONGEST: Final = 20_000
SHORTEST: Final = 200


@dataclass(frozen=True)
class Block:
    """A block of a text: "title", "item" or "words"."""

    kind: str
    text: str


def blocks(text: str) -> list[Block]:
    """The blocks of a text: a line with "## " is a title, with "- " an item; an empty line ends a
    paragraph."""
    blocks: list[Block] = []
    words: list[str] = []

    def close() -> None:
        if words:
            blocks.append(Block("words", " ".join(words)))
            words.clear()

    for line in (line.strip() for line in text.splitlines()):
        if line.startswith(("## ", "- ")):
            close()
            sign, _space, rest = line.partition(" ")
            blocks.append(Block("title" if sign == "##" else "item", rest.strip()))
        elif line:
            words.append(line)
        else:
            close()
    close()
    return blocks


def current_version(club: Club, today: date) -> NoticeVersion | None:
    """The version in force; None before the club has published one. One query."""
    return club.notices.filter(published_on__lte=today).first()


def version_line(version: NoticeVersion) -> str:
    """The version's number, and the day since which it is in force."""
    line = _("versione %(number)s, in vigore dal %(day)s")
    return line % {"number": version.number, "day": short_day(version.published_on)}


def text_of(version: NoticeVersion) -> str:
    """The version's text in the reader's language."""
    return version.english if translation.get_language() == "en" else version.italian


def proposed_text(club: Club, language: str) -> str:
    """The proposed text: it names the club, the purposes, the retention periods and the rights."""
    with translation.override(language):
        kept = [(rule.title, months_in_words(months)) for rule, months in retention.periods(club)]
        return render_to_string(f"club/privacy/notice_{language}.txt", {"club": club, "kept": kept}).strip()


def months_in_words(months: int) -> str:
    """ "10 anni" or "18 mesi"."""
    if months % 12 == 0:
        return translation.ngettext("%(n)s anno", "%(n)s anni", months // 12) % {"n": months // 12}
    return translation.ngettext("%(n)s mese", "%(n)s mesi", months) % {"n": months}


@transaction.atomic
def publish(
    club: Club, *, italian: str, english: str, based_on: int, today: date, by: User, key: UUID
) -> NoticeVersion:
    """Publishes the next version, in force from today; idempotent by `key`. An unchanged text publishes
    nothing.

    `based_on` is the number of the version that was edited, 0 for none.
    """
    club = lock(club.pk)
    if done := club.notices.filter(key=key).first():
        return done
    italian, english = italian.strip(), english.strip()
    for text in (italian, english):
        if not SHORTEST <= len(text) <= LONGEST:
            raise ClubInputRefused(
                "notice-length",
                _("Un'informativa ha fra %(least)s e %(most)s caratteri, in italiano e in inglese.")
                % {"least": SHORTEST, "most": LONGEST},
            )
    last = club.notices.first()
    if last and (last.italian, last.english) == (italian, english):
        return last
    if (last.number if last else 0) != based_on:
        raise ClubInputRefused(
            "changed-meanwhile",
            _("Qualcuno ha pubblicato la versione %(number)s nel frattempo: rileggila e riprova.")
            % {"number": last.number if last else 0},
        )
    version = NoticeVersion.objects.create(
        club=club,
        number=based_on + 1,
        published_on=today,
        italian=italian,
        english=english,
        at=timezone.now(),
        by=by,
        by_name=str(by)[:150],
        key=key,
    )
    log.write(club, by, "notice.published", after={"version": version.number})
    return version


def contact_line(club: Club) -> str:
    """The person or place to write to about personal data."""
    return _("Per i tuoi dati scrivi a: %(contact)s") % {"contact": club.privacy_contact}


def notice_pdf(club: Club, text: str, version: str) -> bytes:
    """The text of a version as a PDF to sign, in the reader's language."""
    return pdf(
        "notice",
        {
            "title": _("Informativa sui dati personali"),
            "club": club.name,
            "version": version,
            "contact": contact_line(club) if club.privacy_contact else "",
            "blocks": [asdict(block) for block in blocks(text)],
            "read": _("Ho letto questa informativa."),
            "asked": [
                _("Acconsento al mio nome nei risultati pubblici."),
                _("Acconsento alle mie fotografie delle serate."),
            ],
            "yes": _("sì"),
            "no": _("no"),
            "signed": [_("cognome e nome"), _("data"), _("firma")],
            "minor": _(
                "Per chi ha meno di diciotto anni firma chi ne ha la responsabilità, con il proprio nome."
            ),
        },
    )
