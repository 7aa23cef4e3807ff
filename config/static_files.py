"""The files of the pages, given out block by block whatever the server is."""

from collections.abc import AsyncIterator
from typing import BinaryIO

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

BLOCK_BYTES = 64 * 1024


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """As WhiteNoise gives them out, which knows of WSGI alone: its files are read by a plain loop, and of
    such an answer Django under ASGI first puts every block in memory, and warns of it each time."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> FileResponse:
        answer: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if isinstance(request, ASGIRequest):
            # The answer still closes the file at its end.
            answer.streaming_content = _blocks(answer.file_to_stream)
        return answer


async def _blocks(file: BinaryIO | None) -> AsyncIterator[bytes]:
    """The file as it is asked for; nothing where the answer has none, as when it is known already."""
    read = sync_to_async(file.read, thread_sensitive=False) if file else None
    while read and (block := await read(BLOCK_BYTES)):
        yield block
