"""The club's catalogue of rulings."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.access import Right
from club.models import Club
from club.views import access as club_access
from tournaments.catalogue import adopt_base_catalogue, missing
from tournaments.forms.ruling import ArticleForm
from tournaments.models import Article


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@club_access.officers(Right.CORRECT_RESULTS)
def catalogue(request: HttpRequest, club: Club) -> HttpResponse:
    """The articles in use and those no longer; a form for one more."""
    form = ArticleForm(request.POST or None, instance=Article(club=club))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("L'articolo è nel catalogo."))
        return _back(club)
    shown = {"club": club, "articles": club.articles.all(), "missing": missing(club), "form": form}
    shown |= club_access.may(request)
    return render(request, "desk/catalogue.html", shown, status=422 if form.errors else 200)


@require_POST
@club_access.officers(Right.CORRECT_RESULTS)
def adopt(_request: HttpRequest, club: Club) -> HttpResponse:
    """The usual articles, added to those there are."""
    adopt_base_catalogue(club)
    return _back(club)


@require_POST
@club_access.officers(Right.CORRECT_RESULTS)
def retire(request: HttpRequest, club: Club, article_id: int) -> HttpResponse:
    """An article out of use, or in use again; rulings given by it stay."""
    article = club.articles.filter(pk=article_id).first()
    if article is None:
        raise Http404(_("Questo articolo non è nel catalogo del circolo."))
    if article.retired and _step_is_taken(article):
        messages.error(
            request, _("Un altro articolo ha già questo gradino del ritardo: mettilo prima fuori uso.")
        )
        return _back(club)
    article.retired = not article.retired
    article.save(update_fields=["retired"])
    return _back(club)


def _step_is_taken(article: Article) -> bool:
    steps = article.club.articles.filter(retired=False, late_step__isnull=False)
    return steps.filter(late_step=article.late_step).exists()


def _back(club: Club) -> HttpResponse:
    response = redirect("catalogue", club.slug)
    response.status_code = 303
    return response
