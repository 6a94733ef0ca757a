from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "asgard_pbem.mail"
    label = "mail"
    default_auto_field = "django.db.models.BigAutoField"
