"""The engine on the command line: one JSON document a line in, one a line out (CONTRACT); and records of
deals (docs/notation.md).

Exit status: 0 when every line was good, 1 when an answer was an error, 2 when the arguments are wrong.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, Final, TextIO

from scoring.document import LARGEST, Document, text
from scoring.engine import check_document, count_document
from scoring.errors import ScoringError
from scoring.games import GAMES, game_of
from scoring.match_report import match_report
from scoring.playing import deal_seeds, generate_deal, play_out
from scoring.records import Record, dumps, read
from scoring.replay import ending, picture
from scoring.wording.names import LANGUAGES

GOOD: Final = 0
SOME_ERRORS: Final = 1
#: The most bytes of a line: a match with every card played has some 40,000.
MOST_OF_LINE: Final = 4 * 2**20
#: Exit statuses that a shell reports for a closed pipe and for Ctrl-C.
CLOSED_PIPE: Final = 141
INTERRUPTED: Final = 130


def main(words: Sequence[str] | None = None) -> int:
    """Returns the exit status of the command with these arguments, by default those of the process."""
    options = _parser().parse_args(words)
    try:
        return int(options.run(options))
    except BrokenPipeError:
        # The reader has closed the pipe, and the interpreter would write to it once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="count|check|match|deal|verify|replay")
    language = argparse.ArgumentParser(add_help=False)
    language.add_argument("--language", choices=LANGUAGES, default="it", help="of the messages")

    counting = verbs.add_parser("count", parents=[language], help="count deals from cards")
    counting.add_argument("--explain", action="store_true", help="say why each point is there")
    counting.set_defaults(run=_answer_lines, answer=_count)

    checking = verbs.add_parser("check", parents=[language], help="tell whether figures could have happened")
    checking.set_defaults(run=_answer_lines, answer=_check)

    matching = verbs.add_parser("match", parents=[language], help="tell whether a match is over")
    matching.set_defaults(
        run=_answer_lines, answer=lambda document, options: match_report(document, options.language)
    )

    dealing = verbs.add_parser("deal", help="play out deals from a seed")
    dealing.add_argument("--seed", type=_whole_number, required=True)
    dealing.add_argument("--games", type=_games, default=("quattro-scartate",), help="keys, with commas")
    dealing.add_argument("--count", type=_whole_number, default=1)
    dealing.add_argument("--format", choices=("json", "record"), default="json", help="of the deals")
    dealing.set_defaults(run=_run_deal)

    verifying = verbs.add_parser("verify", parents=[language], help="say whether records keep the rules")
    verifying.set_defaults(run=_tell_records, tell=ending)
    replaying = verbs.add_parser("replay", parents=[language], help="picture records trick by trick")
    replaying.set_defaults(run=_tell_records, tell=picture)
    return parser


def _whole_number(word: str) -> int:
    try:
        number = int(word)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number from 0 up")
    return number


def _games(word: str) -> tuple[str, ...]:
    keys = tuple(word.split(","))
    for key in keys:
        if key not in GAMES:
            raise argparse.ArgumentTypeError(f"unknown game {key!r}: choose among {', '.join(GAMES)}")
    return keys


def _count(document: Document, options: argparse.Namespace) -> dict[str, object]:
    counted = count_document(document)
    scores = counted.as_json()
    return {**scores, "explanation": counted.explanation()} if options.explain else scores


def _check(document: Document, options: argparse.Namespace) -> dict[str, object]:
    return check_document(game_of(text(document, "game")), document).as_json(options.language)


def _run_deal(options: argparse.Namespace) -> int:
    for number, seed in enumerate(deal_seeds(options.seed, options.count)):
        game = game_of(options.games[number % len(options.games)])
        # The deal passes to the right, as in a match (Barilli 3.7).
        dealer = game.players[number % len(game.players)]
        if options.format == "json":
            _write(sys.stdout, generate_deal(seed, game.key, dealer).as_json())
            continue
        text = dumps([play_out(seed, game.key, dealer)])
        # The version stands once, on the first line of all.
        sys.stdout.write(text if number == 0 else text.partition("\n")[2])
    return GOOD


def _tell_records(options: argparse.Namespace) -> int:
    """Writes something about each deal of the records on the standard input, or what is wrong with it."""
    status = GOOD
    for number, record in enumerate(_records(), start=1):
        try:
            if isinstance(record, ScoringError):
                raise record
            line = options.tell(record, options.language)
        except ScoringError as refused:
            status = SOME_ERRORS
            line = refused.message(options.language)
        sys.stdout.write(f"{number}. {line}\n")
        sys.stdout.flush()
    return status


def _records() -> Iterator[Record | ScoringError]:
    try:
        text = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        yield ScoringError("record-not-text")
        return
    yield from read(text)


def _answer_lines(options: argparse.Namespace) -> int:
    status = GOOD
    for line in _lines(sys.stdin.buffer):
        try:
            result = options.answer(_document(line), options)
        except ScoringError as refused:
            result = {"error": {"code": refused.code, "message": refused.message(options.language)}}
            status = SOME_ERRORS
        _write(sys.stdout, result)
    return status


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yields the lines; a line that is too long is cut to one byte more than `MOST_OF_LINE`."""
    while line := source.readline(MOST_OF_LINE + 1):
        rest = line
        while len(rest) > MOST_OF_LINE and not rest.endswith(b"\n"):
            rest = source.readline(MOST_OF_LINE + 1)
        yield line


def _write(out: TextIO, document: Mapping[str, object]) -> None:
    """Writes one line at once: the caller may wait for an answer before it sends the next line."""
    out.write(json.dumps(document) + "\n")
    out.flush()


def _document(line: bytes) -> dict[str, object]:
    """Returns the object on a line; ScoringError if it is too long or no JSON object."""
    if len(line) > MOST_OF_LINE:
        raise ScoringError("line-too-long", most=MOST_OF_LINE // 2**20)
    try:
        document = json.loads(line, object_pairs_hook=_object, parse_int=_number)
    except ScoringError:
        raise
    except (ValueError, RecursionError):
        raise ScoringError("not-json") from None
    if not isinstance(document, dict):
        raise ScoringError("not-an-object")
    return document


def _number(digits: str) -> int:
    """Returns the whole number; ScoringError ``number-too-large`` for more digits than Python reads."""
    try:
        return int(digits)
    except ValueError:
        raise ScoringError("number-too-large", most=LARGEST) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Returns the object; ScoringError ``repeated-key``, because one of the two values would be lost."""
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ScoringError("repeated-key", key=next(key for key in keys if keys.count(key) > 1))
    return result
