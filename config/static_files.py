"""Static files: stored under names that change with their content, sent in blocks under WSGI and ASGI."""

from collections.abc import AsyncIterator
from typing import BinaryIO

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

BLOCK_BYTES = 64 * 1024


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrites the imports of scripts to the names that pages use, because a browser would run a module twice
    if it were loaded under two names."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r"""(?P<matched>from "(?P<url>\./\w+\.js)")""", 'from "%(url)s"'),)),
    )


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Sends files asynchronously under ASGI. WhiteNoise reads them synchronously, so Django would first load
    every block into memory, with a warning each time.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> FileResponse:
        answer: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if isinstance(request, ASGIRequest):
            # The response still closes the file at its end.
            answer.streaming_content = _blocks(answer.file_to_stream)
        return answer


async def _blocks(file: BinaryIO | None) -> AsyncIterator[bytes]:
    """The blocks of the file; none if the response has no file, as for 304."""
    read = sync_to_async(file.read, thread_sensitive=False) if file else None
    while read and (block := await read(BLOCK_BYTES)):
        yield block
