"""Assemblies: the list, one assembly with its letters and papers, and the statute's rules of voting."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.bodies.assemblies import (
    RULES,
    AssemblyBody,
    AssemblyChangeBody,
    ConvocationBody,
    DeliveryBody,
    VotingRulesBody,
    columns_of,
)
from club.api.bodies.keys import AllQuery
from club.api.lists import ListView
from club.api.officers import (
    PDF_FILE,
    FileView,
    OwnerView,
    RegisterList,
    RegisterView,
    done,
    files,
    pdf,
    table_answer,
    table_as_file,
)
from club.api.parsing import validated
from club.api.serializers.assemblies import (
    AssemblySerializer,
    ConvocationSerializer,
    VotingRulesSerializer,
)
from club.api.serializers.dues import WrittenSerializer
from club.api.serializers.letters import LetterSerializer
from club.assemblies import calling, convocation, voting
from club.dues import reminders
from club.errors import NotFound
from club.exports import assemblies as papers
from club.models import Assembly, Look, MemberLetter
from club.queries import first_or_not_found


class Assemblies(RegisterView, ListView[Assembly]):
    """The assemblies of the club, the newest first."""

    queryset = Assembly.objects.all()
    serializer_class = AssemblySerializer
    ordering = ("-first_call_at", "-pk")

    def get_queryset(self) -> QuerySet[Assembly]:
        return self.club.assemblies.all()

    @extend_schema(request=AssemblyBody, responses={201: AssemblySerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Adds an assembly with the club's present rules of voting."""
        given = validated(AssemblyBody, request.data)
        values = columns_of(given, voting.rules_of(self.club))
        assembly = calling.add(self.club, values, key=given["key"], by=self.officer)
        return Response(AssemblySerializer(assembly).data, status=201)


class AssemblyView(RegisterView):
    """A view of one assembly, or of an act on it."""

    def assembly(self) -> Assembly:
        assemblies = self.club.assemblies.select_related("rules", "club")
        matching = assemblies.filter(pk=self.kwargs["assembly_id"])
        return first_or_not_found(matching, _("Il circolo non ha questa assemblea."))


