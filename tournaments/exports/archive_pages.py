"""The pages and data of an archive, step by step, as files that open without a server.

Links become relative; icons and styles are included.
"""

import base64
import json
import mimetypes
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import timezone
from rest_framework.utils.encoders import JSONEncoder

from tournaments import queries
from tournaments.errors import TournamentError
from tournaments.exports import printing
from tournaments.models import Tournament
from tournaments.pairing import draw_files
from tournaments.presenters import as_data
from tournaments.presenters.pair_page import pair_page
from tournaments.presenters.results import results, shown_results
from tournaments.presenters.standings import shown_standings, standings_after
from tournaments.presenters.tables import shown_round
from tournaments.text.names import PUBLIC

Files = dict[str, bytes]


class Steps:
    """The steps of an evening's archive, in a fixed order; each makes the files of one or a few pages."""

    def __init__(self, tournament: Tournament, made_at: datetime | None = None) -> None:
        self.tournament = tournament
        self.made_at = made_at or timezone.now()

    @property
    def total(self) -> int:
        return 1 + len(self.turns) + len(self.numbers)

    @cached_property
    def turns(self) -> list[int]:
        return list(
            queries.visible_rounds(self.tournament).order_by("number").values_list("number", flat=True)
        )

    @cached_property
    def numbers(self) -> list[int]:
        return list(self.tournament.entries.order_by("number").values_list("number", flat=True))

    def files(self, step: int) -> Files:
        """Returns the files of that step, counted from 0."""
        if step == 0:
            return self._beginning()
        if step <= len(self.turns):
            return self._turn(self.turns[step - 1])
        return self._pair(self.numbers[step - 1 - len(self.turns)])

    def _beginning(self) -> Files:
        """Returns the final standings as page and PDF, the entries, and the style sheet of all pages."""
        given = results(self.tournament, dict(PUBLIC))
        presented = shown_results(given, PUBLIC)
        entries = given.entries
        shown = {"results": presented, "standings": presented.standings, "entries": entries, "here": "index"}
        evening = as_data({"tournament": presented.tournament, "entries": entries})
        return {
            "index.html": self._page("index.html", "archive/index.html", shown),
            "classifica.pdf": printing.standings_pdf(self.tournament),
            "dati/torneo.json": _json(evening),
            STYLE: style(),
        }

    def _turn(self, turn: int) -> Files:
        round_ = queries.with_tables(queries.visible_rounds(self.tournament).filter(number=turn)).get()
        round_.tournament = self.tournament
        shown_turn = shown_round(round_, PUBLIC)
        given = standings_after(self.tournament, dict(PUBLIC), turn)
        standings = shown_standings(given) if given else None
        here = f"turni/{turn}.html"
        data = {f"dati/turno-{turn}.json": _json(as_data(shown_turn))}
        if standings:
            data[f"dati/classifica-{turn}.json"] = _json(as_data(standings))
        # An old draw, stored without all the data needed to repeat it, has no file.
        with suppress(TournamentError):
            data[f"dati/sorteggio-{turn}.json"] = draw_files.file_of(round_).written
        shown = {
            "turn": shown_turn,
            "standings": standings,
            "has_draw": f"dati/sorteggio-{turn}.json" in data,
        }
        return {here: self._page(here, "archive/turn.html", shown), **data}

    def _pair(self, number: int) -> Files:
        here = f"coppie/{number}.html"
        shown = pair_page(self.tournament, queries.entries(self.tournament).get(number=number))
        # In the surrounding page, `turns` means the evening's rounds.
        context = {**vars(shown), "pair_turns": shown.turns}
        del context["turns"]
        return {here: self._page(here, "archive/pair.html", context)}

    def _page(self, here: str, template: str, shown: Mapping[str, object]) -> bytes:
        last = self.tournament.log.order_by("-number").values_list("hash", flat=True).first()
        around = {
            "tournament": self.tournament,
            "club": self.tournament.club,
            "turns": self.turns,
            "on_disk": True,
            "root": relative("", here),
            "style": relative(STYLE, here),
            "made_at": self.made_at,
            "last_hash": last or "",
        }
        return on_disk(render_to_string(template, {**around, **shown}), here)


