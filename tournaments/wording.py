"""Sentences for what is stored as data: why two pairs meet, what the log says."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.chaining import REWRITTEN
from club.money import euros
from tournaments import season_wording
from tournaments.entry_wording import SIDE_ACTS, SINGLE_ACTS, SINGLE_FIELDS, SINGLE_REASONS
from tournaments.models import Deal, RoundState, RulingEffect, Tournament
from tournaments.standings import CRITERIA

# At a table of three or more, for the codes of `draws.larger_reasons`.
LARGER_REASONS = {
    "in-a-row": gettext_lazy("dal %(first)sº al %(last)sº della classifica"),
    "some-met": gettext_lazy(
        "dal %(first)sº al %(last)sº: il %(who)sº e il %(other)sº si sono già incontrati al turno %(turn)s, "
        "ma non si è trovato un abbinamento con meno incontri ripetuti"
    ),
    "apart-having-met": gettext_lazy(
        "dal %(first)sº al %(last)sº: il %(who)sº ha già incontrato il %(between)sº al turno %(turn)s"
    ),
    "apart-by-table": gettext_lazy(
        "dal %(first)sº al %(last)sº: il %(who)sº e il %(between)sº hanno ciascuno un tavolo fisso"
    ),
    "near-ones": gettext_lazy("dal %(first)sº al %(last)sº: così stanno insieme i più vicini in classifica"),
}

# Of an individual rotation, for the codes of `draws.rotation.RotationTable.reason`.
ROTATION_REASONS = {
    "all-new": gettext_lazy("compagni e avversari nuovi per tutti"),
    "opponents-again": gettext_lazy(
        "compagni nuovi per tutti; già stati allo stesso tavolo: %(again)s su 4 incontri, "
        "e non si è trovato un abbinamento con meno"
    ),
    "partners-again": gettext_lazy(
        "qualcuno ritrova un compagno: nessun abbinamento ha meno compagni ripetuti"
    ),
}

# One for each code of `draws.tables.Reason`; its parameters are places in the classifica, and a turn.
REASONS = {
    "by-lot": gettext_lazy("abbinate a sorte"),
    "circle-by-lot": gettext_lazy(
        "abbinate a sorte: sono dello stesso circolo, ma nessun abbinamento ha meno casi così"
    ),
    "neighbours": gettext_lazy("%(first)sª contro %(second)sª della classifica"),
    "rematch": gettext_lazy(
        "%(first)sª contro %(second)sª: si sono già incontrate al turno %(turn)s, "
        "ma nessun abbinamento ha meno incontri ripetuti"
    ),
    "already-met": gettext_lazy(
        "%(first)sª contro %(second)sª: la %(who)sª ha già incontrato la %(between)sª al turno %(turn)s"
    ),
    "tables-apart": gettext_lazy(
        "%(first)sª contro %(second)sª: la %(who)sª e la %(between)sª hanno ciascuna un tavolo fisso"
    ),
    "wish-kept": gettext_lazy(
        "%(first)sª contro %(second)sª: la %(who)sª e la %(between)sª sono dello stesso circolo"
    ),
    "wish-unkept": gettext_lazy(
        "%(first)sª contro %(second)sª: sono dello stesso circolo, ma nessun abbinamento ha meno casi così"
    ),
    "taken": gettext_lazy("%(first)sª contro %(second)sª: la %(between)sª gioca contro la %(opponent)sª"),
    "same-points": gettext_lazy("%(first)sª contro %(second)sª: hanno entrambe %(points)s punti partita"),
    "nearest-points": gettext_lazy(
        "%(first)sª contro %(second)sª: %(more)s punti partita contro %(less)s, "
        "non restava nessuna coppia più vicina"
    ),
    "swiss-rematch": gettext_lazy(
        "%(first)sª contro %(second)sª: si sono già incontrate al turno %(turn)s, "
        "ma nessun abbinamento ha meno incontri ripetuti"
    ),
    "scheduled": gettext_lazy("come da calendario, turno %(turn)s"),
    "stage": gettext_lazy("dal tabellone: si gioca in %(left)s"),
    "final": gettext_lazy("finale"),
    "third-place": gettext_lazy("finale per il terzo posto"),
    "first-turn": gettext_lazy("%(first)sª contro %(second)sª nell'ordine del primo turno"),
    "by-hand": gettext_lazy("tavolo deciso a mano dall'organizzatore"),
    "mended": gettext_lazy("tavolo fatto dopo, con chi era rimasto senza e chi è arrivato"),
    "nearest": gettext_lazy("%(first)sª contro %(second)sª: così la distanza in classifica è la minore"),
    **LARGER_REASONS,
    **ROTATION_REASONS,
}


def reason_sentence(reason: Mapping[str, Any], *, single: bool = False) -> str:
    """Why those at a table meet, as `Match.reason` stores it; empty for a table without reason.

    `single` for entries of one player.
    """
    code = reason.get("code", "")
    sentence = SINGLE_REASONS.get(code) if single else None
    sentence = sentence or REASONS.get(code)
    return str(sentence) % reason["params"] if sentence else ""


ACTS = {
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
    "entry.changed": gettext_lazy("ha cambiato i dati della coppia %(entry)s"),
    "entry.absent": gettext_lazy("ha segnato assente la coppia %(entry)s"),
    "entry.withdrawn": gettext_lazy("ha segnato il ritiro della coppia %(entry)s"),
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
}


def act_sentence(act: str, subject: Mapping[str, Any], *, single: bool = False) -> str:
    """What was done, without who and when: "ha pubblicato il turno 2"; `single` for entries of one player."""
    sentence = _act_of_singles(act, subject) if single else None
    sentence = sentence or ACTS.get(act)
    if sentence is None:
        return _("ha fatto: %(act)s") % {"act": act}
    return str(sentence) % defaultdict(lambda: "?", subject)


def _act_of_singles(act: str, subject: Mapping[str, Any]) -> Any:
    """The same of one player, or of the two on a side, whose numbers the log has as text."""
    return (SIDE_ACTS if isinstance(subject.get("entry"), str) else SINGLE_ACTS).get(act)


# What the log's before and after are made of; a key without words is shown as it is.
FIELDS = {
    REWRITTEN: gettext_lazy("righe riscritte"),
    "players": gettext_lazy("giocatori"),
    "player": gettext_lazy("giocatore"),
    "rests": gettext_lazy("coppie con il riposo"),
    "extra_minutes": gettext_lazy("minuti in più"),
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
    "format": gettext_lazy("formula"),
    "groups": gettext_lazy("gironi"),
    "is_double": gettext_lazy("andata e ritorno"),
    "qualifiers": gettext_lazy("finalisti di ogni girone"),
    "third_place": gettext_lazy("finale per il terzo posto"),
    "sections": gettext_lazy("sezioni"),
    "even_way": gettext_lazy("con tavoli pari"),
    "first_turn": gettext_lazy("primo turno"),
    "circles_apart": gettext_lazy("non con il proprio circolo al primo turno"),
    "seed": gettext_lazy("seme"),
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
    "confirmation": gettext_lazy("conferma degli avversari"),
    "fee_cents": gettext_lazy("quota d'iscrizione"),
    "takes_bookings": gettext_lazy("iscrizioni dal telefono"),
    "places": gettext_lazy("posti"),
    "booking_hours": gettext_lazy("ore prima dell'inizio in cui si chiudono"),
    "agreement": gettext_lazy("conferma"),
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
    "soloist": gettext_lazy("da solo"),
    "own": gettext_lazy("faccio di mio"),
    "partner": gettext_lazy("chiamato"),
    "scope": gettext_lazy("scope"),
    "denari": gettext_lazy("denari"),
    "settebello": gettext_lazy("settebello"),
    "primiera": gettext_lazy("primiera"),
    "deck_points": gettext_lazy("punti del mazzo"),
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


# What a change by hand costs, as the log counts it (`draws.Cost`).
FIELDS |= {
    "tables": gettext_lazy("tavolo"),
    "first_dealer": gettext_lazy("primo mazziere"),
    "partners_again": gettext_lazy("compagni ripetuti"),
    "circles": gettext_lazy("incontri nello stesso circolo"),
    "returns": gettext_lazy("ritorni a un tavolo già avuto"),
    "unfixed": gettext_lazy("tavoli fissi lasciati"),
    "sides": gettext_lazy("di nuovo dalla stessa parte"),
    "unfair_rests": gettext_lazy("riposi fuori turno"),
    "unscheduled": gettext_lazy("incontri del calendario persi"),
    "spared": gettext_lazy("incontri ripetuti in meno"),
    "farther": gettext_lazy("posti di distanza in più"),
}


# Of seasons, which the club's log tells.
ACTS |= season_wording.ACTS
# Of the calendar, the same.
ACTS["calendar.changed"] = gettext_lazy("ha cambiato le regole del calendario")


def field_name(key: str, *, single: bool = False) -> str:
    """How a key of the log's before and after is called; `single` for entries of one player."""
    of_single = SINGLE_FIELDS.get(key) if single else None
    return str(of_single or FIELDS.get(key, key))


YES_OR_NO = {"True": gettext_lazy("sì"), "False": gettext_lazy("no")}

# Words for values that are stored as codes, by the key that holds them.
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
    "first_turn": dict(Tournament.FirstTurn.choices),
    "confirmation": YES_OR_NO,
    "takes_bookings": YES_OR_NO,
    "is_double": YES_OR_NO,
    "third_place": YES_OR_NO,
    "circles_apart": YES_OR_NO,
}


def value_words(key: str, value: object) -> str:
    """How a value of the log's before and after is said; a figure as it is."""
    if key == "fee_cents":
        return euros(int(str(value)))
    return str(VALUES.get(key, {}).get(str(value), value))
