"""The service worker, which keeps the pages of the players' tables on their devices."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """A few lines at the root of the site, since a worker rules over no more than the folder it lies in.

    With new static files they change, and the browser takes the new worker, which drops the old copies.
    """
    context = {
        "version": getattr(staticfiles_storage, "manifest_hash", ""),
        "static_url": settings.STATIC_URL,
    }
    return render(request, "service_worker.js", context, content_type="text/javascript")
