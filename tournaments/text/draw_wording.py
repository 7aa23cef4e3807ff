"""Sentences about draws: refusals, findings before the evening, the reason of each table."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.text.names import SINGLE_REASONS, SINGLE_REFUSALS

# Refusals of draws with their remedies; one for each code of `DrawImpossible` that an organiser can meet.
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
    "fixed-table-beyond": gettext_lazy(
        "Il tavolo fisso della coppia %(number)s è il %(table)s, ma in questo Mitchell i tavoli vanno da 1 a "
        "%(most)s: scegline uno di questi."
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
    "room-too-small": gettext_lazy(
        "In una sola sala sono di casa %(teams)s squadre, e dovrebbe ospitare %(matches)s incontri insieme: "
        "cambia sala a qualcuna, o scrivi che ne ospita di più."
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
    "after-the-last-turn": gettext_lazy(
        "I turni del calendario (%(turns)s) sono stati giocati tutti: concludi il torneo."
    ),
    "already-decided": gettext_lazy(
        "Il tabellone è deciso, non c'è più nulla da giocare: concludi il torneo."
    ),
    "match-level": gettext_lazy(
        "Al turno %(turn)s, fra le coppie %(first)s e %(second)s non ha vinto nessuno: l'arbitro decida "
        "chi passa con un punteggio arbitrale, o segna come ritirata una delle due."
    ),
    "without-team": gettext_lazy(
        "La coppia %(number)s non ha una squadra: scegli nelle iscrizioni per chi gioca."
    ),
    "empty-team": gettext_lazy(
        "Una delle due squadre non ha nessuno presente: iscrivi le sue coppie, o segna chi è arrivato."
    ),
    "unknown-format": gettext_lazy("Non è il file di un abbinamento pubblicato da Criccone."),
    # Files of draws to be checked
    "file-empty": gettext_lazy("Il file è vuoto: scaricalo di nuovo dalla pagina del turno."),
    "file-too-large": gettext_lazy(
        "Il file supera %(most)s MB: nessun abbinamento pubblicato è così grande. Scegline un altro."
    ),
    "file-cut": gettext_lazy("Il file finisce a metà: scaricalo di nuovo dalla pagina del turno."),
    "not-json": gettext_lazy("Il file non è scritto in JSON: scaricalo di nuovo dalla pagina del turno."),
    "too-deep": gettext_lazy(
        "Il file ha troppe parentesi una dentro l'altra: non è quello di un abbinamento."
    ),
    "number-not-whole": gettext_lazy(
        "Nel file c'è un numero che non è intero, o che non è un numero: qualcuno l'ha cambiato."
    ),
    "number-too-large": gettext_lazy(
        "Nel file c'è un numero con più di %(digits)s cifre: qualcuno l'ha cambiato."
    ),
    "named-twice": gettext_lazy("Nel file la stessa voce è scritta due volte: qualcuno l'ha cambiato."),
    "newer-format": gettext_lazy(
        "Il file viene da una versione più nuova di Criccone: questa legge fino al formato %(known)s. "
        "Aggiorna Criccone, o verificalo dove è stato pubblicato."
    ),
    "newer-rules": gettext_lazy(
        "L'abbinamento è stato sorteggiato con regole più nuove (versione %(rules)s): questa "
        "installazione conosce quelle fino alla versione %(known)s. Aggiorna Criccone, o verificalo dove è "
        "stato pubblicato."
    ),
}


def refusal_sentence(code: str, params: Mapping[str, Any], *, single: bool = False) -> str:
    """Why a draw is refused; a sentence with the code, if only a fault of the program can cause the refusal.

    `single` for entries of one player.
    """
    sentence = SINGLE_REFUSALS.get(code) if single else None
    sentence = sentence or REFUSALS.get(code)
    return (
        str(sentence) % params
        if sentence
        else _("L'abbinamento non si può fare (%(code)s).") % {"code": code}
    )


# The findings of `draws.findings` before a round, each with its remedy.
FINDINGS = {
    "too-few-entrants": (
        gettext_lazy("Non c'è nessuno contro cui giocare: servono almeno %(least)s iscritti presenti."),
        gettext_lazy("Segna chi è arrivato."),
    ),
    "not-enough-tables": (
        gettext_lazy("Servono %(needed)s tavoli; disponibili: %(there)s."),
        gettext_lazy(
            "Trova altri tavoli e correggi quelli disponibili nelle impostazioni, o dividi il torneo."
        ),
    ),
    "fixed-table-shared": (
        gettext_lazy(
            "Due iscritti hanno lo stesso tavolo fisso, il %(table)s: non si incontrano a ogni turno."
        ),
        gettext_lazy("Cambialo o toglilo a uno dei due, nelle iscrizioni."),
    ),
    "fixed-table-beyond": (
        gettext_lazy("In questo Mitchell i tavoli vanno da 1 a %(most)s, e a qualcuno è fisso il %(table)s."),
        gettext_lazy("Cambialo nelle iscrizioni."),
    ),
    "fixed-tables-meet": (
        gettext_lazy(
            "%(fixed)s iscritti hanno ciascuno il suo tavolo fisso, e il calendario può farli incontrare."
        ),
        gettext_lazy("In quel turno siedono al tavolo di chi ha il numero più basso."),
    ),
    "too-many-fixed-tables": (
        gettext_lazy(
            "%(fixed)s iscritti hanno ciascuno il suo tavolo fisso, ma se ne occupano al più %(most)s."
        ),
        gettext_lazy("Togli qualche tavolo fisso, nelle iscrizioni."),
    ),
    "too-many-gironi": (
        gettext_lazy("Con questi iscritti si fanno al più %(most)s gironi, non %(groups)s."),
        gettext_lazy("Riduci i gironi nelle impostazioni o scegli un'altra formula."),
    ),
    "finalists-lacking": (
        gettext_lazy("Da ogni girone non possono passare in %(each)s: il più piccolo ne ha %(most)s."),
        gettext_lazy("Riduci chi passa in finale, o i gironi, nelle impostazioni."),
    ),
    "mitchell-too-long": (
        gettext_lazy("Con questi iscritti i turni di un Mitchell sono al più %(most)s, non %(turns)s."),
        gettext_lazy("Riduci i turni o scegli un'altra formula."),
    ),
    "more-turns-than-opponents": (
        gettext_lazy(
            "%(turns)s turni sono più degli avversari: dopo il turno %(most)s tutti si sono già incontrati."
        ),
        gettext_lazy("Riduci i turni, o metti in conto gli incontri ripetuti."),
    ),
    "more-turns-than-partners": (
        gettext_lazy(
            "%(turns)s turni sono più dei compagni: dopo il turno %(most)s tutti hanno già giocato insieme."
        ),
        gettext_lazy("Riduci i turni, o metti in conto di ritrovare un compagno."),
    ),
    "rematches-from": (
        gettext_lazy("Dal turno %(turn)s può servire qualche incontro ripetuto."),
        gettext_lazy("Saranno i meno possibili; con meno turni non ce ne sono."),
    ),
    "rests-again-from": (
        gettext_lazy("Dal turno %(turn)s qualcuno riposa per la seconda volta."),
        gettext_lazy("Un iscritto in più o in meno può togliere il riposo."),
    ),
    "turns-left-over": (
        gettext_lazy("Il calendario finisce al turno %(whole)s: %(turns)s turni sono troppi."),
        gettext_lazy("Riduci i turni nelle impostazioni."),
    ),
    "turns-lacking": (
        gettext_lazy("Per finire servono %(whole)s turni; previsti: %(turns)s."),
        gettext_lazy("Aumenta i turni nelle impostazioni o scegli un'altra formula."),
    ),
}


def finding_sentence(code: str, params: Mapping[str, Any]) -> str:
    """The finding in one sentence."""
    return str(FINDINGS[code][0]) % params


def finding_remedy(code: str) -> str:
    return str(FINDINGS[code][1])


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
    "challenge": gettext_lazy("sfida fra due squadre"),
}


# At tables of three or more, for the codes of `core.draws.larger`.
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


# In an individual rotation, for the codes of `draws.rotation`.
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


# For each code of `draws.tables.Reason`; the parameters are places in the standings, and a round.
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
    "same-points": gettext_lazy("%(first)sª contro %(second)sª: pari a punti partita (%(points)s)"),
    "nearest-points": gettext_lazy(
        "%(first)sª contro %(second)sª: punti partita %(more)s contro %(less)s, "
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
    """Why the entries of a table meet, from `Match.reason`; empty for a table without a reason.

    `single` for entries of one player.
    """
    code = reason.get("code", "")
    sentence = SINGLE_REASONS.get(code) if single else None
    sentence = sentence or REASONS.get(code)
    return elided(str(sentence) % reason["params"]) if sentence else ""


def elided(sentence: str) -> str:
    """Returns the sentence with Italian articles cut before an ordinal that begins with a vowel: "l'8ª"."""
    sentence = re.sub(r"\b(?:il|la) (?=(?:8|8\d|11)[ºª])", "l'", sentence)
    return re.sub(r"\b(d?)al (?=(?:8|8\d|11)[ºª])", r"\1all'", sentence)
