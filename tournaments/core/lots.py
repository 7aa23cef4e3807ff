"""Lots drawn from a stored seed: the only source of chance in draws and standings."""

from hashlib import shake_256

LOT_BYTES = 8


def lot(seed: int, *subject: int | str) -> int:
    """An integer from 0 up to 2**64, the same for the same seed and subject on every machine.

    The subject names the decision: lots on different subjects are independent, and neither the other entrants
    nor the order of the calls changes a lot. SHAKE-256 is a published standard (FIPS 202), while only part of
    ``random`` promises the same numbers in every Python; anyone can check a lot:

    >>> lot(2024, "dealer", 3, 7, 12)
    10224360261001155093
    """
    return int.from_bytes(shake_256(_name(seed, subject)).digest(LOT_BYTES), "big")


def lots(count: int, seed: int, *subject: int | str) -> list[int]:
    """``count`` independent lots on one subject, the first of them ``lot(seed, *subject)``."""
    stream = shake_256(_name(seed, subject)).digest(LOT_BYTES * count)
    return [int.from_bytes(stream[at : at + LOT_BYTES], "big") for at in range(0, len(stream), LOT_BYTES)]


def _name(seed: int, subject: tuple[int | str, ...]) -> bytes:
    return ":".join([str(seed), *map(str, subject)]).encode()
