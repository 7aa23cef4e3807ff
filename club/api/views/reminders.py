"""Letters to members: the text of reminders, their preview and sending, and letters written together."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.dues import RemindedBody, RemindersBody, ReminderTextBody
from club.api.bodies.keys import AllQuery
from club.api.officers import PDF_FILE, AccountsView, FileView, pdf
from club.api.parsing import validated
from club.api.serializers.dues import ReminderTextSerializer
from club.api.serializers.letters import LetterDraftSerializer, LetterSerializer
from club.dues import reminders
from club.errors import NotFound
from club.models import Club, Look, MemberLetter
from club.queries import first_or_not_found


class ReminderText(AccountsView):
    @extend_schema(responses=ReminderTextSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The text of reminders, and how the club is paid."""
        return self._answer(self.club)

    @extend_schema(request=ReminderTextBody, responses=ReminderTextSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes the text of reminders, or how the club is paid."""
        given, club = validated(ReminderTextBody, request.data), self.club
        known = {"text": club.reminder_text, "iban": club.iban, "payment_link": club.payment_link}
        return self._answer(reminders.write_settings(club, **{**known, **given}, by=self.officer))

    def _answer(self, club: Club) -> Response:
        shown = {
            "text": club.reminder_text or reminders.USUAL_TEXT,
            "iban": reminders.spaced(club.iban),
            "payment_link": club.payment_link,
            "placeholders": reminders.PLACEHOLDERS,
        }
        return Response(ReminderTextSerializer(shown).data)


class ReminderPreview(AccountsView):
    keeps_answers = False

    @extend_schema(request=RemindedBody, responses=LetterDraftSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """The letters that these members in arrears would get. Nothing is sent; recorded as access."""
        chosen = validated(RemindedBody, request.data).get("people")
        drafts = reminders.drafts(self.club, chosen, today=self.today).all
        self.record_list((each.person.pk for each in drafts), Look.Page.DUES)
        return Response(LetterDraftSerializer(drafts, many=True).data)


class Reminders(AccountsView):
    keeps_answers = False

    @extend_schema(request=RemindersBody, responses={201: LetterSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Writes the letters and sends those with an address; the others are to be printed."""
        given = validated(RemindersBody, request.data)
        letters = reminders.send(
            self.club,
            given.get("people"),
            again=given["again"],
            today=self.today,
            key=given["key"],
            by=self.officer,
        )
        self.record_list((each.person_id for each in letters), Look.Page.DUES)
        return Response(LetterSerializer(letters, many=True).data, status=201)


class Letters(AccountsView):
    @extend_schema(responses=LetterSerializer(many=True))
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        """The letters written together with that key, by name. Recorded in the access log."""
        letters = self.club.letters.filter(key=key).select_related("person__kept_name")
        written = list(letters.order_by("person__search_key", "pk"))
        if not written:
            raise NotFound(_("Con questa chiave non ci sono lettere."))
        self.record_list((each.person_id for each in written), Look.Page.DUES)
        return Response(LetterSerializer(written, many=True).data)


class LettersFile(AccountsView, FileView):
    @extend_schema(parameters=[AllQuery], responses=PDF_FILE)
    def get(self, request: Request, slug: str, key: UUID) -> HttpResponse:
        """The letters without an e-mail address, to be printed; with `all`, the others too. Recorded."""
        is_all = validated(AllQuery, request.query_params)["all"]
        # Receipts are printed by themselves.
        letters = self.club.letters.filter(key=key).exclude(kind=MemberLetter.Kind.RECEIPTS)
        letters = letters.select_related("person").order_by("person__search_key", "pk")
        printed = list(letters if is_all else letters.filter(email=""))
        if not printed:
            raise NotFound(_("Non ci sono lettere da stampare."))
        self.record_list((each.person_id for each in printed), Look.Page.DUES)
        return pdf(reminders.letters_pdf(self.club, printed), "lettere.pdf")


class LetterReturned(AccountsView):
    keeps_answers = False

    @extend_schema(request=None, responses=LetterSerializer)
    def post(self, request: Request, slug: str, letter_id: int) -> Response:
        """Notes that a letter came back: the member may be written to again."""
        letters = self.club.letters.filter(pk=letter_id).select_related("person")
        letter = first_or_not_found(letters, _("Questa lettera non c'è."))
        reminders.mark_returned(letter, today=self.today, by=self.officer)
        letter.refresh_from_db()
        return Response(LetterSerializer(letter).data)
