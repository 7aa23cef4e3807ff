"""Filters and tags that put days, points, seats and the reasons of a place in words."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club.days import moment, written_out
from tournaments.actors import actor_name
from tournaments.models import Tournament
from tournaments.presenters.standings import group_standings
from tournaments.presenters.standings_reasons import (
    correction_words,
    criterion_value,
    place_reasons,
    reasons_in_group,
)
from tournaments.text.challenge_wording import record_words, until_words
from tournaments.text.deal_terms import figure, seat_name, signed
from tournaments.text.format_wording import after_turn, standings_as_of, turn_words
from tournaments.text.game_terms import WORDS
from tournaments.text.names import leavers_heading, leaving_word

register = template.Library()
register.filter("written_out", written_out)
register.filter("actor", actor_name)
register.filter("moment", moment)
register.filter("signed", signed)
register.filter("figure", figure)
register.filter("seat_name", seat_name)
register.filter("groups", group_standings)
register.simple_tag(place_reasons)
register.simple_tag(reasons_in_group)
register.filter("shifted", correction_words)
register.filter("until_words", until_words)
register.simple_tag(turn_words)
register.simple_tag(after_turn)
register.simple_tag(standings_as_of)
register.simple_tag(record_words)


@register.filter
def as_value(value: int, key: str) -> str:
    """Returns a criterion's value in words: `{{ row.leading|as_value:key }}`."""
    return criterion_value(key, value)


@register.filter
def left_word(expelled: bool, tournament: Tournament) -> str:
    """Returns the word for an entry that left: "ritirata", or "espulso" if it was expelled."""
    return leaving_word(tournament, expelled=expelled)


@register.filter
def team_name(team: int | None, tournament: Tournament) -> str:
    """Returns the name of a team of a challenge: `{{ booking.team|team_name:tournament }}`."""
    return tournament.team_name(team)


@register.filter
def block_heading(below: str, tournament: Tournament) -> str:
    """Returns the heading of the block: "Ritirate", "Espulsi"."""
    return leavers_heading(tournament, below)


@register.filter
def apart(points: Sequence[int]) -> int:
    """Returns the points of the first of two sides less those of the second."""
    first, second = points
    return first - second


@register.filter
def at(items: Sequence[Any], place: int) -> Any:
    """Returns the item at that place, from 0."""
    return items[place]


@register.filter
def paired(first: Iterable[Any], second: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Returns both, item by item: `{% for side, points in sides|paired:totals %}`."""
    return list(zip(first, second, strict=True))


@register.simple_tag
def term(key: str) -> SafeString:
    """Returns a word of the games as a link to its meaning in the glossary; `key` is of text.game_terms."""
    return format_html('<a href="{}#{}">{}</a>', reverse("glossary"), key, WORDS[key])
