"""Cards speak at their moment and are found by their name; data is known by its digest."""

from __future__ import annotations

import pytest

from engine.core.components.cards import Cards
from engine.core.components.data import by_code, counted

card: Cards[list[str]] = Cards(("reveal", "won"))


@card("smite", at="reveal")
def smite(play: list[str], clan: int) -> str:
    """One Warrior of each opponent is destroyed.

    More than one line.
    """
    play.append(f"smite {clan}")
    return "done"


@card("domain", "eminence", at="won")
def glory(play: list[str], clan: int, name: str) -> None:
    """Glory."""
    play.append(f"{name} {clan}")


def test_a_text_may_be_had_by_itself() -> None:
    card: Cards[list[str]] = Cards(moments=("won",))

    @card("hammer", at="won")
    def hammer(play: list[str]) -> str:
        return "three"

    assert card.find("hammer", "won") is hammer
    assert card.find("hammer", "lost") is card.find("ring", "won") is None
    assert card.text("hammer", "won") is hammer
    with pytest.raises(KeyError):
        card.text("ring", "won")


def test_a_card_speaks_at_its_moment_and_at_no_other() -> None:
    heard: list[str] = []
    assert card.speak(heard, "smite", "reveal", 2) == "done"
    assert card.speak(heard, "smite", "won", 2) is None
    card.speak(heard, "eminence", "won", 1)
    assert heard == ["smite 2", "eminence 1"]


def test_the_index_says_what_a_card_does() -> None:
    assert card.texts("smite") == {"reveal": "One Warrior of each opponent is destroyed."}


def test_missing_and_misspelt_texts_are_found() -> None:
    wanted = {"smite": ["reveal"], "domain": ["won"], "tide": ["reveal"]}
    assert card.unsaid(wanted) == {("tide", "reveal")}
    assert card.unknown(wanted) == {("eminence", "won")}


def test_a_second_text_and_an_unknown_moment_are_refused() -> None:
    with pytest.raises(ValueError, match="two texts"):
        card("smite", at="reveal")(lambda play: None)
    with pytest.raises(ValueError, match="no moment"):
        card("smite", at="never")


def test_rows_are_known_by_code_and_counted() -> None:
    rows = [{"code": "a", "count": 2}, {"code": "b"}]
    assert list(by_code(rows)) == ["a", "b"]
    assert counted(rows) == ["a", "a", "b"]
    with pytest.raises(ValueError, match="stands twice"):
        by_code([{"code": "a"}, {"code": "a"}])
