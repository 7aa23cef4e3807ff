"""Clubs to try an evening in, which can be thrown away as a whole.

What nobody may delete may go while a row of `club_sampleremoval` marks the transaction, which
`tournaments.demo.sample` alone writes. A later migration that rebuilds one of these tables on SQLite drops its
triggers: after `guard` it must call `let_samples_go` again.
"""

import django.db.models.deletion
from django.db import migrations, models

MARKED = "EXISTS (SELECT 1 FROM club_sampleremoval)"
FUNCTION = "refuse_deletion_outside_samples"
#: The tables, each with what the database says.
TABLES = {
    "club_receipt": ("receipt_not_deleted", "a receipt is never deleted"),
    "club_cashmovement": ("cashmovement_not_deleted", "the cash book is never edited"),
    "club_cashcount": ("cashcount_not_deleted", "the cash book is never edited"),
    "club_clublogentry": ("club_clublogentry_not_deleted", "a log is never edited"),
}
#: The functions that PostgreSQL's triggers called before.
FORMER = {
    "club_receipt": "refuse_receipt_change",
    "club_cashmovement": "refuse_cash_change",
    "club_cashcount": "refuse_cash_change",
    "club_clublogentry": "refuse_log_change",
    "tournaments_logentry": "refuse_log_change",
}


def add_function(schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"CREATE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF NOT {MARKED} THEN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; "
            "END IF; RETURN OLD; END $$",
            params=None,
        )


def let_samples_go(schema_editor, table, trigger, says):
    """The trigger that refuses to delete from the table, except where a sample club is thrown away."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TRIGGER {trigger}")
        body = f"WHEN NOT {MARKED} BEGIN SELECT RAISE(ABORT, '{says}'); END"
    else:
        schema_editor.execute(f"DROP TRIGGER {trigger} ON {table}")
        body = f"FOR EACH ROW EXECUTE FUNCTION {FUNCTION}('{says}')"
    schema_editor.execute(f"CREATE TRIGGER {trigger} BEFORE DELETE ON {table} {body}", params=None)


def let_nothing_go(schema_editor, table, trigger, says):
    """The trigger as it was before."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TRIGGER {trigger}")
        body = f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
    else:
        schema_editor.execute(f"DROP TRIGGER {trigger} ON {table}")
        body = f"FOR EACH ROW EXECUTE FUNCTION {FORMER[table]}()"
    schema_editor.execute(f"CREATE TRIGGER {trigger} BEFORE DELETE ON {table} {body}", params=None)


def forwards(apps, schema_editor):
    add_function(schema_editor)
    for table, (trigger, says) in TABLES.items():
        let_samples_go(schema_editor, table, trigger, says)


def backwards(apps, schema_editor):
    for table, (trigger, says) in TABLES.items():
        let_nothing_go(schema_editor, table, trigger, says)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP FUNCTION {FUNCTION}()")


class Migration(migrations.Migration):
    dependencies = [("club", "0036_letters_with_own_pages")]
    operations = [
        migrations.CreateModel(
            name="SampleRemoval",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
            options={
                "verbose_name": "rimozione di un circolo di prova",
                "verbose_name_plural": "rimozioni di circoli di prova",
            },
        ),
        migrations.CreateModel(
            name="SampleClub",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="sample",
                        serialize=False,
                        to="club.club",
                    ),
                ),
                (
                    "made_for",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_sample",
                        to="club.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "circolo di prova",
                "verbose_name_plural": "circoli di prova",
            },
        ),
        migrations.RunPython(forwards, backwards),
    ]
