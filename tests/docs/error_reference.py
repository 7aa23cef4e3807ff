"""Writes the manual's page of all codes of refusals, with their sentences.

`make format` runs it, and a test compares the pages with what it would write:
`python -m tests.docs.error_reference it > docs/manuale/it/riferimento-errori.md`.
"""

import os
import re
import sys
from typing import Final

import django
from django.utils import translation

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "criccone.settings")
django.setup()

from criccone.problems import TITLES  # noqa: E402
from tests.docs.error_codes import codes  # noqa: E402

HEAD: Final = {
    "it": """\
# I codici dei rifiuti

Ogni rifiuto dell'API ha un `code`, che non cambia, e un `type` che porta qui. La frase in `detail` dice
che cosa non va e che cosa fare; qui le parti che cambiano sono scritte `…`. Alcuni codici li danno soltanto
le pagine. Questa pagina è scritta a partire dal programma.
""",
    "en": """\
# The codes of refusals

Every refusal of the API has a `code`, which does not change, and a `type` that leads here. The sentence in
`detail` says what is wrong and what to do; here the parts that change are written `…`. Some codes come from
pages only. This page is written from the program.
""",
}
TODO: Final = {
    "it": {
        400: (
            "La richiesta è scritta male: `fields` dice dove. Correggila; mandarla di nuovo uguale non serve."
        ),
        401: "Manda delle credenziali, o delle credenziali nuove.",
        403: "Con queste credenziali non si può: usa quelle di chi ha l'incarico, o il codice giusto.",
        404: "A questo indirizzo non c'è niente: rileggi l'elenco da cui viene.",
        405: "Usa uno dei metodi che l'intestazione `Allow` elenca.",
        406: "Chiedi `application/json`.",
        408: "Manda di nuovo, quando la rete va meglio.",
        409: (
            "Adesso non si può, o qualcuno ha cambiato qualcosa: rileggi, e se c'è guarda "
            "`current`. Poi decidi di nuovo."
        ),
        412: (
            "La versione di `If-Match` non è più quella: `current` dice com'è adesso. "
            "Rileggi e decidi di nuovo."
        ),
        413: "Manda meno.",
        415: "Manda JSON, con `Content-Type: application/json`.",
        422: "Così non può essere: correggi quello che la frase nomina.",
        429: "Aspetta i secondi di `Retry-After`, poi manda di nuovo.",
        500: "È un errore del programma: segnalalo con l'`instance`.",
        503: "Aspetta i secondi di `Retry-After`, poi manda di nuovo.",
    },
    "en": {
        400: (
            "The request is malformed: `fields` says where. Correct it; sending it again as "
            "it is does not help."
        ),
        401: "Send credentials, or new ones.",
        403: "Not with these credentials: use those of somebody who holds the role, or the right code.",
        404: "There is nothing at this address: read again the list that it came from.",
        405: "Use a method that the header `Allow` lists.",
        406: "Ask for `application/json`.",
        408: "Send it again when the network is better.",
        409: (
            "Not now, or somebody has changed something: read again, and look at `current` "
            "if it is there. Then decide again."
        ),
        412: (
            "The version of `If-Match` is no longer the stored one: `current` says what is. "
            "Read again and decide again."
        ),
        413: "Send less.",
        415: "Send JSON, with `Content-Type: application/json`.",
        422: "It cannot be so: correct what the sentence names.",
        429: "Wait for the seconds of `Retry-After`, then send it again.",
        500: "A fault of the program: report it with the `instance`.",
        503: "Wait for the seconds of `Retry-After`, then send it again.",
    },
}
LABELS: Final = {"it": ("codice", "frase"), "en": ("code", "sentence")}


def page(language: str) -> str:
    """The page of the manual in that language."""
    with translation.override(language):
        parts = [HEAD[language]]
        for status, sentences in sorted(codes(language).items()):
            parts += [f"## {status}: {TITLES[status]}\n", f"{TODO[language][status]}\n"]
            parts += ["| {} | {} |".format(*LABELS[language]), "| --- | --- |"]
            parts += [_row(code, sentences[code]) for code in sorted(sentences)]
            parts += [""]
    return "\n".join(parts)


def _row(code: str, sentence: str) -> str:
    plain = re.sub(r"%\(\w+\)[sd]|%[sd]|\{[^{}]*\}", "…", sentence).replace("%%", "%")
    for sign in "\\`*_[]<>|$":
        plain = plain.replace(sign, f"\\{sign}")
    return f'| <a id="{code}"></a>`{code}` | {" ".join(plain.split()) or "…"} |'


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1]))
