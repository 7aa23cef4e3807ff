"""The log in words: the acts, the fields and values that changed, and whole entries."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.history.hash_chain import REWRITTEN
from club.history.log_wording import ValueChange
from club.money import euros
from tournaments import actors
from tournaments.core.play import WHOLE_MATCH
from tournaments.core.standings import CRITERIA
from tournaments.models import Deal, LogEntry, RoundState, RulingEffect, Tournament
from tournaments.text import championship_wording, season_wording
from tournaments.text.deal_terms import seat_name, side_label
from tournaments.text.names import SIDE_ACTS, SINGLE_ACTS, SINGLE_FIELDS

ACTS: dict[str, str | Promise] = {
    "tournament.created": gettext_lazy("ha creato il torneo"),
    "tournament.changed": gettext_lazy("ha cambiato il torneo"),
    "tournament.ranking": gettext_lazy("ha cambiato come si fa la classifica"),
    "tournament.closed": gettext_lazy("ha concluso il torneo"),
    "tournament.reopened": gettext_lazy("ha riaperto il torneo"),
    "tournament.called-off": gettext_lazy("ha annullato il torneo"),
    "tournament.held": gettext_lazy("ha rimesso in calendario il torneo"),
    "entry.entered": gettext_lazy("ha iscritto la coppia %(entry)s"),
    "entry.present": gettext_lazy("ha segnato presente la coppia %(entry)s"),
    "entry.all-present": gettext_lazy("ha segnato presenti tutte le coppie"),
    "entry.table-fixed": gettext_lazy("ha cambiato il tavolo fisso della coppia %(entry)s"),
    "entry.code-renewed": gettext_lazy("ha rinnovato il codice per il telefono della coppia %(entry)s"),
    "entry.changed": gettext_lazy("ha cambiato i dati della coppia %(entry)s"),
    "entry.absent": gettext_lazy("ha segnato assente la coppia %(entry)s"),
    "entry.withdrawn": gettext_lazy("ha segnato il ritiro della coppia %(entry)s"),
    "entry.expelled": gettext_lazy("ha espulso la coppia %(entry)s"),
    "entry.returned": gettext_lazy("ha fatto rientrare la coppia %(entry)s"),
    "entry.removed": gettext_lazy("ha tolto la coppia %(entry)s"),
    "log.name-removed": gettext_lazy("ha tolto dal registro il nome di una persona cancellata"),
    "entry.substituted": gettext_lazy("ha fatto una sostituzione nella coppia %(entry)s dal turno %(turn)s"),
    "entry.substitution-ended": gettext_lazy("ha fatto tornare il titolare della coppia %(entry)s"),
    "booking.asked": gettext_lazy("ha chiesto un posto, richiesta %(booking)s"),
    "booking.confirmed": gettext_lazy("ha confermato la richiesta %(booking)s"),
    "booking.partner-changed": gettext_lazy("ha cambiato compagno nella richiesta %(booking)s"),
    "booking.proposed": gettext_lazy("cerca compagno e ha scritto a un altro, richiesta %(booking)s"),
    "booking.joined": gettext_lazy("ha messo in coppia le richieste %(booking)s e %(other)s"),
    "booking.cancelled": gettext_lazy("ha annullato la richiesta %(booking)s"),
    "booking.removed": gettext_lazy("ha tolto la richiesta %(booking)s"),
    "booking.readdressed": gettext_lazy("ha corretto l'indirizzo della richiesta %(booking)s"),
    "booking.lapsed": gettext_lazy("ha lasciato decadere la richiesta %(booking)s, mai confermata"),
    "booking.placed": gettext_lazy("ha dato un posto libero alla richiesta %(booking)s"),
    "entries.seeded": gettext_lazy("ha preso le teste di serie da una stagione"),
    "round.drawn": gettext_lazy("ha abbinato il turno %(turn)s"),
    "round.discarded": gettext_lazy("ha buttato la bozza del turno %(turn)s"),
    "round.taken-back": gettext_lazy("ha ritirato i tavoli già annunciati del turno %(turn)s"),
    "round.published": gettext_lazy("ha pubblicato il turno %(turn)s"),
    "round.playing": gettext_lazy("ha fatto partire il turno %(turn)s"),
    "round.settled": gettext_lazy("ha concluso il turno %(turn)s"),
    "table.abandoned": gettext_lazy(
        "ha dato il riposo a chi è rimasto al tavolo %(table)s del turno %(turn)s, lasciato dagli avversari"
    ),
    "table.time-over": gettext_lazy(
        "ha dichiarato scaduto il tempo al tavolo %(table)s del turno %(turn)s, o ha lasciato giocare ancora"
    ),
    "round.extended": gettext_lazy("ha dato altro tempo al turno %(turn)s"),
    "round.moved": gettext_lazy("ha scambiato di posto le coppie %(first)s e %(second)s al turno %(turn)s"),
    "round.tables-swapped": gettext_lazy("ha scambiato i tavoli %(first)s e %(second)s del turno %(turn)s"),
    "round.dealer-changed": gettext_lazy(
        "ha cambiato il primo mazziere del tavolo %(first)s, turno %(turn)s"
    ),
    "round.move-undone": gettext_lazy("ha annullato l'ultimo spostamento del turno %(turn)s"),
    "round.filled": gettext_lazy("ha fatto giocare già nel turno %(turn)s chi è arrivato tardi"),
    "round.mended": gettext_lazy("ha sistemato la bozza del turno %(turn)s con chi c'è adesso"),
    "round.codes-renewed": gettext_lazy("ha rinnovato i codici del turno %(turn)s"),
    "ruling.given": gettext_lazy("ha dato un provvedimento alla coppia %(entry)s, turno %(turn)s"),
    "ruling.revoked": gettext_lazy("ha ritirato un provvedimento alla coppia %(entry)s, turno %(turn)s"),
    "referee.called": gettext_lazy("ha chiamato l'arbitro al tavolo %(table)s, turno %(turn)s"),
    "referee.withdrawn": gettext_lazy("non chiama più l'arbitro al tavolo %(table)s, turno %(turn)s"),
    "referee.came": gettext_lazy("è andato al tavolo %(table)s, turno %(turn)s, che chiamava"),
    "deal.entered": gettext_lazy("ha inserito la smazzata %(deal)s al tavolo %(table)s del turno %(turn)s"),
    "deal.corrected": gettext_lazy("ha corretto la smazzata %(deal)s al tavolo %(table)s del turno %(turn)s"),
    "deal.confirmed": gettext_lazy(
        "ha confermato la smazzata %(deal)s al tavolo %(table)s del turno %(turn)s"
    ),
    "deal.contested": gettext_lazy(
        "ha contestato la smazzata %(deal)s al tavolo %(table)s del turno %(turn)s"
    ),
    "deal.accepted": gettext_lazy(
        "ha accettato senza conferma la smazzata %(deal)s al tavolo %(table)s del turno %(turn)s"
    ),
    "deal.erased": gettext_lazy("ha tolto la smazzata %(deal)s dal tavolo %(table)s del turno %(turn)s"),
    "deal.not-of-board": gettext_lazy(
        "ha scritto alla smazzata %(deal)s del tavolo %(table)s, turno %(turn)s, un risultato che le carte "
        "non potevano dare: non è stato preso"
    ),
    "boards.looked-at": gettext_lazy("ha guardato le carte del mazzetto %(set)s"),
    "boards.printed": gettext_lazy("ha stampato le carte del mazzetto %(set)s"),
    "boards.composed": gettext_lazy("ha composto con il telefono le carte del mazzetto %(set)s"),
}


#: Acts on the totals of a whole match, which stand in the place of its deals.
TOTALS_ACTS: dict[str, str | Promise] = {
    "deal.entered": gettext_lazy("ha inserito i totali della partita al tavolo %(table)s del turno %(turn)s"),
    "deal.corrected": gettext_lazy(
        "ha corretto i totali della partita al tavolo %(table)s del turno %(turn)s"
    ),
    "deal.erased": gettext_lazy("ha tolto i totali della partita dal tavolo %(table)s del turno %(turn)s"),
}


def act_sentence(act: str, subject: Mapping[str, Any], *, single: bool = False) -> str:
    """The act without actor and time: "ha pubblicato il turno 2"; `single` for entries of one player."""
    sentence = _act_of_singles(act, subject) if single else None
    if subject.get("deal") == WHOLE_MATCH:
        sentence = TOTALS_ACTS.get(act)
    sentence = sentence or ACTS.get(act)
    if sentence is None:
        return _("ha fatto: %(act)s") % {"act": act}
    return str(sentence) % defaultdict(lambda: "?", subject)


def _act_of_singles(act: str, subject: Mapping[str, Any]) -> Any:
    """The act on one player, or on the two players of a side, whose numbers the log stores as text."""
    return (SIDE_ACTS if isinstance(subject.get("entry"), str) else SINGLE_ACTS).get(act)


# The keys of the log's before and after; a key without words is shown as it is.
FIELDS: dict[str, str | Promise] = {
    REWRITTEN: gettext_lazy("righe riscritte"),
    "players": gettext_lazy("giocatori"),
    "player": gettext_lazy("giocatore"),
    "rests": gettext_lazy("coppie con il riposo"),
    "extra_minutes": gettext_lazy("minuti in più"),
    "last_deal": gettext_lazy("ultima smazzata che conta"),
    "time_over": gettext_lazy("allo scadere del tempo"),
    "match_totals": gettext_lazy("anche i soli totali della partita"),
    "is_duplicated": gettext_lazy("le stesse carte a tutti i tavoli"),
    "boards_dealt_again": gettext_lazy("carte nuove"),
    "lost_by": gettext_lazy("persa a tavolino da"),
    "assigned": gettext_lazy("punteggio arbitrale"),
    "side": gettext_lazy("coppia"),
    "cricca": gettext_lazy("cricca"),
    "sequence": gettext_lazy("sequenza"),
    "scartini": gettext_lazy("scartini"),
    "entries": gettext_lazy("coppie"),
    "fixed_table": gettext_lazy("tavolo fisso"),
    "seeding": gettext_lazy("testa di serie"),
    "circle": gettext_lazy("circolo di provenienza"),
    "team": gettext_lazy("squadra"),
    "first_team": gettext_lazy("prima squadra"),
    "plays_until": gettext_lazy("si gioca fino alle"),
    "second_team": gettext_lazy("seconda squadra"),
    "format": gettext_lazy("formula"),
    "groups": gettext_lazy("gironi"),
    "is_double": gettext_lazy("andata e ritorno"),
    "qualifiers": gettext_lazy("finalisti di ogni girone"),
    "third_place": gettext_lazy("finale per il terzo posto"),
    "sections": gettext_lazy("sezioni"),
    "even_way": gettext_lazy("con tavoli pari"),
    "first_turn": gettext_lazy("primo turno"),
    "circles_apart": gettext_lazy("non con il proprio circolo al primo turno"),
    "tables_by_standings": gettext_lazy("prima contro seconda al tavolo 1"),
    "seed": gettext_lazy("numero del sorteggio"),
    "state": gettext_lazy("stato"),
    "name": gettext_lazy("nome"),
    "date": gettext_lazy("data"),
    "starts_at": gettext_lazy("ora d'inizio"),
    "venue": gettext_lazy("luogo"),
    "turns": gettext_lazy("turni"),
    "turn_minutes": gettext_lazy("minuti a turno"),
    "tables_available": gettext_lazy("tavoli disponibili"),
    "rematches": gettext_lazy("incontri ripetuti"),
    "house_rule": gettext_lazy("regola della grande"),
    "bye_policy": gettext_lazy("punteggio del riposo"),
    "leavers_last": gettext_lazy("chi si ritira o è espulso, sotto chi ha finito"),
    "confirmation": gettext_lazy("conferma degli avversari"),
    "fee_cents": gettext_lazy("quota d'iscrizione"),
    "takes_bookings": gettext_lazy("iscrizioni dal telefono"),
    "places": gettext_lazy("posti"),
    "booking_hours": gettext_lazy("ore prima dell'inizio in cui si chiudono"),
    "agreement": gettext_lazy("conferma"),
    "same_device": gettext_lazy("dallo stesso telefono"),
    "title": gettext_lazy("articolo"),
    "effect": gettext_lazy("effetto"),
    "points": gettext_lazy("punti"),
    "way": gettext_lazy("modo"),
    "entered": gettext_lazy("scritto"),
    "counted": gettext_lazy("contato"),
    "cards": gettext_lazy("carte"),
    "last_trick": gettext_lazy("ultima presa"),
    "sequences": gettext_lazy("sequenze"),
    "cricche": gettext_lazy("cricche"),
    "card_points": gettext_lazy("scartini"),
    "declarations": gettext_lazy("accusi"),
    "declared": gettext_lazy("accusi"),
    "total": gettext_lazy("totale"),
    "totals": gettext_lazy("totali"),
    "soloist": gettext_lazy("da solo"),
    "own": gettext_lazy("faccio di mio"),
    "partner": gettext_lazy("chiamato"),
    "scope": gettext_lazy("scope"),
    "denari": gettext_lazy("denari"),
    "settebello": gettext_lazy("settebello"),
    "primiera": gettext_lazy("primiera"),
    "deck_points": gettext_lazy("punti di mazzo"),
    "buone": gettext_lazy("buone"),
    "buone_captured": gettext_lazy("buone catturate"),
    "bagatto": gettext_lazy("Bagatto ultimo"),
    "criteria": gettext_lazy("criteri della classifica"),
    "match_scale": gettext_lazy("punti partita"),
    "victory_thresholds": gettext_lazy("soglie dei punti vittoria"),
    "game": gettext_lazy("gioco"),
    "target": gettext_lazy("punti della partita"),
    "deals_a_turn": gettext_lazy("smazzate a turno"),
}


# The costs of a change by hand, as the log stores them (`draws.Cost`).
FIELDS |= {
    "tables": gettext_lazy("tavolo"),
    "first_dealer": gettext_lazy("primo mazziere"),
    "partners_again": gettext_lazy("compagni ripetuti"),
    "circles": gettext_lazy("incontri nello stesso circolo"),
    "returns": gettext_lazy("ritorni a un tavolo già avuto"),
    "unfixed": gettext_lazy("tavoli fissi lasciati"),
    "sides": gettext_lazy("di nuovo dalla stessa parte"),
    "unfair_rests": gettext_lazy("riposi che toccavano ad altri"),
    "unscheduled": gettext_lazy("incontri del calendario persi"),
    "spared": gettext_lazy("incontri ripetuti in meno"),
    "farther": gettext_lazy("posti di distanza in più"),
}


# Acts on seasons and championships, in the club's log.
ACTS |= season_wording.ACTS
ACTS |= championship_wording.ACTS
# An act on the calendar, in the club's log.
ACTS["calendar.changed"] = gettext_lazy("ha cambiato le regole del calendario")


def field_name(key: str, *, single: bool = False) -> str:
    """The name of a key of the log's before and after; `single` for entries of one player."""
    of_single = SINGLE_FIELDS.get(key) if single else None
    return str(of_single or FIELDS.get(key, key))


