"""Tessere on paper: cards of 85.6 by 54 mm, ten to an A4 with marks to cut along."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _

from club import qr
from club.dues.members import Member, members_on
from club.dues.renewals import day_of
from club.models import Card, MembershipYear
from club.typesetting import pdf

DAY = "%d/%m/%Y"


def cards_pdf(year: MembershipYear, cards: Sequence[Card], *, today: date) -> bytes:
    """The sheets, in the order of `cards`; category and standing are those of `today`."""
    members = {member.person.pk: member for member in members_on(year.club, day_of(year, today))}
    return pdf(
        "cards",
        {
            "title": _("Tessere %(year)s") % {"year": year.label},
            "club": year.club.name,
            "city": year.club.city,
            "year": year.label,
            "cards": [_card(card, members.get(card.person_id)) for card in cards],
            "words": {"until": _("valida fino al"), "lost": _("Se la trovi, riportala al circolo.")},
        },
    )


def _card(card: Card, member: Member | None) -> dict[str, str]:
    return {
        "name": card.person.full_name,
        "number": _("Tessera n. %(number)s") % {"number": card.number},
        "standing": str(member.category or _("socio")) if member else _("tesserato"),
        "until": card.valid_until.strftime(DAY),
        "qr": qr.svg(card.token),
    }
