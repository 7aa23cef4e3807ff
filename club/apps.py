from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    name = "club"
    verbose_name = _("Circolo")

    def ready(self) -> None:
        from allauth.account import signals

        from club import devices

        for changed in (signals.password_changed, signals.password_reset, signals.password_set):
            changed.connect(devices.forget, dispatch_uid="forget-devices")
