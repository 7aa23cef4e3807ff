"""A demo club: an evening played, one left open, one to be booked, and a login for each role."""

import sys
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.errors import ClubError
from club.models import Club
from tournaments.actors import Actor
from tournaments.demo import Evening, StandingsLate, as_text, championship, play, serving
from tournaments.demo.club import fill_register, refuse_another_club
from tournaments.demo.evening import announce
from tournaments.demo.people import logins, organiser, treasurer
from tournaments.demo.terminal_output import Progress
from tournaments.management.commands import serve
from tournaments.models import Championship, Tournament

CLUB = "circolo-della-grande"
SEED = 62


class Command(serve.Command):
    help = gettext_lazy(
        "Prepara un circolo dimostrativo, gioca una serata, stampa classifica e accessi, serve le pagine."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-serve", action="store_true", help=_("prepara e stampa soltanto"))

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            refuse_another_club(CLUB)
        except ClubError as refusal:
            raise CommandError(str(refusal)) from refusal
        serving.prepare(self.stdout.write)
        club, _made = Club.objects.get_or_create(
            slug=CLUB, defaults={"name": _("Circolo della Grande"), "city": "Bologna"}
        )
        passwords = logins(club, Path(settings.DATA_DIR) / "demo-logins.json")
        played, left_open = self._evenings(club)
        final = _("classifica finale")
        self.stdout.write(f"\n{played.name}: {final}\n{as_text(played)}\n")
        self.stdout.write(_("Da provare: «%(name)s», a metà del secondo turno.") % {"name": left_open.name})
        fill_register(club, by=treasurer(club), today=timezone.localdate())
        coming = self._coming(club, options["port"])
        self.stdout.write(
            _("Ci si iscrive dal telefono: «%(name)s», /t/%(code)s/iscriviti/")
            % {"name": coming.name, "code": coming.code}
        )
        going_on = self._championship(club)
        self.stdout.write(
            _("Un incontro di squadre in corso: «%(name)s», %(url)s")
            % {"name": going_on.name, "url": going_on.get_absolute_url()}
        )
        self.stdout.write(_("I dati della prova stanno in %(folder)s.") % {"folder": settings.DATA_DIR})
        self.stdout.write(_("Accessi:"))
        for login in passwords:
            self.stdout.write(f"  {login.role:<15} {login.email:<45} {login.password}")
        if not options["no_serve"]:
            self.serve(options["port"])

    def _evenings(self, club: Club) -> list[Tournament]:
        """The two evenings of the demo, played unless they exist already."""
        today = timezone.localdate()
        last_week = Evening(_("Torneo del portico"), today - timedelta(days=7), 16, 4, SEED)
        tonight = Evening(_("Torneo di stasera"), today, 13, 4, SEED + 1, left_open_in=2)
        return [
            self._existing(club, evening) or self._play(club, evening) for evening in (last_week, tonight)
        ]

    def _championship(self, club: Club) -> Championship:
        """The demo's championship, with a match under way; a new one if there is none that goes on."""
        going_on = club.championships.filter(closed_at=None).first()
        if going_on:
            return going_on
        progress = Progress(sys.stderr)
        made = championship.play(
            club, by=organiser(club), seed=SEED, today=timezone.localdate(), tell=progress.tell
        )
        progress.end()
        return made

    def _coming(self, club: Club, port: int) -> Tournament:
        """The evening to be booked; a new one if an earlier demo's is over."""
        today = timezone.localdate()
        coming = club.tournaments.filter(takes_bookings=True, date__gt=today).first()
        return coming or announce(
            club,
            _("Torneo della settimana prossima"),
            today + timedelta(days=7),
            seed=SEED,
            origin=serving.addresses(port)[-1].rstrip("/"),
            by=Actor.officer(organiser(club)),
        )

    def _existing(self, club: Club, evening: Evening) -> Tournament | None:
        """The evening as an earlier demo left it; None if there is none, or it was interrupted."""
        evenings = club.tournaments.filter(name=evening.name)
        if evening.left_open_in is None:
            return evenings.filter(closed_at__isnull=False).first()
        return evenings.filter(rounds__number=evening.left_open_in).first()

    def _play(self, club: Club, evening: Evening) -> Tournament:
        progress = Progress(sys.stderr)
        try:
            return play(club, evening, by=Actor.officer(organiser(club)), tell=progress.tell)
        except StandingsLate as late:
            raise CommandError(str(late)) from late
        finally:
            progress.end()
