import importlib

from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "asgard_pbem.serving.staff"
    label = "asgard_staff"

    def ready(self) -> None:
        """Say what is shown, once all models are there."""
        importlib.import_module("asgard_pbem.serving.staff.shown")
