"""Records of deals: a short text that a person can read and a program can replay (docs/notation.md)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from functools import partial
from itertools import groupby, pairwise
from typing import Any, Final, Self

from scoring import argument_types
from scoring.actions import Action, Bid, CallCard, Declare, Discard, Done, Fuori, Pay, Play
from scoring.deal_state import Stakes
from scoring.document import Declaration
from scoring.errors import ScoringError
from scoring.games import game_of
from scoring.match import BARILLI
from scoring.table import Table
from scoring.wording.names import WORDS

#: The first line: the format and its version.
VERSION: Final = "criccone-deals 1"


class Fault(ScoringError):
    """A fault in a record: ``code`` and ``params`` as in every refusal, and the place."""

    def __init__(
        self,
        why: ScoringError,
        line: int | None = None,
        trick: int | None = None,
        action: Action | None = None,
    ) -> None:
        super().__init__(why.code, **why.params)
        #: The line in the text, from 1; None for a record that was not read from a text.
        self.line = line
        #: The trick, from 1, and the action that broke a rule; None if the fault lies elsewhere.
        self.trick = trick
        self.action = action

    def message(self, language: str = "it", sides: Mapping[str, str] | None = None) -> str:
        """Returns the place, and one sentence with the mistake and the remedy."""
        words = WORDS[language]["places"]
        place = [] if self.line is None else [words["line"].format(self.line)]
        if self.trick is not None:
            place.append(words["trick"].format(self.trick))
        if self.action is not None:
            place.append(self.action.player)
        sentence = super().message(language, sides)
        return f"{', '.join(place)}: {sentence}" if place else sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One deal as written, which may break rules: ``verify`` tells."""

    game: str
    dealer: str
    #: Each player's first cards, in the order of play, the dealer last.
    hands: Mapping[str, tuple[str, ...]]
    #: The cards not dealt to a hand, the next one first.
    rest: tuple[str, ...] = ()
    exposed: Mapping[str, str] = field(default_factory=dict)
    rules: str | None = None
    seed: int | None = None
    stakes: Stakes | None = None
    #: Free text: event, date, names.
    notes: tuple[str, ...] = ()
    #: The actions, without the moments that players let pass.
    actions: tuple[Action, ...] = ()
    #: The winner of each trick as written, empty where none is.
    winners: tuple[str, ...] = ()
    #: The line of each action in the text it was read from.
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    #: The line on which the deal begins.
    line: int | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, table: Table, notes: Iterable[str] = ()) -> Self:
        """Returns the record of a table, finished or not."""
        return cls(
            game=table.game,
            dealer=table.dealer,
            hands=table.dealt.hands,
            rest=table.dealt.rest,
            exposed=table.dealt.exposed,
            rules=table.rules,
            seed=table.seed,
            stakes=table.stakes,
            notes=tuple(" ".join(note.split()) for note in notes),
            actions=tuple(action for action in table.actions if not isinstance(action, Done)),
            winners=tuple(trick.winner for trick in table.tricks),
        )

    def replay(self) -> Iterator[Table]:
        """Yields the table when the cards are dealt, and after each action; raises Fault at the first action
        that breaks a rule."""
        try:
            table = self._dealt()
        except ScoringError as refused:
            raise Fault(refused, self.line) from None
        yield table
        for number, action in enumerate(self.actions):
            line = self.lines[number] if self.lines else None
            trick = len(table.tricks) + 1 if isinstance(action, Play) and game_of(self.game).tricks else None
            try:
                after = _silent_until(table, action).apply(action)
                if len(after.tricks) > len(table.tricks):
                    self._verify_winner(after)
            except ScoringError as refused:
                raise Fault(refused, line, trick, action) from None
            table = after
            yield table

    def _dealt(self) -> Table:
        stakes = self.stakes
        return Table(
            self.game,
            dealer=self.dealer,
            hands=self.hands,
            rest=self.rest,
            exposed=self.exposed,
            rules=self.rules,
            totals=stakes.totals if stakes else None,
            target=stakes.target if stakes else None,
            calling_out=stakes.rule if stakes else BARILLI,
        )

    def _verify_winner(self, table: Table) -> None:
        """Refuses a trick that is written down for somebody else: ScoringError ``wrong-winner``."""
        number = len(table.tricks) - 1
        trick = table.tricks[number]
        written = self.winners[number] if number < len(self.winners) else ""
        rules = game_of(self.game).tricks
        if rules is not None and written not in ("", trick.winner):
            card = trick.cards[rules.taker(trick.cards)]
            raise ScoringError(
                "wrong-winner", winner=trick.winner, card=card, player=written, deck=rules.deck
            )


def _silent_until(table: Table, action: Action) -> Table:
    """Returns the table after the moments that players let pass before this action."""
    while table.to_move is not None and Done(table.to_move) in table.legal():
        awaited = Fuori if Fuori(table.to_move) in table.legal() else Declare
        if action.player == table.to_move and isinstance(action, awaited):
            break
        table = table.apply(Done(table.to_move))
    return table


