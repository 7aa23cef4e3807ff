"""What an archive is made of, step by step: the index, every turn, every pair, paper and style."""

import json
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from rest_framework.utils.encoders import JSONEncoder

from tournaments import draw_files, printing, queries
from tournaments.api.serializers import EntrySerializer, StandingsSerializer, TournamentSerializer
from tournaments.api.serializers.results import ResultsSerializer, classifica, results
from tournaments.api.serializers.rounds import RoundSerializer
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.takeaway.archives.disk import STYLE, on_disk, relative, style
from tournaments.views.public.live_parts import PUBLIC
from tournaments.views.public.pairs import PAIR

Files = dict[str, bytes]


class Steps:
    """The steps of one evening's archive, in a fixed order; each is a page or two with their data."""

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
        """The files of that step, from 0."""
        if step == 0:
            return self._beginning()
        if step <= len(self.turns):
            return self._turn(self.turns[step - 1])
        return self._pair(self.numbers[step - 1 - len(self.turns)])

    def _beginning(self) -> Files:
        """The final classifica on screen and on paper, who was there, and what every page needs."""
        given = results(self.tournament, dict(PUBLIC))
        told = ResultsSerializer(given, context=PUBLIC).data
        entries = EntrySerializer(queries.entries(self.tournament), many=True, context=PUBLIC).data
        shown = {"results": told, "standings": told["standings"], "entries": entries, "here": "index"}
        evening = {"tournament": TournamentSerializer(self.tournament).data, "entries": entries}
        return {
            "index.html": self._page("index.html", "archive/index.html", shown),
            "classifica.pdf": printing.classifica(self.tournament),
            "dati/torneo.json": _json(evening),
            STYLE: style(),
        }

    def _turn(self, turn: int) -> Files:
        found = queries.with_tables(queries.visible_rounds(self.tournament).filter(number=turn)).get()
        found.tournament = self.tournament
        told = RoundSerializer(found, context=PUBLIC).data
        given = classifica(self.tournament, dict(PUBLIC), turn)
        standings = StandingsSerializer(given, context=PUBLIC).data if given else None
        here = f"turni/{turn}.html"
        data = {f"dati/turno-{turn}.json": _json(told)}
        if standings:
            data[f"dati/classifica-{turn}.json"] = _json(standings)
        # A draw stored before there was enough to make it again has no file.
        with suppress(TournamentError):
            data[f"dati/sorteggio-{turn}.json"] = draw_files.file_of(found).written
        shown = {"turn": told, "standings": standings, "has_draw": f"dati/sorteggio-{turn}.json" in data}
        return {here: self._page(here, "archive/turn.html", shown), **data}

    def _pair(self, number: int) -> Files:
        here = f"coppie/{number}.html"
        shown = PAIR.read(self.tournament, "", number)
        # Of the page around it `turns` are the evening's.
        told = {"pair_turns": shown.pop("turns"), **shown}
        return {here: self._page(here, "archive/pair.html", told)}

    def _page(self, here: str, template: str, shown: dict[str, Any]) -> bytes:
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
