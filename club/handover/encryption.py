"""The encryption of an archive in the age format with a passphrase, so that the `age` tool opens it too.

https://age-encryption.org/v1: a header with the file key, which scrypt protects, then chunks of
ChaCha20-Poly1305. `pyrage` and the `age` tool read what this writes, and the reverse; `pyrage` itself takes a
passphrase only for a body in memory.
"""

import hashlib
import hmac
import io
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils.translation import gettext as _

from club.errors import ArchiveRefused, ClubInputRefused

MAGIC: Final = b"age-encryption.org/v1\n"
CHUNK: Final = 64 * 1024
TAG_BYTES: Final = 16
NONCE_BYTES: Final = 16
#: scrypt takes 2 to this power times a kilobyte: 128 MB, and a third of a second for each guess.
WORK: Final = 17
#: `pyrage` writes up to 20 on fast machines; a header that asks for more would exhaust the memory.
MOST_WORK: Final = 20
LONGEST_HEADER_LINE: Final = 128


class NotSealed(ValueError):
    """The file is not in the age format with a passphrase."""


class NotOpened(ValueError):
    """The passphrase is wrong, or the file is cut or altered."""


class SealingWriter(io.RawIOBase):
    """Encrypts into `out` the bytes written to it. `close` writes the last chunk; without it the file cannot
    be decrypted."""

    def __init__(self, out: BinaryIO, passphrase: str) -> None:
        self._out, self._waiting, self._number = out, bytearray(), 0
        file_key, nonce = secrets.token_bytes(16), secrets.token_bytes(NONCE_BYTES)
        out.write(_header(file_key, passphrase) + nonce)
        self._cipher = ChaCha20Poly1305(_derived(file_key, nonce, b"payload"))

    def writable(self) -> bool:
        return True

    def write(self, body: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        self._waiting += body
        # The last chunk is marked, so a full one waits until more follows.
        while len(self._waiting) > CHUNK:
            self._seal(bytes(self._waiting[:CHUNK]), is_last=False)
            del self._waiting[:CHUNK]
        return len(body)

    def _seal(self, chunk: bytes, *, is_last: bool) -> None:
        self._out.write(self._cipher.encrypt(_chunk_nonce(self._number, is_last=is_last), chunk, None))
        self._number += 1

    def close(self) -> None:
        if not self.closed:
            self._seal(bytes(self._waiting), is_last=True)
        super().close()

    def abandon(self) -> None:
        """Closes without the last chunk."""
        super().close()


def opened_chunks(sealed: BinaryIO, passphrase: str) -> Iterator[bytes]:
    """Yields the decrypted and authenticated chunks. Raises NotSealed or NotOpened.

    NotOpened may come after some chunks: the file must not be trusted before its end.
    """
    file_key = _file_key(sealed, passphrase)
    nonce = sealed.read(NONCE_BYTES)
    if len(nonce) < NONCE_BYTES:
        raise NotOpened("nonce")
    cipher = ChaCha20Poly1305(_derived(file_key, nonce, b"payload"))
    number, chunk = 0, sealed.read(CHUNK + TAG_BYTES)
    while True:
        following = sealed.read(CHUNK + TAG_BYTES)
        try:
            opened = cipher.decrypt(_chunk_nonce(number, is_last=not following), chunk, None)
        except (InvalidTag, ValueError) as wrong:
            raise NotOpened("chunk") from wrong
        if not opened and number:
            raise NotOpened("empty chunk")
        yield opened
        if not following:
            return
        number, chunk = number + 1, following


def _chunk_nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _header(file_key: bytes, passphrase: str) -> bytes:
    salt = secrets.token_bytes(16)
    wrapped = ChaCha20Poly1305(_wrapping_key(passphrase, salt, WORK)).encrypt(bytes(12), file_key, None)
    header = MAGIC + b"-> scrypt %s %d\n%s\n---" % (_text(salt), WORK, _text(wrapped))
    return header + b" %s\n" % _text(_mac(file_key, header))


def _file_key(sealed: BinaryIO, passphrase: str) -> bytes:
    """The key in the header, which is verified."""
    lines = [sealed.readline(LONGEST_HEADER_LINE) for _line in range(4)]
    words = lines[1].split()
    if lines[0] != MAGIC or words[:2] != [b"->", b"scrypt"] or len(words) != 4:
        raise NotSealed("header")
    try:
        salt, work, wrapped = _bytes(words[2]), int(words[3]), _bytes(lines[2].strip())
        dashes, _space, mac = lines[3].strip().partition(b" ")
        tag = _bytes(mac)
    except ValueError as wrong:
        raise NotOpened("header") from wrong
    if dashes != b"---" or not 1 <= work <= MOST_WORK:
        raise NotOpened("header")
    try:
        key = ChaCha20Poly1305(_wrapping_key(passphrase, salt, work)).decrypt(bytes(12), wrapped, None)
    except (InvalidTag, ValueError) as wrong:
        raise NotOpened("passphrase") from wrong
    if not hmac.compare_digest(_mac(key, b"".join(lines[:3]) + b"---"), tag):
        raise NotOpened("header")
    return key


def _wrapping_key(passphrase: str, salt: bytes, work: int) -> bytes:
    return hashlib.scrypt(
        passphrase.encode(),
        salt=b"age-encryption.org/v1/scrypt" + salt,
        n=1 << work,
        r=8,
        p=1,
        dklen=32,
        maxmem=(1 << work) * 1024 + 2**20,
    )


def _mac(file_key: bytes, header: bytes) -> bytes:
    return hmac.digest(_derived(file_key, b"", b"header"), header, "sha256")


def _derived(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=purpose).derive(key)


def _text(octets: bytes) -> bytes:
    return b64encode(octets).rstrip(b"=")


def _bytes(text: bytes) -> bytes:
    octets = b64decode(text + b"=" * (-len(text) % 4), validate=True)
    if _text(octets) != text:
        raise ValueError("bits that mean nothing are set")
    return octets


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
