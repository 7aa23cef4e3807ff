"""An evening from a spreadsheet saved as CSV:

    evening_from_spreadsheet.py https://torneo.example.org circolo-mazzini coppie.csv \
        --name "Torneo di Natale" --date 2026-12-20

Each line has the surname and the first name of two players. The program makes the tournament, enters the
pairs as present, draws the first round and publishes it. Stopped halfway, it is run again with the same
words, and goes on where it was: each act has a key that comes from the file. The token is in
CRICCONE_TOKEN, with the scope «evening».
"""

import argparse
import csv
import hashlib
import os
import sys
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from client import Client, Refused

COLUMNS = 4


def pairs(file: Path) -> list[list[dict[str, str]]]:
    """The players of each line; a heading, and lines without a name, are left out."""
    text = file.read_text(encoding="utf-8-sig")
    lines = csv.reader(text.splitlines(), delimiter=";" if ";" in text.partition("\n")[0] else ",")
    found = []
    for number, line in enumerate(lines, start=1):
        names = [name.strip() for name in line]
        if not any(names) or (number == 1 and names[0].lower() in ("cognome", "cognome 1", "surname")):
            continue
        if len(names) < COLUMNS or not all(names[:COLUMNS]):
            sys.exit(f"Line {number}: a pair has two surnames and two first names.")
        players = zip(names[0:COLUMNS:2], names[1:COLUMNS:2], strict=True)
        found.append([{"last_name": last, "first_name": first} for last, first in players])
    return found


def hold(client: Client, club: str, name: str, date: str, couples: list[Any], digest: str) -> dict[str, Any]:
    """The first round of the evening, published."""

    def key(*act: object) -> str:
        return str(uuid5(NAMESPACE_URL, " ".join(map(str, (digest, club, name, date, *act)))))

    evening = {"name": name, "date": date}
    made = client.send("POST", f"/clubs/{club}/tournaments/", evening, key=key("tournament"))
    at = f"/tournaments/{made['code']}"
    entries = [{"players": players, "present": True} for players in couples]
    client.send("POST", f"{at}/entries/bulk/", {"entries": entries}, key=key("entries"))
    drawn = client.send("POST", f"{at}/rounds/", {}, key=key("draw"))
    published: dict[str, Any] = client.send(
        "POST", f"{at}/rounds/{drawn['number']}/publish/", {}, key=key("publish")
    )
    return published


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("site")
    words.add_argument("club", help="the word in the address of its page")
    words.add_argument("file", type=Path)
    words.add_argument("--name", required=True)
    words.add_argument("--date", required=True)
    given = words.parse_args()
    digest = hashlib.sha256(given.file.read_bytes()).hexdigest()
    try:
        client = Client(given.site, os.environ["CRICCONE_TOKEN"])
        couples = pairs(given.file)
        first = hold(client, given.club, given.name, given.date, couples, digest)
    except Refused as refusal:
        sys.exit(str(refusal))
    for table in first["tables"]:
        print(table["table"], *(side["name"] for side in table["sides"].values()), sep="\t")


if __name__ == "__main__":
    main()
