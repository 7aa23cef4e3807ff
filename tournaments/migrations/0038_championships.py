"""Championships of teams: teams, calendar, line-ups and match reports."""

import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.tournament


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0039_tokens_webhooks_and_frames"),
        ("tournaments", "0037_challenges_and_duplicated_deals"),
    ]

    operations = [
        migrations.CreateModel(
            name="Championship",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=tournaments.models.tournament.new_code,
                        editable=False,
                        max_length=12,
                        unique=True,
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="nome")),
                ("game", models.CharField(default="quattro-scartate", max_length=30, verbose_name="gioco")),
                (
                    "house_rule",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("accademia", "Accademia"),
                            ("laghi-sole-luna", "senza Sole e Luna il 16 non si aggiunge"),
                            ("laghi-luna-16", "senza Luna e 16 il 15 non si aggiunge"),
                            ("declared", "buone accusate"),
                            ("none", "senza buone"),
                            ("captured", "cattura delle buone"),
                            ("both", "buone accusate e catturate"),
                        ],
                        max_length=20,
                        verbose_name="regola della grande",
                    ),
                ),
                (
                    "target",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="punti della partita"
                    ),
                ),
                (
                    "deals_a_turn",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="smazzate a turno"),
                ),
                ("turns", models.PositiveSmallIntegerField(default=2, verbose_name="turni di un incontro")),
                ("turn_minutes", models.PositiveSmallIntegerField(default=45, verbose_name="minuti a turno")),
                (
                    "is_duplicated",
                    models.BooleanField(default=False, verbose_name="stesse carte a tutti i tavoli"),
                ),
                (
                    "match_totals",
                    models.BooleanField(default=False, verbose_name="anche i soli totali della partita"),
                ),
                ("confirmation", models.BooleanField(default=True, verbose_name="conferma degli avversari")),
                (
                    "criteria",
                    models.JSONField(
                        default=tournaments.models.tournament.accademia_criteria,
                        verbose_name="criteri della classifica",
                    ),
                ),
                (
                    "match_scale",
                    models.CharField(
                        choices=[
                            ("2-1-0", "2 a chi vince, 1 a chi pareggia"),
                            ("3-1-0", "3 a chi vince, 1 a chi pareggia"),
                        ],
                        default="2-1-0",
                        max_length=10,
                        verbose_name="punti partita",
                    ),
                ),
                (
                    "victory_thresholds",
                    models.JSONField(
                        default=tournaments.models.tournament.usual_thresholds,
                        verbose_name="soglie dei punti vittoria",
                    ),
                ),
                (
                    "legs",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "sola andata"), (2, "andata e ritorno")],
                        default=1,
                        verbose_name="gironi d'andata e ritorno",
                    ),
                ),
                ("groups", models.PositiveSmallIntegerField(default=1, verbose_name="gironi")),
                (
                    "qualifiers",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="squadre di ogni girone ai play-off"
                    ),
                ),
                ("play_off_seeds", models.JSONField(default=list, editable=False)),
                (
                    "matches_at_once",
                    models.PositiveSmallIntegerField(default=1, verbose_name="incontri insieme in una sala"),
                ),
                (
                    "line_up_hours",
                    models.PositiveSmallIntegerField(
                        default=24, verbose_name="ore prima dell'inizio per le formazioni"
                    ),
                ),
                (
                    "seed",
                    models.BigIntegerField(default=tournaments.models.tournament.new_seed, editable=False),
                ),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "closed_at",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="concluso"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="championships",
                        to="club.club",
                        verbose_name="circolo",
                    ),
                ),
            ],
            options={
                "verbose_name": "campionato",
                "verbose_name_plural": "campionati",
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(verbose_name="giornata")),
                ("group", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="girone")),
                ("date", models.DateField(blank=True, null=True, verbose_name="data")),
                ("starts_at", models.TimeField(blank=True, null=True, verbose_name="ora d'inizio")),
                ("venue", models.CharField(blank=True, max_length=120, verbose_name="luogo")),
                ("lost_by", models.CharField(blank=True, default="", max_length=2)),
                ("lost_reason", models.CharField(blank=True, max_length=300, verbose_name="motivo")),
                ("home_confirmed", models.PositiveIntegerField(blank=True, null=True)),
                ("away_confirmed", models.PositiveIntegerField(blank=True, null=True)),
                ("approved", models.PositiveIntegerField(blank=True, null=True)),
                ("contested_by", models.CharField(blank=True, default="", max_length=1)),
                ("contest_reason", models.CharField(blank=True, max_length=300, verbose_name="motivo")),
                ("version", models.PositiveIntegerField(default=1, editable=False)),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fixtures",
                        to="tournaments.championship",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixture",
                        to="tournaments.tournament",
                        verbose_name="torneo",
                    ),
                ),
            ],
            options={
                "verbose_name": "incontro",
                "verbose_name_plural": "incontri",
                "ordering": ["round", "group", "id"],
            },
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("given_at", models.DateTimeField()),
                (
                    "fixture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_ups",
                        to="tournaments.fixture",
                    ),
                ),
            ],
            options={
                "verbose_name": "formazione",
                "verbose_name_plural": "formazioni",
            },
        ),
        migrations.CreateModel(
            name="LineUpPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "line_up",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.lineup",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="club.person"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="numero")),
                ("name", models.CharField(max_length=80, verbose_name="nome")),
                ("club_name", models.CharField(blank=True, max_length=120, verbose_name="circolo")),
                ("club_slug", models.SlugField(blank=True, max_length=60)),
                ("room", models.CharField(blank=True, max_length=120, verbose_name="sala di casa")),
                ("group", models.PositiveSmallIntegerField(default=1, verbose_name="girone")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="ritirata")),
                ("code_version", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "captain",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="club.person",
                        verbose_name="capitano",
                    ),
                ),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="tournaments.championship",
                    ),
                ),
            ],
            options={
                "verbose_name": "squadra",
                "verbose_name_plural": "squadre",
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="lineup",
            name="team",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.team"
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="away",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.team",
                verbose_name="fuori casa",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="home",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.team",
                verbose_name="in casa",
            ),
        ),
        migrations.CreateModel(
            name="DateProposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField(verbose_name="data")),
                ("starts_at", models.TimeField(blank=True, null=True, verbose_name="ora d'inizio")),
                ("venue", models.CharField(blank=True, max_length=120, verbose_name="luogo")),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="motivo")),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("is_accepted", models.BooleanField(default=False)),
                (
                    "fixture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="tournaments.fixture",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.team"
                    ),
                ),
            ],
            options={
                "verbose_name": "proposta di data",
                "verbose_name_plural": "proposte di data",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="TeamPenalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("match_points", "punti partita"),
                            ("victory_points", "punti vittoria"),
                            ("points", "punti fatti"),
                        ],
                        max_length=20,
                        verbose_name="che cosa si toglie",
                    ),
                ),
                ("amount", models.PositiveSmallIntegerField(verbose_name="quanti punti")),
                ("reason", models.CharField(max_length=300, verbose_name="motivo")),
                ("at", models.DateTimeField()),
                ("by_name", models.CharField(max_length=150)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "verbose_name": "penalità di squadra",
                "verbose_name_plural": "penalità di squadra",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="TeamPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.championship",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="team_places",
                        to="club.person",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddConstraint(
            model_name="championship",
            constraint=models.CheckConstraint(condition=models.Q(("legs__in", (1, 2))), name="legs_1_or_2"),
        ),
        migrations.AddConstraint(
            model_name="championship",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("groups__gte", 1),
                    ("matches_at_once__gte", 1),
                    ("turn_minutes__gte", 5),
                    ("turns__gte", 1),
                ),
                name="championship_counts_from_1",
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupplayer",
            constraint=models.UniqueConstraint(
                fields=("line_up", "position"), name="one_line_up_player_a_position"
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupplayer",
            constraint=models.UniqueConstraint(
                fields=("line_up", "person"), name="one_position_a_line_up_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupplayer",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1), ("position__lte", 4)), name="line_up_position_1_to_4"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("championship", "number"), name="one_team_a_number"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("championship", "name"), name="one_team_a_name"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(("group__gte", 1)), name="team_group_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="lineup",
            constraint=models.UniqueConstraint(fields=("fixture", "team"), name="one_line_up_a_team"),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(("home", models.F("away")), _negated=True), name="no_team_meets_itself"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(("lost_by__in", ("", "H", "A", "HA"))), name="fixture_lost_by"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(
                fields=("championship", "round", "home"), name="one_home_match_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(
                fields=("championship", "round", "away"), name="one_away_match_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="dateproposal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at__isnull", True)),
                fields=("fixture",),
                name="one_open_proposal_a_fixture",
            ),
        ),
        migrations.AddConstraint(
            model_name="teampenalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 1)), name="team_penalty_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="teampenalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="team_penalty_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="teamplayer",
            constraint=models.UniqueConstraint(fields=("championship", "person"), name="one_team_a_person"),
        ),
    ]
