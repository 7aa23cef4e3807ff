"""Names and places in sheets: in capitals, surname and name in one cell, town with province."""

import re
from typing import Final

from club.plain_text import plain
from club.register.fiscal_code import are_names

#: Words that begin a surname and need another: "De Luca", "Della Valle", "Lo Cascio".
BEGIN_SURNAME: Final = frozenset({
    "da", "dal", "dalla", "dalle", "dallo", "de", "degli", "dei", "del", "della", "delle", "dello", "di",
    "la", "le", "li", "lo", "mac", "san", "van", "von",
})  # fmt: skip
WITH_PROVINCE = re.compile(r"(.*?)[\s,]*\(\s*([A-Za-z]{2})\s*\)\s*")
ADDRESS = re.compile(r"(?P<street>.*?)[\s,;-]+(?P<postcode>\d{5})[\s,;-]+(?P<town>.+)")
LETTER = re.compile(r"(^|[\s'’`-])(\w)")

PROVINCES: Final = {
    plain(pair[3:]): pair[:2]
    for line in """
        AG Agrigento,AL Alessandria,AN Ancona,AO Aosta,AP Ascoli Piceno,AQ L'Aquila,AR Arezzo,AT Asti
        AV Avellino,BA Bari,BG Bergamo,BI Biella,BL Belluno,BN Benevento,BO Bologna,BR Brindisi,BS Brescia
        BT Barletta-Andria-Trani,BZ Bolzano,CA Cagliari,CB Campobasso,CE Caserta,CH Chieti,CL Caltanissetta
        CN Cuneo,CO Como,CR Cremona,CS Cosenza,CT Catania,CZ Catanzaro,EN Enna,FC Forlì,FC Forlì-Cesena
        FE Ferrara,FG Foggia,FI Firenze,FM Fermo,FR Frosinone,GE Genova,GO Gorizia,GR Grosseto,IM Imperia
        IS Isernia,KR Crotone,LC Lecco,LE Lecce,LI Livorno,LO Lodi,LT Latina,LU Lucca,MB Monza
        MB Monza e Brianza,MC Macerata,ME Messina,MI Milano,MN Mantova,MO Modena,MS Massa-Carrara,MT Matera
        NA Napoli,NO Novara,NU Nuoro,OR Oristano,PA Palermo,PC Piacenza,PD Padova,PE Pescara,PG Perugia
        PI Pisa,PN Pordenone,PO Prato,PR Parma,PT Pistoia,PU Pesaro,PU Pesaro e Urbino,PV Pavia
        PZ Potenza,RA Ravenna
        RC Reggio Calabria,RE Reggio Emilia,RE Reggio nell'Emilia,RG Ragusa,RI Rieti,RM Roma,RN Rimini
        RO Rovigo,SA Salerno,SI Siena,SO Sondrio,SP La Spezia,SR Siracusa,SS Sassari,SU Sud Sardegna
        SV Savona,TA Taranto
        TE Teramo,TN Trento,TO Torino,TP Trapani,TR Terni,TS Trieste,TV Treviso,UD Udine,VA Varese
        VB Verbano-Cusio-Ossola,VC Vercelli,VE Venezia,VI Vicenza,VR Verona,VT Viterbo,VV Vibo Valentia
        EE estero
    """.strip().splitlines()
    for pair in line.strip().split(",")
}


def capitalise(text: str) -> str:
    """ "DE LUCA" and "de luca" become "De Luca", "D'ANGELO" becomes "D'Angelo"; mixed case is left
    unchanged.
    """
    if not (text.isupper() or text.islower()):
        return text
    return LETTER.sub(lambda match: match[1] + match[2].upper(), text.lower())


def split_name(text: str, fiscal_code: str, *, is_first_before_last: bool) -> tuple[str, str, bool]:
    """Surname, name, and whether the cut is certain: by a comma, two words, or the codice fiscale."""
    if text.count(",") == 1:
        one, other = (part.strip() for part in text.split(","))
        return (one, other, True)
    words = text.split()
    if len(words) < 2:
        return text, "", True
    for last, first in _cuts(words):
        if fiscal_code and are_names(fiscal_code, last, first):
            return last, first, True
    last, first = _usual_cut(words, is_first_before_last=is_first_before_last)
    return last, first, len(words) == 2 or (len(words) == 3 and plain(words[0]) in BEGIN_SURNAME)


def _cuts(words: list[str]) -> list[tuple[str, str]]:
    """Every way to cut the words into a surname and a name, in either order."""
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return halves + [(last, first) for first, last in halves]


def _usual_cut(words: list[str], *, is_first_before_last: bool) -> tuple[str, str]:
    if is_first_before_last:
        at = next(
            (at for at, word in enumerate(words) if at and plain(word) in BEGIN_SURNAME), len(words) - 1
        )
        return " ".join(words[at:]), " ".join(words[:at])
    at = 1
    while at < len(words) - 1 and plain(words[at - 1]) in BEGIN_SURNAME:
        at += 1
    return " ".join(words[:at]), " ".join(words[at:])


def split_province(text: str) -> tuple[str, str]:
    """The place, and the province written after it: "Imola (BO)" is Imola, BO."""
    match = WITH_PROVINCE.fullmatch(text)
    return (match[1], match[2].upper()) if match else (text, "")


def province_code(text: str) -> str:
    """The two letters of a province, however it is written; empty if it is none."""
    letters = text.strip("() .").upper()
    if letters in PROVINCES.values():
        return letters
    return PROVINCES.get(plain(text), "")


def split_address(text: str) -> dict[str, str]:
    """An address in one cell, cut at its postcode: street, postcode, town, province."""
    match = ADDRESS.fullmatch(text)
    if match is None:
        return {"street": text}
    town, province = split_province(match["town"])
    words = town.split()
    if not province and len(words) > 1 and words[-1].isupper() and words[-1] in PROVINCES.values():
        town, province = " ".join(words[:-1]), words[-1]
    return {"street": match["street"], "postcode": match["postcode"], "town": town, "province": province}
