"""All measurements, in order, in the installation that the environment names."""

import sys

import django

django.setup()

from django.urls import reverse  # noqa: E402

from benchmarks import (  # noqa: E402
    advice,
    boards,
    builds,
    championships,
    crowd,
    draws,
    engine,
    evening_page,
    evenings,
    live_count,
    pages,
    process,
    results_page,
    room,
    seasons,
    taps,
    whole_draws,
)
from benchmarks.figures import Figure, table  # noqa: E402
from club.models import Club, Role, RoleKind, User  # noqa: E402
from tournaments.demo import serving  # noqa: E402


def run(*, fresh: bool) -> int:
    """Prints the figures; returns 0 when every figure keeps its limit."""
    figures = _measured(fresh=fresh)
    sys.stdout.write(f"{table(figures)}\n")
    return 0 if all(figure.is_kept for figure in figures) else 1


def _measured(*, fresh: bool) -> list[Figure]:
    serving.prepare()
    club = Club.objects.create(name="Circolo", slug="circolo")
    organiser = User.objects.create_user("organiser@example.org")
    Role.objects.create(club=club, user=organiser, kind=RoleKind.ORGANISER)
    figures = [process.fresh_clone()] if fresh else []
    figures.append(evenings.demo_evening(club))
    played = evenings.left_open(club)
    largest = played[max(played)].code
    public = [reverse(name, args=[largest]) for name in ("results", "projector", "standings_pdf")]
    figures.append(process.memory(public))
    figures += [*results_page.figures(played[max(played)]), *room.figures()]
    figures += [*crowd.figures(), *seasons.figures(), *championships.figures()]
    figures += [*taps.figures(), live_count.figure(played[min(played)])]
    figures.append(evening_page.figure(played[min(played)]))
    figures.extend(evening_page.first_visit(played[min(played)]))
    figures += [*pages.figures(played, organiser), *builds.figures(played[min(played)])]
    figures += boards.figures(club, organiser)
    return [*figures, *draws.figures(), *whole_draws.figures(club), *advice.figures(), *engine.figures()]
