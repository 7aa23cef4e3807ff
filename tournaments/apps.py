from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:  # it needs the models, which are not there yet
    from club.privacy.contributions import Contribution


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tornei")

    def ready(self) -> None:
        from club.privacy import contributions

        contributions.register(_what_tournaments_know)


def _what_tournaments_know() -> Contribution:
    # Half of what a command would read at its start, and most need none of it.
    from club.privacy.contributions import Contribution
    from tournaments.privacy import anonymising, parts

    return Contribution(parts.PARTS, anonymising.hold, anonymising.anonymise, anonymising.active_since)
