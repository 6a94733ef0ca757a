from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "asgard_pbem.bots"
    label = "bots"
    default_auto_field = "django.db.models.BigAutoField"