YES_OR_NO = {"True": gettext_lazy("sì"), "False": gettext_lazy("no")}

# Words for values stored as codes, by their key.
VALUES: dict[str, Mapping[str, Any]] = {
    "state": dict(RoundState.choices),
    "way": dict(Deal.Way.choices),
    "agreement": dict(Deal.Agreement.choices),
    "effect": dict(RulingEffect.choices),
    "rematches": dict(Tournament.Rematches.choices),
    "format": dict(Tournament.Format.choices),
    "house_rule": dict(Tournament.HouseRule.choices),
    "bye_policy": dict(Tournament.ByePolicy.choices),
    "criteria": {key: gettext_lazy(criterion.name) for key, criterion in CRITERIA.items()},
    "match_scale": dict(Tournament.MatchScale.choices),
    "even_way": dict(Tournament.EvenWay.choices),
    "time_over": dict(Tournament.TimeOver.choices),
    "first_turn": dict(Tournament.FirstTurn.choices),
    "confirmation": YES_OR_NO,
    "same_device": YES_OR_NO,
    "takes_bookings": YES_OR_NO,
    "is_double": YES_OR_NO,
    "third_place": YES_OR_NO,
    "circles_apart": YES_OR_NO,
    "leavers_last": YES_OR_NO,
    "tables_by_standings": YES_OR_NO,
    "match_totals": YES_OR_NO,
    "is_duplicated": YES_OR_NO,
    "boards_dealt_again": YES_OR_NO,
}


