"""The app of those who run an installation: what it checks, logs, measures and explains."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "criccone.operations"
    label = "operations"

    def ready(self) -> None:
        from django.conf import settings
        from django.core.checks import Tags, register

        from criccone.operations import log_hooks, safety  # log_hooks connects itself to Celery

        register(safety.check_safety, Tags.security, deploy=True)
        log_hooks.install()
        if settings.SENTRY_DSN:
            from criccone.operations import sentry  # most installations need not read it

            sentry.start(settings.SENTRY_DSN)
