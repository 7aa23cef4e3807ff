"""The club's catalogue of rulings."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.access import Right
from club.models import Club
from club.web import guards
from club.web.guards import OfficerRequest
from tournaments.models import Article
from tournaments.queries import first_or_not_found
from tournaments.results.catalogue import adopt_base_catalogue, missing
from tournaments.web.forms.referee import ArticleForm
from tournaments.web.views.desk import pages


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@guards.officers(Right.CORRECT_RESULTS)
def catalogue(request: OfficerRequest, club: Club) -> HttpResponse:
    """Lists the articles in use and the retired ones, with a form for a new one."""
    form = ArticleForm(request.POST or None, instance=Article(club=club))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("L'articolo è nel catalogo."))
        return pages.go("catalogue", club.slug)
    context = {"club": club, "articles": club.articles.all(), "missing": missing(club), "form": form}
    context |= guards.may(request)
    return render(request, "desk/referee/catalogue.html", context, status=422 if form.errors else 200)


@require_POST
@guards.officers(Right.CORRECT_RESULTS)
def adopt(_request: OfficerRequest, club: Club) -> HttpResponse:
    """Adds the usual articles to the catalogue."""
    adopt_base_catalogue(club)
    return pages.go("catalogue", club.slug)


@require_POST
@guards.officers(Right.CORRECT_RESULTS)
def retire(request: OfficerRequest, club: Club, article_id: int) -> HttpResponse:
    """Retires an article, or takes it into use again, as `retired` says; its rulings stay."""
    sentence = _("Questo articolo non è nel catalogo del circolo.")
    article = first_or_not_found(club.articles.filter(pk=article_id), sentence)
    retires = request.POST.get("retired") != "no"
    if article.retired and not retires and _step_is_taken(article):
        messages.error(
            request, _("Un altro articolo ha già questo gradino del ritardo: mettilo prima fuori uso.")
        )
        return pages.go("catalogue", club.slug)
    article.retired = retires
    article.save(update_fields=["retired"])
    return pages.go("catalogue", club.slug)


def _step_is_taken(article: Article) -> bool:
    steps = article.club.articles.filter(retired=False, late_step__isnull=False)
    return steps.filter(late_step=article.late_step).exists()
