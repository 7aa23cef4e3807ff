"""The signed link to a member's own page: switched on, renewed and made void by officers."""

from collections.abc import Collection
from datetime import date

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.history import log
from club.history.log import lock
from club.models import Club, OwnPage, Person, User
from club.models.own_page import new_nonce

SALT = "club.own_page"


def token(page: OwnPage) -> str:
    """The signed part of the link, the same in every letter until the link is renewed."""
    return signing.Signer(salt=SALT).sign(f"{page.person_id}.{page.nonce}").replace(":", "~")


def url(page: OwnPage, slug: str) -> str:
    """The whole link, on the site's address or on that where it was made."""
    return f"{settings.SITE_URL or page.origin}{reverse('own_page', args=[slug, token(page)])}"


def urls(club: Club, people: Collection[int]) -> dict[int, str]:
    """The links of these people, by the person's id; those without one are left out. One query."""
    pages = OwnPage.objects.filter(person__in=people, person__club=club)
    return {page.person_id: url(page, club.slug) for page in pages}


def page_of(club_slug: str, text: str) -> OwnPage:
    """The page of a link, with its person, particulars and club. One query.

    Raises ClubError for a link that is cut, altered, void, or another club's.
    """
    pages = OwnPage.objects.select_related("person__club", "person__particulars")
    try:
        pk, nonce = signing.Signer(salt=SALT).unsign(text.replace("~", ":")).split(".", 1)
        return pages.get(
            person=int(pk), nonce=nonce, person__club__slug=club_slug, person__erased_number=None
        )
    except (signing.BadSignature, ValueError, OwnPage.DoesNotExist):
        raise ClubError(
            "no-such-link",
            _(
                "Questo collegamento non vale: è stato copiato a metà, o il circolo ne ha dato uno nuovo. "
                "Aprilo dall'ultimo messaggio, o chiedilo al circolo."
            ),
        ) from None


@transaction.atomic
def switch_on(person_id: int, club: Club, *, origin: str, today: date, by: User) -> OwnPage:
    """Gives the person a new link and returns its page; an earlier link becomes void."""
    club = lock(club.pk)
    person = club.people.filter(pk=person_id, erased_number=None).first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    page, _made = OwnPage.objects.update_or_create(
        person=person,
        defaults={"nonce": new_nonce(), "origin": origin, "made_on": today, "by_name": str(by)[:150]},
    )
    log.write(club, by, "own-page.opened", subject={"person": person.pk})
    return page


@transaction.atomic
def switch_off(person: Person, *, by: User) -> None:
    """Makes the link void; repeating it changes nothing."""
    club = lock(person.club_id)
    if OwnPage.objects.filter(person=person).delete()[0]:
        log.write(club, by, "own-page.closed", subject={"person": person.pk})
