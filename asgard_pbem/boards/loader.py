"""Board templates of games that came with packages of their own (`Game.templates`)."""

from pathlib import Path

from django.template.loaders.filesystem import Loader

from engine.table import registry


class GameTemplates(Loader):
    """Looks where each installed game says that its templates are."""

    def get_dirs(self) -> list[str | Path]:
        """The folders, asked for at every look: tests install a game while the service runs."""
        found = [game.templates for game in registry.games().values()]
        return [folder for folder in found if folder is not None]
