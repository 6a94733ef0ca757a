from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "asgard_pbem.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"
