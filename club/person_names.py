"""Distinguishes names, however people write them, from links and sentences.

A name goes into letters and onto public pages: with a link or a sentence in it, anybody could publish an
advertisement or a fraud in the club's name.
"""

import re
import unicodedata
from itertools import pairwise

from django.utils.translation import gettext as _

#: Besides letters and their marks, in any script: spaces, apostrophes, hyphens, dots, the Catalan and the
#: Japanese middle dot, and the invisible joiners of Persian and of Indian names.
BESIDES = frozenset(" '’‘`´ʼʻ-‐‑–.·・\u200c\u200d")
JOINERS = dict.fromkeys(map(ord, "\u200c\u200d\u00ad\u2060\ufeff\u200b"))
#: Titles with a dot inside.
TITLES = frozenset({"dott.ssa", "dr.ssa", "prof.ssa", "sig.ra", "sig.na", "avv.ta", "m.llo"})
#: Titles that people write without a space before the name, besides those of three letters.
CUT_TITLES = frozenset({"arch", "comm", "dott", "geom", "prof"})
#: Words of names that many people write in lower case.
PARTICLE = re.compile(
    r"a|af|al|ap|av|ben|bin|bint|das?|dall[ae]|dal|de[glnrs]?|degli|dei|dell[aeo]|di|do|dos|du|d|e|el|het|i|ibn|"
    r"la|las|le|los?|of|san|st|te?|ten|ter|van|vo[mn]|y|zum?|zur"
)
#: The most words of a first or last name, without particles, and the longest abbreviation.
MOST_WORDS, LONGEST_ABBREVIATION = 7, 5
LINK = re.compile(r"https?\b|http|://|www\.|@", re.IGNORECASE)
INNER_DOT = re.compile(r"(?<=\.)(?=[^\W\d_])")


def tidy(name: str) -> str:
    """The name composed (NFC), with single spaces, and with one after the dot of an abbreviation.

    Mail programs make a link of any two words with a dot between them.
    """
    words = unicodedata.normalize("NFC", name).split()
    return " ".join(word if word.lower() in TITLES else INNER_DOT.sub(" ", word) for word in words)


def problem(name: str) -> str:
    """The reason why this is nobody's first or last name, in a sentence; empty for a name."""
    if carries_link(name):
        return link_sentence()
    name = tidy(name)
    has_letter = any(character.isalpha() for character in name)
    if not has_letter or not all(each in BESIDES or unicodedata.category(each)[0] in "LM" for each in name):
        return _("In un nome ci sono lettere, spazi, apostrofi e trattini: riscrivilo.")
    if _is_sentence(name.split()):
        return _("Qui va soltanto un nome, non una frase: riscrivilo.")
    return ""


def link_sentence() -> str:
    """The refusal of a name with a link."""
    return _("In un nome non ci sono indirizzi né collegamenti: scrivi soltanto il nome.")


def carries_link(text: str) -> bool:
    """Whether a mail program could show a part of the text as a link: an address, or a name of the web."""
    plain = unicodedata.normalize("NFKC", text).translate(JOINERS)
    return bool(LINK.search(plain)) or any(_is_domain(word) for word in plain.split())


def _is_domain(word: str) -> bool:
    """Whether a dot joins two words, other than in an abbreviation such as "M.Rossi" or "St.John"."""
    if re.search(r"[.。．｡]\w+/\w", word):
        return True  # an address with a path, such as "t.me/premio"
    labels = re.split(r"[.。．｡]", word.strip(".,;:!?…()«»\"'’/"))
    return word.lower() not in TITLES and any(
        not _is_abbreviation(before, after) for before, after in pairwise(labels)
    )


def _is_abbreviation(before: str, after: str) -> bool:
    """Whether the dot between these stands after an initial or an abbreviation, before a name."""
    if not before[:1].isalpha() or not after[:1].isalpha():
        return after[:1] in ("", "-")  # a dot at the end, or "J.-P."
    if len(before) == 1:
        return len(after) == 1 or len(after) > 3 or not after.islower()
    is_cut = len(before) <= 3 or before.lower() in CUT_TITLES
    return is_cut and len(after) > 3 and before[0].isupper() and after[0].isupper()


def _is_sentence(words: list[str]) -> bool:
    """Whether these are too many words for a name, too many in lower case, or one of them ends a sentence."""
    own = [word for word in words if not PARTICLE.fullmatch(re.split("['’]", word.lower())[0])]
    small = sum(word[0].islower() for word in own)
    ends = (word for word in words[:-1] if word.endswith(".") and word.lower() not in TITLES)
    return (
        len(own) > MOST_WORDS
        or small >= (4 if words[0][0].islower() else 3)
        or any(len(word) - 1 > LONGEST_ABBREVIATION for word in ends)
    )


APOSTROPHES = str.maketrans("", "", "'’`")


def plain(name: str) -> str:
    """`name` in lower case, without accents and apostrophes, with single spaces: "D'Angelò" becomes
    "dangelo".
    """
    letters = unicodedata.normalize("NFKD", name).casefold().translate(APOSTROPHES)
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def search_key(name: str) -> str:
    """The plain name, followed by each part after an apostrophe, so that "angelo" finds D'Angelo too."""
    tails = (re.split("['’`]", word)[-1] for word in name.split() if re.search("['’`]", word))
    return plain(" ".join((name, *tails)))[:130]


def name_key(full_name: str) -> str:
    """The plain words of a name in alphabetical order: "Rossi Mario" and "MÀRIO rossi" have the same key."""
    return " ".join(sorted(plain(full_name).split()))
