import re
import unicodedata

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
