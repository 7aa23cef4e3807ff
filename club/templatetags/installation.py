"""The version of the program, and warnings to officers: a part that does not work, late backups."""

from django import template
from django.conf import settings
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from club.background import Fault, fault
from club.backups.places import status

register = template.Library()


@register.simple_tag
def program_version() -> str:
    return str(settings.VERSION)


@register.inclusion_tag("components/service_fault.html")
def service_fault() -> dict[str, str]:
    """The part that does not work, since when, and its effect on the evening; empty when all is well."""
    broken = fault()
    return {"text": _sentence(broken) if broken else ""}


def _sentence(broken: Fault) -> str:
    if broken.part == "redis":
        what = _("Redis non risponde.")
        then = _("I risultati si salvano e la classifica si fa lo stesso; le pagine si aggiornano più piano.")
    else:
        what = _("Il lavoro in sottofondo è fermo.")
        then = _(
            "La classifica la fa il sito, qualche secondo dopo la fine del turno; "
            "lettere e promemoria aspettano."
        )
    return " ".join(filter(None, (what, _since(broken), then)))


def _since(broken: Fault) -> str:
    if broken.since is None:
        return ""
    at = timezone.localtime(broken.since)
    is_today = at.date() == timezone.localdate()
    written = formats.date_format(at, "TIME_FORMAT" if is_today else "SHORT_DATETIME_FORMAT")
    return _("Dalle %(time)s.") % {"time": written} if is_today else _("Dal %(day)s.") % {"day": written}


@register.inclusion_tag("club/backup_age.html")
def backup_age() -> dict[str, object]:
    """The age of the newest backup, with any trouble."""
    return {"backups": status(), "shows_age": True}


@register.inclusion_tag("club/backup_age.html")
def backup_troubles() -> dict[str, object]:
    """The troubles alone; nothing while all is well."""
    return {"backups": status(), "shows_age": False}
