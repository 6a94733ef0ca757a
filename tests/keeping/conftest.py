"""The post office of tests/mail: what goes when it is old must be missed by nobody who writes."""

from tests.mail.conftest import _reader_ends, _toy_is_installed, game, people, post

__all__ = ["_reader_ends", "_toy_is_installed", "game", "people", "post"]
