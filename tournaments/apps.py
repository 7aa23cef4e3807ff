from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tornei")

    def ready(self) -> None:
        from club.privacy import contributions
        from tournaments.privacy import anonymising, parts

        contributions.register(
            contributions.Contribution(
                parts.PARTS, anonymising.hold, anonymising.anonymise, anonymising.active_since
            )
        )
