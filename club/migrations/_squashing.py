"""Creates the tables of an app at once, as a chain of its migrations leaves them.

An empty database needs none of the steps between, for each of which Django makes the classes of all models again.
A database that has some of these migrations goes on with the others, one by one.
"""

from importlib import import_module

from django.db.migrations.operations.base import Operation


class CreateTables(Operation):
    """Creates the tables that the replaced migrations leave, without the rows and triggers that these write."""

    reversible = True

    def __init__(self, replaced):
        self.replaced = replaced
        chain = [import_module(f"{app}.migrations.{name}").Migration for app, name in replaced]
        self.operations = [operation for migration in chain for operation in migration.operations]

    def state_forwards(self, app_label, state):
        # Without the classes of the models, which are then made once, from the last state.
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for model in self._models(app_label, schema_editor, to_state):
            schema_editor.create_model(model)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for model in reversed(self._models(app_label, schema_editor, from_state)):
            schema_editor.delete_model(model)

    def _models(self, app_label, schema_editor, state):
        models = [state.apps.get_model(*key) for key in state.models if key[0] == app_label]
        return [model for model in models if self.allow_migrate_model(schema_editor.connection.alias, model)]

    def describe(self):
        return f"Create all tables up to {self.replaced[-1][1]}"
