"""All that is tested. What tests share says what it has found as a test does: pytest looks into its asserts, too.

Packages of games are tested with the laws alone, without what `conftest.py` says for the tests of this tree.
"""

import pytest

pytest.register_assert_rewrite("tests.games")
