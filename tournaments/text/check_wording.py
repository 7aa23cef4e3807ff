"""The sentences for the checks of a published draw, by code: if the check holds, and if it does not."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

CHECKS = {
    "same-draw": (
        gettext_lazy("Dagli stessi dati e dallo stesso numero viene lo stesso abbinamento."),
        gettext_lazy("Dagli stessi dati e dallo stesso numero viene un altro abbinamento."),
    ),
    "everyone-once": (
        gettext_lazy("Ogni iscritto gioca a un tavolo solo, o riposa."),
        gettext_lazy("Qualcuno manca, o è a due tavoli."),
    ),
    "rests-fair": (
        gettext_lazy("Chi riposa non ha già riposato più di chi gioca."),
        gettext_lazy("Riposa qualcuno che ha già riposato più di chi gioca."),
    ),
    "figures-true": (
        gettext_lazy("Distanze e incontri ripetuti sono quelli scritti."),
        gettext_lazy("Distanze o incontri ripetuti non sono quelli scritti."),
    ),
    "none-cheaper": (
        gettext_lazy("Nessun abbinamento ha meno incontri ripetuti, o è più vicino alla classifica."),
        gettext_lazy("C'è un abbinamento con meno incontri ripetuti, o più vicino alla classifica."),
    ),
    "none-nearer": (
        gettext_lazy("Nessun abbinamento ha meno incontri ripetuti, o punti partita più vicini."),
        gettext_lazy("C'è un abbinamento con meno incontri ripetuti, o con punti partita più vicini."),
    ),
    "partners-fewest": (
        gettext_lazy("In nessun abbinamento meno giocatori ritrovano un compagno."),
        gettext_lazy("C'è un abbinamento in cui meno giocatori ritrovano un compagno."),
    ),
    "opponents-fewest": (
        gettext_lazy("Con questi compagni, in nessun abbinamento si ritrovano meno avversari."),
        gettext_lazy("Con questi compagni c'è un abbinamento in cui si ritrovano meno avversari."),
    ),
    "girone-complete": (
        gettext_lazy(
            "Nel calendario tutti incontrano tutti quelli del loro girone lo stesso numero di volte "
            "(%(times)s), seduti da una parte e dall'altra in ugual misura."
        ),
        gettext_lazy("Nel calendario qualcuno non incontra tutti, o siede troppo spesso dalla stessa parte."),
    ),
    "girone-in-turn": (
        gettext_lazy("A ogni tavolo siedono due dello stesso girone che dovevano ancora incontrarsi."),
        gettext_lazy("A un tavolo siedono due di gironi diversi, o che si sono già incontrati."),
    ),
    "challenge-complete": (
        gettext_lazy(
            "In %(turns)s turni tutti incontrano tutti quelli dell'altra squadra una volta; "
            "se si continua, a parti scambiate."
        ),
        gettext_lazy("Qualcuno non incontra tutti quelli dell'altra squadra."),
    ),
    "challenge-in-turn": (
        gettext_lazy("A ogni tavolo siedono le due squadre, e chi doveva ancora incontrarsi."),
        gettext_lazy("A un tavolo siede una squadra sola, o chi si è già incontrato."),
    ),
    "bracket-true": (
        gettext_lazy("Va avanti chi ha vinto, e nessun altro."),
        gettext_lazy("Gioca qualcuno che era stato eliminato, o manca qualcuno che aveva vinto."),
    ),
    "byes-to-the-best": (
        gettext_lazy("Senza giocare passano solo le prime teste di serie, o chi è rimasto senza avversari."),
        gettext_lazy(
            "Passa senza giocare qualcuno che non è fra le prime teste di serie né è rimasto senza avversari."
        ),
    ),
    "mitchell-once": (
        gettext_lazy(
            "Nei turni previsti nessuno incontra due volte gli stessi, né rigioca le stesse smazzate."
        ),
        gettext_lazy("Qualcuno incontra due volte gli stessi, o rigioca le stesse smazzate."),
    ),
    "played-as-drawn": (
        gettext_lazy("I tavoli annunciati sono quelli sorteggiati."),
        gettext_lazy(
            "Tavoli annunciati diversi da quelli sorteggiati: %(tables)s. "
            "Il file non dice come sono stati cambiati."
        ),
    ),
    "played-by-hand": (
        gettext_lazy(
            "Dopo il sorteggio i tavoli sono stati cambiati (tavoli: %(tables)s, cambiamenti: %(moves)s): "
            "rifatti uno per uno come dice il file, portano a quelli annunciati."
        ),
        gettext_lazy(
            "I tavoli annunciati non vengono da quelli sorteggiati con i cambiamenti scritti nel file, "
            "o qualcuno è in due posti."
        ),
    ),
    "costs-true": (
        gettext_lazy("Ogni spostamento è costato quello che c'è scritto."),
        gettext_lazy("Uno spostamento è costato una cosa diversa da quella che c'è scritta."),
    ),
    "fixed-kept": (
        gettext_lazy("Nessuno ha lasciato il suo tavolo fisso senza che sia scritto."),
        gettext_lazy("Qualcuno ha lasciato il suo tavolo fisso e non c'è scritto."),
    ),
}

# For each code, the sentence where the outcome is unknown, but not because the check would take too long.
UNKNOWN = {
    "same-draw": gettext_lazy(
        "Questo abbinamento non si può rifare: i tavoli sono stati cercati con le regole di una versione "
        "precedente. Posti, numeri dei tavoli e distanze vengono da quei tavoli."
    ),
    "played-by-hand": gettext_lazy(
        "I cambiamenti scritti nel file non si possono rifare: i tavoli sono stati cercati con le regole di "
        "una versione precedente."
    ),
}


#: The rule for byes where somebody had missed a round: if it was kept, and if it was not.
RESTS_WITH_MISSED = (
    gettext_lazy("Chi riposa non ha già riposato più di chi gioca: un turno saltato conta come un riposo."),
    gettext_lazy(
        "Riposa qualcuno che ha già riposato più di chi gioca: un turno saltato conta come un riposo."
    ),
)


def check_sentence(code: str, outcome: str, params: Mapping[str, int] | None = None) -> str:
    """The sentence for a check's outcome: it holds, it does not, or the answer is unknown."""
    if code in UNKNOWN and outcome == "unknown":
        return str(UNKNOWN[code])
    if outcome == "unknown":
        return _(
            "Forse c'è un abbinamento ancora migliore: per saperlo bisognerebbe provarli tutti, "
            "e sono troppi. Non è un errore: si gioca così."
        )
    if code == "same-draw" and outcome == "kept" and params and "rules" in params:
        return _(
            "Dagli stessi dati e dallo stesso numero, con le regole di allora (versione %(rules)s), "
            "viene lo stesso abbinamento."
        ) % {"rules": params["rules"]}
    with_missed = code == "rests-fair" and params and params.get("missed")
    kept, broken = RESTS_WITH_MISSED if with_missed else CHECKS[code]
    return str(kept if outcome == "kept" else broken) % (params or {})
