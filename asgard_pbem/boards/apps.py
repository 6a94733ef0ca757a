from django.apps import AppConfig


class BoardsConfig(AppConfig):
    name = "asgard_pbem.boards"
