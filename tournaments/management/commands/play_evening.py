"""Plays one evening, or a championship of teams, to its end and prints the standings."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts.first_club import TRIAL
from club.management.terminal import TranslatedCommand, between, prepare_database
from club.models import Club
from tournaments.actors import Actor
from tournaments.demo import Evening, StandingsLate, as_json, as_text, play, season_of_teams
from tournaments.demo.terminal_output import Progress


class Command(TranslatedCommand):
    help = gettext_lazy("Gioca una serata intera, smazzata per smazzata, e stampa la classifica finale.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pairs", type=between(2, 400), default=16, help=_("coppie (16)"))
        parser.add_argument("--turns", type=between(1, 30), default=4, help=_("turni (4)"))
        parser.add_argument(
            "--seed", type=int, default=1, help=_("lo stesso numero gioca la stessa serata (1)")
        )
        parser.add_argument(
            "--teams", nargs=2, metavar=_("SQUADRA"), help=_("una sfida fra due squadre con questi nomi")
        )
        parser.add_argument(
            "--championship",
            type=between(2, 20),
            metavar=_("SQUADRE"),
            help=_("un campionato di tante squadre in più fine settimana, dal calendario alla classifica"),
        )
        parser.add_argument(
            "--duplicated", action="store_true", help=_("le stesse carte a tutti i tavoli, da quel numero")
        )
        parser.add_argument("--club", help=_("indirizzo breve di un circolo che c'è già"))
        parser.add_argument("--json", action="store_true", help=_("stampa tavoli e classifica come JSON"))

    def handle(self, *_args: Any, **options: Any) -> None:
        prepare_database(self.stderr.write)
        if options["championship"]:
            self._championship(options)
            return
        evening = Evening(
            name=_("Serata %(seed)s") % {"seed": options["seed"]},
            on=timezone.localdate(),
            pairs=options["pairs"],
            turns=options["turns"],
            seed=options["seed"],
            teams=tuple(options["teams"]) if options["teams"] else None,
            is_duplicated=options["duplicated"],
        )
        progress = Progress(sys.stderr)
        try:
            tournament = play(_club(options["club"]), evening, by=Actor(_("Giuria")), tell=progress.tell)
        except StandingsLate as late:
            raise CommandError(str(late)) from late
        finally:
            progress.end()
        self.stdout.write(json.dumps(as_json(tournament)) if options["json"] else as_text(tournament))

    def _championship(self, options: dict[str, Any]) -> None:
        progress = Progress(sys.stderr)
        try:
            played = season_of_teams.play(
                _club(options["club"]),
                team_count=options["championship"],
                seed=options["seed"],
                is_duplicated=options["duplicated"],
                today=timezone.localdate(),
                tell=progress.tell,
            )
        except StandingsLate as late:
            raise CommandError(str(late)) from late
        finally:
            progress.end()
        as_json, as_text = season_of_teams.as_json, season_of_teams.as_text
        self.stdout.write(json.dumps(as_json(played)) if options["json"] else as_text(played))


def _club(slug: str | None) -> Club:
    if slug is None:
        return Club.objects.get_or_create(slug=TRIAL, defaults={"name": _("Circolo di prova")})[0]
    try:
        return Club.objects.get(slug=slug)
    except Club.DoesNotExist:
        known = ", ".join(Club.objects.values_list("slug", flat=True)) or _("nessuno")
        raise CommandError(
            _("Il circolo «%(slug)s» non c'è; ci sono: %(known)s.") % {"slug": slug, "known": known}
        ) from None
