"""The toy game's tables, as the tests of `tables` have them."""

from tests.tables.conftest import _toy_is_installed, open_toy, people

__all__ = ["_toy_is_installed", "open_toy", "people"]
