"""The encryption of an archive in the age format with a passphrase, so that the `age` tool opens it too."""

import io
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, cast

from django.utils.translation import gettext as _

from club.errors import ArchiveRefused, ClubInputRefused
from club.handover.age_stream import NotOpened, NotSealed, SealingWriter, opened_chunks

#: Longer than a login's password: passphrases can be tried on the file for years.
SHORTEST: Final = 14
#: The least number of distinct letters, because "aaaaaaaaaaaaaa" is long too.
FEWEST_LETTERS: Final = 6
SUGGESTED_WORDS: Final = 6


def seal(body: bytes, passphrase: str) -> bytes:
    """The encrypted body; refused for a weak passphrase. Takes 128 MB and half a second, as a guess does."""
    sealed = io.BytesIO()
    with sealing(sealed, passphrase) as out:
        out.write(body)
    return sealed.getvalue()


@contextmanager
def sealing(out: BinaryIO, passphrase: str) -> Iterator[BinaryIO]:
    """Encrypts into `out` what is written during the block; refused for a weak passphrase.

    After an exception the last chunk is missing, and nobody can open the file.
    """
    verify_passphrase(passphrase)
    writer = SealingWriter(out, passphrase)
    try:
        yield cast(BinaryIO, writer)
    except BaseException:
        writer.abandon()
        raise
    writer.close()


def unseal(sealed: bytes, passphrase: str) -> bytes:
    """The decrypted and authenticated body. Raises ArchiveRefused."""
    body = io.BytesIO()
    unseal_into(body, io.BytesIO(sealed), passphrase)
    return body.getvalue()


def unseal_into(out: BinaryIO, sealed: BinaryIO, passphrase: str) -> None:
    """Writes the decrypted and authenticated body into `out`, which is worth nothing after a refusal.

    Raises ArchiveRefused.
    """
    try:
        for chunk in opened_chunks(sealed, passphrase):
            out.write(chunk)
    except NotSealed as wrong:
        raise ArchiveRefused(
            "not-sealed",
            _(
                "Questo file non è l'archivio di un circolo: scegli quello scaricato da «Consegna», che "
                "finisce in .zip.age."
            ),
        ) from wrong
    except NotOpened as wrong:
        raise ArchiveRefused(
            "not-opened",
            _(
                "L'archivio non si apre: la frase segreta non è questa, oppure il file è stato tagliato o "
                "alterato. Riprova con la frase scritta parola per parola; se è giusta, fatti dare il file "
                "di nuovo."
            ),
        ) from wrong


def verify_passphrase(passphrase: str) -> None:
    """Refuses a passphrase that could be guessed by somebody with the file."""
    if len(passphrase) < SHORTEST or len(set(passphrase.casefold())) < FEWEST_LETTERS:
        raise ClubInputRefused(
            "weak-passphrase",
            _(
                "La frase segreta è debole: scrivine una di almeno %(letters)s caratteri, meglio le parole "
                "proposte."
            )
            % {"letters": SHORTEST},
        )


def suggested_passphrase() -> str:
    """Random words, easy to read out on the telephone; different each time, and not stored."""
    return " ".join(secrets.choice(WORDS) for _word in range(SUGGESTED_WORDS))


_WORDS: Final = """
abete aceto acino acqua aglio agosto alba albero amaca ambra amico ancora anello angelo aprile arancia
arco argento aria arnese asino atlante avena babbo bacca baffo balcone balena bambola banco banda barca
barile basilico bastone becco bicchiere biglia binario bosco bottega bottone braccio brezza brina bronzo
bruco budino bufera bussola cabina cacao calamaio calice calza camino campana campo canale candela
canestro cannella cantina capanna capra carbone carciofo carro carta cascata castagna castello cavallo
cedro cena ceppo cerchio cervo cesta chiave chiesa chiodo cicala ciclo ciliegia cinema cipolla civetta
coda colle collina colomba colore conchiglia coniglio coppa corallo corda cornice corona corte cortile
costa cotone cravatta creta crostata cuccia cucina cugino cuore cupola danza dattero delfino diario dito
dogana domino dono drago duna edera elmo erba estate faggio falco falegname fango farfalla farina faro
fata fava favola felce ferro festa fiaba fiamma fico fieno filo finestra fiore fiume flauto foca foglia
folla fontana forchetta formica forno forte fragola freccia fresco fronte frutta fuga fune fungo fuoco
gabbia galleria gallo gamba gatto gelato gelso gemma ghianda ghiro giacca giallo giardino giglio ginestra
giostra giugno globo goccia gomitolo gomma gonna grano grappolo grillo grotta guanto gufo imbuto inverno
isola istrice lago lampada lampo lana lancia lanterna latte lattuga lavagna leone lepre letto libro liceo
limone lince lino liquirizia lira lumaca luna lupo macina maglia magnete mandorla manica mantello marmo
martello maschera mattone medusa mela melone menta mercato merlo miele miglio mirtillo mobile molo monaco
moneta monte mora mosaico mulino muro muschio nastro nave nebbia neve nido nocciola noce nodo notte nuvola
oasi oca ocra olio oliva ombra onda orchidea orso ortica orto osso ostrica ovile pagina paglia palazzo
palco palma panca pane papavero parco passero pasta patata pavone pecora pepe pera perla pesca pettine
piazza piccione pigna pino pioggia piuma poeta polpo pomodoro ponte porta portico porto prato prugna pulce
quaderno quercia radice rana rapa remo riccio ricotta riga rima riso riva robinia rocca rosa rosmarino
rovere rubino ruota sabbia sacco sale salice salvia sambuco sapone sasso scala scarpa scatola sciarpa
scoglio scopa sedano selva semola sentiero serra seta siepe sirena soffitto sole sorgente specchio spiga
spina stella stivale strada strega susina tamburo tappeto tartufo tasca tazza tegola telaio tempio tenda
terra tetto tigre timo tonno topo torre torta tovaglia treno trifoglio tromba trottola tulipano uliva uva
vaniglia vapore vela vento verbena vigna viola violino volpe vulcano zaino zappa zattera zenzero zinco
zolla zucca zucchero zuppa
"""
WORDS: Final[tuple[str, ...]] = tuple(_WORDS.split())
