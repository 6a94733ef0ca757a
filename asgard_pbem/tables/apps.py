import importlib

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "asgard_pbem.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the checks of the keys, and what a person's copy has."""
        for name in ("store.checks", "reading.personal.own", "reading.personal.games"):
            importlib.import_module(f"asgard_pbem.tables.{name}")