def _json(data: Any) -> bytes:
    return (json.dumps(data, cls=JSONEncoder, ensure_ascii=False, indent=1) + "\n").encode()


STYLE = "aspetto/criccone.css"
#: The style sheets that its pages need, in one file.
STYLES = [
    *["tokens", "base", "components/page", "components/forms", "components/messages", "components/details"],
    *["components/tables", "components/score_sheet", "pages/public", "print"],
]
LINK = re.compile(r'<a\b(?P<before>[^>]*?)\shref="(?P<to>/[^"]*)"(?P<after>[^>]*)>(?P<inside>.*?)</a>', re.S)
SIGN = re.compile(r'href="[^"#]*/(?P<file>signs|wordmark)(?:\.[0-9a-f]+)?\.svg#(?P<name>[\w-]+)"')
SYMBOL = re.compile(r'<(?P<tag>symbol|g)\b[^>]*\bid="(?P<name>[\w-]+)".*?</(?P=tag)>', re.S)
IN_STYLE = re.compile(r'url\("?(?P<path>\.\./[^")]+)"?\)')

#: The archive's file for a URL, by the name of the URL and from its arguments.
PLACES: dict[str, Callable[..., str]] = {
    "results": lambda **_arguments: "index.html",
    "pair": lambda number, **_arguments: f"coppie/{number}.html",
}


def on_disk(html: str, here: str) -> bytes:
    """Returns the page as the file `here` of the archive, with icons inline and relative links."""
    names = dict.fromkeys(SIGN.findall(html))
    linked = SIGN.sub(lambda match: f'href="#{match["name"]}"', html)
    linked = LINK.sub(lambda match: _link(match, here), linked)
    return linked.replace("<!-- signs -->", _signs(names)).encode()


def relative(to: str, here: str) -> str:
    """Returns the relative path from one file of the archive to another."""
    return "../" * (len(PurePosixPath(here).parts) - 1) + to


def _link(match: re.Match[str], here: str) -> str:
    """Returns a link to a page in the archive; a link to any other page becomes plain text."""
    address, _mark, anchor = match["to"].partition("#")
    place = _place(address)
    if place is None:
        return f"<span{match['before']}{match['after']}>{match['inside']}</span>"
    to = relative(place, here) + (f"#{anchor}" if anchor else "")
    return f'<a{match["before"]} href="{to}"{match["after"]}>{match["inside"]}</a>'


def _place(address: str) -> str | None:
    try:
        match = resolve(address)
    except Resolver404:
        return None
    place = PLACES.get(match.url_name or "")
    return place(**match.kwargs) if place else None


def _signs(names: dict[tuple[str, str], None]) -> str:
    """Returns the icons of the page inline, because a browser loads none from another local file."""
    drawn = "".join(_symbols(file).get(name, "") for file, name in names)
    return f'<svg hidden xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'


@cache
def _symbols(file: str) -> dict[str, str]:
    return {
        match["name"]: match[0]
        for match in SYMBOL.finditer(source(f"img/{file}.svg").read_text(encoding="utf-8"))
    }


def style() -> bytes:
    """Returns the style sheets as one, with fonts and drawings inline."""
    sheets = "\n".join(source(f"css/{name}.css").read_text(encoding="utf-8") for name in STYLES)
    return IN_STYLE.sub(_inside, sheets).encode()


def _inside(match: re.Match[str]) -> str:
    path = source(match["path"].replace("../", ""))
    kind = mimetypes.guess_type(path.name)[0] or "font/woff2"
    return f'url("data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}")'


def source(name: str) -> Path:
    """Returns the path of a static file in the source."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path)