class OneAssembly(AssemblyView):
    @extend_schema(responses=AssemblySerializer)
    def get(self, request: Request, slug: str, assembly_id: int) -> Response:
        """An assembly: its call, and how far it got."""
        return Response(AssemblySerializer(self.assembly()).data)

    @extend_schema(request=AssemblyChangeBody, responses=AssemblySerializer)
    def patch(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Changes an assembly that is not closed. Nothing is sent to members who were called already."""
        given, assembly = validated(AssemblyChangeBody, request.data), self.assembly()
        values, version = columns_of(given, assembly), given["version"]
        changed = calling.change(self.club, assembly.pk, values, version=version, by=self.officer)
        return Response(AssemblySerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Deletes an assembly that was written by mistake; refused once it was convened or held."""
        calling.remove(self.club, self.assembly().pk, by=self.officer)
        return done()


class Convocation(AssemblyView):
    keeps_answers = False

    @extend_schema(responses=ConvocationSerializer)
    def get(self, request: Request, slug: str, assembly_id: int) -> Response:
        """The state of the convocation: members without a letter, and an example. Recorded as access."""
        assembly = self.assembly()
        waiting = [] if assembly.is_closed else convocation.drafts(assembly, again=False, today=self.today)
        self.record_list((each.member.person.pk for each in waiting), Look.Page.ASSEMBLY)
        shown = {
            "waiting": waiting,
            "example": convocation.letter_texts(assembly, waiting[:1])[0] if waiting else "",
            "counts": convocation.letter_counts(assembly),
            "days_left": (assembly.day - self.today).days,
        }
        return Response(ConvocationSerializer(shown).data)

    @extend_schema(request=ConvocationBody, responses={201: LetterSerializer(many=True)})
    def post(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Writes the letters that call the members, and sends those with an address."""
        given, assembly = validated(ConvocationBody, request.data), self.assembly()
        letters = convocation.convene(
            self.club, assembly.pk, again=given["again"], today=self.today, key=given["key"], by=self.officer
        )
        self.record_list((each.person_id for each in letters), Look.Page.ASSEMBLY)
        return Response(LetterSerializer(letters, many=True).data, status=201)


class AssemblyLetters(AssemblyView, RegisterList[MemberLetter]):
    """The letters that called somebody to an assembly, the newest first. Recorded in the access log."""

    queryset = MemberLetter.objects.all()
    serializer_class = LetterSerializer
    ordering = ("-written_at", "-pk")
    shown_as = Look.Page.ASSEMBLY

    def get_queryset(self) -> QuerySet[MemberLetter]:
        return self.assembly().letters.select_related("person__kept_name")


class ConvocationDelivered(AssemblyView):
    @extend_schema(request=DeliveryBody, responses=WrittenSerializer)
    def post(self, request: Request, slug: str, assembly_id: int) -> Response:
        """Notes when and how the letters on paper left."""
        given, assembly = validated(DeliveryBody, request.data), self.assembly()
        given.setdefault("on", self.today)
        count = convocation.mark_delivered(self.club, assembly.pk, **given, today=self.today, by=self.officer)
        return Response(WrittenSerializer({"count": count}).data)


class ConvocationFile(AssemblyView, FileView):
    @extend_schema(parameters=[AllQuery], responses=PDF_FILE)
    def get(self, request: Request, slug: str, assembly_id: int) -> HttpResponse:
        """The letters on paper that have not left yet; with `all`, every letter. Recorded as access."""
        is_all, assembly = validated(AllQuery, request.query_params)["all"], self.assembly()
        letters = assembly.letters.select_related("person").order_by("person__search_key", "pk")
        printed = list(letters if is_all else letters.filter(email="", delivered_on=None))
        if not printed:
            raise NotFound(_("Non ci sono lettere da stampare."))
        self.record_list((each.person_id for each in printed), Look.Page.ASSEMBLY)
        body = reminders.letters_pdf(self.club, printed, title=assembly.title)
        return pdf(body, "convocazioni.pdf")


class ProofFile(AssemblyView, FileView):
    @extend_schema(responses=files("pdf", "xlsx"))
    def get(self, request: Request, slug: str, assembly_id: int, ending: str) -> HttpResponse:
        """The proof of sending: each letter with its address and when it left. Recorded in the access log."""
        if ending not in ("pdf", "xlsx"):
            raise NotFound(_("Questo elenco non c'è, o non in questo formato."))
        table = papers.proof_of_sending(self.assembly())
        self.record_list((each.person_id for each in table.rows), Look.Page.ASSEMBLY)
        return table_as_file(table, ending)


class SheetFile(AssemblyView, FileView):
    @extend_schema(responses=PDF_FILE)
    def get(self, request: Request, slug: str, assembly_id: int) -> HttpResponse:
        """The sheet that the voters sign. Recorded in the access log."""
        table = papers.assembly_sheet(self.club, papers.sheet_of(self.assembly()))
        rows: Any = table.rows
        self.record_list((voter.member.person.pk for voter in rows), Look.Page.ASSEMBLY)
        return table_answer(table, papers.assembly_pdf(table), "pdf")


class VotingRulesOfClub(OwnerView):
    @extend_schema(responses=VotingRulesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The statute's rules of votes, proxies and quorums."""
        return Response(VotingRulesSerializer(voting.rules_of(self.club)).data)

    @extend_schema(request=VotingRulesBody, responses=VotingRulesSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Changes the rules, for assemblies at which nobody was present yet."""
        given, rules = validated(VotingRulesBody, request.data), voting.rules_of(self.club)
        known = {name: getattr(rules, name) for name in RULES}
        written = voting.write_rules(self.club, {**known, **given}, by=self.officer)
        return Response(VotingRulesSerializer(written).data)
