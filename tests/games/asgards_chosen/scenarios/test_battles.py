"""The dossier's scenarios S16 to S37: battles as the rule book's examples have them. Straight from the dossier."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Frame
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import TERRITORIES
from tests.games.asgards_chosen.scene import DONE, ENOUGH, NO, Scene, play, rage

# Red is A, Yellow is B; in S23 and S43 Blue is A, Purple is B.


def s16(**hands: str) -> Scene:
    given = {"A": "fossegrim1 garmr1.1 odin angurvadel ormr1", "B": "backahasten1", **hands}
    scene = Scene(
        heroes={"AF": "L7b", "AM": "T9", "BF": "S3b", "BM": "L7a"},
        markers={"B": "S2a"},
        hands=given,
        draws={"A": "tyr", "B": "troll1.2 dvergar1 huldra1"},
        deck="blot troll1 mittagsfrau1.1 draugr1 garmr1.3",
    )
    return scene.attacks("A", "F", "L7b", "L7a")


def test_s16_generating_militia() -> None:
    scene = s16()
    assert scene.names(scene.state.banished) == ["blot"]
    assert scene.names(scene.state.graves) == ["troll1"]
    assert scene.militia() == ["mittagsfrau1", "draugr1"]
    assert scene.totals == (0, 4)


def s17() -> Scene:
    return s16().does("A", play("fossegrim1", card="draugr1"), play("garmr1"), play("odin"), ENOUGH)


def test_s17_attacker_plays() -> None:
    scene = s17()
    assert scene.discards("A") == ["draugr1", "fossegrim1"]
    assert scene.militia() == ["mittagsfrau1"]
    assert scene.totals == (3, 1)
    assert scene.asked == ("B", "defend")


def s18() -> Scene:
    return s17().does("B", play("backahasten1", how="move", hero="F", to="S2e"))


def test_s18_defender_plays() -> None:
    assert s18().totals == (3, 6)


def test_s19_berserk() -> None:
    scene = s18()
    assert scene.asked == ("A", "berserk")  # Yellow has no card left
    scene.does("A", rage("angurvadel"))
    assert scene.totals == (5, 6)
    assert "tyr" in scene.hand("A")
    scene.refused("A", rage("ormr1", card="angurvadel"), "ability_not_usable")
    scene.does("A", rage("ormr1"))
    assert scene.totals == (8, 6)
    assert scene.names(scene.state.banished) == ["blot"]  # the militia stands until he has enough
    assert scene.hand("B") == []
    scene.does("A", ENOUGH)
    decided = scene.last("battle_decided")
    assert (decided.attack, decided.defence, decided.won) == (8, 6, True)
    assert scene.hand("B") == ["dvergar1", "troll1"]  # the honor draw
    assert scene.names(scene.state.banished) == ["blot", "mittagsfrau1"]
    assert scene.discards("A") == ["draugr1", "fossegrim1", "garmr1", "odin", "angurvadel", "ormr1"]
    assert scene.discards("B") == ["backahasten1"]
    assert scene.asked == ("B", "stand")
    scene.does("B", NO)
    assert scene.at("BM") == "S2a down"  # the only one that touches
    assert (scene.at("AF"), scene.marker("L7a")) == ("L7a", "A")
    assert [TERRITORIES[at] for at in scene.state.owned(1)] == ["S2a", "S3b"]  # the third marker has gone back
    assert scene.moved("AF")
    assert scene.asked is None


def test_s20_opposing_battleground() -> None:
    s16(A="troll1").refused("A", play("troll1"), "opposing_terrain")


def test_s21_opposing_even_from_home() -> None:
    scene = Scene(heroes={"AF": "L2b"}, markers={"B": "S2b"}, hands={"A": "fossegrim1"}).attacks("A", "F", "L2b", "S2b")
    scene.refused("A", play("fossegrim1"), "opposing_terrain")


def test_s22_dis_on_a_hill() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "L9a"}, hands={"A": "dis1", "B": "dis1"})
    scene.attacks("A", "F", "S1a", "L9a").refused("A", play("dis1"), "opposing_terrain")
    scene.does("A", ENOUGH).refused("B", play("dis1"), "opposing_terrain")


def test_s23_two_masteries() -> None:
    scene = Scene(heroes={"AF": "S2e", "AM": "L6e"}, markers={"B": "S2a T1"}, hands={"A": "draugr1"})
    scene.attacks("A", "F", "S2e", "S2a").does("A", play("draugr1"))
    assert scene.totals == (7, 0)
    scene.does("A", ENOUGH)
    assert scene.at("AF") == "S2a"
    scene.attacks("A", "F", "S2a", "L7a")  # a bog
    assert scene.totals == (2, 0)


def test_s24_alfar() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "alfar1"}, deck="svartalfar1 mittagsfrau1")
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("alfar1", card="mittagsfrau1"))
    assert scene.totals == (4, 2)
    scene.does("A", ENOUGH)
    assert (scene.at("AF"), scene.marker("S1b")) == ("S1b", "A")
    assert sorted(scene.names(scene.state.banished)) == ["mittagsfrau1", "svartalfar1"]
    assert scene.discards("A") == ["alfar1"]


def test_s25_backahasten() -> None:
    scene = Scene(heroes={"AF": "L7a", "AM": "T9"}, hands={"A": "backahasten1"})
    scene.attacks("A", "F", "L7a", "L7b").does("A", play("backahasten1", how="move", hero="M", to="S2e"))
    assert scene.totals[0] == 5
    assert not scene.moved("AM")


def s26() -> Scene:
    scene = Scene(
        heroes={"AF": "L7a"},
        markers={"B": "L7b T1"},
        hands={"A": "draugr1 ormr1 dis1", "B": "backahasten1 dis1 troll1"},
        draws={"B": "fairies1 huldra1 garmr1"},
        deck="nixie1 gram",
    ).attacks("A", "F", "L7a", "L7b")
    assert scene.militia() == ["nixie1"]
    scene.does("A", play("draugr1"), ENOUGH).does("B", play("backahasten1"), ENOUGH)
    assert scene.totals == (3, 5)
    return scene.does("A", rage("ormr1"), ENOUGH)


def test_s26_dis_against_dis() -> None:
    scene = s26()
    assert (scene.totals, scene.asked) == ((6, 5), ("B", "late"))
    scene.does("B", m.Late(card="dis1"))
    assert (scene.totals, scene.asked) == ((6, 9), ("A", "late"))
    scene.does("A", m.Late(card="dis1"))
    assert (scene.totals, scene.asked) == ((10, 9), ("B", "late"))
    scene.does("B", NO)
    assert scene.marker("L7b") == "A"
    assert scene.hand("B") == ["fairies1", "huldra1", "troll1"]  # two: Ormr and Dís


def test_s27_draugr_instead_of_a_sacrifice() -> None:
    scene = Scene(hands={"A": "freyja draugr1 draugr1 fairies1 thor"}).gods("A")
    scene.does("A", m.Appease(god="freyja", cards=("draugr1", "draugr1", "fairies1")))
    assert scene.discards("A") == ["draugr1", "draugr1"]
    assert scene.names(scene.state.graves) == ["fairies1"]
    assert scene.names(scene.state.appeased[0]) == ["freyja"]
    scene.does("A", DONE)


def test_s27_a_draugr_may_be_buried() -> None:
    scene = Scene(hands={"A": "freyja draugr1 draugr1 fairies1"}).gods("A")
    scene.does("A", m.Appease(god="freyja", cards=("draugr1", "fairies1", "draugr1"), bury=(2,)))
    assert scene.discards("A") == ["draugr1"]
    assert scene.names(scene.state.graves) == ["fairies1", "draugr1"]


def s29(**more: Any) -> Scene:
    return Scene(heroes={"AF": "S2b"}, markers={"B": "L2b"}, hands={"A": "nixie1"}, draws={"A": "thor"},
                 deck="fairies1 gram", **more)  # fmt: skip


def test_s29_nixie() -> None:
    scene = s29().attacks("A", "F", "S2b", "L2b").does("A", play("nixie1", card="fairies1"))
    assert scene.hand("A") == ["thor"]
    assert scene.totals == (2, 1)


def test_s29_the_example_as_it_is_printed() -> None:
    scene = Scene(heroes={"AF": "L2b"}, markers={"B": "S2b"}, hands={"A": "nixie1"}).attacks("A", "F", "L2b", "S2b")
    scene.refused("A", play("nixie1", card="fairies1"), "opposing_terrain")


def test_s30_fossegrim_twice() -> None:
    scene = Scene(
        heroes={"AF": "L7b", "BM": "S1b"}, hands={"A": "fossegrim1 fossegrim1 fossegrim1"},
        deck="giant_spider1 strzyga1 ormr1",
    ).attacks("A", "F", "L7b", "S1b")  # fmt: skip
    assert scene.totals == (0, 7)
    scene.does("A", play("fossegrim1", card="giant_spider1"))
    assert scene.totals == (0, 4)
    scene.does("A", play("fossegrim1", card="ormr1"))
    assert scene.totals == (0, 1)
    scene.refused("A", play("fossegrim1", card="strzyga1"), "ability_not_usable")
    assert scene.does("A", play("fossegrim1")).totals == (2, 1)


def test_s31_ormr_doubling() -> None:
    scene = Scene(heroes={"AF": "L2a"}, hands={"A": "ormr1 ormr1 gram aarni bragis_harp"}, board=3)
    scene.state.markers[scene.state.at[0]] = 0
    scene.frames(*_battle("L2a", "S3b"))
    scene.does("A", play("ormr1"), play("ormr1"))
    assert scene.totals[0] == 8
    scene.does("A", m.Use(card="ormr1", aim=m.Aim(card="gram")))
    assert scene.totals[0] == 12
    scene.does("A", m.Use(card="ormr1#2", aim=m.Aim(card="aarni")))
    assert scene.totals[0] == 16
    scene.refused("A", m.Use(card="ormr1", aim=m.Aim(card="bragis_harp")), "ability_not_usable")


def test_an_ormr_of_a_step_that_is_over_doubles_no_more_and_makes_nobody_berserk() -> None:
    """R8.3.3, R8.7.1: in the same step; going berserk takes a further card."""
    scene = Scene(heroes={"AF": "S3a"}, markers={"B": "S3b T9"}, hands={"A": "ormr1 ormr1 gram aarni"},
                  deck="troll1 jotunn1").attacks("A", "F", "S3a", "S3b")  # fmt: skip
    scene.does("A", play("ormr1"), ENOUGH)
    assert (scene.asked, scene.totals) == (("A", "berserk"), (4, 8))
    scene.refused("A", m.Use(card="ormr1", aim=m.Aim(card="gram")), "ability_not_usable")
    assert not any(isinstance(one, m.Use) for one in scene.offered())
    scene.does("A", rage("ormr1")).refused("A", m.Use(card="ormr1", aim=m.Aim(card="gram")), "ability_not_usable")
    scene.does("A", m.Use(card="ormr1#2", aim=m.Aim(card="gram")))
    assert scene.totals == (12, 8)


def _battle(origin: str, ground: str) -> list[Frame]:
    """A battle that no board needs to have: a forest does not touch every mountain."""
    from engine.games.asgards_chosen.data import TERRITORY
    from engine.games.asgards_chosen.rules.battle.course import battle

    return [battle(0, 0, TERRITORY[origin], TERRITORY[ground])]


def test_s33_mamuna() -> None:
    scene = Scene(
        heroes={"AF": "L7a"}, markers={"B": "T5"},
        hands={"A": "mamuna1", "B": "dis1 huldra1 mittagsfrau1 troll1 garmr1 thor odin"}, deck="gram aarni draupnir",
    ).attacks("A", "F", "L7a", "T5")  # fmt: skip
    scene.chance.orders = [(0, 1, 2)]
    scene.does("A", play("mamuna1", use=True))
    assert set(scene.last("cards_looked_at").cards) == {"dis1", "huldra1", "mittagsfrau1"}
    looked = scene.last("cards_looked_at")
    assert looked.seen_by(1) == looked  # whose hand it is sees it too (Z8)
    assert looked.seen_by(2).cards is looked.seen_by(None).cards is None
    scene.does("A", m.Choose(cards=("dis1",)), ENOUGH)
    assert len(scene.hand("B")) == 6
    scene.refused("B", play("dis1"), "card_not_in_hand")
    assert scene.totals[0] == 4
    scene.does("B", ENOUGH)
    assert len(scene.hand("B")) == 7
    assert "dis1" in scene.hand("B")


def s34() -> Scene:
    scene = Scene(
        heroes={"AF": "L7b"}, markers={"B": "S1b T1"}, hands={"A": "giant_spider1 troll1.2", "B": "nixie1 thor"},
        deck="troll1.1 fairies1",
    ).attacks("A", "F", "L7b", "S1b")  # fmt: skip
    scene.does("A", play("giant_spider1", how="banish", card="troll1"), play("troll1"), ENOUGH)
    assert scene.totals == (7, 1)
    return scene


def test_s34_giant_spider_and_nixie() -> None:
    scene = s34()
    scene.does("B", play("nixie1", card="giant_spider1", copied={"how": "withhold", "card": "troll1"}))
    assert scene.totals == (3, 3)
    scene.does("B", ENOUGH)  # the attacker has no card left to go berserk with
    assert (scene.marker("S1b"), scene.at("AF")) == ("B", "L7b")
    assert scene.names(scene.state.kept[0]) == ["troll1"]
    from engine.games.asgards_chosen.rules.rounds import phase_over

    scene.frames(phase_over("campaign"))
    assert "troll1" in scene.hand("A")


def s35(**hands: str) -> Scene:
    given = {"A": "ormr1 garmr1.1 mittagsfrau1", "B": "mamuna1 draugr1 draugr1", **hands}
    scene = Scene(
        heroes={"AF": "S2a"}, markers={"B": "S2b T1"}, hands=given, draws={"B": "fairies1 huldra1 thor"},
        deck="garmr1.2 gram",
    ).attacks("A", "F", "S2a", "S2b")  # fmt: skip
    scene.does("A", play("ormr1"), play("garmr1"), ENOUGH)
    assert scene.totals == (6, 3)
    return scene


def s35_defended(**hands: str) -> Scene:
    scene = s35(**hands).does("B", play("mamuna1"), play("draugr1"), ENOUGH)
    assert scene.totals == (6, 10)
    return scene


def test_s35_mittagsfrau() -> None:
    scene = s35_defended().does("A", rage("mittagsfrau1", use=True))
    decided = scene.last("battle_decided")
    assert (decided.attack, decided.defence, decided.won) == (6, 6, False)
    assert scene.marker("S2b") == "B"
    assert scene.hand("B") == ["draugr1", "fairies1"]


def test_s36_strzyga() -> None:
    scene = Scene(
        heroes={"AF": "L9a"}, hands={"A": "strzyga1"}, graves="fairies1 giant_spider1", deck="garmr1 fairies1.2"
    ).attacks("A", "F", "L9a", "S2b")  # fmt: skip
    scene.does("A", play("strzyga1", use=True))
    assert scene.hand("A") == ["giant_spider1"]
    scene.does("A", play("giant_spider1", how="banish", card="garmr1"))
    assert scene.totals == (5, 1)
    scene.does("A", ENOUGH)
    assert "giant_spider1" in scene.discards("A")


def test_s37_tie_in_a_neutral_battle() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1.2"}, draws={"A": "thor"}, deck="troll1.1 gram")
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("troll1"))
    assert scene.totals == (4, 4)
    scene.does("A", ENOUGH)
    assert (scene.at("AF"), scene.moved("AF"), scene.marker("S1b")) == ("S1a", True, "")
    assert (scene.discards("A"), scene.hand("A")) == (["troll1"], [])
