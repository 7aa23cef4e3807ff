"""The minutes of an assembly: each text saved stays, the newest counts, and approval makes it final."""

from dataclasses import asdict
from datetime import date
from typing import Final

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.assemblies.calling import open_assembly
from club.assemblies.door import Door, door
from club.days import short_day, written_out
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import Assembly, Club, MinutesVersion, User
from club.typesetting import pdf

LONGEST: Final = 60_000
#: The first text, in Italian like the other papers of a club; the dots are to be filled in.
BEGINNING: Final = """Il giorno {giorno} alle ore {ora}, in {luogo}, si è riunita «{titolo}» \
di {circolo}, in {chiamata}.

Assume la presidenza …; funge da segretario ….

Il presidente constata che i soci con diritto di voto sono {aventi}, che sono presenti {persona} di persona \
e {delega} per delega, in tutto {tutti}, e dichiara l'assemblea validamente costituita per deliberare sul \
seguente ordine del giorno:

{ordine}

{punti}

Null'altro essendo da deliberare, la seduta è tolta alle ore …."""


def current(assembly: Assembly) -> MinutesVersion | None:
    """The newest text, if there is one."""
    return assembly.minutes.first()


@translation.override("it")
def beginning(here: Door) -> str:
    """The first draft, with the figures of the attendances."""
    assembly, count = here.assembly, here.count
    at = timezone.localtime(assembly.opened_at or assembly.first_call_at)
    call = Assembly.Call(assembly.opened_call or Assembly.Call.FIRST)
    names = {Assembly.Call.FIRST: "prima convocazione", Assembly.Call.SECOND: "seconda convocazione"}
    return BEGINNING.format(
        giorno=written_out(assembly.day),
        ora=f"{at:%H:%M}",
        luogo=assembly.place,
        titolo=assembly.title,
        circolo=assembly.club.name,
        chiamata=names[call],
        aventi=count.entitled,
        persona=count.in_person,
        delega=count.by_proxy,
        tutti=count.there,
        ordine="\n".join(f"{at}. {item}" for at, item in enumerate(assembly.items, 1)),
        punti="\n\n".join(
            f"Punto {at}. {item}\n…\nL'assemblea, con voti favorevoli …, contrari …, astenuti …, delibera …."
            for at, item in enumerate(assembly.items, 1)
        ),
    )


@transaction.atomic
def save(club: Club, assembly_id: int, text: str, *, version: int, by: User) -> MinutesVersion:
    """Saves a new text after `version`, the last one read. An unchanged text is not saved again.

    Raises `ClubOutdated` if another officer saved one meanwhile.
    """
    club = lock(club.pk)
    assembly = open_assembly(club, assembly_id)
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise ClubInputRefused("minutes-empty", _("Il verbale è vuoto: scrivilo."), field="text")
    if len(text) > LONGEST:
        raise ClubInputRefused(
            "minutes-long",
            _("Il verbale ha più di %(most)s lettere: accorcialo, o allega i documenti a parte.")
            % {"most": LONGEST},
            field="text",
        )
    last = current(assembly)
    if last and last.text == text:
        return last
    number = last.number if last else 0
    if number != version:
        raise ClubOutdated(
            "changed-meanwhile",
            _("Nel frattempo %(name)s ha salvato un altro testo: guardalo, e unisci il tuo.")
            % {"name": last.by_name if last else ""},
            current=number,
        )
    made = MinutesVersion.objects.create(
        assembly=assembly, number=number + 1, text=text, at=timezone.now(), by=by, by_name=str(by)[:150]
    )
    after = {"version": made.number}
    log.write(club, by, "minutes.written", subject={"assembly": assembly.pk}, after=after)
    return made


@transaction.atomic
def approve(club: Club, assembly_id: int, *, version: int, on: date, today: date, by: User) -> Assembly:
    """Makes the newest text final, and closes the assembly. Refused if that is not the version read.

    Repeating it changes nothing.
    """
    club = lock(club.pk)
    done = club.assemblies.filter(pk=assembly_id).exclude(approved_on=None).first()
    if done:
        return done
    assembly = open_assembly(club, assembly_id)
    last = current(assembly)
    if last is None:
        raise ClubError("minutes-empty", _("Non c'è ancora un verbale da approvare: scrivilo e salvalo."))
    if last.number != version:
        raise ClubOutdated(
            "changed-meanwhile",
            _("Nel frattempo è stato salvato un altro testo: leggilo, e poi approva."),
            current=last.number,
        )
    if not assembly.day <= on <= today:
        raise ClubInputRefused(
            "approval-day",
            _("Il verbale si approva dal giorno dell'assemblea (%(day)s) a oggi: correggi la data.")
            % {"day": short_day(assembly.day)},
            field="on",
        )
    assembly.approved_on, assembly.approved_by_name = on, str(by)[:150]
    assembly.counted = asdict(door(assembly).count)
    assembly.save(update_fields=["approved_on", "approved_by_name", "counted"])
    after = {"version": last.number, "on": on.isoformat()}
    log.write(club, by, "minutes.approved", subject={"assembly": assembly.pk}, after=after)
    return assembly


@translation.override("it")
def minutes_pdf(assembly: Assembly) -> bytes:
    """The minutes on paper, with the members who took part and room for two signatures."""
    here = door(assembly)
    last = current(assembly)
    count = here.count
    there = sorted(here.attendances.values(), key=lambda one: (one.person.register_name, one.person_id))
    return pdf(
        "minutes",
        {
            "language": "it",
            "club": assembly.club.name,
            "club_lines": [
                line
                for line in (
                    assembly.club.address,
                    f"C.F. {assembly.club.fiscal_code}" if assembly.club.fiscal_code else "",
                )
                if line
            ],
            "title": f"Verbale: {assembly.title}",
            "day": written_out(assembly.day),
            "text": last.text if last else beginning(here),
            "state": f"Approvato il {short_day(assembly.approved_on)}"
            if assembly.approved_on
            else "Bozza, non ancora approvata",
            "people_title": "Presenti e rappresentati",
            "people": [
                {
                    "name": one.person.register_name,
                    "how": f"delega a {one.holder.register_name}" if one.holder else "di persona",
                    "through": one.through,
                }
                for one in there
            ],
            "count": f"Aventi diritto {count.entitled}; di persona {count.in_person},"
            f" per delega {count.by_proxy}, in tutto {count.there}.",
            "signed": ["Il presidente", "Il segretario"],
        },
    )
