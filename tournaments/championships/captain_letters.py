"""Letters to the captains who get their link by e-mail: the link, open line-ups, dates proposed and answered.

They are letters of the club to a person (`MemberLetter`), always in Italian like the others: kept, shown to
the person and forgotten by the same rules, and sent by the same queue after the commit. They quote no typed
text except names and places.
"""

from enum import Enum
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils import timezone, translation

from club.days import written_out
from club.dues import reminders
from club.models import Club, MemberLetter, Particulars, User
from club.outbox import send_after_commit
from tournaments.championships.captain_codes import code_of
from tournaments.models import DateProposal, Fixture, Team

#: A captain gets no more letters in a day, because the other captain may propose dates without limit.
MOST_A_DAY = 20

TEXT = """Gentile {nome} {cognome},

{frase}
{fatti}
La pagina del capitano, che si apre senza password:
{pagina}

È soltanto tua: chi ha questo indirizzo decide per la squadra.
Se non vuoi più questi messaggi, dillo al circolo.

{circolo}"""


class News(Enum):
    """The events that a letter tells, each with its subject and its sentence."""

    LINK = (
        "la pagina del capitano di «{squadra}»",
        "sei il capitano di «{squadra}» nel campionato «{campionato}». Dalla tua pagina consegni le "
        "formazioni, proponi un'altra data e confermi i referti.",
    )
    LINE_UPS = ("le formazioni ci sono", "le due formazioni ci sono, e adesso si vedono.")
    PROPOSED = (
        "una nuova data da confermare",
        "l'altra squadra propone un'altra data: rispondi dalla tua pagina.",
    )
    ACCEPTED = ("la nuova data va bene", "l'altra squadra ha accettato la data che hai proposto.")
    REFUSED = (
        "la data resta",
        "l'altra squadra non può alla data che hai proposto: l'incontro resta com'era.",
    )
    MOVED = (
        "l'incontro è cambiato",
        "il circolo ha cambiato data, luogo o campo di un incontro; le proposte aperte sono cadute.",
    )


def address(team: Team) -> str:
    """The captain's address in the register; empty without one. One query."""
    emails = Particulars.objects.filter(person=team.captain_id).values_list("email", flat=True)
    return (emails.first() or "") if team.captain_id else ""


def tell(
    fixture: Fixture, news: News, *teams: Team, by: User | str | None, proposal: DateProposal | None = None
) -> None:
    """Writes to the captains of these teams who get letters, with the match as it is, or as proposed."""
    appointment = proposal or fixture
    with translation.override("it"):
        day = written_out(appointment.date) if appointment.date else ""
    hour = f", alle {appointment.starts_at:%H:%M}" if day and appointment.starts_at else ""
    facts = [f"{fixture.home.name} – {fixture.away.name}", day + hour, appointment.venue]
    for team in teams:
        if team.letter_origin:
            write(fixture.championship.club, team, news, by=by, facts=[each for each in facts if each])


def write(
    club: Club,
    team: Team,
    news: News,
    *,
    by: User | str | None,
    key: UUID | None = None,
    facts: list[str] | None = None,
) -> MemberLetter | None:
    """The letter to the captain, which leaves after the commit. None without an address, or where the captain
    has got `MOST_A_DAY` already."""
    email, captain, now = address(team), team.captain, timezone.now()
    if not email or captain is None:
        return None
    kind = MemberLetter.Kind.CHAMPIONSHIP
    today = captain.letters.filter(kind=kind, written_at__date=timezone.localdate(now))
    if today.count() >= MOST_A_DAY:
        return None
    words = {"squadra": team.name, "campionato": team.championship.name}
    subject, sentence = (text.format(**words) for text in news.value)
    letter = MemberLetter.objects.create(
        club=club,
        person=captain,
        kind=kind,
        email=email,
        subject=" ".join(f"{team.championship.name}: {subject}".split())[:200],
        text=TEXT.format(
            nome=captain.first_name,
            cognome=captain.last_name,
            frase=sentence,
            fatti="".join(f"{fact}\n" for fact in ["", *facts]) if facts else "",
            pagina=team.letter_origin + reverse("captain", args=[code_of(team)]),
            circolo=club.name,
        ),
        by=by if isinstance(by, User) else None,
        by_name=str(by or "")[:150],
        key=key or uuid4(),
        written_at=now,
        due_at=now,
    )
    send_after_commit(reminders.deliver, letter.pk)
    return letter
