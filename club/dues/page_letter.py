"""The letter that brings a member the link to the own page: by e-mail, or on paper with a code."""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.dues import reminders
from club.errors import ClubError
from club.history import log
from club.history.log import lock
from club.models import Club, MemberLetter, OwnPage, Particulars, User
from club.outbox import send_after_commit
from club.register import own_pages

#: Always in Italian, like the other letters to members.
SUBJECT: Final = "{circolo}: la tua pagina"
TEXT: Final = """Gentile {nome} {cognome},

questa è la tua pagina al circolo, e si apre senza password:
{pagina}

Ci trovi le quote, la tessera da mostrare sul telefono, i tuoi dati (se qualcosa è sbagliato, scrivilo lì) \
e i consensi, che dai o ritiri quando vuoi.

È soltanto tua: non dare il collegamento ad altri, e se lo perdi chiedicene uno nuovo.

{circolo}"""


@transaction.atomic
def send(person_id: int, club: Club, *, key: UUID, by: User) -> MemberLetter:
    """Writes the letter and returns it; idempotent by `key`. It leaves by e-mail after the commit; without an
    address it is to be printed. Refused for a person without a link."""
    club = lock(club.pk)
    if done := club.letters.filter(key=key, person=person_id).first():
        return done
    page = OwnPage.objects.select_related("person").filter(person=person_id, person__club=club).first()
    if page is None:
        raise ClubError("no-page", _("Prima dai il collegamento alla pagina, poi manda la lettera."))
    person = page.person
    email = Particulars.objects.filter(person=person).values_list("email", flat=True).first() or ""
    now = timezone.now()
    words = {"nome": person.first_name, "cognome": person.last_name, "circolo": club.name}
    letter = MemberLetter.objects.create(
        club=club,
        person=person,
        kind=MemberLetter.Kind.OWN_PAGE,
        email=email,
        subject=SUBJECT.format(circolo=club.name)[:200],
        text=reminders.filled(TEXT, {**words, "pagina": own_pages.url(page, club.slug)}),
        by=by,
        by_name=str(by)[:150],
        key=key,
        written_at=now,
        due_at=now,
        sent_at=None if email else now,
    )
    log.write(club, by, "own-page.sent", subject={"person": person.pk})
    if letter.email:
        send_after_commit(reminders.deliver, letter.pk)
    return letter
