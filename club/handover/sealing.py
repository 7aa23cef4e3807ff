"""The encryption of an archive: the age format with a passphrase, so that the `age` tool opens it too."""

import math
import secrets
from typing import Final

import pyrage
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.handover.errors import ArchiveRefused
from club.handover.words import WORDS

MAGIC: Final = b"age-encryption.org/v1\n"
#: Whoever has the file may try passphrases on it for years: a login's eight letters are not enough here.
SHORTEST: Final = 14
#: Different letters: "aaaaaaaaaaaaaa" is long, too.
FEWEST_LETTERS: Final = 6
SUGGESTED_WORDS: Final = 6


def seal(body: bytes, passphrase: str) -> bytes:
    """The body encrypted. Takes two seconds and half a gigabyte, as does a guess. Refuses weak ones."""
    verify(passphrase)
    sealed: bytes = pyrage.passphrase.encrypt(body, passphrase)
    return sealed


def unseal(sealed: bytes, passphrase: str) -> bytes:
    """The body decrypted, every byte of it authenticated. Raises ArchiveRefused."""
    if not sealed.startswith(MAGIC):
        raise ArchiveRefused(
            "not-sealed",
            _(
                "Questo file non è l'archivio di un circolo: scegli quello scaricato da «Consegna», che "
                "finisce in .zip.age."
            ),
        )
    try:
        body: bytes = pyrage.passphrase.decrypt(sealed, passphrase)
    except pyrage.DecryptError as wrong:
        raise ArchiveRefused(
            "not-opened",
            _(
                "L'archivio non si apre: la frase segreta non è questa, oppure il file è stato tagliato o "
                "alterato. Riprova con la frase scritta parola per parola; se è giusta, fatti dare il file "
                "di nuovo."
            ),
        ) from wrong
    return body


def verify(passphrase: str) -> None:
    """Refuses a passphrase that could be guessed by who has the file."""
    if len(passphrase) < SHORTEST or len(set(passphrase.casefold())) < FEWEST_LETTERS:
        raise ClubInputRefused(
            "weak-passphrase",
            _(
                "La frase segreta è debole: scrivine una di almeno %(letters)s caratteri, meglio le parole "
                "proposte."
            )
            % {"letters": SHORTEST},
        )


def suggestion() -> str:
    """Words at random, easy to read out on the telephone: a new one each time, kept nowhere."""
    return " ".join(secrets.choice(WORDS) for _word in range(SUGGESTED_WORDS))


def suggested_bits() -> int:
    """How many bits of chance are in a suggestion."""
    return int(SUGGESTED_WORDS * math.log2(len(WORDS)))
