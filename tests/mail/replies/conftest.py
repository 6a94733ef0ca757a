"""The post office of the letters, for replies to them."""

from tests.letters.conftest import _quiet, _reader_ends, asgard, game, people, post

__all__ = ["_quiet", "_reader_ends", "asgard", "game", "people", "post"]
