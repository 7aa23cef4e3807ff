"""A live scoreboard in a terminal: `scoreboard.py https://torneo.example.org 8axy56`.

It reads the results once, then listens: the server says when they have changed, and only then they are read
again. Nobody signs in: it shows what everybody may see.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from client import Client, Refused, problem_of

#: Seconds without a word from the server, which sends a comment now and then, after which to connect again.
SILENCE = 60
#: The status of a stream that finds no room.
NO_ROOM = 204


def changes(site: str, code: str) -> Iterator[str]:
    """The version of the evening's results at each change, for ever."""
    stream_of, last = f"{site}/api/v1/tournaments/{code}/events/", ""
    while True:
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
        try:
            with urlopen(Request(stream_of, headers=headers), timeout=SILENCE) as stream:
                for line in stream:
                    name, _colon, value = line.decode().rstrip("\n").partition(": ")
                    if name == "id" and value != last:
                        last = value
                        yield value
                if stream.status == NO_ROOM:
                    yield ""  # then the results are asked for once a minute, by their ETag
                    time.sleep(SILENCE)
        except HTTPError as error:
            if error.code not in (429, 503):
                raise Refused(problem_of(error)) from None
        except (URLError, TimeoutError, ConnectionError):
            pass
        time.sleep(3)


def board(results: dict[str, Any]) -> str:
    """The tables of the round that is played, and the first ten places."""
    lines = [results["tournament"]["name"]]
    if current := results["round"]:
        lines += ["", f"Turno {current['number']}, {current['state_name']}"]
        for table in current["tables"]:
            sides = (f"{side['name']} {side['points']}" for side in table["sides"].values())
            lines.append(f"{table['table']:>4}  " + "  –  ".join(sides))
    if standings := results["standings"]:
        lines += ["", f"Classifica dopo il turno {standings['turn']}"]
        lines += [f"{row['place']:>3}º {row['name']:<40} {row['leading']}" for row in standings["rows"][:10]]
    return "\n".join(lines)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("site")
    words.add_argument("tournament", help="the code in the address of its results")
    words.add_argument("--times", type=int, help="ends after so many boards")
    given = words.parse_args()
    client = Client(given.site)
    try:
        for shown, _version in enumerate(changes(client.site, given.tournament), start=1):
            print(board(client.get(f"/tournaments/{given.tournament}/results/")), flush=True)
            if shown == given.times:
                return
    except Refused as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    main()
