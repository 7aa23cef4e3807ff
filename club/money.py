"""Amounts in euro cents: parsing and formatting."""

import re

from django.utils.translation import get_language

UNITS = (
    *("zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"),
    *("dieci", "undici", "dodici", "tredici", "quattordici", "quindici", "sedici"),
    *("diciassette", "diciotto", "diciannove"),
)
TENS = ("", "", "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta")
WRITTEN = re.compile(
    r"(\d{1,6}|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?|(\d{1,6}|\d{1,3}(?:,\d{3})+)\.(\d{1,2})", re.ASCII
)


def cents_of(written: str) -> int | None:
    """The cents of "25", "25,5", "25.50", "1.234,00" or "1,234.00"; None if it is not an amount, or
    a million euros or more.
    """
    match = WRITTEN.fullmatch(written.strip().removesuffix("€").removeprefix("€").strip())
    if match is None:
        return None
    euros, cents = (match[1], match[2]) if match[1] else (match[3], match[4])
    total = int(re.sub(r"\D", "", euros)) * 100 + int((cents or "0").ljust(2, "0"))
    return total if total < 100_000_000 else None


def amount(cents: int) -> str:
    """The amount in the reader's language: 123450 is "1.234,50" in Italian, "1,234.50" in English."""
    return english(cents) if _is_english() else italian(cents)


def euros(cents: int) -> str:
    """The amount with its sign, in the reader's language: "25,00 €" in Italian, "€25.00" in English."""
    if not _is_english():
        return f"{italian(cents)} €"
    return f"{'−' if cents < 0 else ''}€{english(abs(cents))}"


def italian(cents: int) -> str:
    """The amount in the Italian form, which receipts have in any language: 123450 is "1.234,50", -500 is
    "−5,00".
    """
    return english(cents).translate(str.maketrans(".,", ",."))


def english(cents: int) -> str:
    """The amount with a decimal point: 123450 is "1,234.50", -500 is "−5.00"."""
    return f"{'−' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def _is_english() -> bool:
    return (get_language() or "").startswith("en")


def plain(cents: int) -> str:
    """The amount as an Italian spreadsheet reads it: 123450 is "1234,50", -500 is "-5,00"."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100},{abs(cents) % 100:02}"


def in_words(cents: int) -> str:
    """The amount in Italian words, with the cents after a slash as on a cheque: 2550 is "venticinque/50".

    From 0 to 999.999,99 euros; the sign is left out.
    """
    euros, rest = divmod(abs(cents), 100)
    return f"{_letters(euros)}/{rest:02}"


def _letters(number: int) -> str:
    """The number in words; "tre" takes an accent at the end of a longer word: ventitré, centotré."""
    word = _spelt(number)
    return f"{word[:-3]}tré" if number > 20 and number % 10 == 3 and number % 100 != 13 else word


def _spelt(number: int) -> str:
    if number < 20:
        return UNITS[number]
    if number < 100:
        tens, unit = TENS[number // 10], number % 10
        stem = tens[:-1] if unit in (1, 8) else tens
        return stem + (UNITS[unit] if unit else "")
    if number < 1000:
        return _group(number, 100, "cento", "cento")
    return _group(number, 1000, "mille", "mila")


def _group(number: int, size: int, one: str, many: str) -> str:
    """A number above the size: the count of the size, then the rest, as "duecento" or "tremila"."""
    count, rest = divmod(number, size)
    head = one if count == 1 else f"{_spelt(count)}{many}"
    return head + (_spelt(rest) if rest else "")
