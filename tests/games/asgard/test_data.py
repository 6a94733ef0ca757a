"""The component data: totals, another printing as another file, pins."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from engine.core.chance import SeededChance
from engine.games.asgard import data
from engine.games.asgard.game_rules import AsgardRules, Options

SOURCE = (data.HERE / "components.toml").read_text(encoding="utf-8")
RULES = AsgardRules()


def raw() -> dict[str, Any]:
    return copy.deepcopy(tomllib.loads(SOURCE))


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An owner of the printed game has put a file of its values beside ours: population tiles are worth one more."""
    other = SOURCE.replace('id = "PL-weapon"\nside = "light"\nkind = "weapon"\nvalue = 4', "id = 'PL-weapon'\nside = "
                           "'light'\nkind = 'weapon'\nvalue = 9")  # fmt: skip
    (tmp_path / "data_sets").mkdir()
    (tmp_path / "components.toml").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "data_sets" / "printed.toml").write_text(other, encoding="utf-8")
    monkeypatch.setattr(data, "HERE", tmp_path)
    data.names.cache_clear()
    data.load.cache_clear()
    yield "printed"
    data.names.cache_clear()
    data.load.cache_clear()


def test_the_standard_data_hold_everything_the_rules_count_on() -> None:
    standard = data.load(data.STANDARD)
    assert len(standard.silver) == 15
    assert sum(map(len, standard.god_tiles)) == 38
    assert standard.reward == tuple((6 + n, 2 + (3 * (n - 1)) // 2) for n in range(1, 8))
    assert "PL-weapon" in standard.reconstructed
    assert "T7-1" not in standard.reconstructed


def test_another_data_set_is_a_file_and_an_option(printed: str) -> None:
    options = Options(data_set=printed)
    state, _ = RULES.setup(options, 4, SeededChance(b"printed"))
    tile = state.components.population.index("PL-weapon")
    assert state.components.value[tile] == 9
    assert RULES.pins(options).keys() == {"components/printed"}
    assert set(RULES.pins(options).values()).isdisjoint(RULES.pins(Options()).values())
    assert all(len(digest) == 64 for digest in RULES.pins(options).values())


def test_an_unknown_data_set_is_refused() -> None:
    with pytest.raises(ValidationError, match="no such data set"):
        Options(data_set="nowhere")
    with pytest.raises(ValueError, match="no data set"):
        data.load("nowhere")


@pytest.mark.parametrize(
    "table, what", [("weapon", "weapon_tiles"), ("population", "population"), ("temple", "temple")]
)
def test_a_data_set_that_does_not_add_up_is_refused(table: str, what: str) -> None:
    short = raw()
    short[table].pop()
    with pytest.raises(ValueError, match=what):
        data.read("short", short)


def test_gods_stand_in_the_canonical_order() -> None:
    turned = raw()
    turned["god"].reverse()
    with pytest.raises(ValueError, match="canonical order"):
        data.read("turned", turned)