def value_words(key: str, value: object) -> str:
    """A value of the log's before and after in words; a number as it is."""
    if key == "fee_cents":
        return euros(int(str(value)))
    return str(VALUES.get(key, {}).get(str(value), value))


Sides = Mapping[str, str]

# Keys whose values are sides, one letter each.
OF_SIDES = frozenset(("last_trick", "side", "lost_by", "soloist", "partner"))


@dataclass(frozen=True)
class LogLine:
    """An entry of the log in words."""

    entry: LogEntry
    actor: str
    sentence: str
    #: The points before and after, if the act changed points: "N-S 211 → 205, E-O 106".
    figures: str
    changes: list[ValueChange]


def log_lines(entries: Iterable[LogEntry]) -> list[LogLine]:
    """The entries in words, in the given order."""
    return [
        LogLine(
            entry,
            actors.actor_name(entry.actor_name),
            act_sentence(entry.act, entry.subject, single=_is_of_singles(entry)),
            point_changes(entry),
            leaf_changes(entry),
        )
        for entry in entries
    ]


def point_changes(entry: LogEntry) -> str:
    """Each side's points before and after; empty for an act without points."""
    before, after = _points(entry.before), _points(entry.after)
    sides = _sides(entry)
    changed = [
        f"{sides.get(side, side)} {_from_to(before.get(side), after.get(side))}" for side in (after or before)
    ]
    return ", ".join(changed)


