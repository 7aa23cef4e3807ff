"""The faults of an installation and their remedies, as one finding or more for each part."""

import shutil
import smtplib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from club import background
from club.accounts import first_club
from club.backups import places as backups
from club.backups.contents import verify_database
from club.errors import ClubError
from club.history.hash_chain import check_signing_key
from club.os_reasons import reason
from criccone import health
from criccone.health import waiting_tasks
from criccone.operations import safety
from criccone.sqlite.access import hindrance
from criccone.static_files import SITE_STYLE

FONTS: Final = settings.PACKAGE / "templates" / "print" / "fonts"
#: The most that this clock may differ from the database's; a laptop without network may be some seconds off.
MOST_APART: Final = timedelta(seconds=60)


@dataclass(frozen=True)
class Finding:
    """A part of the installation: well if there is no fault; `note` says how it is set up."""

    part: str
    fault: str = ""
    remedy: str = ""
    note: str = ""


def findings() -> Iterator[Finding]:
    """The findings of every part. A part is left out if another one that it needs does not work."""
    yield from _data_folder()
    yield from _disk()
    parts = list(_database())
    yield from parts
    if not parts[0].fault:
        parts += _tables()
        yield parts[-1]
        yield from _clock()
    if settings.REDIS_URL:
        yield from _redis()
    yield from _mail()
    yield from _backups(is_new=not any(part.fault for part in parts) and first_club.is_new())
    yield from _files()
    yield from _safety()
    yield from _signing_key()


def _data_folder() -> Iterator[Finding]:
    part = _("Cartella dei dati")
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR):
            pass
    except OSError as wrong:
        fault = _("in %(folder)s non si può scrivere: %(why)s.")
        remedy = _("Dalla all'utente che fa andare il programma, o scegline un'altra con CRICCONE_DATA.")
        yield Finding(part, fault % {"folder": settings.DATA_DIR, "why": reason(wrong)}, remedy)
    else:
        yield Finding(part, note=str(settings.DATA_DIR))


