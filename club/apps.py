"""The app of clubs: at its start it connects the handlers of signals and registers the retention rules."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    name = "club"
    verbose_name = _("Circolo")

    def ready(self) -> None:
        from allauth.account import signals
        from allauth.core.internal import ratelimit
        from allauth.mfa.signals import authenticator_added
        from allauth.mfa.totp.internal import auth as totp
        from django.core.checks import Tags, register

        from club import limits, public_urls
        from club.accounts import second_factor_policy, sessions
        from club.backups.contents import check_database
        from club.history import hash_chain
        from club.privacy import retention

        for changed in (signals.password_changed, signals.password_reset, signals.password_set):
            changed.connect(sessions.forget_devices, dispatch_uid="forget-devices")
            changed.connect(sessions.password_changed, dispatch_uid="end-sessions")
        signals.user_logged_in.connect(sessions.begin, dispatch_uid="begin-session")
        authenticator_added.connect(second_factor_policy.close_other_access, dispatch_uid="first-factor")

        # allauth counts attempts and marks used codes in the default cache, from which pages evict them.
        ratelimit.cache = totp.cache = limits.counters

        # `TranslatedCommand` runs those of this tag.
        register(public_urls.check_site_url, "installation")
        register(check_database, Tags.database)
        register(hash_chain.check_signing_key, "installation")
        for rule in retention.CLUB_RULES:
            retention.register(rule)
