"""The logo or photo of a club: made small, without metadata, and stored beside the club."""

import io
import warnings
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.history import log
from club.models import Club, ClubPicture, User

#: The most bytes of an uploaded picture, and the most pixels that are unpacked: about 100 MB of memory.
MOST_BYTES: Final = 2 * 2**20
MOST_PIXELS: Final = 25_000_000
#: The kinds of files that are read.
KINDS: Final = ("PNG", "JPEG", "WEBP")
#: Pixels of the longer side as stored.
LONGEST: Final = 800


@transaction.atomic
def store(club: Club, body: bytes, *, by: User) -> ClubPicture:
    """The picture made of the file, which replaces the one before. Refused for a file that is no picture."""
    small, (width, height) = _made_small(body)
    club = log.lock(club.pk)
    picture, _is_new = ClubPicture.objects.update_or_create(
        club=club,
        defaults={"digest": sha256(small).hexdigest()[:20], "width": width, "height": height, "body": small},
    )
    log.write(club, by, "picture.changed")
    return picture


@transaction.atomic
def remove(club: Club, *, by: User) -> None:
    """Deletes the picture. Idempotent."""
    club = log.lock(club.pk)
    if ClubPicture.objects.filter(club=club).delete()[0]:
        log.write(club, by, "picture.removed")


def picture_of(club: Club) -> ClubPicture | None:
    """The picture of the club without its body, or None. One query."""
    return ClubPicture.objects.filter(club=club).defer("body").first()


def _made_small(body: bytes) -> tuple[bytes, tuple[int, int]]:
    """The picture as WebP, with the size: turned upright, made small, without metadata.

    Refuses other kinds of files, damaged ones, and those with too many pixels, before it unpacks them.
    """
    from PIL import Image, ImageOps  # Imported here: only this act needs the library.

    if len(body) > MOST_BYTES:
        raise ClubInputRefused("picture-large", _("L'immagine è troppo grande: al massimo 2 MB."))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about pixels, which are counted here
            image = Image.open(io.BytesIO(body), formats=KINDS)
            if image.width * image.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            upright = ImageOps.exif_transpose(image)
            small = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
            small.thumbnail((LONGEST, LONGEST))
    except Image.DecompressionBombError as bomb:
        sentence = _("L'immagine ha troppi punti: rimpiccioliscila, bastano 800 di larghezza.")
        raise ClubInputRefused("picture-large", sentence) from bomb
    except (OSError, SyntaxError, ValueError) as fault:
        raise ClubInputRefused(
            "no-picture",
            _("Questo file non è un'immagine PNG, JPEG o WebP, o è rovinato: scegline un altro."),
        ) from fault
    small.info.clear()  # with the colour profile, the place and the camera
    out = io.BytesIO()
    small.save(out, "WEBP", quality=82)
    return out.getvalue(), small.size
