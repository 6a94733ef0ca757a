"""The log tells a battle as a battle: what was revealed, who fell, who gained what, in one passage."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.games.blood_rage import happenings as h
from engine.games.blood_rage.words.points import points
from engine.games.blood_rage.words.status import RageWords
from tests.games.blood_rage.scene import Scene

NAMES = ("Anna", "Boris", "Cleo")


def told(happenings: list[Any], language: str = "en") -> list[str]:
    return [text for _, text in RageWords(language, NAMES).passages(happenings)]


@pytest.fixture
def fight() -> list[Any]:
    """S29: Odin's Tide takes three figures, the battle one; Anna wins, raises Horns and gains Glory for her Axes."""
    scene = Scene(figures={"A": "L W2@MUS S@FE", "B": "W2@MUS"}, hand={"A": "TY4", "B": "OTI"}, tokens={"MUS": "horns"})
    scene.does("A", "pillage MUS").idle().battle(A="TY4", B="OTI")
    scene.does("A", "tide L").does("B", "tide W").idle()
    return [one.seen_by(2) for one in scene.told if one.seen_by(2) is not None]


def test_a_battle_is_one_passage_from_the_cards_to_the_gains(fight: list[Any]) -> None:
    passage = next(one for one in told(fight) if "The cards are turned" in one)
    beats = ["The cards are turned. ", "Fallen by Odin's Tide. ",
             "Battle totals, Muspelheim: Anna: 7, Boris: 2. Anna wins.", "Boris takes back Odin's Tide.",
             "figures of Boris: Warrior.", "Anna has pillaged Muspelheim: Horns.",
             "Gained. Anna: Horns 5 (reward of the pillage), +3 Glory (Axes)."]  # fmt: skip
    places = [passage.find(beat) for beat in beats]
    assert -1 not in places, (passage, places)
    assert places == sorted(places)


def test_the_fallen_of_a_clan_stand_together_with_where_they_fell(fight: list[Any]) -> None:
    passage = next(one for one in told(fight) if "Odin's Tide. " in one)
    assert "Anna: Ship (East Fjord), Warrior ×2 (Muspelheim); Boris: Warrior (Muspelheim)." in passage


def test_nothing_that_is_told_alone_is_left_out(fight: list[Any]) -> None:
    """Every name and number of the single sentences stands in the passages."""
    words = RageWords("en", NAMES)
    single = {word for one in fight for word in re.findall(r"[A-Z][a-z']+|\d+", words.happening(one))}
    together = set(re.findall(r"[A-Z][a-z']+|\d+", " ".join(told(fight))))
    assert single - together <= {"Destroyed"}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_ragnarok_takes_and_valhalla_gives_back_is_told_once(language: str) -> None:
    end = [
        h.FiguresDestroyed(0, ("L", "W"), "GIM", "ragnarok"), h.GloryGained(0, 8, "ragnarok"),
        h.FiguresDestroyed(1, ("S",), "FW", "ragnarok"), h.GloryGained(1, 4, "ragnarok"), h.ProvinceDestroyed("GIM"),
        h.ValhallaReleased(0, ("L", "W")), h.ValhallaReleased(1, ("S",)),
    ]  # fmt: skip
    passages = told(end, language)
    assert len(passages) == 2
    assert "+8" in passages[0]
    assert "+4" in passages[0]
    assert all(name in passage for passage in passages for name in NAMES[:2])


def test_a_stat_of_a_quest_is_no_part_of_the_ragnarok_that_follows() -> None:
    raised, fell = h.StatRaised(1, "rage", 7, "quest"), h.FiguresDestroyed(0, ("W",), "GIM", "ragnarok")
    words = RageWords("en", NAMES)
    fallen = " ".join(map(words.happening, (fell, h.GloryGained(0, 2, "ragnarok"))))
    assert told([raised, fell, h.GloryGained(0, 2, "ragnarok")]) == [words.happening(raised), fallen]


def test_a_loss_is_not_told_as_a_gain() -> None:
    (passage,) = told([h.RageGained(0, -1, "LTR"), h.RageGained(1, 1, "LTR")])
    assert passage == "Gained and lost. Anna: −1 Rage (Loki's Trickery); Boris: +1 Rage (Loki's Trickery)."


