"""The app of tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:  # it needs the models, which are not loaded yet
    from club.models import Club
    from club.privacy.personal_data import Contribution


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tornei")

    def ready(self) -> None:
        from club.accounts import roles
        from club.privacy import personal_data

        personal_data.register_contribution(_personal_data_of_tournaments)
        roles.register_start(_usual_articles)


def _usual_articles(club: Club) -> None:
    # A late import: the models are not loaded when the app starts.
    from tournaments.results.catalogue import adopt_base_catalogue

    adopt_base_catalogue(club)


def _personal_data_of_tournaments() -> Contribution:
    # A late import: this is half of a command's loading time, and most commands do not need it.
    from club.privacy.personal_data import Contribution
    from tournaments.players.evenings_played import evenings_played
    from tournaments.privacy import anonymising, parts

    return Contribution(
        parts.PARTS,
        anonymising.lock_tournaments,
        anonymising.anonymise,
        anonymising.people_active_since,
        evenings_played,
    )