def _sides(entry: LogEntry) -> dict[str, str]:
    """The names of the sides and of the engine's players at the largest table of the tournament's game."""
    tournament = entry.tournament
    play = tournament.play(max(tournament.rules.sizes))
    seats = {player: seat_name(at) for player, at in zip(play.players, play.positions, strict=True)}
    return {side: side_label(play, side) for side in play.sides} | seats


def _points(logged: Any) -> dict[str, int]:
    """The points of each side in a logged value, in whichever form the act stores them."""
    if not isinstance(logged, Mapping):
        return {}
    if isinstance(logged.get("counted"), Mapping):
        return {side: counted["total"] for side, counted in logged["counted"].items()}
    points = logged.get("points") if isinstance(logged.get("points"), Mapping) else logged.get("assigned")
    return dict(points) if isinstance(points, Mapping) else {}


def _from_to(before: int | None, after: int | None) -> str:
    if before is None or before == after:
        return str(after)
    now = _("niente") if after is None else after
    return f"{before} → {now}"


def leaf_changes(entry: LogEntry) -> list[ValueChange]:
    """The differences between before and after, in the order of the act."""
    sides, single = _sides(entry), _is_of_singles(entry)
    before, after = (dict(_flat(logged, sides, single=single)) for logged in (entry.before, entry.after))
    names = [*before, *(name for name in after if name not in before)]
    return [
        ValueChange(_named(path, sides, single=single), before.get(path, ""), after.get(path, ""))
        for path in names
        if before.get(path) != after.get(path)
    ]


def _is_of_singles(entry: LogEntry) -> bool:
    return entry.tournament.is_individual


def _named(path: tuple[str, ...], sides: Sides, *, single: bool) -> str:
    return ", ".join(sides.get(key) or field_name(key, single=single) for key in path)


def _flat(
    value: Any, sides: Sides, path: tuple[str, ...] = (), *, single: bool = False
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each leaf with the path of its keys; a list is one leaf, because cards are read together."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, sides, (*path, key), single=single)
    elif isinstance(value, list):
        key = path[-1] if path else ""
        yield path, ", ".join(_leaf(inner, sides, key, single=single) for inner in value)
    elif value is not None:
        yield path, _value_text(path[-1] if path else "", value, sides)


def _value_text(key: str, value: Any, sides: Sides) -> str:
    if key in OF_SIDES:
        return ", ".join(sides.get(side, side) for side in str(value))
    if key == "player":
        return sides.get(str(value), str(value))
    return value_words(key, value)


def _leaf(value: Any, sides: Sides, key: str, *, single: bool) -> str:
    if isinstance(value, dict):
        return " ".join(
            f"{field_name(inner, single=single)}: {text}" for (inner, *_rest), text in _flat(value, sides)
        )
    return value_words(key, value)
