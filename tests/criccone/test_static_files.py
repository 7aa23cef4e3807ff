"""Static files under ASGI: every byte, block by block, and never the whole file in memory."""

import asyncio
import warnings
from pathlib import Path
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from criccone.static_files import BLOCK_BYTES, StaticFilesMiddleware, StaticFilesStorage

pytestmark = pytest.mark.django_db  # closing an answer looks at the connections that other tests opened

MODULES = ("js/questions.js", "js/moving.js")
TEXT = b"0123456789abcdef" * 10_000


@pytest.fixture
def files(settings: Any, tmp_path: Path) -> StaticFilesMiddleware:
    settings.STATIC_ROOT = str(tmp_path)
    settings.WHITENOISE_AUTOREFRESH = False
    (tmp_path / "large.js").write_bytes(TEXT)
    return StaticFilesMiddleware(_inside)


def _inside(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page")


def _given_out(answer: FileResponse) -> list[bytes]:
    """The blocks as the ASGI handler asks for them; whoever holds them all back is told on by a warning.

    As in the handler, the answer is closed outside the loop: there Django looks at its connections.
    """

    async def blocks() -> list[bytes]:
        return [block async for block in answer]

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        given = asyncio.run(blocks())
    answer.close()
    return given


def _asked(files: StaticFilesMiddleware, method: str = "GET", **headers: str) -> FileResponse:
    answer = files(AsyncRequestFactory().generic(method, "/static/large.js", headers=headers))
    assert isinstance(answer, FileResponse)
    return answer


def test_a_file_goes_out_in_blocks(files: StaticFilesMiddleware) -> None:
    answer = _asked(files)
    blocks = _given_out(answer)
    assert b"".join(blocks) == TEXT
    assert max(map(len, blocks)) <= BLOCK_BYTES
    assert answer["Content-Length"] == str(len(TEXT))


def test_the_file_is_closed_with_the_answer(files: StaticFilesMiddleware) -> None:
    answer = _asked(files)
    [file] = [closer.__self__ for closer in answer._resource_closers]
    assert not file.closed
    _given_out(answer)
    assert file.closed


def test_a_part_that_is_asked_for_is_what_goes_out(files: StaticFilesMiddleware) -> None:
    answer = _asked(files, Range="bytes=70000-70009")
    assert b"".join(_given_out(answer)) == TEXT[70000:70010]
    assert answer.status_code == 206


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 304)])
def test_what_has_no_body_sends_none(files: StaticFilesMiddleware, method: str, status: int) -> None:
    first = _asked(files)
    first.close()
    known = {"If-Modified-Since": first["Last-Modified"]} if status == 304 else {}
    answer = _asked(files, method, **known)
    assert _given_out(answer) == []
    assert answer.status_code == status


def test_under_wsgi_it_is_as_it_was(files: StaticFilesMiddleware) -> None:
    answer = files(RequestFactory().get("/static/large.js"))
    assert b"".join(answer) == TEXT
    answer.close()


def test_pages_are_not_its_business(files: StaticFilesMiddleware) -> None:
    assert files(AsyncRequestFactory().get("/")).content == b"a page"


def test_a_module_is_imported_by_the_name_that_pages_give_it(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "questions.js").write_text("export function ask() {}\n")
    (tmp_path / "js" / "moving.js").write_text('import { ask } from "./questions.js";\nask();\n')
    storage = StaticFilesStorage()
    names = {name: hashed for name, hashed, _ in storage.post_process({n: (storage, n) for n in MODULES})}
    moving = (tmp_path / names["js/moving.js"]).read_text()
    assert f'from "./{Path(names["js/questions.js"]).name}"' in moving


def test_the_style_of_every_page_is_one_file(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    styles = {
        "css/site.css": '@import url("tokens.css");\n@import url("parts/page.css") print;\n',
        "css/tokens.css": '@font-face { src: url("../fonts/a.woff2"); }\n',
        "css/parts/page.css": 'header { mask: url("../../img/b.svg"); }\n',
        "fonts/a.woff2": "letters",
        "img/b.svg": "<svg/>",
    }
    for name, text in styles.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    storage = StaticFilesStorage()
    ready = storage.post_process({name: (storage, name) for name in styles})
    names = {name: hashed for name, hashed, _ in ready if not hashed.endswith((".br", ".gz"))}
    site = (tmp_path / names["css/site.css"]).read_text()
    assert "@import" not in site
    assert f'src: url("../{names["fonts/a.woff2"]}")' in site
    assert f'@media print {{\nheader {{ mask: url("../{names["img/b.svg"]}"); }}' in site
