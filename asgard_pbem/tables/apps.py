from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "asgard_pbem.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"
