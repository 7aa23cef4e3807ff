"""The logo or photo of a club: what is taken, what is stored of it, and how it is served."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, PngImagePlugin

from club import pictures
from club.errors import ClubInputRefused
from club.models import Club, ClubPicture, User
from tests.evening import an_officer, four_people, signed_in

pytestmark = pytest.mark.django_db


def drawn(kind: str = "PNG", size: tuple[int, int] = (1000, 500), **saved: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "#8f2d1b").save(out, kind, **saved)
    return out.getvalue()


def a_picture(club: Club, by: User) -> ClubPicture:
    return pictures.store(club, drawn(), by=by)


@pytest.fixture
def owner(club: Club) -> User:
    return an_officer(club, "owner", email="titolare@example.org")


def read(picture: ClubPicture) -> Image.Image:
    return Image.open(io.BytesIO(bytes(picture.body)))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_made_small_and_keeps_its_shape(club: Club, owner: User, kind: str) -> None:
    picture = pictures.store(club, drawn(kind), by=owner)
    assert (picture.width, picture.height) == read(picture).size == (800, 400)
    assert read(picture).format == "WEBP"


def test_nothing_of_camera_and_place_is_stored(club: Club, owner: User) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Fotocamera di Anna"
    exif[0x0112] = 6  # lying on its side
    text = PngImagePlugin.PngInfo()
    text.add_text("Author", "Anna Rossi")
    for body in (drawn("JPEG", exif=exif), drawn("WEBP", exif=exif), drawn("PNG", pnginfo=text)):
        picture = pictures.store(club, body, by=owner)
        assert b"Anna" in body
        assert b"Anna" not in bytes(picture.body)
        assert not read(picture).getexif()
    assert pictures.store(club, drawn("JPEG", exif=exif), by=owner).height == 800, "it is turned upright"


def test_a_small_logo_stays_as_large_and_transparent(club: Club, owner: User) -> None:
    out = io.BytesIO()
    Image.new("RGBA", (64, 32), (0, 0, 0, 0)).save(out, "PNG")
    picture = pictures.store(club, out.getvalue(), by=owner)
    assert read(picture).size == (64, 32)
    assert read(picture).convert("RGBA").getpixel((1, 1))[3] == 0  # type: ignore[index]


def bomb(side: int = 30_000) -> bytes:
    """A PNG of a few hundred bytes that says that it has so many pixels a side."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 10_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (bomb(), "picture-large"),
        (bomb(6000), "picture-large"),
        (b"x" * (pictures.MOST_BYTES + 1), "picture-large"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no-picture"),
        (b"", "no-picture"),
        (drawn()[:200], "no-picture"),
        (drawn("JPEG")[:400], "no-picture"),
        (drawn("GIF"), "no-picture"),
        (drawn("TIFF"), "no-picture"),
        (bomb(100), "no-picture"),
    ],
    ids=[
        "bomb",
        "small bomb",
        "3 MB",
        "SVG",
        "nothing",
        "half PNG",
        "half JPEG",
        "GIF",
        "TIFF",
        "wrong data",
    ],
)
def test_what_is_no_picture_is_refused_and_the_one_before_stays(
    club: Club, owner: User, body: bytes, code: str
) -> None:
    before = a_picture(club, owner).digest
    with pytest.raises(ClubInputRefused) as refused:
        pictures.store(club, body, by=owner)
    assert refused.value.code == code
    assert ClubPicture.objects.get().digest == before


def upload(client: Client, club: Club, body: bytes) -> Any:
    sent = SimpleUploadedFile("foto.png", body, "image/png")
    return client.post(f"/circoli/{club.slug}/pubblico/immagine/", {"file": sent})


def test_the_owner_puts_a_picture_that_everybody_sees_and_takes_it_away(
    club: Club, owner: User, client: Client
) -> None:
    desk = signed_in(owner)
    assert upload(desk, club, drawn()).status_code == 302
    picture = ClubPicture.objects.get()
    address = f"/circoli/{club.slug}/immagine-{picture.digest}.webp"
    assert address in client.get(f"/circoli/{club.slug}/").content.decode()
    answer = client.get(address)
    assert (answer["Content-Type"], answer.content) == ("image/webp", bytes(picture.body))
    assert "immutable" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert client.get(f"/circoli/{club.slug}/immagine-0000.webp").status_code == 404

    assert upload(desk, club, drawn(size=(10, 10))).status_code == 302
    assert client.get(address).status_code == 404, "another picture has another address"
    desk.post(f"/circoli/{club.slug}/pubblico/immagine/", {"remove": "on"})
    assert "club-picture" not in client.get(f"/circoli/{club.slug}/").content.decode()
    acts = list(club.log.order_by("number").values_list("act", flat=True))
    assert acts[-3:] == ["picture.changed", "picture.changed", "picture.removed"]


def test_a_wrong_file_is_said_on_the_page(club: Club, owner: User) -> None:
    answer = upload(signed_in(owner), club, Path(__file__).read_bytes())
    assert answer.status_code == 422
    assert "PNG, JPEG o WebP, o è rovinato" in answer.content.decode()


@pytest.mark.parametrize("person", ["organiser", "referee", "player", "stranger"])
def test_nobody_but_the_owner_changes_it(club: Club, person: str) -> None:
    client = signed_in(getattr(four_people(club), person))
    assert upload(client, club, drawn()).status_code in (403, 404)
    assert not ClubPicture.objects.exists()
