import secrets
from datetime import UTC, datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import scoring
from club.models import CashBook, Club
from club.models.club import ChainedEntry
from tournaments.core.hours import Hours
from tournaments.core.play import TablePlay
from tournaments.core.standings import ACCADEMIA, THRESHOLDS, Rules, Scale, VictoryTable
from tournaments.core.standings import ByePolicy as Bye

DEFAULT_GAME = "quattro-scartate"
# Codes are read aloud across a room and typed on a phone: no letter looks or sounds like another.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Six letters that name a tournament in every address: about 887 million combinations."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(6))


def new_seed() -> int:
    """A seed below 2**53, so that JSON and spreadsheets keep it exactly."""
    return secrets.randbits(53)


def accademia_criteria() -> list[str]:
    """The criteria of the Accademia's preset, in order (FIELD)."""
    return list(ACCADEMIA)


def usual_thresholds() -> list[int]:
    """The margins from which a side gets one more victory point; the club may change them (FIELD)."""
    return list(THRESHOLDS)


class Tournament(models.Model):
    """An evening: its game, its format, its ranking. Its row is the lock for all rows of the tournament.

    Every verb that changes rounds, deals or standings first takes this row `FOR UPDATE`, so that two devices
    never change a tournament at the same time.
    """

    class Format(models.TextChoices):
        DANISH = "danish", _("movimento danese")
        SWISS = "swiss", _("svizzero")
        GIRONE = "girone", _("girone all'italiana")
        GROUPS_FINAL = "groups-final", _("gironi e finale")
        MITCHELL = "mitchell", _("movimento Mitchell")
        KNOCKOUT = "knockout", _("eliminazione diretta")
        ROTATION = "rotation", _("rotazione individuale")
        CHALLENGE = "challenge", _("sfida fra due squadre")

    class EvenWay(models.TextChoices):
        """How a Mitchell with an even number of tables avoids repeated deals and opponents."""

        SKIP = "skip", _("a metà le coppie E-O saltano un tavolo")
        SHARE = "share-and-relay", _("due tavoli si dividono le smazzate")

    class FirstTurn(models.TextChoices):
        LOT = "lot", _("a sorte")
        ENTRY = "entry", _("per ordine d'iscrizione")
        SEED = "seed", _("per teste di serie")

    class Rematches(models.TextChoices):
        AVOIDED = "avoided", _("evitati")
        ALLOWED = "allowed", _("ammessi")

    class HouseRule(models.TextChoices):
        """The rules of the grande, and those of the buone; each game has its own (`Game.house_rules`)."""

        ACCADEMIA = "accademia", _("Accademia")
        NO_16_WITHOUT_REDS = "laghi-sole-luna", _("senza Sole e Luna il 16 non si aggiunge")
        NO_15_WITHOUT_MOON_16 = "laghi-luna-16", _("senza Luna e 16 il 15 non si aggiunge")
        DECLARED = "declared", _("buone accusate")
        NONE = "none", _("senza buone")
        CAPTURED = "captured", _("cattura delle buone")
        BOTH = "both", _("buone accusate e catturate")

    class Agreement(models.TextChoices):
        """How a match of Mattazza ends (Barilli 4.4.1)."""

        UNTIL_TWO = "until-two", _("chi arriva al limite riposa, finché restano in due")
        SOME_LOSE = "some-lose", _("perdono in due o in tre, o il primo che arriva al doppio")
        FIRST_LOSES = "first-loses", _("perde il primo che arriva al limite")

    class ByePolicy(models.TextChoices):
        WIN_AND_AVERAGE = "win-and-average", _("una vittoria e la differenza media del turno")
        WIN = "win", _("una vittoria senza punti")
        FOURTEEN = "win-and-14", _("una vittoria senza punti, e 14 punti vittoria su 20")
        DRAW = "draw", _("una partita pari senza punti")
        NOTHING = "nothing", _("niente")

    class TimeOver(models.TextChoices):
        """Whether the deal under way counts when the clock of a round runs out."""

        FINISH = "finish", _("la smazzata in corso si finisce e conta")
        DISCARD = "discard", _("la smazzata in corso non conta")

    class MatchScale(models.TextChoices):
        TWO = "2-1-0", _("2 a chi vince, 1 a chi pareggia")
        THREE = "3-1-0", _("3 a chi vince, 1 a chi pareggia")

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments", verbose_name=_("circolo"))
    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(_("nome"), max_length=120)
    date = models.DateField(_("data"))
    starts_at = models.TimeField(_("ora d'inizio"), null=True, blank=True)
    venue = models.CharField(_("luogo"), max_length=120, blank=True)
    game = models.CharField(_("gioco"), max_length=30, default=DEFAULT_GAME)
    format = models.CharField(_("formula"), max_length=20, choices=Format.choices, default=Format.DANISH)
    # Settings of single movements; see `draws.movements.Movement`.
    groups = models.PositiveSmallIntegerField(_("gironi"), default=1)
    is_double = models.BooleanField(_("andata e ritorno"), default=False)
    qualifiers = models.PositiveSmallIntegerField(_("finalisti di ogni girone"), default=2)
    third_place = models.BooleanField(_("finale per il terzo posto"), default=True)
    sections = models.PositiveSmallIntegerField(_("sezioni"), default=1)
    even_way = models.CharField(
        _("con tavoli pari"), max_length=20, choices=EvenWay.choices, default=EvenWay.SKIP
    )
    first_turn = models.CharField(
        _("primo turno"), max_length=10, choices=FirstTurn.choices, default=FirstTurn.LOT
    )
    circles_apart = models.BooleanField(_("non con il proprio circolo al primo turno"), default=False)
    # The two teams of a challenge; every entry belongs to one (`Entry.team`).
    first_team = models.CharField(_("prima squadra"), max_length=80, blank=True)
    second_team = models.CharField(_("seconda squadra"), max_length=80, blank=True)
    # The hour until which a challenge is played, round after round; None if it has `turns` rounds.
    plays_until = models.TimeField(_("si gioca fino alle"), null=True, blank=True)
    # Whether all tables play the same deals, made from `boards_seed`: see `closed_boards`.
    is_duplicated = models.BooleanField(_("stesse carte a tutti i tavoli"), default=False)
    boards_seed = models.CharField(max_length=32, blank=True, default="", editable=False)
    # How many times each set of boards was dealt again, because players had seen it: {"2": 1}.
    boards_dealt_again = models.JSONField(default=dict, blank=True, editable=False)
    # Whether the first against the second play at table 1 in every round, instead of changing tables.
    tables_by_standings = models.BooleanField(_("prima contro seconda al tavolo 1"), default=False)
    # The end of a match; None and "" are the game's default.
    target = models.PositiveSmallIntegerField(_("punti della partita"), null=True, blank=True)
    agreement = models.CharField(
        _("fine della partita"), max_length=20, choices=Agreement.choices, blank=True
    )
    # The number of deals in a round, where every deal is a match.
    deals_a_turn = models.PositiveSmallIntegerField(_("smazzate a turno"), null=True, blank=True)
    turns = models.PositiveSmallIntegerField(_("turni"), default=4)
    turn_minutes = models.PositiveSmallIntegerField(_("minuti a turno"), default=30)
    time_over = models.CharField(
        _("allo scadere del tempo"), max_length=10, choices=TimeOver.choices, default=TimeOver.FINISH
    )
    # The tables in the room; None if nobody counted them.
    tables_available = models.PositiveSmallIntegerField(_("tavoli disponibili"), null=True, blank=True)
    rematches = models.CharField(
        _("incontri ripetuti"), max_length=10, choices=Rematches.choices, default=Rematches.AVOIDED
    )
    house_rule = models.CharField(
        _("regola della grande"), max_length=20, choices=HouseRule.choices, default=HouseRule.ACCADEMIA
    )
    bye_policy = models.CharField(
        _("punteggio del riposo"), max_length=20, choices=ByePolicy.choices, default=ByePolicy.WIN_AND_AVERAGE
    )
    confirmation = models.BooleanField(
        _("conferma degli avversari"),
        default=True,
        help_text=_("Un risultato conta quando gli avversari di chi l'ha scritto lo confermano."),
    )
    match_totals = models.BooleanField(_("anche i soli totali della partita"), default=False)
    # The fee of an entry, a pair or a single player. The cash book is created by its first line.
    fee_cents = models.PositiveIntegerField(_("quota d'iscrizione in centesimi"), default=0)
    cash_book = models.OneToOneField(
        CashBook, models.PROTECT, null=True, blank=True, editable=False, related_name="tournament"
    )
    # Bookings: whether the evening takes them, for how many places, until how many hours before the start.
    takes_bookings = models.BooleanField(_("iscrizioni dal telefono"), default=False)
    places = models.PositiveSmallIntegerField(_("posti"), null=True, blank=True)
    booking_hours = models.PositiveSmallIntegerField(_("ore prima dell'inizio"), default=2)
    criteria = models.JSONField(_("criteri della classifica"), default=accademia_criteria)
    match_scale = models.CharField(
        _("punti partita"), max_length=10, choices=MatchScale.choices, default=MatchScale.TWO
    )
    victory_thresholds = models.JSONField(_("soglie dei punti vittoria"), default=usual_thresholds)
    # False in tournaments older than this rule, whose standings must not change.
    forfeits_lose_most = models.BooleanField(default=True, editable=False)
    # False in tournaments begun before this rule, too.
    leavers_last = models.BooleanField(default=True)
    lots_seed = models.BigIntegerField(default=new_seed, editable=False)
    # Grows with every change of a settled result; the last standings store the value that they include.
    results_version = models.PositiveIntegerField(default=0, editable=False)
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(_("concluso"), null=True, blank=True, editable=False)
    called_off_at = models.DateTimeField(_("annullato"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("torneo")
        verbose_name_plural = _("tornei")
        ordering = ["-date", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(turns__gte=1, turns__lte=30), name="turns_1_to_30"),
            models.CheckConstraint(
                condition=Q(groups__gte=1, qualifiers__gte=1, sections__gte=1), name="groups_from_1"
            ),
            models.CheckConstraint(condition=Q(turn_minutes__gte=5), name="turn_of_5_minutes_or_more"),
            models.CheckConstraint(condition=Q(places__isnull=True) | Q(places__gte=1), name="places_from_1"),
            models.CheckConstraint(
                condition=Q(standings_version__lte=F("results_version")),
                name="standings_not_ahead",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("results", args=[self.code])

    @property
    def rules(self) -> scoring.Game:
        """The engine's game."""
        return scoring.GAMES[self.game]

    @property
    def entry_size(self) -> int:
        """The people of an entry: two where pairs play together all evening, else one."""
        return 2 if self.play().of_pairs and not self.is_rotation else 1

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The numbers of entries that a table may have, the preferred one first."""
        return tuple(size // self.entry_size for size in self.rules.sizes)

    @property
    def is_individual(self) -> bool:
        """Whether single players are ranked, not pairs."""
        return self.entry_size == 1

    @property
    def is_rotation(self) -> bool:
        """Whether single players change partner every round, so that a side of a table is two entries."""
        return self.format == self.Format.ROTATION

    @property
    def is_challenge(self) -> bool:
        """Whether two teams play against each other, so that every entry belongs to one."""
        return self.format == self.Format.CHALLENGE

    @property
    def teams(self) -> tuple[str, str]:
        """The names of the first and the second team of a challenge."""
        return self.first_team, self.second_team

    def team_name(self, team: int | None) -> str:
        """The name of team 1 or 2 of a challenge; empty in other formats, and for no team."""
        return self.teams[team - 1] if team and self.is_challenge else ""

    @property
    def play_ends_at(self) -> datetime | None:
        """The moment until which a challenge is played; None where it has a number of rounds.

        It is an hour of the club's clocks, also in a night that changes them. An hour that is not after the
        start is one of the next day: a challenge lasts at most a day.
        """
        if self.plays_until is None or self.starts_at is None or not self.is_challenge:
            return None
        day = self.date if self.plays_until > self.starts_at else self.date + timedelta(days=1)
        local = datetime.combine(day, self.plays_until, timezone.get_default_timezone())
        return local.astimezone(UTC)

    @property
    def play_minutes(self) -> int:
        """The minutes from the start to `play_ends_at`; 0 where a challenge has a number of rounds."""
        if self.play_ends_at is None or self.starts_at is None:
            return 0
        start = datetime.combine(self.date, self.starts_at, timezone.get_default_timezone())
        return (self.play_ends_at - start.astimezone(UTC)) // timedelta(minutes=1)

    @property
    def hours(self) -> Hours:
        """When it is played: until its hour, or all its rounds one after another."""
        return Hours(self.date, self.starts_at, self.play_minutes or self.turns * self.turn_minutes)

    @property
    def planned_turns(self) -> int | None:
        """The number of rounds; None where a challenge is played until an hour."""
        return self.turns if self.play_ends_at is None else None

    @property
    def chooses_byes(self) -> bool:
        """Whether byes are chosen round by round; a schedule or a bracket fixes them beforehand."""
        return self.format in (self.Format.DANISH, self.Format.SWISS, self.Format.ROTATION)

    @property
    def counted_by(self) -> str | None:
        """The house rule, where the game has one to choose."""
        return self.house_rule if self.house_rule in self.rules.house_rules else None

    @property
    def ranking(self) -> Rules:
        """The ranking rules. Raises RankingError for stored rules that make no ranking."""
        return Rules(
            tuple(self.criteria),
            Scale(self.match_scale),
            VictoryTable(tuple(self.victory_thresholds)),
            Bye(self.bye_policy),
            self.forfeits_lose_most,
            self.leavers_last,
        )

    def play(self, people: int | None = None, *, last: int | None = None) -> TablePlay:
        """The game at a table of that many people, by default the usual number; `last` is the deal after
        which the clock ended the match."""
        sitting = people or self.rules.sizes[0]
        each_a_match = self.rules.deals == 1
        return TablePlay(
            self.rules,
            sitting,
            deals=(self.deals_a_turn or sitting) if each_a_match else self.rules.deals,
            target=self.target,
            agreement=self.agreement or None,
            last=last,
        )

    def seed_of_set(self, of_set: int) -> str:
        """The secret seed of the boards of that set: another one each time that they are dealt again."""
        times = self.boards_dealt_again.get(str(of_set))
        return f"{self.boards_seed}+{times}" if times else self.boards_seed

    @property
    def is_final(self) -> bool:
        """Whether the standings shown are final."""
        return self.closed_at is not None and self.standings_are_current

    @property
    def standings_are_current(self) -> bool:
        return self.standings_version == self.results_version


class LogEntry(ChainedEntry):
    """One act on a tournament."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="log")
    # The digests of the rows that the act changed, by place (`row_digests`); None in older entries.
    digests = models.JSONField(null=True)

    class Meta:
        verbose_name = _("voce del registro")
        verbose_name_plural = _("registro")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_log_entry_a_number"),
            models.UniqueConstraint(fields=["tournament", "key"], name="one_act_a_key"),
        ]
