"""Django's own command, which refuses an unsafe configuration before it reaches the database."""

import gc
from typing import Any

from django.core.management.commands import migrate

from criccone.operations import safety


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> Any:
        safety.refuse_unsafe()
        before = gc.get_threshold()
        # Each migration makes the classes of all models again: collecting them less often saves a third of
        # the time and takes some 130 MB more.
        gc.set_threshold(100_000, 50, 100)
        try:
            return super().execute(*args, **options)
        finally:
            gc.set_threshold(*before)
