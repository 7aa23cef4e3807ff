"""Static files: stored under names that change with their content, sent in blocks under WSGI and ASGI."""

import posixpath
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any, BinaryIO, Final

from asgiref.sync import sync_to_async
from django.contrib.staticfiles.finders import AppDirectoriesFinder
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

BLOCK_BYTES = 64 * 1024
#: The style that every page links to.
SITE_STYLE: Final = "css/site.css"


class PackageFiles(AppDirectoriesFinder):
    """The static files of packages, without those that no page asks for: half of all the bytes."""

    UNUSED: Final = ("redoc", "rest_framework", "*.map")

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        return super().list([*(ignore_patterns or ()), *self.UNUSED])


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrites the imports of scripts, and joins the files that `SITE_STYLE` imports into it.

    A script is imported by the name that pages use: a browser would run a module twice under two names. Each
    import of a style would be a request. URLs in styles are rewritten as Django does, but not those of source
    maps, because none is gathered.
    """

    patterns = (
        ("*.css", CompressedManifestStaticFilesStorage.patterns[0][1][:2]),
        ("js/*.js", ((r"""(?P<matched>from "(?P<url>\./\w+\.js)")""", 'from "%(url)s"'),)),
    )

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool]]:
        if SITE_STYLE in paths and not dry_run:
            joined = joined_style(lambda name: _text(*paths[name]))
            self.delete(SITE_STYLE)
            self._save(SITE_STYLE, ContentFile(joined.encode()))
            paths[SITE_STYLE] = (self, SITE_STYLE)
        yield from super().post_process(paths, dry_run, **options)


def joined_style(read: Callable[[str], str]) -> str:
    """The text of `css/site.css` with the files that it imports; `read` returns the text of a static file."""

    def imported(match: re.Match[str]) -> str:
        name, medium = posixpath.normpath(f"css/{match[1]}"), match[2].strip()
        folder = posixpath.dirname(name)

        def from_css(address: re.Match[str]) -> str:
            if address[1].startswith("data:"):
                return address[0]
            return f'url("{posixpath.relpath(posixpath.join(folder, address[1]), "css")}")'

        text = re.sub(r'url\("([^"]+)"\)', from_css, read(name))
        return f"@media {medium} {{\n{text}\n}}" if medium else text

    return re.sub(r'@import url\("([^"]+)"\)([^;]*);', imported, read(SITE_STYLE))


def _text(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        return str(file.read(), "utf-8")


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
