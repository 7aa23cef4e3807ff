"""Letters as files, for an installation without a mail server; only its owner can read them."""

from pathlib import Path

from django.core.mail.backends import filebased

from criccone.data_folder import private_file


class EmailBackend(filebased.EmailBackend):
    def open(self) -> bool | None:
        """Makes the file private before Django opens it, because letters hold addresses and secret links."""
        Path(self.file_path).chmod(0o700)
        private_file(Path(self._get_filename()))  # type: ignore[attr-defined]
        return super().open()
