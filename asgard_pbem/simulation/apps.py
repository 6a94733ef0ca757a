from django.apps import AppConfig


class SimulationConfig(AppConfig):
    name = "asgard_pbem.simulation"
    label = "simulation"
    default_auto_field = "django.db.models.BigAutoField"
