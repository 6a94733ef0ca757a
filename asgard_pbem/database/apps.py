from django.apps import AppConfig


class DatabaseConfig(AppConfig):
    name = "asgard_pbem.database"
    label = "asgard_database"
