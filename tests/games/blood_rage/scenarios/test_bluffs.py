"""A quest or an upgrade that is laid in a battle adds nothing and does nothing (R10.5), whoever wins."""

from __future__ import annotations

import pytest

from engine.games.blood_rage.data import BY_CODE
from engine.games.blood_rage.game_rules import FirstRules
from tests.games.blood_rage import scene as scenes
from tests.games.blood_rage.scene import Scene

BLUFFS = [code for code, design in BY_CODE.items() if design.kind != "battle"]


def won_with(laid: str) -> Scene:
    """A's Leader and two more pillage Gimle against two Warriors of B; both have lain a card that is none for it."""
    scene = Scene(figures={"A": "L W2 @GIM", "B": "W2 @GIM"}, hand={"A": laid, "B": "QGD3"}, tokens={"GIM": "glory5"})
    return scene.does("A", "pillage GIM")


@pytest.mark.parametrize("laid", BLUFFS)
def test_a_card_made_for_something_else_brings_its_winner_nothing(laid: str) -> None:
    scene = won_with(laid)
    assert scene.asked == ("B", "action")
    assert (scene.glory("A"), scene.state.steps[0], scene.state.rage) == (5 + 3, [1, 1, 1], [6, 6])
    assert (scene.discards(), scene.hand("B")) == ([laid], ["QGD3"])


@pytest.mark.parametrize("laid", BLUFFS)
def test_nor_does_it_bring_a_loser_anything(laid: str) -> None:
    scene = Scene(figures={"A": "L W2 @GIM", "B": "W2 @GIM"}, hand={"B": laid}, tokens={"GIM": "glory5"})
    scene.does("A", "pillage GIM")
    assert (scene.glory("B"), scene.hand("B"), scene.asked) == (0, [laid], ("B", "action"))


def test_a_leaders_upgrade_is_laid_by_a_leader_who_is_not_there() -> None:
    """Nobody is asked for a step of the Lord of Hammers, who is not even on the clan sheet."""
    scene = Scene(figures={"A": "W3 @GIM", "B": "W @GIM"}, hand={"A": "LHA"}).does("A", "pillage GIM")
    assert (scene.asked, scene.at("A", "RESERVE").split()[0]) == (("B", "action"), "L")


def test_thors_glory_on_the_sheet_pays_once_though_a_second_card_of_the_clan_is_laid() -> None:
    """The upgrade speaks from the sheet; of what is laid, the Valkyrie's card pays nothing more."""
    scene = Scene(sheet={"A": "TGL"}, figures={"A": "L W2 @GIM", "B": "W2 @GIM"}, hand={"A": "VAL"},
                  tokens={"GIM": "horns"})  # fmt: skip
    assert scene.does("A", "pillage GIM").glory("A") == 3 + 2


@pytest.mark.parametrize("laid, glory", [("TGL", 2), ("VAL", 4), ("FRO", 5), ("LSP", 1)])
def test_games_of_version_1_go_on_as_they_began(laid: str, glory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There it spoke as if it lay on the clan sheet; the Lord of Spears raised Axes to 4."""
    monkeypatch.setattr(scenes, "RULES", FirstRules())
    assert won_with(laid).glory("A") == 5 + 3 + glory
