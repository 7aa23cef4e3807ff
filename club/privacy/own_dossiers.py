"""The dossiers that an account may take as its own: of the person with its name and address in each club.

The name and the address of an account are written by its owner or by a club's invitation: they find the
person, but prove and open nothing. A letter to that mailbox has a link, which opens the dossiers for an hour
in the session that follows it.
"""

import time
from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.utils.translation import gettext as _

from club.email_addresses import canonical, with_address
from club.errors import ClubError
from club.models import Club, Person, User
from club.plain_text import name_key

SALT: Final = "club.privacy.own_dossiers"
#: The link in the letter is valid for a day; what it opens stays open for an hour.
LINK_SECONDS: Final = 24 * 3600
OPEN_SECONDS: Final = 3600
OPENED: Final = "own-dossiers"


def link_token(user: User) -> str:
    """The signed token of the letter's link, for the account and its mailbox."""
    return signing.dumps([user.pk, canonical(user.email)], salt=SALT, compress=True)


def open_with(token: str, user: User, session: SessionBase) -> None:
    """Opens the dossiers in this session. Raises ClubError for a token that is old, altered or another
    account's, or whose mailbox is no longer the account's."""
    try:
        user_id, mailbox = signing.loads(token, salt=SALT, max_age=LINK_SECONDS)
    except (signing.BadSignature, ValueError):
        user_id, mailbox = 0, ""
    if (user_id, mailbox) != (user.pk, canonical(user.email)):
        raise ClubError(
            "no-such-link",
            _("Questo collegamento non vale più, o è di un altro accesso: chiedine uno nuovo."),
        )
    session[OPENED] = [mailbox, int(time.time())]


def are_open(user: User, session: SessionBase) -> bool:
    """Whether this session has shown, within the last hour, that it reads the account's mailbox."""
    mailbox, at = session.get(OPENED, ["", 0])
    return bool(mailbox == canonical(user.email) and time.time() - at < OPEN_SECONDS)


def own_people(user: User) -> list[Person]:
    """The person that `user` is in each club: the only one there with that address, if the names agree too.

    A family may share an address, and an officer may have mistyped it.
    """
    rows = with_address(Person.objects.select_related("club"), user.email, field="particulars__email")
    by_club: dict[Club, list[Person]] = {}
    for person in rows.order_by("club__name", "pk"):
        by_club.setdefault(person.club, []).append(person)
    mine = name_key(user.get_full_name())
    return [
        people[0]
        for people in by_club.values()
        if len(people) == 1 and mine and name_key(people[0].full_name) == mine
    ]
