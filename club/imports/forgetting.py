"""Sheets that nobody finished importing: what is private in them does not stay."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from club.models import Import

#: Long enough to ask somebody for a missing date; what is in the sheet is in the sheet.
PATIENCE: Final = timedelta(days=7)
OVER: Final = (Import.State.DONE, Import.State.UNDONE)


def forget_old() -> int:
    """How many rows and files were thrown away with the imports left behind."""
    old = Import.objects.exclude(state__in=OVER).filter(began_at__lt=timezone.now() - PATIENCE)
    return old.delete()[0]
