from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "asgard_pbem.web.api"
    label = "api"
