"""The tables that only officers export: rulings, cash and log, with full names."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from club.history.log_wording import changes_text
from club.models import CashMovement
from club.money import italian
from club.tables import Column, Kind, Table, Value, field
from tournaments import actors, queries
from tournaments.models import Ruling, Tournament
from tournaments.presenters import Reading
from tournaments.presenters.tournaments import shown_entries
from tournaments.text import log_wording
from tournaments.text.names import by_entry


def rulings(tournament: Tournament, reading: Reading) -> Table:
    """Returns every ruling, the revoked ones too, in the order given. Four queries."""
    names = {entry.number: entry.name for entry in shown_entries(queries.entries(tournament), reading)}
    given = tournament.rulings.select_related("article", "match", "entry").order_by("id")
    columns = [
        field("turn", _("Turno"), Kind.WHOLE),
        field("table", _("Tavolo"), Kind.WHOLE),
        field("deal", _("Smazzata"), Kind.WHOLE),
        field("number", _("N."), Kind.WHOLE),
        field("name", by_entry(tournament, _("Coppia"), _("Giocatore"))),
        field("article", _("Articolo")),
        field("title", _("Provvedimento")),
        field("effect", _("Effetto")),
        field("points", _("Punti"), Kind.WHOLE),
        field("reason", _("Motivo")),
        field("by", _("Dato da")),
        field("at", _("Quando"), Kind.MOMENT),
        field("revoked_at", _("Ritirato"), Kind.MOMENT),
    ]
    return Table(_("Provvedimenti"), tournament, columns, [_ruling(each, names) for each in given])


def _ruling(ruling: Ruling, names: dict[int, str]) -> dict[str, Value]:
    return {
        "turn": ruling.turn,
        "table": ruling.match.table if ruling.match else None,
        "deal": ruling.deal_number,
        "number": ruling.entry.number,
        "name": names[ruling.entry.number],
        "article": ruling.article.code,
        "title": ruling.title,
        "effect": ruling.get_effect_display(),
        "points": ruling.points or None,
        "reason": ruling.reason,
        "by": actors.actor_name(ruling.by_name),
        "at": ruling.at,
        "revoked_at": ruling.revoked_at,
    }


def cash(tournament: Tournament, _reading: Reading) -> Table:
    """Returns every line of the cash book, oldest first, amounts in the Italian notation. One query."""
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda line: line.number),
        Column("at", _("Quando"), Kind.MOMENT, lambda line: line.at),
        Column("kind", _("Che cosa"), Kind.TEXT, lambda line: line.get_kind_display()),
        Column("cause", _("Per che cosa"), Kind.TEXT, lambda line: line.cause),
        Column("person", _("Da chi"), Kind.TEXT, lambda line: line.person.full_name if line.person else ""),
        Column("receipt", _("Ricevuta"), Kind.TEXT, lambda line: line.receipt.label if line.receipt else ""),
        Column("means", _("Come"), Kind.TEXT, lambda line: line.get_means_display()),
        Column("amount", _("Importo in euro"), Kind.TEXT, lambda line: italian(line.cents)),
        Column("cents", _("Centesimi"), Kind.SIGNED, lambda line: line.cents),
        Column("cancels", _("Annulla la"), Kind.WHOLE, lambda line: line.cancels and line.cancels.number),
        Column("reason", _("Motivo"), Kind.TEXT, lambda line: line.reason),
        Column("by", _("Chi"), Kind.TEXT, lambda line: line.by_name),
    ]
    lines = CashMovement.objects.filter(book=tournament.cash_book_id)
    related = lines.select_related("person", "receipt", "cancels")
    return Table(_("Cassa"), tournament, columns, related.order_by("number"))


def log(tournament: Tournament, _reading: Reading) -> Table:
    """Returns every act of the log, oldest first, with its hash. The rows are streamed: one query."""
    columns = [
        Column("number", _("N."), Kind.WHOLE, lambda line: line.entry.number),
        Column("at", _("Quando"), Kind.MOMENT, lambda line: line.entry.at),
        Column("actor", _("Chi"), Kind.TEXT, lambda line: line.actor),
        Column("sentence", _("Che cosa"), Kind.TEXT, lambda line: line.sentence),
        Column("figures", _("Punti"), Kind.TEXT, lambda line: line.figures),
        Column("changes", _("Cosa è cambiato"), Kind.TEXT, lambda line: changes_text(line.changes)),
        Column("reason", _("Motivo"), Kind.TEXT, lambda line: line.entry.reason),
        Column("hash", _("Impronta"), Kind.DIGEST, lambda line: line.entry.hash),
    ]
    return Table(_("Registro"), tournament, columns, _lines(tournament))


def _lines(tournament: Tournament) -> Iterator[log_wording.LogLine]:
    for entry in tournament.log.order_by("number").iterator():
        entry.tournament = tournament
        yield from log_wording.log_lines([entry])
