"""Celery: in place when embedded, Redis and workers in service mode (`celery -A criccone worker`)."""

import os
from typing import Any

from celery import Celery, Task
from celery.signals import beat_init, celeryd_init
from kombu.exceptions import OperationalError

from club import redis_state

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "criccone.settings")


class BoundedTask(Task):  # type: ignore[misc]
    """A task that is refused at once, without waiting, if the broker did not answer a moment ago."""

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        """Requests the task. Raises kombu's OperationalError while the broker is away."""
        if not self.app.conf.task_always_eager and redis_state.is_away():
            raise OperationalError("the broker did not answer a moment ago")
        try:
            return super().apply_async(*args, **kwargs)
        except OperationalError:
            redis_state.failed()
            raise


@celeryd_init.connect(weak=False)  # type: ignore[untyped-decorator]
@beat_init.connect(weak=False)  # type: ignore[untyped-decorator]
def _refuse_unsafe(**_sent: Any) -> None:
    """Worker and beat do not start with an unsafe configuration."""
    from criccone.operations import safety  # the settings are read by now

    safety.refuse_unsafe()


app = Celery("criccone", task_cls=BoundedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
