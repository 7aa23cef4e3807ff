"""Background work of a web process, started and stopped with its server."""

from django.conf import settings

from club.accounts import letters
from club.background import Repeated
from criccone.bodies import Application, Receive, Scope, Send
from tournaments.live import webhook_events
from tournaments.standings.builds import OverdueBuilds

#: Seconds between two checks for standings that no worker has built.
LOOK_SECONDS = 3.0


class WithLifespan:
    """The ASGI application, with the server's messages at its start and end, which Django does not take."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self.application(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()  # the start
        # Embedded, standings are built in place, and no beat runs webhooks.
        work = (
            Repeated("standings", OverdueBuilds().build, LOOK_SECONDS)
            if settings.REDIS_URL
            else Repeated("webhooks", webhook_events.run_in_thread, webhook_events.EVERY_SECONDS)
        )
        work.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()  # the end
        work.stop()
        letters.stop()
        await send({"type": "lifespan.shutdown.complete"})
