"""Sentences for what is stored as data: why two pairs meet, what the log says."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.models import Deal, RoundState, RulingEffect, Tournament

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

# One for each code of `draws.tables.Reason`; its parameters are places in the classifica, and a turn.
REASONS = {
    "by-lot": gettext_lazy("abbinate a sorte"),
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
    "nearest": gettext_lazy("%(first)sª contro %(second)sª: così la distanza in classifica è la minore"),
    **LARGER_REASONS,
}


def reason_sentence(reason: Mapping[str, Any]) -> str:
    """Why the two pairs of a table meet, as `Match.reason` stores it; empty for a table without reason."""
    sentence = REASONS.get(reason.get("code", ""))
    return str(sentence) % reason["params"] if sentence else ""


ACTS = {
    "tournament.created": gettext_lazy("ha creato il torneo"),
    "tournament.changed": gettext_lazy("ha cambiato il torneo"),
    "tournament.closed": gettext_lazy("ha concluso il torneo"),
    "tournament.reopened": gettext_lazy("ha riaperto il torneo"),
    "entry.entered": gettext_lazy("ha iscritto la coppia %(entry)s"),
    "entry.present": gettext_lazy("ha segnato presente la coppia %(entry)s"),
    "entry.all-present": gettext_lazy("ha segnato presenti tutte le coppie"),
    "entry.table-fixed": gettext_lazy("ha cambiato il tavolo fisso della coppia %(entry)s"),
    "entry.absent": gettext_lazy("ha segnato assente la coppia %(entry)s"),
    "entry.withdrawn": gettext_lazy("ha segnato il ritiro della coppia %(entry)s"),
    "entry.returned": gettext_lazy("ha fatto rientrare la coppia %(entry)s"),
    "entry.removed": gettext_lazy("ha tolto la coppia %(entry)s"),
    "entry.substituted": gettext_lazy("ha fatto una sostituzione nella coppia %(entry)s dal turno %(turn)s"),
    "entry.substitution-ended": gettext_lazy("ha fatto tornare il titolare della coppia %(entry)s"),
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


def act_sentence(act: str, subject: Mapping[str, Any]) -> str:
    """What was done, without who and when: "ha pubblicato il turno 2"."""
    sentence = ACTS.get(act)
    if sentence is None:
        return _("ha fatto: %(act)s") % {"act": act}
    return str(sentence) % defaultdict(lambda: "?", subject)


# What the log's before and after are made of; a key without words is shown as it is.
FIELDS = {
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
    "seed": gettext_lazy("seme"),
    "state": gettext_lazy("stato"),
    "name": gettext_lazy("nome"),
    "date": gettext_lazy("data"),
    "venue": gettext_lazy("luogo"),
    "turns": gettext_lazy("turni"),
    "turn_minutes": gettext_lazy("minuti a turno"),
    "rematches": gettext_lazy("incontri ripetuti"),
    "house_rule": gettext_lazy("regola della grande"),
    "bye_policy": gettext_lazy("punteggio del riposo"),
    "confirmation": gettext_lazy("conferma degli avversari"),
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
    "bagatto": gettext_lazy("Bagatto ultimo"),
    "game": gettext_lazy("gioco"),
    "target": gettext_lazy("punti della partita"),
    "deals_a_turn": gettext_lazy("smazzate a turno"),
}


def field_name(key: str) -> str:
    """How a key of the log's before and after is called."""
    return str(FIELDS.get(key, key))


# Words for values that are stored as codes, by the key that holds them.
VALUES: dict[str, Mapping[str, Any]] = {
    "state": dict(RoundState.choices),
    "way": dict(Deal.Way.choices),
    "agreement": dict(Deal.Agreement.choices),
    "effect": dict(RulingEffect.choices),
    "rematches": dict(Tournament.Rematches.choices),
    "house_rule": dict(Tournament.HouseRule.choices),
    "bye_policy": dict(Tournament.ByePolicy.choices),
    "confirmation": {"True": gettext_lazy("sì"), "False": gettext_lazy("no")},
}


def value_words(key: str, value: object) -> str:
    """How a value of the log's before and after is said; a figure as it is."""
    return str(VALUES.get(key, {}).get(str(value), value))


def day_in_words(day: date) -> str:
    """The day as it stands inside a sentence: 21 novembre 2026."""
    words = date_format(day, "j F Y")
    return words.lower() if get_language() == "it" else words
