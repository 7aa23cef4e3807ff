"""The sentences of an import, about the file and about each row.

Only codes are stored, so that each officer reads the sentences in their own language.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.days import short_day
from club.imports.grid import Note
from club.imports.headings import BY_KEY
from club.imports.rows.row_data import Problem
from club.models import Particulars, Person
from club.money import amount
from club.register import person_data
from club.register.fiscal_code import Doubt

ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "cp1252": "Windows",
    "cp850": "MS-DOS",
    "mac_roman": "Macintosh",
    "utf-16": "UTF-16",
}
SEPARATORS: Final = {
    "semicolon": gettext_lazy("punto e virgola"),
    "comma": gettext_lazy("virgola"),
    "tab": gettext_lazy("tabulazione"),
    "bar": gettext_lazy("barra"),
}
#: Sentences about the file: why it cannot be read, or what was done to read it.
NOTES: Final = {
    "empty-file": gettext_lazy("Il file è vuoto."),
    "too-big": gettext_lazy(
        "Il file pesa più di %(most)s MB: togli immagini e fogli che non servono, e riprova."
    ),
    "old-or-locked": gettext_lazy(
        "Il file è di un Excel di prima del 2007, oppure ha una password: aprilo e salvalo come «Cartella di "
        "lavoro di Excel (.xlsx)», senza password."
    ),
    "open-document": gettext_lazy(
        "È un foglio di LibreOffice (.ods): salvalo come .xlsx oppure .csv, e riprova."
    ),
    "web-page": gettext_lazy(
        "È una pagina web con il nome di un foglio: aprila con Excel e salvala come .xlsx."
    ),
    "no-sheet": gettext_lazy("Non è un foglio: manda un file Excel (.xlsx) o CSV."),
    "broken": gettext_lazy(
        "Il file è rovinato, o non è un vero Excel: aprilo, salvalo di nuovo come .xlsx e riprova."
    ),
    "grows-too-big": gettext_lazy(
        "Il file, aperto, è enorme: copia solo l'elenco dei soci in un foglio nuovo."
    ),
    "too-many-rows": gettext_lazy("Le righe sono più di %(most)s: dividi l'elenco in più file."),
    "too-many-columns": gettext_lazy("La riga %(row)s ha più di %(most)s colonne: lascia quelle dei soci."),
    "too-many-merged": gettext_lazy(
        "Le celle unite sono più di %(most)s: copia solo i valori in un foglio nuovo, e riprova."
    ),
    "nothing-in-it": gettext_lazy("Nel file non c'è nessuna riga piena."),
    "no-rows": gettext_lazy(
        "Sotto le intestazioni non c'è nessuna riga: controlla qual è la riga dei titoli."
    ),
    "open-quotes": gettext_lazy(
        "Dalla riga %(row)s ci sono virgolette che non si chiudono: correggile e riprova."
    ),
    "other-encoding": gettext_lazy("Con questi caratteri il file non si legge: scegline altri."),
    "gave-up": gettext_lazy("Il lavoro si è interrotto più volte: riprova, o manda di nuovo il file."),
    "changed-meanwhile": gettext_lazy(
        "Non è stato scritto nulla: nel frattempo il libro è cambiato. Guarda l'anteprima com'è ora e "
        "conferma."
    ),
    "macros": gettext_lazy("Il file ha delle macro: non sono state eseguite e non si tengono."),
    "sheets": gettext_lazy("Il file ha %(count)s fogli: qui c'è «%(sheet)s»."),
    "text": gettext_lazy("Testo separato da %(separator)s, caratteri %(encoding)s."),
    "other-club": gettext_lazy("Questo file è stato scaricato dal libro di un altro circolo: «%(club)s»."),
    "same-file": gettext_lazy("Questo stesso file è già stato importato il %(day)s."),
}
#: Sentences about a row; `%(value)s` is the content of the cell.
PROBLEMS: Final = {
    "nobody": gettext_lazy("non c'è una persona: un titolo, un totale o una nota"),
    "only-a-name": gettext_lazy("nella riga c'è solo questo nome: se è un titolo o una nota, lasciala fuori"),
    "name-missing": gettext_lazy("manca il cognome o il nome"),
    "name-cut": gettext_lazy("cognome «%(last)s», nome «%(first)s»: controlla la divisione"),
    "name-order": gettext_lazy(
        "cognome «%(last)s», nome «%(first)s»: nelle altre righe è il contrario, controlla"
    ),
    "too-long": gettext_lazy("più di %(longest)s caratteri: «%(value)s…»"),
    "formula-error": gettext_lazy(
        "la cella ha una formula senza risultato (%(value)s): apri il file in Excel, salvalo e riprova"
    ),
    "only-a-year": gettext_lazy("«%(value)s» è solo un anno: serve il giorno"),
    "year-taken": gettext_lazy("«%(value)s» è solo un anno: vale il suo primo giorno"),
    "year-dropped": gettext_lazy("«%(value)s» è solo un anno: si lascia vuoto"),
    "no-day": gettext_lazy("«%(value)s» non è una data"),
    "no-such-day": gettext_lazy("«%(value)s»: questo giorno non esiste"),
    "century-guessed": gettext_lazy("«%(value)s» è stato letto come anno %(year)s"),
    "born-in-the-future": gettext_lazy("la data di nascita deve ancora venire"),
    "born-too-long-ago": gettext_lazy("la data di nascita è di più di 122 anni fa"),
    "born-after-request": gettext_lazy("la nascita è dopo la richiesta di iscrizione"),
    "no-province": gettext_lazy("«%(value)s» non è una provincia: si lascia vuota"),
    "no-email": gettext_lazy("«%(value)s» non è un indirizzo e-mail"),
    "shortened": gettext_lazy("«%(value)s»: il foglio ha perso le ultime cifre"),
    "code-doubts": gettext_lazy("«%(value)s» %(doubts)s"),
    "code-kept": gettext_lazy("«%(value)s» %(doubts)s: si tiene, da verificare"),
    "code-dropped": gettext_lazy("«%(value)s» %(doubts)s: va nelle note"),
    "no-number": gettext_lazy("«%(value)s» non è un numero del libro"),
    "admission-missing": gettext_lazy("manca la data di ammissione"),
    "resolution-missing": gettext_lazy("manca la delibera"),
    "cause-missing": gettext_lazy("c'è la data di fine ma non la causa"),
    "unknown-cause": gettext_lazy(
        "«%(value)s»: non si capisce se è decesso, dimissioni, esclusione o decadenza"
    ),
    "end-missing": gettext_lazy("c'è la causa della fine ma non la data"),
    "in-the-future": gettext_lazy("il %(value)s deve ancora venire"),
    "out-of-order": gettext_lazy("le date vanno in ordine: richiesta, ammissione, fine"),
    "code-taken": gettext_lazy("questo codice fiscale nel libro è di %(name)s"),
    "same-person-perhaps": gettext_lazy("nel libro c'è già %(name)s%(born)s: è la stessa persona?"),
    "homonym": gettext_lazy(
        "stesso nome di %(name)s, ma un'altra nascita o un altro codice fiscale: è la stessa persona?"
    ),
    "twice-in-sheet": gettext_lazy("è la stessa persona della riga %(other)s"),
    "joined": gettext_lazy("unita alla riga %(other)s, che è della stessa persona, con i suoi pagamenti"),
    "same-as-row": gettext_lazy("stesso nome della riga %(other)s: è la stessa persona scritta due volte?"),
    "homonym-in-sheet": gettext_lazy(
        "stesso nome della riga %(other)s, ma un'altra nascita o un altro codice fiscale: è un'altra persona?"
    ),
    "contact-replaced": gettext_lazy(
        "«%(known)s» diventa «%(value)s»: se annulli l'importazione resta quello del foglio"
    ),
    "register-differs": gettext_lazy("il libro dice altro (%(fields)s), e resta com'è"),
    "still-member": gettext_lazy("per il libro è ancora socio: se è uscito, scrivilo nella sua scheda"),
    "before-last-end": gettext_lazy(
        "la richiesta è prima del %(day)s, quando è finita l'iscrizione di prima"
    ),
    "category-missing": gettext_lazy("manca la categoria"),
    "unknown-category": gettext_lazy("il circolo non ha la categoria «%(value)s»"),
    "number-taken": gettext_lazy("il numero %(number)s è già stato dato a %(name)s, e resta suo per sempre"),
    "number-twice": gettext_lazy("il numero %(number)s è già nella riga %(other)s"),
    "number-differs": gettext_lazy("nel foglio ha il numero %(number)s, nel libro il %(known)s, che resta"),
    "dues-unclear": gettext_lazy("«%(value)s»: non si capisce se la quota è pagata"),
    "dues-usual": gettext_lazy(
        "per il %(value)s il foglio non dice quanto: %(cents)s €, come gli altri della categoria"
    ),
    "dues-zero-owed": gettext_lazy("lo zero del %(value)s è letto come «non ha pagato»: deve %(cents)s €"),
    "dues-zero-free": gettext_lazy("lo zero del %(value)s è letto come «non doveva nulla»"),
    "dues-loose": gettext_lazy("«%(value)s»: letto come pagata, il resto della cella non si è capito"),
    "dues-early": gettext_lazy(
        "la quota %(value)s sarebbe pagata il %(day)s, più di un anno prima: controlla"
    ),
    "dues-no-day": gettext_lazy(
        "della quota %(value)s c'è l'importo ma non il giorno: letta come pagata, controlla"
    ),
    "dues-means": gettext_lazy("«%(value)s» non è un modo di pagare: si lascia vuoto"),
    "dues-year": gettext_lazy(
        "«%(value)s»: non si capisce di quale anno sociale è; scrivilo una volta per tutte le righe"
    ),
    "dues-years-overlap": gettext_lazy(
        "l'anno sociale %(value)s si accavalla con uno che c'è già in «Quote»"
    ),
    "dues-amount": gettext_lazy(
        "di quella del %(value)s manca l'importo: scrivilo nella cella, o una volta per tutte le righe"
    ),
    "dues-too-much": gettext_lazy("una quota %(value)s di più di 10.000 euro: correggila"),
    "dues-differ": gettext_lazy(
        "per il libro la quota %(value)s è di %(ours)s €, nel foglio di %(theirs)s €: correggi la cella, o "
        "vuotala e incassa a mano"
    ),
    "dues-paid-here": gettext_lazy(
        "per il foglio la quota %(value)s non è pagata, per il libro sì: resta pagata"
    ),
    "dues-not-then": gettext_lazy("ha pagato la quota %(value)s, ma quell'anno non era socio"),
    "dues-nobody": gettext_lazy("non è socio: della quota non si scrive nulla"),
    "no-consent": gettext_lazy("«%(value)s»: non si capisce se il consenso è dato"),
    "consent-date": gettext_lazy(
        "manca il giorno del consenso: scrivilo nella cella, o una volta per tutte le righe"
    ),
    "consent-minor": gettext_lazy(
        "era minorenne: il consenso non si scrive, lo dà chi ne ha la responsabilità, dalla sua scheda"
    ),
    "consent-later": gettext_lazy("nel libro c'è già una risposta del %(day)s, che resta"),
    "card-year": gettext_lazy("«%(value)s»: non si capisce di quale anno è la tessera"),
    "card-taken": gettext_lazy("la tessera %(number)s di quell'anno è già di %(name)s"),
    "card-twice": gettext_lazy("la tessera %(number)s è già nella riga %(other)s"),
    "card-differs": gettext_lazy("ha già la tessera %(known)s di quell'anno, che resta"),
}
#: The sentence about dues in a column that names no year.
WITHOUT_YEAR: Final = gettext_lazy(
    "l'intestazione non dice di quale anno è: scrivilo lì, o una volta per tutte le righe"
)
#: Labels of fields beside a problem; the page of the columns has longer ones.
SHORT: Final = {
    "dues": gettext_lazy("Quota"),
    "dues_on": gettext_lazy("Giorno del pagamento"),
    "dues_means": gettext_lazy("Modo di pagamento"),
    "card": gettext_lazy("Tessera"),
}
#: Why a column is kept in the notes.
REASONS: Final = {
    "privacy": gettext_lazy(
        "Qui l'informativa letta è di una versione che il circolo ha pubblicato: quello che è stato firmato "
        "prima resta scritto nelle note. Chi legge quella del circolo si segna in «Consensi»."
    ),
    "guardian": gettext_lazy(
        "Chi è responsabile di un minorenne si scrive nella sua scheda, fra i consensi: qui resta nelle note."
    ),
    "other-card": gettext_lazy(
        "È la tessera di un altro ente: le tessere di qui sono quelle che stampa il circolo. Il numero resta "
        "nelle note."
    ),
}


@dataclass(frozen=True)
class ProblemText:
    """A problem as a sentence; `person` is the id of a person in the register, for a link."""

    field: str
    sentence: str
    bars: bool
    code: str
    person: int | None = None


def note_text(note: Note) -> str:
    """The sentence of a note about the file."""
    code = note.get("code", "")
    count = note.get("count", 0)
    counted = {
        "formulas": lambda: ngettext(
            "%(count)s cella è una formula: è stato preso il suo risultato.",
            "%(count)s celle sono formule: è stato preso il loro risultato.",
            count,
        ),
        "unknown-formulas": lambda: ngettext(
            "%(count)s formula non è mai stata calcolata: apri il file in Excel, salvalo e rimandalo.",
            "%(count)s formule non sono mai state calcolate: apri il file in Excel, salvalo e rimandalo.",
            count,
        ),
        "merged": lambda: ngettext(
            "%(count)s cella era unita con quella sopra: il valore è stato ripetuto.",
            "%(count)s celle erano unite con quella sopra: il valore è stato ripetuto.",
            count,
        ),
        "ditto": lambda: ngettext(
            "%(count)s cella diceva «idem»: il valore di sopra è stato ripetuto.",
            "%(count)s celle dicevano «idem»: il valore di sopra è stato ripetuto.",
            count,
        ),
        "mended": lambda: ngettext(
            "In %(count)s riga gli accenti erano rovinati, e sono stati rimessi a posto.",
            "In %(count)s righe gli accenti erano rovinati, e sono stati rimessi a posto.",
            count,
        ),
    }
    if code in counted:
        return counted[code]() % {"count": count}
    facts: dict[str, object] = {**note, "day": _day(note.get("day", ""))}
    if code == "text":
        facts["separator"] = SEPARATORS.get(note["separator"], note["separator"])
        facts["encoding"] = ENCODINGS.get(note["encoding"], note["encoding"])
    return str(NOTES[code]) % facts if code in NOTES else ""


def problem_texts(problems: Iterable[Problem]) -> list[ProblemText]:
    """The problems of a row as sentences; those that stop the row come first."""
    texts = [_problem(each) for each in problems]
    return sorted(texts, key=lambda each: not each.bars)


def _problem(problem: Problem) -> ProblemText:
    code, field = problem["code"], problem.get("field", "")
    facts: dict[str, object] = {**problem, "value": problem.get("value", "")}
    if "doubts" in problem:
        facts["doubts"] = "; ".join(str(person_data.DOUBTS[Doubt(each)]) for each in problem["doubts"])
    if code == "dues-differ":
        facts |= {"ours": amount(problem["ours"]), "theirs": amount(problem["theirs"])}
    if code == "dues-year" and not problem.get("value"):
        return ProblemText(field_label(field), str(WITHOUT_YEAR), problem["bars"], code)
    if "cents" in problem:
        facts["cents"] = amount(problem["cents"])
    if "fields" in problem:
        facts["fields"] = ", ".join(field_label(each) for each in problem["fields"])
    if code == "same-person-perhaps":
        facts["born"] = (
            _(", data di nascita %(day)s") % {"day": _day(problem["born"])} if problem["born"] else ""
        )
    if code == "in-the-future":
        facts["value"] = _day(problem["value"])
    if code in ("before-last-end", "consent-later", "dues-early"):
        facts["day"] = _day(problem["day"])
    return ProblemText(
        field_label(field), str(PROBLEMS[code]) % facts, problem["bars"], code, problem.get("person")
    )


def field_label(field: str) -> str:
    """The label of a field; empty for none."""
    if field in SHORT:
        return str(SHORT[field])
    if field in BY_KEY:
        return str(BY_KEY[field].label)
    for model in (Particulars, Person):
        if field in {one.name for one in model._meta.fields}:
            return str(model._meta.get_field(field).verbose_name)  # type: ignore[union-attr]
    return ""


def _day(text: str) -> str:
    return short_day(date.fromisoformat(text)) if text else ""
