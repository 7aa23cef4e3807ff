"""What a season is made from: evenings in order of time, and what each gave to its entries."""

from dataclasses import dataclass

#: A person, or the two of a coppia by their ids, the smaller first.
Who = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """An entry's line of an evening's classifica.

    `figure` is what a season of carried scores adds up: match points, difference, whatever it carries.
    `in_prizes` is false for who is out of the prizes (FIELD, Substitution): the evening is played and gives
    nothing, and the places of the others stay as the classifica has them.
    """

    people: tuple[int, ...]
    place: int
    tied: bool
    figure: int
    won: int
    difference: int
    in_prizes: bool = True
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of the season; one with weight 2 counts twice. Without results it has not been played."""

    key: int
    results: tuple[Result, ...]
    weight: int = 1
