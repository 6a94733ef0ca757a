"""What seldom meets in a battle: masteries and towns, two abilities at once, last markers, empty decks (R7-R9)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.rules.rounds import phase_over
from tests.games.asgards_chosen.scene import DECLINE, ENOUGH, NO, Scene, play, rage

# --- Masteries (R7.7) ---------------


@pytest.mark.parametrize("place, ground, power", [
    ("S2e", "T7", 2),  # water, beside a lake
    ("L9e", "T7", 2),  # wind, beside hill and scrub
    ("S2e", "T8", 0),  # water, beside hills and a scrub alone
    ("L9e", "T5", 2),  # wind, beside a mountain
    ("L9e", "S1e", 0),  # an enchanted land has no element
    ("L7e", "T7", 0),  # no mastery
])  # fmt: skip
def test_a_mastery_counts_for_the_terrains_around_a_town(place: str, ground: str, power: int) -> None:
    origin = {"T7": "L9a", "T8": "L9b", "T5": "L7a", "S1e": "L7b"}[ground]
    heroes = {"AF": origin, "AM": place, **({"BF": "S1e"} if ground == "S1e" else {})}
    scene = Scene(heroes=heroes, markers={"B": "S3b"}).attacks("A", "F", origin, ground)
    assert scene.totals[0] == power


def test_a_mastery_helps_the_defender_of_a_terrain_and_of_a_town() -> None:
    scene = Scene(heroes={"AF": "L7a", "BF": "S2e", "BM": "L6e"}, markers={"B": "S2a T5"})
    assert scene.attacks("A", "F", "L7a", "S2a").totals == (0, 4)
    scene = Scene(heroes={"AF": "L7a", "BF": "S2e", "BM": "L6e down"}, markers={"B": "S2a T5"})
    assert scene.attacks("A", "F", "L7a", "T5").totals == (0, 2)


def test_a_mastery_goes_with_the_hero_who_rides_away() -> None:
    scene = Scene(heroes={"AF": "L7a", "AM": "S2e"}, hands={"A": "backahasten1"})
    scene.attacks("A", "F", "L7a", "L7b")
    assert scene.totals[0] == 2
    scene.does("A", play("backahasten1", how="move", hero="M", to="L7e"))
    assert scene.totals[0] == 3


# --- Militia (R8.2) ---------------


def test_the_chain_stops_at_five_cards_with_what_a_winter_and_a_horn_add() -> None:
    deck = "fairies1.1 mittagsfrau1.1 strzyga1.3 huldra1.3 fossegrim1.3 dis1.2"  # stags, all of them
    given: dict[str, Any] = {"heroes": {"AF": "S1a"}, "markers": {"B": "S1b T1"}, "deck": deck}
    two = Scene(2, keeper="fimbulwinter", shown={"B": "gjallarhorn"}, **given).attacks("A", "F", "S1a", "S1b")
    assert len(two.militia()) == 5
    three = Scene(3, keeper="fimbulwinter", shown={"B": "gjallarhorn heimdall"}, **given).attacks(
        "A", "F", "S1a", "S1b"
    )
    assert len(three.militia()) == 5


def test_the_bodyguard_comes_after_the_five_and_goes_on_with_no_chain() -> None:
    deck = "fairies1.1 mittagsfrau1.1 strzyga1.3 huldra1.3 fossegrim1.3 garmr1 alfar1"
    scene = Scene(2, heroes={"AF": "S1a", "BF": "S1b"}, deck=deck).attacks("A", "F", "S1a", "S1b")
    assert (len(scene.militia()), scene.militia()[-1]) == (6, "garmr1")
    none = Scene(2, heroes={"AF": "S1a", "BF": "S1b"}, deck="fairies1.1 garmr1 gram troll1")
    none.attacks("A", "F", "S1a", "S1b")
    assert none.militia() == ["fairies1", "garmr1"]  # an item guards nobody, and nothing comes in its place
    assert none.names(none.state.relics) == ["gram"]


def test_who_is_attacked_on_an_enchanted_land_has_one_bodyguard_whatever_lies_there() -> None:
    scene = Scene(heroes={"AF": "L7b", "BF": "S1e"}, keeper="fimbulwinter", shown={"B": "heimdall gjallarhorn"},
                  deck="ormr1 garmr1 troll1")  # fmt: skip
    assert scene.attacks("A", "F", "L7b", "S1e").militia() == ["ormr1"]
    lies = Scene(heroes={"AF": "L7b", "BF": "S1e down"}, deck="ormr1").attacks("A", "F", "L7b", "S1e")
    assert lies.militia() == []


def test_where_none_of_five_joins_with_others_at_the_table_a_sixth_is_revealed() -> None:
    """R8.2.1: whatever winter, god and horn have added; five is the limit of the chain of two players alone."""
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"}, keeper="fimbulwinter",
                  shown={"B": "heimdall gjallarhorn"}, deck="gram almace aarni draugr1 dis1 garmr1 troll1")  # fmt: skip
    assert scene.attacks("A", "F", "S1a", "S1b").militia() == ["garmr1"]


def test_gods_and_horn_call_no_militia_in_a_neutral_battle() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, shown={"A": "heimdall gjallarhorn", "B": "heimdall"}, deck="garmr1 nixie1 ormr1"
    )
    assert len(scene.attacks("A", "F", "S1a", "S1b").militia()) == 2


def test_with_no_creature_card_left_anywhere_nobody_defends() -> None:
    scene = Scene(heroes={"AF": "S1a"}, second=True, hands={"A": "thor"}).attacks("A", "F", "S1a", "S1b")
    assert (scene.totals, scene.state.ending) == ((0, 0), False)
    scene.does("A", play("thor"), ENOUGH)
    assert scene.marker("S1b") == "A"


def test_the_last_card_of_the_deck_ends_the_game_in_the_middle_of_a_battle() -> None:
    scene = Scene(heroes={"AF": "S1a"}, deck="troll2", second=True, banished="garmr2 nixie1")
    scene.attacks("A", "F", "S1a", "S1b")
    assert scene.militia() == ["troll2", "garmr2"]  # what was banished of deck 2 is the deck again
    assert scene.state.ending
    assert scene.names(scene.state.banished) == ["nixie1"]


# --- Abilities that meet (R8.4.4, R17.2) ---------------


def test_a_doubled_ormr_loses_its_bonus_twice() -> None:
    scene = Scene(heroes={"AF": "L7b", "BF": "T9"}, markers={"B": "S3b T6"},
                  hands={"A": "ormr1 gram", "B": "mittagsfrau2"})  # fmt: skip
    scene.attacks("A", "F", "L7b", "S3b").does("A", play("ormr1", card="gram"), ENOUGH)
    assert scene.totals[0] == 8
    scene.refused("B", play("mittagsfrau2", use=True), "ability_not_usable")  # no scrub in this battle
    scene = Scene(heroes={"AF": "L9b"}, markers={"B": "S1b T6"}, hands={"A": "ormr1 gram", "B": "mittagsfrau2"},
                  shown={"A": "freyr"})  # fmt: skip
    scene.attacks("A", "F", "L9b", "S1b").does("A", play("ormr1"), ENOUGH)
    assert scene.totals[0] == 4  # Freyr gives the bonus, and no ability
    scene.does("B", play("mittagsfrau2", use=True))
    assert scene.totals == (3, 4)


def test_what_a_side_plays_after_a_mittagsfrau_keeps_its_bonus() -> None:
    scene = Scene(
        heroes={"AF": "S2b"}, markers={"B": "L9a T1"}, hands={"A": "garmr1 giant_spider1", "B": "mittagsfrau2 odin"}
    )
    scene.attacks("A", "F", "S2b", "L9a").does("A", play("garmr1"), ENOUGH)
    assert scene.totals == (3, 0)
    scene.does("B", play("mittagsfrau2", use=True), ENOUGH)
    assert scene.totals == (2, 4)
    scene.does("A", rage("giant_spider1"))
    decided = scene.last("battle_decided")
    assert (decided.attack, decided.defence) == (5, 4)


def test_a_nixie_that_copies_a_mittagsfrau_of_deck_1_goes_and_one_of_deck_2_stays() -> None:
    for name, stays in (("mittagsfrau1", 0), ("mittagsfrau2", 1)):
        scene = Scene(
            heroes={"AF": "L7b"},
            markers={"B": "S1b T1"},
            hands={"A": "nixie1", "B": "troll1 odin"},
            deck=f"{name} gram",
        )
        scene.attacks("A", "F", "L7b", "S1b").does("A", ENOUGH).does("B", play("troll1"), ENOUGH)
        scene.does("A", rage("nixie1", card=name))
        decided = scene.last("battle_decided")
        assert (decided.attack, decided.defence) == (2 * stays, 3 + 1 + stays)


def test_a_spider_withholds_and_the_card_comes_back_before_the_muster_phase() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"}, hands={"A": "troll1", "B": "giant_spider1 odin"})
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("troll1"), ENOUGH)
    scene.does("B", play("giant_spider1", how="withhold", card="troll1"))
    assert scene.totals == (0, 3)
    scene.does("B", ENOUGH)
    assert (scene.names(scene.state.kept[0]), scene.hand("A")) == (["troll1"], [])
    assert scene.frames(phase_over("campaign")).hand("A") == ["troll1"]


def test_two_barrows_creatures_are_called_one_after_the_other() -> None:
    scene = Scene(heroes={"AF": "L9a"}, hands={"A": "strzyga1 strzyga1"}, graves="giant_spider1 troll1")
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("strzyga1", use=True), play("strzyga1", use=True))
    assert scene.hand("A") == ["giant_spider1", "troll1"]
    assert scene.state.graves == []


def test_an_interrupt_of_a_troll_leaves_the_price_paid() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"}, hands={"A": "troll1 baldr", "B": "havamal"}).loud()
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("troll1", card="baldr"))
    scene.does("B", m.Block(item="havamal"))
    assert (scene.totals, scene.discards("A"), scene.hand("A")) == ((4, 0), ["baldr"], [])


def test_a_fossegrim_that_is_blocked_stays_and_may_not_try_again() -> None:
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T1"}, hands={"A": "fossegrim1", "B": "sigrdrifumal odin"},
                  deck="garmr1 nixie1").loud()  # fmt: skip
    scene.attacks("A", "F", "L7b", "L7a").does("A", play("fossegrim1", card="garmr1"))
    scene.does("B", m.Block(item="sigrdrifumal"))
    assert scene.totals == (2, 4)
    scene.refused("A", m.Use(card="fossegrim1", aim=m.Aim(card="garmr1")), "ability_not_usable")
    scene.does("A", ENOUGH).does("B", ENOUGH)
    assert "sigrdrifumal" in scene.discards("B")


def test_an_attacker_who_blocks_while_berserk_gives_the_defender_a_card_more() -> None:
    scene = Scene(heroes={"AF": "L7a"}, markers={"B": "L7b T1"}, hands={"A": "ormr1 havamal", "B": "dis1 troll1"},
                  draws={"B": "thor odin tyr"}, deck="nixie1 gram").loud()  # fmt: skip
    scene.attacks("A", "F", "L7a", "L7b").does("A", ENOUGH).does("B", ENOUGH)
    scene.does("A", rage("ormr1"), ENOUGH).does("B", m.Late(card="dis1")).does("A", m.Block(item="havamal"))
    if scene.asked == ("B", "late"):
        scene.does("B", NO)
    assert scene.marker("L7b") == "A"
    assert scene.discards("B") == ["dis1"]
    assert scene.hand("B") == ["odin", "thor", "troll1"]  # for Ormr and for the spell


def test_megingjord_counts_creatures_that_come_later_and_none_that_has_changed_sides() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, hands={"A": "megingjord alfar1 fairies1 huldra1 svartalfar1"}, deck="garmr1 ormr1"
    )
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("megingjord"))
    assert scene.totals[0] == 0
    scene.does("A", play("alfar1", card="garmr1"))
    assert scene.totals == (3 + 2 + 1, 3)
    scene.does("A", play("fairies1"), play("huldra1"), play("svartalfar1"))
    assert scene.totals[0] == 3 + 2 + 2 + 2 + 2 + 3


# --- Retreat, last marker, limit (R8.8-R9.7) ---------------


def test_a_hero_who_lies_on_the_last_marker_stays_there_and_gives_no_credit() -> None:
    scene = Scene(heroes={"AF": "L9a", "BM": "S2b down", "BF": "S1e"}, hands={"A": "thor odin"})
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH)
    assert (scene.marker("S2b"), scene.at("BM"), scene.at("AF")) == ("B", "S2b down", "L9a")
    assert scene.state.felled == []
    assert scene.state.wins == [0]  # he has won, for Heimdall


def test_who_has_eight_markers_gives_up_none_for_a_last_one_that_stays() -> None:
    scene = Scene(
        heroes={"AF": "L9a", "AM": "S1a"}, markers={"A": "S1b L9b T1 T4 T8 T9", "B": "S2b"}, hands={"A": "odin"}
    )
    assert len(scene.state.owned(0)) == 8
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH)
    assert scene.asked is None
    assert (len(scene.state.owned(0)), scene.marker("S2b"), scene.at("AF")) == (8, "B", "L9a")


def test_at_the_limit_the_origin_may_be_given_up() -> None:
    scene = Scene(
        heroes={"AF": "L9a", "AM": "S1a"}, markers={"A": "S1b L9b T1 T4 T8 T9", "B": "S2b T5"}, hands={"A": "odin"}
    )
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH)
    scene.refused("A", m.Shift(marker="S1a"), "hero_inside")
    scene.does("A", m.Shift(marker="L9a"))
    assert (scene.marker("L9a"), scene.marker("S2b"), scene.at("AF")) == ("", "A", "S2b")


def test_at_the_limit_an_enchanted_land_costs_no_marker() -> None:
    scene = Scene(heroes={"AF": "L9a", "AM": "S1a", "BF": "L9e"}, markers={"A": "S1b L9b T1 T4 T8 T9", "B": "T5"},
                  hands={"A": "odin"})  # fmt: skip
    scene.attacks("A", "F", "L9a", "L9e").does("A", play("odin"), ENOUGH)
    while scene.asked is not None:
        scene.times_out()
    assert (scene.at("AF"), len(scene.state.owned(0)), scene.state.felled) == ("L9e", 8, [0])


def test_who_is_beaten_on_an_enchanted_land_goes_to_what_touches_it_and_never_back_into_it() -> None:
    scene = Scene(heroes={"AF": "L7b", "BF": "S1e"}, markers={"B": "S1a S3a"}, hands={"A": "odin"})
    scene.attacks("A", "F", "L7b", "S1e").does("A", play("odin"), ENOUGH)
    assert scene.at("BF") == "S1a down"
    scene = Scene(heroes={"AF": "L7b", "BF": "S1e"}, markers={"B": "S3a"}, hands={"A": "odin"})
    scene.attacks("A", "F", "L7b", "S1e").does("A", play("odin"), ENOUGH)
    places = {one.to for one in scene.offered()}
    assert "S1e" not in places
    assert places == {"S2e", "S3e", "L2e", "L3e", "L4e", "L6e", "L7e", "L9e"}


def test_a_retreat_leads_past_the_own_other_hero_and_not_past_a_lost_land() -> None:
    scene = Scene(heroes={"AF": "L9a", "BM": "S2b", "BF": "S2a"}, markers={"B": "L4a L3a"}, hands={"A": "odin"})
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH)
    assert scene.at("BM") == "L4a down"


def test_merseburg_lets_only_the_first_stand() -> None:
    scene = Scene(heroes={"AF": "L9a", "AM": "S1a", "BM": "S2b", "BF": "S1b"}, markers={"B": "L2a T6"},
                  shown={"B": "merseburg"}, hands={"A": "odin thor"})  # fmt: skip
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH)
    assert scene.at("BM") == "L2a"
    assert scene.state.felled == [0]
    scene.attacks("A", "M", "S1a", "S1b").does("A", play("thor"), ENOUGH)
    assert scene.at("BF") == "T6 down"


def test_an_enchanted_land_whose_hero_lies_is_won_by_any_power_without_credit() -> None:
    scene = Scene(heroes={"AF": "L7b", "BF": "S1e down"}, markers={"B": "S3a"}, hands={"A": "odin", "B": "troll1"},
                  draws={"B": "thor"})  # fmt: skip
    scene.attacks("A", "F", "L7b", "S1e").does("A", ENOUGH)
    assert scene.asked == ("A", "berserk")  # 0 is not more than 0
    scene.does("A", rage("odin"))
    assert (scene.asked, scene.state.felled, scene.hand("B")) == (("B", "retreat"), [], ["thor", "troll1"])
    scene.does("B", m.Retreat(to="S2e"))
    assert (scene.at("AF"), scene.at("BF")) == ("S1e", "S2e down")


@pytest.mark.parametrize("lies, asked", [
    ("", ["A attack", "B defend", "A berserk", "B interrupt", "A choose", "B late", "B stand"]),
    (" down", ["A attack", "A berserk", "A choose", "B retreat"]),
])  # fmt: skip
def test_for_a_hero_who_lies_on_an_enchanted_land_no_card_is_played_nor_late_nor_to_block(
    lies: str, asked: list[str]
) -> None:
    """R8.6.1, though Dís matches where the attacker comes from."""
    scene = Scene(heroes={"AF": "L7a", "BF": f"S2e{lies}"}, markers={"B": "S3a"},
                  hands={"A": "mamuna1", "B": "dis1 huldra1"}).loud()  # fmt: skip
    scene.attacks("A", "F", "L7a", "S2e")
    found = []
    while scene.asked is not None and len(found) < len(asked):
        found.append(" ".join(scene.asked))
        if found[-1] == "A attack":
            scene.does("A", ENOUGH)
        elif found[-1] == "A berserk" and found.count("A berserk") == 1:
            scene.does("A", rage("mamuna1", use=True))
        else:
            scene.times_out()
    assert found == asked
    assert scene.last("battle_decided").won


def test_who_declines_before_an_enchanted_land_is_rebuked_and_honors_as_the_age_wants() -> None:
    scene = Scene(heroes={"AF": "L7b", "BF": "S1e"}, markers={"B": "S3a"}, hands={"A": "odin"}, draws={"B": "thor tyr"},
                  keeper="wolf_age")  # fmt: skip
    scene.attacks("A", "F", "L7b", "S1e").does("A", DECLINE)
    assert (scene.at("AF"), scene.moved("AF"), scene.at("BF")) == ("L7b", True, "S1e")
    assert scene.hand("B") == ["thor", "tyr"]


def test_a_hero_carried_into_the_battle_fights_and_falls_there() -> None:
    scene = Scene(
        heroes={"AF": "L7a", "BF": "S2e"},
        markers={"B": "L7b S3a"},
        hands={"A": "ormr1 odin", "B": "backahasten1 almace"},
    )
    scene.attacks("A", "F", "L7a", "L7b").does("A", play("ormr1"), play("odin"), ENOUGH)
    scene.refused("B", play("almace"), "not_playable")
    scene.does("B", play("backahasten1", how="move", hero="F", to="L7b"))
    assert scene.totals == (4, 3)
    scene.does("B", ENOUGH)
    assert scene.state.felled == [0]


def test_skadis_bow_looks_at_the_lands_around_a_town_and_at_the_origin() -> None:
    for origin, ground, power in (
        ("L9b", "T9", 2),
        ("L7a", "T3", 1),
        ("T6", "S1a", 2),
        ("S2a", "L2a", 1),
        ("L9a", "L3e", 2),
    ):
        heroes = {"AF": origin, **({"BF": "L3e"} if ground == "L3e" else {})}
        scene = Scene(heroes=heroes, markers={"B": "S3a"}, hands={"A": "skadis_bow"}).attacks("A", "F", origin, ground)
        assert scene.does("A", play("skadis_bow")).totals[0] == power, (origin, ground)


def test_a_card_that_is_played_makes_room_for_the_one_that_it_draws() -> None:
    hand = "thor odin baldr freyja loki frigg freyr heimdall hel troll1 troll1 troll1 angurvadel"
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"}, hands={"A": hand}, draws={"A": "tyr garmr1"})
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("angurvadel"))
    assert (len(scene.hand("A")), scene.asked) == (13, ("A", "attack"))


def test_an_honor_draw_past_the_limit_is_dropped_at_once() -> None:
    hand = "thor odin baldr freyja loki frigg freyr heimdall hel troll1 troll1 troll1 angurvadel"
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"}, hands={"A": "ormr1", "B": hand}, draws={"B": "tyr"})
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("ormr1"), ENOUGH).does("B", ENOUGH)
    assert scene.asked == ("B", "drop")
    scene.does("B", m.Drop(cards=("tyr",)))
    assert (scene.marker("S1b"), len(scene.hand("B"))) == ("A", 13)
