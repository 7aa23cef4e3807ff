"""Asking before an act that cannot be taken back lightly: a page of its own, or a dialog where htmx asks."""

from dataclasses import dataclass

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise

from tournaments.models import Tournament
from tournaments.views.desk import pages

Sentence = str | Promise


@dataclass(frozen=True)
class Question:
    """What is about to happen, and the word on the button that makes it happen; none where nothing can."""

    title: Sentence
    text: Sentence
    action: Sentence
    back: str
    danger: bool = True


def ask(
    request: HttpRequest,
    tournament: Tournament,
    question: Question,
    form: Form | None = None,
    *,
    tab: str,
    status: int = 200,
) -> HttpResponse:
    """The question; 422 when its form came back wanting. The answer is a POST to the same address."""
    template = "question_dialog.html" if pages.is_fragment(request) else "question.html"
    status = 422 if form is not None and form.errors else status
    return pages.page(request, tournament, template, tab, status=status, question=question, form=form)
