"""Everything that the club has about a person: the right of access (art. 15 GDPR) as JSON and on paper."""

import io
import json
import zipfile
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from club import log, looks
from club.locking import lock
from club.models import Club, Look, Person, User
from club.people import plain as plain_name
from club.privacy import contributions, telling
from club.privacy.parts import PARTS
from club.privacy.telling import Part
from club.typesetting import pdf

KINDS: Final = {"json": "application/json", "pdf": "application/pdf", "zip": "application/zip"}


def parts() -> tuple[Part, ...]:
    """Every part, the club's own first, then the other apps'."""
    return (*PARTS, *(part for each in contributions.every() for part in each.parts))


@transaction.atomic
def take(person: Person, ending: str, *, now: datetime, by: User) -> bytes:
    """The file; that it was taken is in the log, and in the file itself who looked."""
    club = lock(person.club_id)
    looks.note(club, by, [person], Look.Page.DOSSIER)
    log.write(club, by, "dossier.taken", subject={"person": person.pk}, after={"format": ending})
    return made(person, ending, now=now)


def made(person: Person, ending: str, *, now: datetime) -> bytes:
    """The file, as things are now."""
    if ending == "json":
        return as_json(person, now)
    if ending == "pdf":
        return as_pdf(person, now)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_("dati.json"), as_json(person, now))
        archive.writestr(_("dati.pdf"), as_pdf(person, now))
    return held.getvalue()


def as_json(person: Person, now: datetime) -> bytes:
    """Every part by its key, its rows as objects; what is not known is there too, empty."""
    told: dict[str, Any] = {
        "club": person.club.name,
        "person": person.full_name,
        "made_at": now.isoformat(timespec="seconds"),
        "parts": {},
    }
    for part in parts():
        rows = [{one.key: telling.plain(one.value(row)) for one in part.tells} for row in part.rows(person)]
        told["parts"][part.key] = {"title": str(part.title), "rows": rows}
    return json.dumps(told, ensure_ascii=False, indent=1, default=str).encode()


def as_pdf(person: Person, now: datetime) -> bytes:
    """The same on paper: of each row what is known, and of each part that it is empty."""
    club = person.club
    shown = []
    for part in parts():
        rows = [
            [
                (_capital(str(one.label)), text)
                for one in part.tells
                if (text := telling.words(one.value(row)))
            ]
            for row in part.rows(person)
        ]
        shown.append({"title": str(part.title), "rows": rows, "is_long": len(rows) > 1})
    here = now.astimezone(ZoneInfo(settings.TIME_ZONE))
    return pdf(
        "dossier",
        {
            "title": person.full_name,
            "about": _("Tutto quello che %(club)s sa di questa persona") % {"club": club.name},
            "club": club.name,
            "made": telling.words(here),
            "empty": _("Niente."),
            "parts": shown,
        },
    )


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def own_people(user: User) -> list[Person]:
    """Who `user` is, in each club: the only person there with that e-mail, if the name is the account's too.

    An address that a family shares tells nobody apart, and a letter that went astray is no proof.
    """
    found = Person.objects.filter(particulars__email__iexact=user.email).select_related("club")
    by_club: dict[Club, list[Person]] = {}
    for person in found.order_by("club__name", "pk"):
        by_club.setdefault(person.club, []).append(person)
    mine = sorted(plain_name(user.get_full_name()).split())
    return [
        people[0]
        for people in by_club.values()
        if len(people) == 1 and mine and sorted(plain_name(people[0].full_name).split()) == mine
    ]
