"""Thor's cards do what they say: a test each, found by the card's code."""

from __future__ import annotations

from engine.games.blood_rage.rules.ages import age_ends
from tests.games.blood_rage.cards.deck import duel, of
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import Scene


@of("TGL")
def test_thors_glory_pays_for_two_dead_enemies() -> None:
    scene = Scene(sheet={"A": "TGL"}, figures={"A": "L @GIM", "B": "W2 @GIM"}, hand={"A": "TY3"})
    assert scene.does("A", "pillage GIM").glory("A") == 3 + 2
    assert duel("TY3", "", sheet={"A": "TGL"}).glory("A") == 5 + 3


@of("TDO")
def test_thors_domain_pillages_at_once() -> None:
    scene = Scene(sheet={"A": "TDO"}, rage={"A": 3}, tokens={"GIM": "glory5"}).does("A", "invade W GIM +pillage")
    assert (scene.rage("A"), scene.glory("A")) == (0, 5)
    Scene(sheet={"A": "TDO"}, rage={"A": 2}).refused("A", "invade W GIM +pillage", "E_RAGE")
    assert Scene(sheet={"A": "TDO"}, rage={"A": 2}).does("A", "invade L GIM +pillage").rage("A") == 0


@of("TCO")
def test_thors_conquest_pays_for_figures_at_the_end() -> None:
    scene = Scene(age=3, sheet={"A": "TCO"}, figures={"A": "L W @GIM, S @FW, W @VALHALLA"})
    assert goes_on(scene, age_ends()).glory("A") == 9


@of("THA")
def test_thors_hammer_pays_for_a_win() -> None:
    assert duel("THA", "").glory("A") == 3 + 5 + 3
    assert duel("", "THA").glory("B") == 0


@of("TOA")
def test_thors_oath_raises_a_stat_before_the_axes_pay() -> None:
    scene = duel("TOA", "").does("A", "stat axes")
    assert scene.glory("A") == 5 + 4


@of("TAS")
def test_thors_ascension_brings_rage_and_glory() -> None:
    scene = duel("TAS", "", rage={"A": 10})
    assert (scene.rage("A"), scene.glory("A")) == (12, 3 + 5 + 3)


@of("TPR")
def test_thors_primacy_silences_the_others() -> None:
    scene = duel("TPR", "LTR", rage={"A": 5, "B": 0})
    assert (scene.rage("A"), scene.rage("B")) == (5, 0)
    scene = Scene(figures={"A": "W @GIM", "B": "W @GIM"}, hand={"A": "TPR", "B": "HSI"}).does("A", "pillage GIM")
    assert scene.glory("A") == 3
    assert scene.pillaged("GIM")


def test_of_two_primacies_the_first_in_battle_order_speaks() -> None:
    scene = Scene(
        "ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, hand={"A": "TPR", "B": "TPR", "C": "OSM"}
    )
    scene.does("A", "pillage GIM")
    assert [one.cards for one in scene.told if one.kind == "texts_cancelled"] == [("TPR", "OSM")]  # type: ignore[attr-defined]


def test_primacy_is_told_to_silence_battle_cards_alone() -> None:
    """A quest or an upgrade that is laid says nothing in a battle: nobody is told that it was silenced."""
    for laid in ("QMA1", "FDO", "TRO", "TY3", "HEY"):
        scene = duel("TPR", laid)
        assert "texts_cancelled" not in scene.kinds_told()
    assert "texts_cancelled" in duel("TPR", "LTR").kinds_told()
