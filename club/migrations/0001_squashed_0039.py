"""All tables of the first 39 migrations at once, for an empty database.

The triggers are those that the replaced migrations leave; their other steps change rows, which an empty database
does not have.
"""

from importlib import import_module

from django.db import migrations

from club.migrations._squashing import CreateTables

REPLACED = [
    ("club", "0001_initial"),
    ("club", "0002_device_token"),
    ("club", "0003_register"),
    ("club", "0004_publication"),
    ("club", "0005_looks"),
    ("club", "0006_dues_and_receipts"),
    ("club", "0007_receipts_stay"),
    ("club", "0008_imports"),
    ("club", "0009_cash_books"),
    ("club", "0010_cash_stays"),
    ("club", "0011_card_tokens"),
    ("club", "0012_second_factor_and_invitations"),
    ("club", "0013_privacy"),
    ("club", "0014_consents_stay"),
    ("club", "0015_payers_after_ten_years"),
    ("club", "0016_handover"),
    ("club", "0017_looks_at_bookings"),
    ("club", "0018_dues_paid_before"),
    ("club", "0019_logs_stay"),
    ("club", "0020_attempt_counters"),
    ("club", "0021_tokens_expire"),
    ("club", "0022_presentation"),
    ("club", "0023_club_picture"),
    ("club", "0024_dues_that_live"),
    ("club", "0025_consent_documents"),
    ("club", "0026_mistakes_and_joined_dues"),
    ("club", "0027_letters_to_members"),
    ("club", "0028_assemblies"),
    ("club", "0029_minutes_stay"),
    ("club", "0030_receipts_for_anything"),
    ("club", "0031_objection_to_ratings"),
    ("club", "0032_cash_with_a_receipt"),
    ("club", "0033_person_notes"),
    ("club", "0034_own_pages"),
    ("club", "0035_data_requests"),
    ("club", "0036_letters_with_own_pages"),
    ("club", "0037_sample_clubs"),
    ("club", "0038_stored_answers"),
    ("club", "0039_tokens_webhooks_and_frames"),
]
#: The steps that leave triggers, in their order, each with what takes them away.
GUARDS = [
    ("0010_cash_stays", "guard", "unguard"),
    ("0014_consents_stay", "guard", "unguard"),
    ("0019_logs_stay", "forwards", "backwards"),
    ("0025_consent_documents", "guard", "unguard"),
    ("0029_minutes_stay", "guard", "unguard"),
    ("0030_receipts_for_anything", "guard", "unguard"),
    ("0037_sample_clubs", "forwards", "backwards"),
]


def guard(apps, schema_editor):
    for name, function, _backwards in GUARDS:
        getattr(import_module(f"club.migrations.{name}"), function)(apps, schema_editor)


def unguard(apps, schema_editor):
    for name, _forwards, function in reversed(GUARDS):
        getattr(import_module(f"club.migrations.{name}"), function)(apps, schema_editor)


class Migration(migrations.Migration):
    initial = True
    replaces = REPLACED
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [CreateTables(REPLACED), migrations.RunPython(guard, unguard)]
