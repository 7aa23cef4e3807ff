"""The match of a championship that an evening is, for the links between their pages."""

from django import template

from tournaments.models import Fixture, Tournament

register = template.Library()


@register.simple_tag
def championship_match(tournament: Tournament) -> Fixture | None:
    """The match of a championship that the evening is, with the championship. One query for a challenge, none
    for other evenings."""
    if not tournament.is_challenge:
        return None
    return Fixture.objects.select_related("championship").filter(tournament=tournament.pk).first()
