"""From a page of the site to a file on a disk: links become relative, signs and style travel with it."""

import base64
import mimetypes
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath

from django.contrib.staticfiles import finders
from django.urls import Resolver404, resolve

STYLE = "aspetto/criccone.css"
LINK = re.compile(r'<a\b(?P<before>[^>]*?)\shref="(?P<to>/[^"]*)"(?P<after>[^>]*)>(?P<inside>.*?)</a>', re.S)
SIGN = re.compile(r'href="[^"#]*/(?P<file>signs|wordmark)(?:\.[0-9a-f]+)?\.svg#(?P<name>[\w-]+)"')
SYMBOL = re.compile(r'<(?P<tag>symbol|g)\b[^>]*\bid="(?P<name>[\w-]+)".*?</(?P=tag)>', re.S)
IN_STYLE = re.compile(r'url\("?(?P<path>\.\./[^")]+)"?\)')

#: Where the archive keeps the page of an address, by the address's name and what is in it.
PLACES: dict[str, Callable[..., str]] = {
    "results": lambda **_of: "index.html",
    "pair": lambda number, **_of: f"coppie/{number}.html",
}


def on_disk(html: str, here: str) -> bytes:
    """The page as the file `here` of the archive: it asks nothing of any server."""
    names = dict.fromkeys(SIGN.findall(html))
    linked = SIGN.sub(lambda found: f'href="#{found["name"]}"', html)
    linked = LINK.sub(lambda found: _link(found, here), linked)
    return linked.replace("<!-- signs -->", _signs(names)).encode()


def relative(to: str, here: str) -> str:
    """The way from one file of the archive to another."""
    return "../" * (len(PurePosixPath(here).parts) - 1) + to


def _link(found: re.Match[str], here: str) -> str:
    """The link to a page that is in the archive; of any other only the words."""
    address, _mark, anchor = found["to"].partition("#")
    place = _place(address)
    if place is None:
        return f"<span{found['before']}{found['after']}>{found['inside']}</span>"
    to = relative(place, here) + (f"#{anchor}" if anchor else "")
    return f'<a{found["before"]} href="{to}"{found["after"]}>{found["inside"]}</a>'


def _place(address: str) -> str | None:
    try:
        match = resolve(address)
    except Resolver404:
        return None
    place = PLACES.get(match.url_name or "")
    return place(**match.kwargs) if place else None


def _signs(names: dict[tuple[str, str], None]) -> str:
    """The drawings that the page uses, in the page: a browser takes none from another file of a disk."""
    drawn = "".join(_symbols(file).get(name, "") for file, name in names)
    return f'<svg hidden xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'


@cache
def _symbols(file: str) -> dict[str, str]:
    return {found["name"]: found[0] for found in SYMBOL.finditer(source(f"img/{file}.svg").read_text())}


def style() -> bytes:
    """The style sheet with its typefaces and drawings inside."""
    return IN_STYLE.sub(_inside, source("css/criccone.css").read_text()).encode()


def _inside(found: re.Match[str]) -> str:
    path = source(found["path"].removeprefix("../"))
    kind = mimetypes.guess_type(path.name)[0] or "font/woff2"
    return f'url("data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}")'


def source(name: str) -> Path:
    """A static file as it lies in the source."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path)
