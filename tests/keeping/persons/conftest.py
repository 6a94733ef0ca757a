"""Beside the post office the browsers of tests/web: who is barred stands before the doors of both."""

from tests.web.conftest import browse

__all__ = ["browse"]
