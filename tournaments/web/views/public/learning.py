"""Pages to learn the games, open to everybody and without a club."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

import scoring
from tournaments.presenters import lessons
from tournaments.presenters.scorecards import counting_data
from tournaments.text.game_terms import TERMS
from tournaments.web.forms.deal.cards import TRICKS

#: Seeds of exercises and of deals played out, short enough to be read aloud.
MOST_SEEDS = 1_000_000
ASKED_WORDS = {
    "tutto": gettext_lazy("Tutto il mazzo"),
    "sequenze": gettext_lazy("Le sequenze"),
    "cricche": gettext_lazy("Le cricche"),
    "scartini": gettext_lazy("Gli scartini"),
}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Lists the pages to learn from: the rules of every game, the glossary, the exercises."""
    return render(
        request, "public/learn/index.html", {"games": scoring.GAMES.values(), "usual": lessons.USUAL}
    )


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Shows the rules of a game on one page, with the examples that its source prints."""
    context = {
        "game": _game(game),
        "heaps": lessons.printed_heaps(game),
        "scores": lessons.printed_scores(game),
    }
    return render(request, f"public/learn/rules/{game}.html", context)


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Shows the words of the games and of the evening in alphabetical order."""
    terms = sorted(TERMS, key=lambda term: str(term.word).casefold())
    return render(request, "public/learn/glossary.html", {"terms": terms})


@require_safe
def exercise(request: HttpRequest, asked: str, seed: int) -> HttpResponse:
    """Asks what a heap is worth; with an answer, says whether it is right and why."""
    if asked not in lessons.ASKED or seed >= MOST_SEEDS:
        raise Http404
    heap, points = lessons.exercise(asked, seed)
    answer = request.GET.get("punti", "").strip()
    context = {
        "heap": heap,
        "points": points,
        "asked": asked,
        "seed": seed,
        "kinds": ASKED_WORDS.items(),
        "answer": answer,
        "is_right": answer.isdecimal() and int(answer) == points,
    }
    return render(request, "public/learn/exercise.html", context)


@require_safe
def new_exercise(_request: HttpRequest, asked: str = "tutto") -> HttpResponse:
    """Redirects to another exercise of that kind."""
    if asked not in lessons.ASKED:
        raise Http404
    return redirect("exercise", asked, secrets.randbelow(MOST_SEEDS))


@require_safe
def deal(request: HttpRequest, game: str, seed: int) -> HttpResponse:
    """Shows a deal played to its end, one trick at a time."""
    played = _game(game)
    if seed >= MOST_SEEDS:
        raise Http404
    whole = lessons.whole_deal(game, seed)
    last = len(whole.steps) + 1
    written = request.GET.get("presa", "0")
    place = min(int(written), last) if written.isdecimal() and len(written) < 4 else 0
    context = {
        "game": played,
        "seed": seed,
        "deal": whole,
        "place": place,
        "last": last,
        "step": whole.steps[place - 1] if 0 < place < last else None,
        "hands": whole.steps[place - 2].hands if 1 < place < last else whole.hands,
    }
    return render(request, "public/learn/deal.html", context)


@require_safe
def new_deal(_request: HttpRequest, game: str = lessons.USUAL) -> HttpResponse:
    """Redirects to another deal of the game."""
    return redirect("learn_deal", _game(game).key, secrets.randbelow(MOST_SEEDS))


@require_safe
def points_counter(request: HttpRequest) -> HttpResponse:
    """Shows the points counter: the device counts any heap that is tapped."""
    context = {
        "tricks": range(TRICKS + 1),
        "held": (),
        "grande": (),
        "heap_sides": [("A", _("Questo mazzo")), ("B", _("L'altro mazzo"))],
        "counting": counting_data(None, {"A": (), "B": ()}),
    }
    return render(request, "public/learn/points_counter.html", context)


def _game(key: str) -> scoring.Game:
    """Returns the game of that key. Raises Http404 if there is none."""
    game = scoring.GAMES.get(key)
    if game is None:
        raise Http404
    return game
