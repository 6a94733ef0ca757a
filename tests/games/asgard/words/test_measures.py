"""What Asgard has curves of beside points, which stand still for long: all of it lies before everybody's eyes."""

from __future__ import annotations

from engine.games.asgard.words.describe import AsgardWords
from tests.games.asgard.playing import RULES, positions


def test_every_measure_is_what_a_spectator_can_count() -> None:
    counted = 0
    for state, *_ in positions(3, 5):
        found, seen = RULES.progress(state).measures, RULES.view(state, None).table
        assert found["recruits"] == tuple(sum(own) for own in seen.own_recruits)
        assert found["stones"] == tuple(sum(own) for own in seen.own_stones)
        if state.stage not in ("valhalla", "arm", "over"):
            assert found["with_battles"] == tuple(
                points + sum(tiles) for points, tiles in zip(seen.scores, seen.own_battle_tiles, strict=True)
            )
        counted += 1
    assert counted


def test_every_measure_has_words() -> None:
    names = RULES.progress(next(iter(positions(2, 1)))[0]).measures
    for language in ("en", "ru"):
        words = AsgardWords(language, ("A", "B"))
        assert all(words.measure(name) not in ("", name) for name in names)
