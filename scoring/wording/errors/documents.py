"""What is refused about lines and keys that cannot be read."""

from typing import Final

ITALIAN: Final = {
    "missing-key": 'Manca "{key}": aggiungerlo.',
    "not-an-object": "La riga deve contenere un oggetto JSON fra parentesi graffe.",
    "not-json": "La riga non è JSON valido: correggerla.",
    "not-text": '"{key}" deve essere un testo.',
    "unknown-key": 'La chiave "{key}" qui non si legge: può essere {known}. Correggerla o toglierla.',
    "repeated-key": 'La chiave "{key}" compare due volte: lasciarne una.',
    "not-yes-or-no": '"{key}" deve essere true o false.',
    "number-too-large": "Un numero è troppo grande: nessuno supera {most}. Riscriverlo.",
    "not-a-number": '"{key}" deve essere un numero intero da 0 in su.',
    "not-a-list": '"{key}" deve essere un elenco.',
    "not-an-object-there": '"{key}" deve essere un oggetto fra parentesi graffe.',
}

ENGLISH: Final = {
    "missing-key": '"{key}" is missing: add it.',
    "not-an-object": "The line must hold one JSON object, in braces.",
    "not-json": "The line is not valid JSON: correct it.",
    "not-text": '"{key}" must be text.',
    "unknown-key": 'The key "{key}" is not read here: it may be {known}. Correct it or take it away.',
    "repeated-key": 'The key "{key}" appears twice: leave one.',
    "not-yes-or-no": '"{key}" must be true or false.',
    "number-too-large": "A number is too large: none is above {most}. Write it again.",
    "not-a-number": '"{key}" must be a whole number, 0 or more.',
    "not-a-list": '"{key}" must be a list.',
    "not-an-object-there": '"{key}" must be an object in braces.',
}