def _disk() -> Iterator[Finding]:
    free = shutil.disk_usage(settings.DATA_DIR).free
    note = _("liberi %(free)s MB") % {"free": free // 2**20}
    if free >= health.LEAST_DISK:
        yield Finding(_("Disco"), note=note)
    else:
        fault = _("%(note)s, ne servono %(least)s per una serata.")
        remedy = _("Fai posto: le copie di sicurezza vecchie stanno in backups, nella cartella dei dati.")
        yield Finding(_("Disco"), fault % {"note": note, "least": health.LEAST_DISK // 2**20}, remedy)


def _database() -> Iterator[Finding]:
    note = "SQLite" if connection.vendor == "sqlite" else "PostgreSQL"
    if hindered := hindrance():
        yield Finding(_("Base dati"), hindered.fault, hindered.remedy)
    elif connection.vendor == "sqlite" and (broken := _broken_pages()):
        fault = _("il file è rovinato: %(what)s.") % {"what": broken}
        remedy = _("Ferma il programma e usa il comando restore con l'ultima copia.")
        yield Finding(_("Base dati"), fault, remedy)
    elif health.database_answers():
        yield Finding(_("Base dati"), note=note)
    else:
        fault = _("%(database)s non risponde.") % {"database": note}
        yield Finding(_("Base dati"), fault, _("Guarda se è acceso e se DATABASE_URL è giusto."))


def _tables() -> Iterator[Finding]:
    part = _("Tabelle")
    try:
        verify_database()
    except ClubError as newer:
        yield Finding(part, str(newer), _("Aggiorna il programma."))
        return
    if not health.is_migrated():
        yield Finding(
            part,
            _("non sono aggiornate a questo programma."),
            _("Usa il comando upgrade: prima fa una copia di sicurezza."),
        )
    else:
        yield Finding(part)


def _broken_pages() -> str:
    """The first fault that SQLite finds in its file; empty if there is none."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            fault = str(cursor.fetchone()[0])
    except DatabaseError as unreadable:
        fault = str(unreadable)
    return "" if fault == "ok" else fault


def _clock() -> Iterator[Finding]:
    part, now = _("Orologio"), timezone.now()
    remedy = _("Regola l'ora di questa macchina, meglio se da sé (NTP).")
    latest = backups.latest()
    if latest and latest - now > MOST_APART:
        yield Finding(part, _("è indietro: c'è già una copia di sicurezza fatta più tardi."), remedy)
    elif abs(_database_time() - now) > MOST_APART:
        yield Finding(part, _("non va d'accordo con quello della base dati."), remedy)
    else:
        yield Finding(part, note=f"{timezone.localtime(now):%d/%m/%Y %H:%M}")


def _database_time() -> datetime:
    """The time of PostgreSQL's machine; with SQLite it is this machine's."""
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now.astimezone(UTC)


def _redis() -> Iterator[Finding]:
    waiting = waiting_tasks()
    if waiting is None:
        yield Finding("Redis", _("non risponde."), _("Guarda se è acceso e se REDIS_URL è giusto."))
        return
    yield Finding("Redis", note=_("compiti in coda: %(count)s") % {"count": waiting})
    there = background.answering()
    start = _("Guarda il suo registro e fallo ripartire: docker compose restart %(service)s.")
    names = {"worker": _("Chi lavora in coda (worker)"), "beat": _("Chi dà il tempo (beat)")}
    for service, part in names.items():
        is_well = there[service]
        yield Finding(part, *(() if is_well else (_("non dà segni di vita."), start % {"service": service})))


def _mail() -> Iterator[Finding]:
    part = _("Posta")
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        folder = settings.EMAIL_FILE_PATH
        yield Finding(part, note=_("nessun server: le lettere sono file in %(folder)s") % {"folder": folder})
        return
    try:
        with get_connection():
            yield Finding(part, note=settings.EMAIL_HOST)
    except (OSError, smtplib.SMTPException) as wrong:
        fault = _("%(server)s non accetta: %(kind)s.")
        sentence = fault % {"server": settings.EMAIL_HOST, "kind": type(wrong).__name__}
        yield Finding(part, sentence, _("Guarda indirizzo, utente e password in EMAIL_URL."))


def _backups(*, is_new: bool) -> Iterator[Finding]:
    """The finding about backups. A missing one is a fault, unless the installation has nothing to keep."""
    part, status = _("Copie di sicurezza"), backups.status()
    by_hand = _("Fanne una con il comando backup; se il programma è acceso, guarda il suo registro.")
    if status.latest is None and is_new:
        yield Finding(part, note=_("la prima si fa da sé, quando serve le pagine"))
    elif status.latest is None:
        yield Finding(part, _("non ce n'è nessuna."), by_hand)
    elif status.is_late:
        fault = _("l'ultima è di %(when)s.") % {"when": backups.moment_in_words(status.latest.isoformat())}
        yield Finding(part, fault, by_hand)
    for trouble in status.troubles:
        yield Finding(part, trouble, by_hand)
    if status.latest and not status.is_late and not status.troubles:
        yield Finding(part, note=backups.moment_in_words(status.latest.isoformat()))


def _files() -> Iterator[Finding]:
    fonts, static = _("Caratteri per la carta"), _("File delle pagine")
    if any(FONTS.glob("*.[ot]tf")):
        yield Finding(fonts)
    else:
        yield Finding(fonts, _("mancano."), _("Installa di nuovo il programma."))
    if _is_style_collected():
        yield Finding(static)
    else:
        fault = _("non sono in %(folder)s.") % {"folder": settings.STATIC_ROOT}
        yield Finding(static, fault, _("Usa il comando collectstatic, o fai ripartire serve."))


def _is_style_collected() -> bool:
    try:
        stored = staticfiles_storage.url(SITE_STYLE).removeprefix(settings.STATIC_URL).lstrip("/")
    except ValueError:  # the list of collected files lacks it
        return False
    return (Path(settings.STATIC_ROOT) / stored).exists()


def _safety() -> Iterator[Finding]:
    faults = safety.check_safety()
    for each in faults:
        yield Finding(_("Sicurezza"), each.msg, str(each.hint))
    if not faults:
        yield Finding(_("Sicurezza"), note=_("segreto, nomi e password"))
    if settings.REDIS_URL and not settings.BEHIND_HTTPS:
        fault = _("il sito non sa di essere dietro https: i cookie vanno in chiaro.")
        yield Finding("https", fault, _("Metti un proxy con il certificato e BEHIND_HTTPS=true."))


def _signing_key() -> Iterator[Finding]:
    """The finding about the key that signs the heads of the logs, if the settings name one."""
    part = _("Firma dei registri")
    for each in check_signing_key():
        yield Finding(part, each.msg, str(each.hint))
        return
    if settings.LOG_SIGNING_KEY:
        yield Finding(part, note=settings.LOG_SIGNING_KEY)
