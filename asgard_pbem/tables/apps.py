import importlib

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "asgard_pbem.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the checks of the keys."""
        importlib.import_module("asgard_pbem.tables.store.checks")
