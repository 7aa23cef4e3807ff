"""What a column of a sheet can be, and the headings under which clubs write it."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class Field:
    """`names` are headings, plain (`people.plain`) and without signs; several columns may be `is_many`."""

    key: str
    label: str | Promise
    names: tuple[str, ...]
    is_many: bool = False


def _field(key: str, label: Promise, names: str, *, is_many: bool = False) -> Field:
    return Field(key, label, tuple(name.strip() for name in names.split(",")), is_many)


FIELDS: Final = (
    _field("number", _("Numero nel libro soci"),
           "n socio, numero socio, nr socio, num socio, n libro soci, numero libro soci, matricola, n, nr, "
           "num, numero, n tessera, nr tessera, numero tessera, tessera, tessera n, tess, n tess, tess n, "
           "id socio, codice socio, member number, member no, no"),
    _field("last_name", _("Cognome"), "cognome, cognome socio, last name, surname, family name"),
    _field("first_name", pgettext_lazy("di battesimo", "Nome"),
           "nome, nome socio, nome di battesimo, first name, given name, name"),
    _field("full_name", _("Cognome e nome in una colonna"),
           "cognome e nome, cognome nome, nominativo, nominativi, socio, soci, cognome e nome socio, "
           "denominazione, associato, intestatario"),
    _field("first_last", _("Nome e cognome in una colonna"),
           "nome e cognome, nome cognome, full name, member, name and surname"),
    _field("born_on", _("Data di nascita"),
           "data di nascita, data nascita, nato il, nata il, nato a il, nascita, d nascita, dt nascita, "
           "data nasc, datanascita, date of birth, birth date, birthday, dob, nato/a il"),
    _field("born_in", _("Luogo di nascita"),
           "luogo di nascita, luogo nascita, nato a, nata a, comune di nascita, comune nascita, "
           "citta di nascita, luogo nasc, place of birth, birthplace, born in, nato/a a"),
    _field("born_province", _("Provincia di nascita"),
           "provincia di nascita, provincia nascita, prov nascita, prov di nascita, pr nascita, prov nasc"),
    _field("born", _("Luogo e data di nascita in una colonna"),
           "luogo e data di nascita, luogo e data nascita, luogo data nascita, data e luogo di nascita, "
           "data e luogo nascita"),
    _field("street", _("Indirizzo"),
           "indirizzo, via, indirizzo di residenza, indirizzo residenza, via e numero, via e n, domicilio, "
           "via/piazza, ind, address, street"),
    _field("house", _("Numero civico"), "numero civico, n civico, civico, nr civico, num civico"),
    _field("postcode", _("CAP"), "cap, c a p, codice postale, cap residenza, postcode, zip, zip code"),
    _field("town", _("Comune di residenza"),
           "comune, citta, localita, residenza, comune di residenza, comune residenza, citta di residenza, "
           "citta residenza, localita residenza, residente a, paese, town, city"),
    _field("province", _("Provincia di residenza"),
           "provincia, prov, pr, provincia di residenza, provincia residenza, prov residenza, province"),
    _field("full_address", _("Indirizzo intero in una colonna"),
           "indirizzo completo, residenza completa, indirizzo intero, full address"),
    _field("fiscal_code", _("Codice fiscale"),
           "codice fiscale, cod fiscale, cod fisc, c fiscale, cf, c f, codfisc, codicefiscale, cod fis, "
           "tax code, fiscal code"),
    _field("email", _("E-mail"),
           "email, e mail, mail, posta elettronica, indirizzo email, indirizzo mail, indirizzo e mail, "
           "email address"),
    _field("phone", _("Telefono"),
           "telefono, tel, cellulare, cell, cel, recapito telefonico, recapito, numero di telefono, "
           "tel casa, tel/cell, tel cell, telefono/cellulare, telefono/cell, telefoni, "
           "numero cellulare, n telefono, n cellulare, telefono fisso, fisso, tel fisso, telefono casa, "
           "telefono cellulare, telefono 1, telefono 2, tel 1, tel 2, mobile, phone, phone number, contatto",
           is_many=True),
    _field("category", _("Categoria di socio"),
           "categoria, tipo socio, tipo di socio, tipologia, tipologia socio, qualifica, categoria socio, "
           "tipo, cat, cat socio, category, member type"),
    _field("requested_on", _("Data della richiesta"),
           "data richiesta, data della richiesta, richiesta, data domanda, data di richiesta, domanda, "
           "domanda del, data domanda ammissione, requested on, application date"),
    _field("admitted_on", _("Data di ammissione"),
           "data ammissione, data di ammissione, ammissione, data iscrizione, data di iscrizione, "
           "iscritto il, iscr, iscr dal, iscr il, data iscr, "
           "iscrizione, socio dal, ammesso il, data ingresso, data adesione, iscritto dal, dal, "
           "data delibera, member since, admitted on, joined, join date"),
    _field("resolution", _("Delibera"),
           "delibera, n delibera, numero delibera, verbale, n verbale, delibera n, delibera cd, resolution"),
    _field("ended_on", _("Data di fine"),
           "fine, data fine, data di fine, data cessazione, cessazione, cessato il, data uscita, uscita, "
           "uscito il, "
           "data dimissioni, data recesso, fine iscrizione, dimesso il, decaduto il, ended on, left on, al"),
    _field("end_cause", _("Causa della fine"),
           "causa, causa fine, causa cessazione, motivo cessazione, motivo uscita, motivo, causale, "
           "causa uscita, causa di cessazione, reason, cause"),
    _field("dues", _("Quota pagata (l'anno è nell'intestazione)"),
           "quota, quote, quota associativa, quota sociale, quota annuale, quota socio, quota soci, "
           "quota versata, "
           "quota pagata, pagato, pagata, pagamento, pagamenti, versato, versata, versamento, importo, "
           "importo quota, importo versato, importo pagato, pag, q, q ta, rinnovo, rinnovato, in regola, "
           "dues, paid, fee, membership fee, amount, amount paid",
           is_many=True),
    _field("dues_on", _("Giorno del pagamento della quota"),
           "data pagamento, data pag, data di pagamento, data del pagamento, pagato il, pagata il, "
           "data versamento, "
           "data di versamento, versato il, data quota, data pagamento quota, data versamento quota, "
           "data rinnovo, rinnovato il, payment date, paid on",
           is_many=True),
    _field("dues_means", _("Modo di pagamento della quota"),
           "modo pagamento, modo pag, modo di pagamento, modalita pagamento, modalita di pagamento, "
           "metodo pagamento, "
           "metodo di pagamento, tipo pagamento, forma di pagamento, pagamento con, payment method",
           is_many=True),
    _field("dues_receipt", _("Ricevuta di allora"),
           "ricevuta, ric, n ric, ric n, n ricevuta, nr ricevuta, num ricevuta, numero ricevuta, "
           "ricevuta n, ricevuta nr, receipt, receipt number, receipt no",
           is_many=True),
    _field("dues_year", _("Anno della quota pagata"),
           "anno quota, anno della quota, anno pagato, ultimo anno pagato, anno pagamento, anno associativo, "
           "ultima quota pagata, ultima quota, dues year, year paid"),
    _field("consent_name", _("Consenso al nome nei risultati"),
           "consenso nome, consenso al nome, consenso pubblicazione, consenso alla pubblicazione, "
           "pubblicazione nome, consenso risultati, consenso classifiche, consenso pubblicazione nome, "
           "consenso nome nei risultati, consenso al nome nei risultati, nome nei risultati, "
           "nome in classifica, nome nelle classifiche, nome in pubblico, nome sul sito, nome su internet, "
           "pubbl nome, name consent"),
    _field("consent_photos", _("Consenso alle fotografie"),
           "consenso foto, consenso alle foto, consenso fotografie, consenso alle fotografie, "
           "consenso immagini, "
           "consenso immagine, consenso video, consenso foto video, consenso foto/video, "
           "consenso uso immagini, "
           "liberatoria, liberatoria foto, liberatoria immagini, liberatoria immagine, uso immagini, foto, "
           "immagini, immagine, photo consent, photos"),
    _field("consented_on", _("Giorno dei consensi"),
           "data consenso, data consensi, data del consenso, data dei consensi, consenso del, "
           "data liberatoria, "
           "firmato il, data firma, consent date"),
    _field("card", _("Numero della tessera dell'anno"),
           "tesserino, n tesserino, nr tesserino, numero tesserino, card, card number, card no",
           is_many=True),
    _field("notes", _("Note e altre cose da tenere"),
           "note, annotazioni, osservazioni, varie, note varie, notes, remarks", is_many=True),
)  # fmt: skip

#: What a year in the heading may be of: "Quota 2025", "Tessera 2024/25".
OF_A_YEAR: Final = frozenset({"dues", "dues_on", "dues_means", "dues_receipt", "card"})
DUES: Final = frozenset({"dues", "dues_on", "dues_means", "dues_receipt", "dues_year"})
CONSENTS: Final = frozenset({"consent_name", "consent_photos", "consented_on"})
#: Headings of what has no place of its own here and is kept in the notes, with the code of the reason.
KEPT_IN_NOTES: Final = {
    name.strip(): reason
    for reason, names in (
        (
            "privacy",
            "privacy, consenso privacy, informativa, informativa privacy, gdpr, modulo privacy, "
            "firma privacy, consenso gdpr, consenso dati, consenso al trattamento, trattamento dati, "
            "consenso trattamento dati, data privacy, privacy firmata, privacy consent",
        ),
        (
            "other-card",
            "tessera arci, n tessera arci, tessera uisp, tessera csi, tessera acli, tessera aics, "
            "tessera endas, tessera ancescao, tessera federale, tessera figs, tessera figb",
        ),
    )
    for name in names.split(",")
}
BY_KEY: Final = {field.key: field for field in FIELDS}
BY_NAME: Final = {name: field.key for field in FIELDS for name in field.names}
NAMES: Final = frozenset({"last_name", "first_name", "full_name", "first_last"})
#: The best names of the number: of two columns that might be it, the one so called is.
SURE_NUMBERS: Final = frozenset(
    {"n socio", "numero socio", "nr socio", "num socio", "n libro soci", "numero libro soci", "matricola"}
)
