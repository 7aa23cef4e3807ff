"""The club's catalogue of rulings."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.models import Club
from club.web import guards
from club.web import pages as club_pages
from club.web.guards import OfficerRequest, form_page
from tournaments.models import Article
from tournaments.queries import first_or_not_found
from tournaments.results.catalogue import adopt_base_catalogue, missing
from tournaments.web.forms.referee import ArticleForm
from tournaments.web.views.desk import pages


@form_page
@guards.officers(Right.CORRECT_RESULTS)
def catalogue(request: OfficerRequest, club: Club) -> HttpResponse:
    """Lists the articles in use and the retired ones, with a form for a new one."""
    form = ArticleForm(request.POST or None, instance=Article(club=club))
    if form.is_valid():
        form.save()
        messages.success(request, _("L'articolo è nel catalogo."))
        return pages.go("catalogue", club.slug)
    shown = {"articles": club.articles.all(), "missing": missing(club)}
    return club_pages.page(request, club, "desk/referee/catalogue.html", shown, form=form)


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
