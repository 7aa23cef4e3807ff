"""The informativa on paper, with what is asked below it and room to sign."""

from dataclasses import asdict

from django.utils.translation import gettext as _

from club.models import Club
from club.privacy.notices import blocks
from club.typesetting import pdf


def notice_pdf(club: Club, text: str, version: str) -> bytes:
    """The text of a version, in the language of who asks."""
    return pdf(
        "notice",
        {
            "title": _("Informativa sui dati personali"),
            "club": club.name,
            "version": version,
            "blocks": [asdict(block) for block in blocks(text)],
            "read": _("Ho letto questa informativa."),
            "asked": [
                _("Acconsento al mio nome nei risultati pubblici."),
                _("Acconsento alle mie fotografie delle serate."),
            ],
            "yes": _("sì"),
            "no": _("no"),
            "signed": [_("cognome e nome"), _("data"), _("firma")],
            "minor": _(
                "Per chi ha meno di diciotto anni firma chi ne ha la responsabilità, con il proprio nome."
            ),
        },
    )
