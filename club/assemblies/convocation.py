"""The letters that call the members to an assembly, by e-mail or on paper, and how they were delivered."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.assemblies import voting
from club.assemblies.calling import open_assembly
from club.assemblies.voting import Roll
from club.days import written_out
from club.dues import reminders
from club.dues.members import Member, members_on
from club.errors import ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Assembly, Club, Guardian, MemberLetter, Particulars, User
from club.outbox import send_after_commit

#: In Italian, like the other papers of a club.
SUBJECT: Final = "{circolo}: convocazione, {titolo}"
TEXT: Final = """Gentile {nome},

ti convochiamo a «{titolo}» di {circolo}, che si tiene in {luogo}

{quando}

con questo ordine del giorno:

{ordine}

{voto}

{circolo}"""
PROXY: Final = """DELEGA
Io, {nome}, socio n. {numero}, delego a rappresentarmi in «{titolo}» del {giorno}

il socio ______________________________________

Data ________________   Firma ______________________________________"""


@dataclass(frozen=True)
class Draft:
    """A letter that calls a member to the assembly; to the guardian for a minor."""

    member: Member
    email: str
    guardian: Guardian | None


def drafts(assembly: Assembly, *, again: bool, today: date) -> list[Draft]:
    """The letters to today's members without one, by member's number; with `again`, to all members.

    A letter that came back does not count. All members are called, also those who do not vote.
    """
    club = assembly.club
    written = assembly.letters.filter(returned_on=None).values_list("person_id", flat=True)
    excluded = set() if again else set(written)
    members = [one for one in members_on(club, today) if one.person.pk not in excluded]
    known = Particulars.objects.filter(person__club=club).values_list("person", "email", "born_on")
    emails = {key: email for key, email, _born_on in known}
    minors = {key for key, _email, born_on in known if born_on and voting.is_minor_on(born_on, today)}
    guardians = {row.person_id: row for row in Guardian.objects.filter(person__in=minors)}
    drafted = []
    for member in members:
        guardian = guardians.get(member.person.pk)
        email = (guardian.email if guardian else "") or emails.get(member.person.pk, "")
        drafted.append(Draft(member, email, guardian))
    return drafted


@translation.override("it")
def letter_texts(assembly: Assembly, letters: Iterable[Draft]) -> list[str]:
    """The texts of these letters, in Italian like the other papers of a club. Seven queries."""
    votes = voting.roll(assembly.club, assembly.day, assembly.rules)
    return [_letter_text(assembly, one.member, votes, one.guardian) for one in letters]


def _letter_text(assembly: Assembly, member: Member, votes: Roll, guardian: Guardian | None) -> str:
    """The letter to a member, with a proxy to fill in at its foot for one who may vote."""
    name = f"{member.person.first_name} {member.person.last_name}".strip()
    voter = votes.voters.get(member.person.pk)
    filled = TEXT.format(
        nome=f"{guardian.name}, per {name}" if guardian else name,
        titolo=assembly.title,
        circolo=assembly.club.name,
        luogo=assembly.place,
        quando=call_lines(assembly),
        ordine="\n".join(f"{at}. {item}" for at, item in enumerate(assembly.items, 1)),
        voto=_vote_line(votes, member),
    )
    if voter is None or not votes.most_proxies:
        return filled
    proxy = PROXY.format(
        nome=f"{guardian.name}, per {name}" if guardian else name,
        numero=member.number,
        titolo=assembly.title,
        giorno=written_out(assembly.day),
    )
    return f"{filled}\n\n{'–' * 30}\n{proxy}"


def call_lines(assembly: Assembly) -> str:
    """The calls, one a line: "in prima convocazione venerdì 4 dicembre 2026 alle 20:30"."""
    calls = [("in prima convocazione", assembly.first_call_at)]
    if assembly.second_call_at:
        calls.append(("e, se non basta il numero, in seconda convocazione", assembly.second_call_at))
    return "\n".join(f"{words} {_moment(at)}" for words, at in calls)


def _moment(at: datetime) -> str:
    here = timezone.localtime(at)
    return f"{written_out(here.date())} alle {here:%H:%M}"


def _vote_line(votes: Roll, member: Member) -> str:
    voter = votes.voters.get(member.person.pk)
    if voter is None:
        why = next((one.why for one in votes.others if one.member.person.pk == member.person.pk), "")
        return "Puoi partecipare; non hai diritto di voto" + (f": {why}." if why else ".")
    vote = f"Per il socio minorenne vota {voter.guardian}." if voter.guardian else "Hai diritto di voto."
    if not votes.most_proxies:
        return f"{vote} Lo statuto non permette deleghe."
    return (
        f"{vote} Se non puoi venire, puoi dare delega scritta a un altro socio che vota:"
        f" ogni socio ne porta al massimo {votes.most_proxies}."
    )


@transaction.atomic
def convene(
    club: Club, assembly_id: int, *, again: bool, today: date, key: UUID, by: User
) -> list[MemberLetter]:
    """Writes the letters and returns them. Idempotent by `key`.

    Members with an address get theirs by e-mail, after the commit; the other letters are to be printed.
    """
    club = lock(club.pk)
    written = list(club.letters.filter(key=key))
    if written:
        return written
    assembly = open_assembly(club, assembly_id)
    now = timezone.now()
    drafted = drafts(assembly, again=again, today=today)
    subject = SUBJECT.format(circolo=club.name, titolo=assembly.title)[:200]
    letters = MemberLetter.objects.bulk_create(
        MemberLetter(
            club=club,
            person=draft.member.person,
            kind=MemberLetter.Kind.ASSEMBLY,
            assembly=assembly,
            email=draft.email,
            subject=subject,
            text=text,
            by=by,
            by_name=str(by)[:150],
            key=key,
            written_at=now,
            due_at=now,
            sent_at=None if draft.email else now,
        )
        for draft, text in zip(drafted, letter_texts(assembly, drafted), strict=True)
    )
    if not letters:
        raise ClubInputRefused("nobody", _("Tutti i soci di oggi hanno già la loro convocazione."))
    by_email = [letter for letter in letters if letter.email]
    counts = {"by_email": len(by_email), "on_paper": len(letters) - len(by_email)}
    log.write(club, by, "assembly.convened", subject={"assembly": assembly.pk}, after=counts, key=key)
    for letter in by_email:
        send_after_commit(reminders.deliver, letter.pk)
    return letters


@dataclass(frozen=True)
class LetterCounts:
    """The letters of an assembly: members called, letters by e-mail and on paper, and what is missing."""

    people: int
    by_email: int
    unsent: int
    on_paper: int
    undelivered: int
    returned: int


def letter_counts(assembly: Assembly) -> LetterCounts:
    """The figures of the assembly's letters. One query."""
    on_paper = Q(email="")
    counts = assembly.letters.aggregate(
        people=Count("person", distinct=True),
        by_email=Count("pk", filter=~on_paper),
        unsent=Count("pk", filter=~on_paper & Q(sent_at=None)),
        on_paper=Count("pk", filter=on_paper),
        undelivered=Count("pk", filter=on_paper & Q(delivered_on=None)),
        returned=Count("pk", filter=Q(returned_on__isnull=False)),
    )
    return LetterCounts(**counts)


@transaction.atomic
def mark_delivered(
    club: Club,
    assembly_id: int,
    *,
    on: date,
    how: str,
    today: date,
    by: User,
) -> int:
    """Notes when and how the letters on paper without such a note left; returns how many."""
    club = lock(club.pk)
    assembly = open_assembly(club, assembly_id)
    if on > today:
        raise ClubInputRefused(
            "in-the-future", _("Questo giorno deve ancora venire: correggi la data."), field="on"
        )
    if not how.strip():
        raise ClubInputRefused(
            "how-missing", _("Scrivi come sono partite: a mano, per posta, raccomandata."), field="how"
        )
    count = assembly.letters.filter(email="", delivered_on=None).update(
        delivered_on=on, delivered_how=how.strip()[:80]
    )
    if count:
        after = {"on": on.isoformat(), "on_paper": count}
        log.write(club, by, "assembly.delivered", subject={"assembly": assembly.pk}, after=after)
    return count