def test_what_falls_in_a_province_and_in_its_fjord_is_paid_in_one_sum() -> None:
    fallen = [h.GloryGained(0, 8, "ragnarok"), h.GloryGained(1, 8, "ragnarok"), h.GloryGained(0, 24, "ragnarok")]
    assert told([*fallen]) == ["Gained. Anna: +32 Glory (Ragnarök); Boris: +8 Glory (Ragnarök)."]


def test_a_single_sentence_stays_what_it_is() -> None:
    words, one = RageWords("en", NAMES), h.GloryGained(0, 5, "token")
    assert told([one]) == [words.happening(one)]


@pytest.mark.parametrize("place, said", [("FN", "Северный фьорд"), ("ELV", "Эливагар")])
@pytest.mark.parametrize("card", ["", "SLD"])
def test_a_ship_invades_a_fjord_which_is_no_province(place: str, said: str, card: str) -> None:
    (passage,) = told([h.FigureInvaded(0, "S", place, 2, card)], "ru")
    assert said in passage
    assert "провинци" not in passage


def test_glory_of_ragnarok_and_of_axes_is_called_what_it_is_for() -> None:
    """A Leader or a ship that falls is no Warrior; Axes pay in battle and once more at the end."""
    words = RageWords("en", NAMES)
    gains = [points(h.GloryGained(0, 3, why), words) for why in ("ragnarok", "axes")]
    called = [gain.source for gain in gains if gain is not None]
    assert called == ["Figures lost in Ragnarök", "Axes in battle and at the end"]


def test_a_witch_that_flees_from_ragnarok_is_no_part_of_the_quests_before_it() -> None:
    words, fled = RageWords("en", NAMES), h.WitchRetreated(2, "ELV")
    quests = h.QuestsRevealed(0, ("QMA1",), ())
    fell = [h.FiguresDestroyed(0, ("W",), "ELV", "ragnarok"), h.ProvinceDestroyed("ELV")]
    passages = told([quests, h.GloryGained(0, 5, "QMA1"), fled, *fell])
    assert passages[1] == " ".join(words.happening(one) for one in (fled, *fell))


def test_what_stats_pay_at_the_end_does_not_come_from_valhalla() -> None:
    words, back = RageWords("en", NAMES), h.ValhallaReleased(0, ("L",))
    loki, stat = h.GloryGained(0, 1, "LDO"), h.GloryGained(0, 10, "rage")
    assert told([back, loki, stat]) == [" ".join(map(words.happening, (back, loki))), words.happening(stat)]
    conquest = h.GloryGained(0, 3, "TCO")
    assert told([back, conquest]) == [words.happening(back), words.happening(conquest)]


def test_the_reward_that_the_frost_giant_takes_again_is_told_as_his() -> None:
    """R10.9: "Horns 6 (the pillage), Horns 7 (the pillage)" told a reader of something that cannot be."""
    scene = Scene(sheet={"A": "FRO"}, figures={"A": "FRO@YGG"}, steps={"A": (5, 6, 1)}).does("A", "pillage YGG")
    reward = "reward of the pillage"
    gains = f"Gained. Anna: Rage 12 ({reward}), Horns 5 ({reward}), Horns 6 (Frost Giant)."
    assert told(scene.told)[-1].endswith(gains)
    scene = Scene(sheet={"A": "FRO"}, figures={"A": "FRO@GIM"}, tokens={"GIM": "glory5"}).does("A", "pillage GIM")
    assert told(scene.told)[-1].endswith(f"Gained. Anna: +5 Glory ({reward}), +5 Glory (Frost Giant).")


def test_a_reward_that_is_told_alone_is_no_pillage() -> None:
    """The Frost Giant takes the reward, not the pillage, once more: so a sentence of it says, wherever it stands."""
    words, horns = RageWords("en", NAMES), h.StatRaised(0, "horns", 6, "token")
    assert words.happening(horns) == "Anna raises a stat (reward of the pillage): Horns 6."
    assert words.happening(h.GloryGained(0, 5, "token")) == "Anna gains 5 Glory (reward of the pillage)."
