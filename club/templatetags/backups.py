"""The age of the newest backup, and the trouble with it, on the officers' pages."""

from django import template

from club.backups.status import status

register = template.Library()


@register.inclusion_tag("club/backup_age.html")
def backup_age() -> dict[str, object]:
    """The age of the newest backup, with any trouble."""
    return {"told": status(), "shows_age": True}


@register.inclusion_tag("club/backup_age.html")
def backup_troubles() -> dict[str, object]:
    """The troubles alone; nothing while all is well."""
    return {"told": status(), "shows_age": False}
