"""The directory of a ZIP file, bounded before Python reads it.

Python keeps half a kilobyte for each entry, and an entry takes 47 bytes: an archive of 256 MB has room for
five million.
"""

import io
import lzma
import zipfile
import zlib
from typing import BinaryIO, Final

#: In bytes; an entry of ours has about a hundred.
MOST_BYTES: Final = 400_000
#: The index of the directory's length in the list that `_EndRecData` returns.
LENGTH: Final = 5
#: The errors of Python's reader for a file that is damaged, encrypted or packed in an unknown way.
DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, OSError, RuntimeError,
    ValueError,
)  # fmt: skip


def open_zip(file: BinaryIO | bytes) -> zipfile.ZipFile:
    """The opened file. Raises BadZipFile, also for a directory of more than `MOST_BYTES`."""
    stream = io.BytesIO(file) if isinstance(file, bytes) else file
    # The function by which Python finds the directory: a search of our own might find another one.
    end = zipfile._EndRecData(stream)  # type: ignore[attr-defined]
    if end is None or end[LENGTH] > MOST_BYTES:
        raise zipfile.BadZipFile("no directory, or a long one")
    return zipfile.ZipFile(stream)