def _a_record(_name: str, value: object) -> Record:
    """Returns a record, also of a table; ScoringError ``not-a-record``."""
    if isinstance(value, Table):
        return Record.of(value)
    if not isinstance(value, Record):
        raise ScoringError("not-a-record")
    return value


def _records(name: str, value: object) -> tuple[Record, ...]:
    """Returns the records in a list of records and tables; ScoringError ``not-a-record``, ``not-a-list``."""
    return tuple(_a_record(name, each) for each in argument_types.a_list(name, value))


@argument_types.takes(record=_a_record)
def verify(record: Record) -> Fault | None:
    """Returns the first thing in a record that breaks a rule; None if there is nothing.

    A card twice, a revoke, a trick written down for somebody else, a declaration not held, and so on.
    """
    try:
        for _ in record.replay():
            pass
    except Fault as fault:
        return fault
    return None


@argument_types.takes(records=_records)
def dumps(records: Iterable[Record | Table]) -> str:
    """Returns the text of these deals, by docs/notation.md."""
    blocks = [_written(item) for item in records if isinstance(item, Record)]
    return "\n".join([f"{VERSION}\n", *blocks])


def _written(record: Record) -> str:
    lines = [f"game {record.game}", f"dealer {record.dealer}"]
    if record.seed is not None:
        lines.append(f"seed {record.seed}")
    if record.rules is not None:
        lines.append(f"rules {record.rules}")
    if record.stakes is not None:
        totals = " ".join(f"{side}={points}" for side, points in record.stakes.totals.items())
        lines.append(f"stakes {record.stakes.rule} {record.stakes.target} {totals}")
    lines += [f"note {note}" for note in record.notes]
    lines += [_line("hand", player, *hand) for player, hand in record.hands.items()]
    if record.exposed:
        lines.append(_line("exposed", *(f"{player}={card}" for player, card in record.exposed.items())))
    if record.rest:
        lines.append(_line("rest", *record.rest))
    return "\n".join([*lines, *_written_actions(record)]) + "\n"


def _line(*words: str) -> str:
    return " ".join(words)


#: The actions on a line of their own, with what they are about, by the key of the line.
_PLAIN: Final[Mapping[str, type[Bid | CallCard | Pay | Fuori]]] = {
    "bid": Bid,
    "call": CallCard,
    "pay": Pay,
    "fuori": Fuori,
}
_KEYS: Final[Mapping[type, str]] = {
    **{kind: key for key, kind in _PLAIN.items()},
    Declare: "declare",
    Discard: "discard",
}


def _written_actions(record: Record) -> Iterator[str]:
    """Yields a line for each trick, each discard, and each other action."""
    number = 0
    for (kind, player), alike in groupby(record.actions, _of_one_line):
        actions = tuple(alike)
        size = {Play: len(record.hands), Discard: len(actions)}.get(kind, 1)
        for start in range(0, len(actions), size):
            line = actions[start : start + size]
            words = [word for action in line for word in _words_of(action)]
            if kind is Play:
                winner = record.winners[number] if number < len(record.winners) else ""
                number += 1
                yield _line(str(number), line[0].player, *words, *((">", winner) if winner else ()))
            else:
                yield _line(_KEYS[kind], player, *words)


def _of_one_line(action: Action) -> tuple[type, str]:
    """Returns what actions on one line share: their kind and, unless it is a trick, their player."""
    return type(action), "" if isinstance(action, Play) else action.player


def _words_of(action: Action) -> tuple[str, ...]:
    """Returns an action without its key and its player."""
    if isinstance(action, Play):
        taken = f"={'+'.join(action.taken)}" if action.taken else ""
        return (f"{action.card}{taken}{f'/{action.sign}' if action.sign else ''}",)
    if isinstance(action, Declare):
        item = action.declaration
        return item.kind, item.family, *item.cards
    return astuple(action)[1:]


@argument_types.takes(text=argument_types.a_text)
def loads(text: str) -> tuple[Record, ...]:
    """Returns the deals of a text, which may still break rules of play; raises Fault for the first line that
    cannot be read."""
    records = []
    for item in read(text):
        if isinstance(item, Fault):
            raise item
        records.append(item)
    return tuple(records)


def read(text: str) -> Iterator[Record | Fault]:
    """Yields each deal of a text, or what is wrong with it; goes on with the next deal."""
    numbered = ((number, line.strip()) for number, line in enumerate(text.split("\n"), start=1))
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if len(lines) < 2:
        yield Fault(ScoringError("record-empty", first=VERSION))
        return
    if lines[0][1] != VERSION:
        yield Fault(ScoringError("record-version", line=lines[0][1], first=VERSION), lines[0][0])
        return
    starts = [place for place, (_, line) in enumerate(lines) if line.split()[0] == "game"]
    for start, end in pairwise(sorted({1, *starts, len(lines)})):
        yield _read_block(lines[start:end])


