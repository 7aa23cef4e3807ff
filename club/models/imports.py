"""A sheet of members on its way into the register: its cells, and the rows written from them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.models.club import Club
from club.models.member import Person


class Import(models.Model):
    """A sheet, from the upload to the register, worked on in the background in slices (`club.slices`).

    While it is `READING`, `CHECKING` or `WRITING`, `done` of `total` rows are done. Cells and file are
    deleted once it is written or discarded. The rows then list the people that were added, without their
    data.
    """

    class State(models.TextChoices):
        READING = "reading", _("si legge il file")
        MAPPING = "mapping", _("da abbinare le colonne")
        CHECKING = "checking", _("si controllano le righe")
        CHECKED = "checked", _("pronto")
        WRITING = "writing", _("si scrive nel libro")
        DONE = "done", _("scritto nel libro")
        UNDONE = "undone", pgettext_lazy("import", "annullato")
        FAILED = "failed", _("non riuscito")

    club = models.ForeignKey(Club, models.CASCADE, related_name="imports", verbose_name=_("circolo"))
    # Made by the page that sent the file, so that sending it twice makes one import.
    key = models.UUIDField()
    officer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    officer_name = models.CharField(max_length=150)
    began_at = models.DateTimeField(default=timezone.now)
    file_name = models.CharField(_("file"), max_length=120)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.READING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    # From this time the next slice may be requested: the worker has stored its slice, or counts as dead.
    due_at = models.DateTimeField(default=timezone.now)
    # The slices requested since one was last stored.
    tries = models.PositiveSmallIntegerField(default=0)
    # Why it failed or was not written: a code and figures for `imports.wording`.
    trouble = models.JSONField(default=dict, blank=True)
    # How the file is read: encoding, separator, sheet, line of the headings.
    reading = models.JSONField(default=dict, blank=True)
    notes = models.JSONField(default=list, blank=True)
    sheets = models.JSONField(default=list, blank=True)
    headings = models.JSONField(default=list, blank=True)
    # The field of each column; empty for a column that is not imported.
    mapping = models.JSONField(default=list, blank=True)
    rules = models.JSONField(default=dict, blank=True)
    # Changes whenever the preview would show something else.
    fingerprint = models.CharField(max_length=32, blank=True)
    written_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    # The last entry of the club's log that the import wrote.
    log_number = models.PositiveIntegerField(null=True, blank=True)
    outcome = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("importazione")
        verbose_name_plural = _("importazioni")
        ordering = ["-began_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_import_a_key"),
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="no_more_rows_done_than_total"),
        ]

    def __str__(self) -> str:
        return f"{self.file_name}, {self.get_state_display()}"

    @property
    def is_running(self) -> bool:
        return self.state in (self.State.READING, self.State.CHECKING, self.State.WRITING)


class ImportFile(models.Model):
    """The uploaded file, until the import is over."""

    of = models.OneToOneField(Import, models.CASCADE, primary_key=True, related_name="file")
    body = models.BinaryField()

    class Meta:
        verbose_name = _("file di un'importazione")
        verbose_name_plural = _("file di un'importazione")

    def __str__(self) -> str:
        return str(self.of)


class ImportRow(models.Model):
    """A row of the sheet: its cells as text, the parsed data, and the decision about it."""

    class Action(models.TextChoices):
        NEW = "new", _("persona nuova")
        COMPLETE = "complete", _("già nel libro, si completa")
        KNOWN = "known", _("già nel libro, resta com'è")
        SKIP = "skip", _("lasciata fuori")

    class Decision(models.TextChoices):
        """The officer's decision where the program cannot know."""

        NONE = "", _("decide il controllo")
        SKIP = "skip", _("lascia fuori questa riga")
        SAME = "same", _("è la stessa persona del libro")
        ANOTHER = "another", _("è un'altra persona con lo stesso nome")

    of = models.ForeignKey(Import, models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    cells = models.JSONField(default=list)
    # The corrections made by hand, by column.
    edits = models.JSONField(default=dict, blank=True)
    decision = models.CharField(max_length=8, choices=Decision.choices, blank=True)
    read = models.JSONField(null=True, blank=True)
    action = models.CharField(max_length=8, choices=Action.choices, default=Action.NEW)
    problems = models.JSONField(default=list, blank=True)
    is_barred = models.BooleanField(default=False)
    is_warned = models.BooleanField(default=False)
    # The person that the row matched or became.
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="import_rows", verbose_name=_("persona")
    )
    # The rows and fields written from it, by id and name, so that it can be undone; never a value.
    made = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("riga di un'importazione")
        verbose_name_plural = _("righe di un'importazione")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["of", "number"], name="one_row_a_number_of_an_import")]

    def __str__(self) -> str:
        return f"{self.of_id}, {self.number}"
