"""The demo's club is alone in its data: beside a real one it would be shown to that club's visitors."""

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from club.accounts.first_club import TRIAL
from club.errors import ClubError
from club.models import Club, Role, RoleKind, SampleClub
from tournaments.demo.people import address


def refuse_another_club(slug: str) -> None:
    """Raises ClubError ``another-club`` if the database holds a club other than the demo's, whose short
    address is `slug`. The database may be empty, or of an older version."""
    tables = connection.introspection.table_names()
    if Club._meta.db_table not in tables:
        return
    others = Club.objects.exclude(slug__in=(slug, TRIAL))
    if SampleClub._meta.db_table in tables:
        others = others.exclude(pk__in=SampleClub.objects.values("club"))
    if others.exists() or _is_taken(slug):
        raise ClubError(
            "another-club",
            _(
                "In %(folder)s c'è già un circolo vero: per la prova scegli un'altra cartella"
                " con CRICCONE_DATA, o nessuna."
            )
            % {"folder": settings.DATA_DIR},
        )


def _is_taken(slug: str) -> bool:
    """Whether a real club has the demo's short address: it has roles, and its owner is not the demo's."""
    roles = Role.objects.filter(club__slug=slug)
    return roles.exists() and not roles.filter(user__email=address(RoleKind.OWNER, slug)).exists()
