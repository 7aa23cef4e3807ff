"""Verifies the chain of every log, and heads of logs that were kept elsewhere."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.history import hash_chain
from club.history import log as club_log
from club.history.hash_chain import Head, first_broken
from club.management.terminal import TranslatedCommand
from club.models import Club
from club.models.club import ChainedEntry
from tournaments import log as tournament_log
from tournaments.models import Tournament

DIFFERENT, NOT_THERE = 1, 2


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Controlla la catena di ogni registro, dei circoli e dei tornei, e con --heads che ogni registro "
        "contenga ancora le righe conservate altrove: da --write, dall'API, da un messaggio o dalla carta. "
        "Esce con 0 se tutto torna, con 1 se qualcosa è diverso, con 2 se il file o il circolo non c'è."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--club", help=_("indirizzo breve di un circolo: il suo registro e i suoi tornei")
        )
        parser.add_argument(
            "--heads", type=Path, help=_("file con l'ultima riga di registri, conservato prima")
        )
        parser.add_argument(
            "--write", type=Path, help=_("scrive in questo file l'ultima riga di ogni registro")
        )
        parser.add_argument(
            "--public-key", default="", help=_("la chiave pubblica di chi ha firmato le righe")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        clubs = _clubs(options["club"])
        kept = _read(options["heads"]) if options["heads"] else []
        public_key = options["public_key"] or hash_chain.public_key()
        if public_key:
            self.stdout.write(_("chiave pubblica %(key)s") % {"key": public_key})
        entries = dict(_logs(clubs))
        wrong = sum([not self._verify(log, entries[log]) for log in entries])
        is_everything = options["club"] is None
        wrong += sum([not self._compare(head, entries, public_key, is_everything) for head in kept])
        if options["write"]:
            current = [head.signed() for head in _heads(clubs)]
            options["write"].write_text(hash_chain.as_lines(current), encoding="utf-8")
        if wrong:
            sys.exit(DIFFERENT)

    def _verify(self, log: str, entries: Iterable[ChainedEntry]) -> bool:
        """Whether the chain holds; prints the head, or the first altered entry."""
        listed = list(entries)
        broken = first_broken(listed)
        head = Head(log, listed[-1].number, listed[-1].hash) if listed else Head(log, 0, "")
        verdict = (
            _("%(head)s: intatto") % {"head": head.short}
            if broken is None
            else _("riga %(number)s: catena interrotta") % {"number": broken}
        )
        self.stdout.write(f"{log}: {verdict}")
        return broken is None

    def _compare(
        self, head: Head, logs: dict[str, Iterable[ChainedEntry]], public_key: str, is_everything: bool
    ) -> bool:
        """Whether the log still holds the entry, and the signature is right; prints the fault.

        True for a log that was not asked for, because it belongs to another club.
        """
        fault = _fault(head, logs, public_key)
        if head.log not in logs and not is_everything:
            return True
        if fault:
            where = {"log": head.log, "number": head.number, "fault": fault}
            self.stdout.write("  " + _("%(log)s, riga %(number)s conservata: %(fault)s") % where)
        return not fault


def _fault(head: Head, logs: dict[str, Iterable[ChainedEntry]], public_key: str) -> str:
    """The fault in words; empty if the head is true."""
    if head.log not in logs:
        return _("questo registro non c'è")
    entry = next((each for each in logs[head.log] if each.number == head.number), None)
    if head.number and entry is None:
        return _("il registro finisce prima")
    if entry and not entry.hash.startswith(head.hash):
        return _("il registro ha %(hash)s") % {"hash": entry.hash[: len(head.hash)]}
    if head.signature and public_key and not head.is_signed_by(public_key):
        return _("la firma non è di questa chiave")
    return ""


def _clubs(slug: str | None) -> list[Club]:
    clubs = Club.objects.order_by("pk")
    if slug is not None and not clubs.filter(slug=slug).exists():
        raise CommandError(_("Il circolo «%(slug)s» non c'è.") % {"slug": slug}, returncode=NOT_THERE)
    return list(clubs if slug is None else clubs.filter(slug=slug))


def _read(file: Path) -> list[Head]:
    try:
        return list(hash_chain.heads_in(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as wrong:
        raise CommandError(
            _("Il file %(file)s non si legge.") % {"file": file}, returncode=NOT_THERE
        ) from wrong
    except hash_chain.UnreadableHeads as wrong:
        raise CommandError(
            _("Questa non è la riga di un registro: %(line)s") % {"line": wrong}, returncode=NOT_THERE
        ) from wrong


def _tournaments(clubs: Iterable[Club]) -> Iterable[Tournament]:
    return Tournament.objects.filter(club__in=list(clubs)).order_by("pk")


def _logs(clubs: Iterable[Club]) -> Iterator[tuple[str, Iterable[ChainedEntry]]]:
    """The entries of each log, by the log's name in its head; read when they are iterated."""
    for club in clubs:
        yield club_log.head(club).log, club.log.order_by("number")
    for tournament in _tournaments(clubs):
        yield tournament_log.head(tournament).log, tournament.log.order_by("number")


def _heads(clubs: Iterable[Club]) -> Iterator[Head]:
    yield from map(club_log.head, clubs)
    yield from map(tournament_log.head, _tournaments(clubs))
