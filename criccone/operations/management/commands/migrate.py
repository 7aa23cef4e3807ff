"""Django's own command, which refuses an unsafe configuration before it reaches the database."""

from typing import Any

from django.core.management.commands import migrate

from criccone.operations import safety


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> Any:
        safety.refuse_unsafe()
        return super().execute(*args, **options)
