"""All tables of the first 41 migrations at once, for an empty database.

The triggers are those that the replaced migrations leave; their other steps change rows, which an empty database
does not have.
"""

from importlib import import_module

from django.db import migrations

from club.migrations._squashing import CreateTables

REPLACED = [
    ("tournaments", "0001_initial"),
    ("tournaments", "0002_results_version_of_a_draw"),
    ("tournaments", "0003_opponents_confirm"),
    ("tournaments", "0004_calls"),
    ("tournaments", "0005_rulings"),
    ("tournaments", "0006_points_of_any_side"),
    ("tournaments", "0007_tables_of_any_size"),
    ("tournaments", "0008_referee_acts"),
    ("tournaments", "0009_formats"),
    ("tournaments", "0010_movement_of_past_rounds"),
    ("tournaments", "0011_individual_rotation"),
    ("tournaments", "0012_moves_by_hand"),
    ("tournaments", "0013_before_the_evening"),
    ("tournaments", "0014_ranking_as_data"),
    ("tournaments", "0015_mini_table_beside_head_to_head"),
    ("tournaments", "0016_seasons_and_ratings"),
    ("tournaments", "0017_ratings_of_past_evenings"),
    ("tournaments", "0018_takeaway"),
    ("tournaments", "0019_fees_and_cash"),
    ("tournaments", "0020_bookings"),
    ("tournaments", "0021_members_of_past_seasons"),
    ("tournaments", "0022_notice_of_bookings"),
    ("tournaments", "0023_forfeits_lose_most"),
    ("tournaments", "0024_digests_and_log_numbers"),
    ("tournaments", "0025_log_stays"),
    ("tournaments", "0026_confirmed_on_the_same_device"),
    ("tournaments", "0027_places_of_the_confirmed"),
    ("tournaments", "0028_leavers_below_the_others"),
    ("tournaments", "0029_time_over"),
    ("tournaments", "0030_called_out"),
    ("tournaments", "0031_tables_by_standings"),
    ("tournaments", "0032_match_totals"),
    ("tournaments", "0033_evening_codes"),
    ("tournaments", "0034_push_subscriptions"),
    ("tournaments", "0035_bookings_by_telephone"),
    ("tournaments", "0036_sample_evenings"),
    ("tournaments", "0037_challenges_and_duplicated_deals"),
    ("tournaments", "0038_championships"),
    ("tournaments", "0039_challenges_by_the_clock"),
    ("tournaments", "0040_snapshot_team_points"),
    ("tournaments", "0041_boards_dealt_again"),
]
log_stays = import_module("tournaments.migrations.0025_log_stays")
samples = import_module("tournaments.migrations.0036_sample_evenings")


def guard(apps, schema_editor):
    log_stays.forwards(apps, schema_editor)
    samples.forwards(apps, schema_editor)


def unguard(apps, schema_editor):
    samples.backwards(apps, schema_editor)
    log_stays.backwards(apps, schema_editor)


class Migration(migrations.Migration):
    initial = True
    replaces = REPLACED
    dependencies = [("club", "0001_squashed_0039")]
    operations = [CreateTables(REPLACED), migrations.RunPython(guard, unguard)]
