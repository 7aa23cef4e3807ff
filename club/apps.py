from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    name = "club"
    verbose_name = _("Circolo")

    def ready(self) -> None:
        from allauth.account import signals
        from allauth.mfa.signals import authenticator_added
        from django.core.checks import register

        from club import devices, reaching
        from club.accounts import factors, sessions
        from club.privacy import retention, rules

        for changed in (signals.password_changed, signals.password_reset, signals.password_set):
            changed.connect(devices.forget, dispatch_uid="forget-devices")
            changed.connect(sessions.password_changed, dispatch_uid="end-sessions")
        signals.user_logged_in.connect(sessions.begin, dispatch_uid="begin-session")
        authenticator_added.connect(factors.first_added, dispatch_uid="first-factor")

        register(reaching.site_url_is_whole)
        for rule in rules.RULES:
            retention.register(rule)
