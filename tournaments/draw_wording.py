"""Sentences for draws: why one cannot be made, what is found before the evening, what checking one told."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# Why a draw cannot be made, and what can be done instead; one for each code of `DrawImpossible` that an
# organiser can come to.
REFUSALS = {
    "too-few-entrants": gettext_lazy("Servono almeno due coppie presenti: segna chi è arrivato."),
    "two-tables-wanted": gettext_lazy(
        "Le coppie %(first)s e %(second)s devono incontrarsi ma hanno tavoli fissi diversi: "
        "toglilo a una delle due."
    ),
    "table-wanted-twice": gettext_lazy(
        "Il tavolo %(table)s è fisso per le coppie %(first)s e %(second)s, che non si incontrano: "
        "cambialo a una delle due."
    ),
    "no-such-table": gettext_lazy("La coppia %(number)s ha un tavolo fisso che non c'è: il %(table)s."),
    "no-such-size": gettext_lazy("Un tavolo può avere da %(least)s a %(most)s posti: scegli fra questi."),
    "too-many-entrants": gettext_lazy(
        "Sono troppi per un abbinamento solo (%(entrants)s): dividili in due tornei."
    ),
    "too-many-groups": gettext_lazy(
        "%(groups)s gironi sono troppi: ciascuno ha bisogno di due coppie. "
        "Se ne possono fare al più %(most)s."
    ),
    "too-few-finalists": gettext_lazy(
        "Da ogni girone non possono passare in %(each)s: il girone più piccolo ne ha %(most)s."
    ),
    "more-turns-than-opponents": gettext_lazy(
        "%(turns)s turni sono troppi per non incontrare due volte nessuno: se ne possono giocare %(most)s."
    ),
    "more-turns-than-partners": gettext_lazy(
        "Al turno %(turns)s i compagni sono finiti: se ne possono giocare %(most)s senza ripeterne uno."
    ),
    "no-whist-table": gettext_lazy(
        "Per %(entrants)s giocatori non c'è una tabella pronta (c'è per %(smaller)s e per %(larger)s): "
        "scegli la rotazione abbinata turno per turno."
    ),
    "not-everyone-once": gettext_lazy(
        "La coppia %(number)s deve stare a un tavolo, e a uno solo, oppure riposare."
    ),
    "not-an-entrant": gettext_lazy("A un tavolo c'è una coppia che non gioca questo turno: rifai la bozza."),
    "unknown-format": gettext_lazy("Non è il file di un abbinamento pubblicato da Criccone."),
}


def refusal_sentence(code: str, params: Mapping[str, Any]) -> str:
    """Why a draw cannot be made; the bare code where only a program's fault leads to it."""
    sentence = REFUSALS.get(code)
    return (
        str(sentence) % params
        if sentence
        else _("L'abbinamento non si può fare (%(code)s).") % {"code": code}
    )


# What `draws.advising` finds before the first turn.
FINDINGS = {
    "too-few-entrants": gettext_lazy(
        "Non c'è nessuno contro cui giocare: servono almeno %(least)s iscritti."
    ),
    "not-enough-tables": gettext_lazy("Servono %(needed)s tavoli e ce ne sono %(there)s."),
    "more-turns-than-opponents": gettext_lazy(
        "%(turns)s turni sono più degli avversari: dopo il turno %(most)s tutti si sono già incontrati."
    ),
    "rematches-from": gettext_lazy("Dal turno %(turn)s può servire qualche incontro ripetuto."),
    "rests-again-from": gettext_lazy("Dal turno %(turn)s qualcuno riposa per la seconda volta."),
}

# The movements, as `draws.advising.Option` names them.
MOVEMENTS = {
    "danish": gettext_lazy("movimento danese"),
    "swiss": gettext_lazy("svizzero"),
    "girone": gettext_lazy("girone all'italiana"),
    "groups": gettext_lazy("più gironi all'italiana"),
    "groups-final": gettext_lazy("gironi e finale"),
    "mitchell": gettext_lazy("movimento Mitchell"),
    "knockout": gettext_lazy("eliminazione diretta"),
    "rotation": gettext_lazy("rotazione individuale"),
    "larger": gettext_lazy("tavoli individuali"),
}

# What `draws.verifying` has looked at, where it is kept and where it is broken.
CHECKS = {
    "same-draw": (
        gettext_lazy("Dagli stessi dati e dallo stesso seme viene lo stesso abbinamento."),
        gettext_lazy("Dagli stessi dati e dallo stesso seme viene un altro abbinamento."),
    ),
    "everyone-once": (
        gettext_lazy("Ogni iscritto gioca a un tavolo solo, o riposa."),
        gettext_lazy("Qualcuno manca, o è a due tavoli."),
    ),
    "rests-fair": (
        gettext_lazy("Nessuno riposa avendo riposato più di chi gioca."),
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
}


def check_sentence(code: str, outcome: str) -> str:
    """What checking a published draw told; its own sentence where the answer is not known."""
    if outcome == "unknown":
        return _("Non controllato: se c'è un abbinamento migliore, per trovarlo servirebbe troppo tempo.")
    kept, broken = CHECKS[code]
    return str(kept if outcome == "kept" else broken)
