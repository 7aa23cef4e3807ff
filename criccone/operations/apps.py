"""The app of those who run an installation: what it checks, logs, measures and explains."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "criccone.operations"
    label = "operations"

    def ready(self) -> None:
        from django.core.checks import Tags, register

        from criccone.operations import safety

        register(safety.check_safety, Tags.security, deploy=True)
