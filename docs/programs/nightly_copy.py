"""A nightly copy of a club's public results, for its own site:

    nightly_copy.py https://torneo.example.org circolo-mazzini /var/www/circolo/risultati

The folder gets `calendar.json`, and a JSON and a CSV file for each evening. What has not changed since the
last night is neither sent nor written again; a file is complete or as it was.
"""

import argparse
import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

from client import Client, Refused

KEPT = ".etags.json"


def write(file: Path, text: str) -> None:
    """Replaces the file as a whole, if its text is another one."""
    content = text.encode()
    if file.exists() and file.read_bytes() == content:
        return
    new = file.with_name(f".{file.name}.new")
    new.write_bytes(content)
    new.replace(file)


def standings(results: dict[str, Any]) -> str:
    """The standings as CSV: place, name, and the value of each criterion."""
    found = results["standings"] or {"criteria": [], "rows": []}
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(["place", "name", *(criterion["name"] for criterion in found["criteria"])])
    lines.writerows([row["place"], row["name"], *row["values"]] for row in found["rows"])
    return out.getvalue()


def copy(client: Client, club: str, folder: Path) -> None:
    evenings = list(client.rows(f"/clubs/{club}/tournaments/"))
    for evening in evenings:
        code = evening["code"]
        results = client.get(results_of(code))
        write(folder / f"{code}.json", json.dumps(results, ensure_ascii=False, indent=1))
        write(folder / f"{code}.csv", standings(results))
    write(folder / "calendar.json", json.dumps(evenings, ensure_ascii=False, indent=1))
    for path in {*client.kept} - {results_of(evening["code"]) for evening in evenings}:
        if path.startswith("/tournaments/"):  # an evening copied before, and gone since: so is its copy
            del client.kept[path]
            for file in folder.glob(f"{path.split('/')[2]}.*"):
                file.unlink()


def results_of(code: str) -> str:
    return f"/tournaments/{code}/results/"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("site")
    words.add_argument("club")
    words.add_argument("folder", type=Path)
    given = words.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    client = Client(given.site)
    kept = given.folder / KEPT
    if kept.exists():
        before = json.loads(kept.read_text(encoding="utf-8"))
        client.kept = {path: (etag, answer) for path, (etag, answer) in before.items()}
    try:
        copy(client, given.club, given.folder)
    except Refused as refusal:
        sys.exit(str(refusal))
    finally:
        write(kept, json.dumps(client.kept))


if __name__ == "__main__":
    main()