def _read_block(block: Sequence[tuple[int, str]]) -> Record | Fault:
    reader, number, line = _Reader(), *block[0]
    try:
        for number, line in block:
            reader.read(number, *line.split())
        number = block[0][0]
        return reader.record(number)
    except ScoringError as refused:
        return Fault(refused, number)
    except (ValueError, IndexError):
        return Fault(ScoringError("record-line", line=line), number)


class _Reader:
    """A deal read so far. ValueError or IndexError for a line that is not as docs/notation.md says."""

    def __init__(self) -> None:
        self.head: dict[str, Any] = {"notes": (), "hands": {}}
        self.actions: list[Action] = []
        self.lines: list[int] = []
        self.winners: list[str] = []
        self.is_short = False

    def read(self, number: int, key: str, *words: str) -> None:
        """Reads a line; ScoringError ``record-twice``, ``wrong-number``, ``trick-unfinished``."""
        if key == "note":
            self.head["notes"] += (" ".join(words),)
        elif key == "hand":
            self._set(self.head["hands"], words[0], words[1:])
        elif key in _HEAD:
            self._set(self.head, key, _HEAD[key](words))
        else:
            done = _ACTIONS[key](words) if key in _ACTIONS else self._trick(_number(key), words)
            self.actions += done
            self.lines += [number] * len(done)

    def _set(self, where: dict[str, Any], key: str, value: object) -> None:
        if key in where:
            raise ScoringError("record-twice", key=key)
        where[key] = value

    def _trick(self, number: int, words: Sequence[str]) -> list[Action]:
        """Returns the plays of a trick, from its leader to the right."""
        if self.is_short:
            raise ScoringError("trick-unfinished", number=number - 1)
        if number != len(self.winners) + 1:
            raise ScoringError("wrong-number", number=len(self.winners) + 1, written=number)
        order = tuple(self.head["hands"])
        end = words.index(">") if ">" in words else len(words)
        cards = words[1:end]
        self.winners.append(_only(words[end + 1 :]) if end < len(words) else "")
        self.is_short = len(cards) < len(order)
        if not cards or len(cards) > len(order) or (self.is_short and self.winners[-1]):
            raise ValueError(words)
        place = order.index(words[0])
        return [_read_play(order[(place + turn) % len(order)], card) for turn, card in enumerate(cards)]

    def record(self, line: int) -> Record:
        """Returns the deal; ScoringError ``record-game`` without a game or a dealer."""
        for key in ("game", "dealer"):
            if key not in self.head:
                raise ScoringError("record-game", key=key)
        while self.winners and not self.winners[-1]:
            self.winners.pop()
        self.head |= {"actions": tuple(self.actions), "winners": tuple(self.winners)}
        return Record(**self.head, lines=tuple(self.lines), line=line)


def _read_play(player: str, word: str) -> Play:
    card, slash, sign = word.partition("/")
    card, equals, taken = card.partition("=")
    if not card or bool(slash) != bool(sign) or bool(equals) != bool(taken):
        raise ValueError(word)
    return Play(player, card, tuple(taken.split("+")) if taken else (), sign or None)


def _read_plain(kind: type[Bid | CallCard | Pay | Fuori], words: Sequence[str]) -> list[Action]:
    if len(words) != len(fields(kind)):
        raise ValueError(words)
    return [kind(*words)]


def _read_declaration(words: Sequence[str]) -> list[Action]:
    player, kind, family, *cards = words
    return [Declare(Declaration(player[0], player, kind, family, tuple(cards)))]


def _read_stakes(words: Sequence[str]) -> Stakes:
    totals = {side: _number(points) for side, points in map(_pair, words[2:])}
    return Stakes(totals, _number(words[1]), words[0])


def _only(words: Sequence[str]) -> str:
    (word,) = words
    return word


def _number(word: str) -> int:
    """Returns a whole number from 0; ValueError for anything else."""
    if not (word.isascii() and word.isdecimal()):
        raise ValueError(word)
    return int(word)


def _pair(word: str) -> tuple[str, str]:
    name, value = word.split("=")
    if not (name and value):
        raise ValueError(word)
    return name, value


#: Reads the words after the key of a line before the actions, and of a line of actions.
_HEAD: Final[Mapping[str, Callable[[Sequence[str]], object]]] = {
    "game": _only,
    "dealer": _only,
    "rules": _only,
    "seed": lambda words: _number(_only(words)),
    "stakes": _read_stakes,
    "exposed": lambda words: dict(map(_pair, words)),
    "rest": tuple,
}
_ACTIONS: Final[Mapping[str, Callable[[Sequence[str]], list[Action]]]] = {
    **{key: partial(_read_plain, kind) for key, kind in _PLAIN.items()},
    "declare": _read_declaration,
    "discard": lambda words: [Discard(words[0], card) for card in words[1:]],
}
