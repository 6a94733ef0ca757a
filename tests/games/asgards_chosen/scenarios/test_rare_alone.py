"""What seldom meets alone and together: full queues, ties of an event attack, what partners share (R15, R16)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import ENEMY, KIND, TERRITORY, TOWN
from engine.games.asgards_chosen.happenings import EnemyPlaced
from engine.games.asgards_chosen.rules.battle.raid import raids
from engine.games.asgards_chosen.rules.muster.turns import muster_phase
from engine.games.asgards_chosen.rules.rounds import phase, phase_over, round_ends
from engine.games.asgards_chosen.rules.start.heroes import set_up
from tests.games.asgards_chosen.scene import DONE, ENOUGH, NO, PASS, RULES, Scene, pay, play


def alone(**given: Any) -> Scene:
    return Scene(1, "solitaire", **given)


def together(**given: Any) -> Scene:
    return Scene(2, "coop", **given)


# --- The variable set-up (R15.2) ---------------


def test_two_enemies_lie_beside_each_hero_on_any_terrain_or_town_without_a_marker() -> None:
    kinds = set()
    for seed in range(12):
        scene = alone(heroes={"AF": "S1a", "AM": "S1b"})
        scene.state.options, scene.chance = {"scattered": True}, SeededChance(bytes([seed]))
        scene.frames(set_up())
        (placed,) = ([TERRITORY[at] for at in one.territories] for one in scene.told if isinstance(one, EnemyPlaced))
        assert placed[:2] == [at for at in placed[:2] if at in scene.state.land.near[TERRITORY["S1a"]]]
        assert placed[2:] == [at for at in placed[2:] if at in scene.state.land.near[TERRITORY["S1b"]]]
        assert len(set(placed)) == len(placed) == 4
        assert (scene.marker("S1a"), scene.marker("S1b")) == ("A", "A")
        assert [at for at, side in enumerate(scene.state.markers) if side == ENEMY] == sorted(placed)
        kinds |= {KIND[at] for at in placed}
    assert max(kinds) == TOWN > min(kinds)


# --- Militia and event attacks (R15.3-R15.5) ---------------


def test_three_defend_what_is_nobodys_four_an_enemy_and_a_winter_adds_one_within_five() -> None:
    deck = "nixie1.1 draugr1.2 ormr1.2 alfar1.3 dis1.2 mamuna1"
    given: dict[str, Any] = {"heroes": {"AF": "L7a"}, "deck": deck}
    assert len(alone(**given).attacks("A", "F", "L7a", "L7b").militia()) == 3
    foe: dict[str, Any] = {**given, "markers": {"enemy": "L7b"}}
    assert len(alone(**foe).attacks("A", "F", "L7a", "L7b").militia()) == 4
    assert len(alone(keeper="fimbulwinter", **foe).attacks("A", "F", "L7a", "L7b").militia()) == 5
    foe["deck"] = "nixie1.1 fairies1.2 draugr1.2 ormr1.2 alfar1.1 dis1.2"  # two serpents
    assert len(alone(keeper="fimbulwinter", **foe).attacks("A", "F", "L7a", "L7b").militia()) == 5


def test_a_fourth_event_is_banished_and_all_count_towards_the_five() -> None:
    scene = alone(heroes={"AF": "L7a"}, markers={"enemy": "S1a"}, deck="murrain blot good_omens naglfar nixie1 troll1")
    scene.attacks("A", "F", "L7a", "S1a")
    assert scene.names(scene.state.queue) == ["murrain", "blot", "good_omens"]
    assert (scene.names(scene.state.banished), scene.militia()) == (["naglfar"], ["nixie1"])
    assert scene.names(scene.state.deck) == ["troll1"]  # the one more that comes where none has joined was the fifth


def test_where_none_of_five_joins_no_sixth_is_revealed() -> None:
    """R15.3: at most 5 cards, the one that comes where none has joined among them."""
    scene = alone(heroes={"AF": "L7a"}, markers={"enemy": "S1a"}, keeper="fimbulwinter",
                  deck="gram almace aarni curtana havamal nixie1")  # fmt: skip
    assert scene.attacks("A", "F", "L7a", "S1a").militia() == []
    assert scene.names(scene.state.deck) == ["nixie1"]


def test_the_events_of_a_battle_attack_when_it_is_over() -> None:
    """R15.5: in the turn that has met them."""
    scene = alone(heroes={"AF": "L7a"}, markers={"A": "T2"}, hands={"A": "troll1 odin"},
                  deck="murrain nixie1 huldra1 garmr1 alfar1")  # fmt: skip
    scene.turn("A").does("A", m.Attack(hero="F", source="L7a", ground="L7b"), play("troll1"))
    assert (len(scene.all_told("battle_began")), scene.names(scene.state.queue)) == (1, ["murrain"])
    scene.does("A", ENOUGH)
    assert scene.last("battle_began").attacker is None
    assert scene.state.queue == []


def test_an_event_met_in_the_attack_of_another_is_banished_and_attacks_nobody() -> None:
    """R15.5, 9: among the militia and among the attackers."""
    deck = "blot nixie1.2 naglfar fairies1.1 ormr1.1 troll1 garmr1"
    scene = alone(heroes={"AF": "L7a"}, markers={"A": "T2"}, hands={"A": "odin"}, queue="murrain", deck=deck)
    scene.frames(raids(0))
    assert (scene.asked, scene.state.queue) == (("A", "defend"), [])
    assert scene.names(scene.state.banished) == ["murrain", "blot", "naglfar"]


def test_the_event_answers_no_late_card_and_leaves_no_room_for_another() -> None:
    """R8.7.3, R15.5, 7: once the player leads, the losing side is the event."""
    scene = alone(heroes={"AF": "L7a"}, markers={"A": "T2"}, hands={"A": "dis1 dis2"}, queue="murrain",
                  deck="fairies1.1 nixie1.1 garmr1 strzyga1.1 fossegrim1.2 mittagsfrau1.3 jotunn1.1")  # fmt: skip
    scene.frames(raids(0)).does("A", ENOUGH)
    assert (scene.asked, scene.totals) == (("A", "late"), (7, 4))
    scene.does("A", m.Late(card="dis1"))
    assert (scene.asked, scene.hand("A"), scene.marker("L7a")) == (None, ["dis2"], "A")


def test_an_event_that_finds_no_land_of_its_kind_without_a_marker_does_nothing() -> None:
    scene = alone(heroes={"AF": "L7a"}, markers={"enemy": "S3a L2b L7b"}, queue="spring_flood").frames(raids(0))
    assert (scene.all_told("enemy_rises"), scene.asked) == ([], None)


def test_of_two_heroes_in_such_lands_the_one_nearer_to_the_enemy_is_attacked() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "L7a", "AM": "L4b"}, "queue": "murrain"}
    assert alone(markers={"enemy": "S2a"}, **given).frames(raids(0)).last("battle_began").ground == "L7a"
    assert alone(markers={"enemy": "S3a"}, **given).frames(raids(0)).last("battle_began").ground == "L4b"


def raided_town(hand: str, **given: Any) -> Scene:
    """Coastal Raid attacks T2, beside forest, bog and lake, from the forest S1a alone: 3 + 1 + 2 against 2 + 2."""
    deck = "nixie1.2 fairies1.1 ormr1.1 strzyga1.2 huldra1.3 garmr1.1 troll1.1 draugr1.1"
    markers = {"enemy": "S1a S1b", "A": "T2 L9a"}
    scene = alone(markers=markers, hands={"A": hand}, queue="coastal_raid", deck=deck, **given).frames(raids(0))
    assert scene.names(scene.state.turned) == ["ormr1", "strzyga1", "huldra1"]
    return scene


def test_the_cards_of_an_event_are_the_militia_that_the_player_faces() -> None:
    """R15.5, 5; and 7: the wolf that a Fossegrim has taken calls no further one."""
    scene = raided_town("fossegrim1 alfar1 thor", draws={"A": "odin"})
    assert scene.totals == (6, 4)
    scene.does("A", play("fossegrim1", card="ormr1"))
    assert (scene.totals, scene.discards("A")) == ((3, 4), ["ormr1", "fossegrim1"])
    scene.refused("A", play("alfar1", card="huldra1"), "ability_not_usable")  # it has its bonus where it comes from
    scene.does("A", play("alfar1", card="strzyga1"))
    assert scene.totals == (2, 8)
    scene.does("A", ENOUGH)
    while scene.asked is not None:
        scene.times_out()
    assert [one.joined for one in scene.all_told("militia_revealed") if one.what == "berserk"] == [("garmr1",)]
    assert scene.names(scene.state.deck[::-1]) == ["troll1", "draugr1"]
    assert (scene.marker("T2"), scene.discards("A")) == ("A", ["ormr1", "fossegrim1", "alfar1"])


def test_a_mamuna_throws_out_cards_of_an_event_and_a_mittagsfrau_takes_no_bonus_from_them() -> None:
    """R15.8; R17.2: militia keep theirs."""
    scene = raided_town("mamuna2 mittagsfrau2 thor").does("A", play("mamuna2", use=True))
    scene.does("A", m.Choose(cards=("ormr1", "huldra1")))
    assert (scene.totals, scene.discards("A")) == ((1, 4 + 6), ["ormr1", "huldra1"])
    scene = alone(markers={"enemy": "S2b S1a", "A": "L7a L9a"}, hands={"A": "mittagsfrau2 thor"}, queue="murrain",
                  deck="nixie1.2 fairies1.1 draugr1.1 ormr1.1 huldra1.2").frames(raids(0))  # fmt: skip
    scene.does("A", m.Target(territory="S2b"))
    before = scene.totals
    assert scene.does("A", play("mittagsfrau2", use=True)).totals == (before[0], before[1] + 4)


def test_a_jotunn_takes_the_bonus_of_an_events_cards_and_a_spider_banishes_them_or_throws_them_out() -> None:
    given: dict[str, Any] = {"queue": "barrow_robbers", "deck": "garmr1.2 strzyga1.3 nixie1.1 ormr1.1 huldra1.3"}
    scene = alone(markers={"enemy": "S3a", "A": "S3b L9a"}, hands={"A": "jotunn1 thor"}, **given).frames(raids(0))
    assert scene.totals == (2 + 4, 3)  # a Huldra does not fight for a mountain
    assert scene.does("A", play("jotunn1", use=True)).totals == (1 + 3, 3 + 5)
    given = {"queue": "good_omens", "deck": "garmr1.2 strzyga1.3 nixie1.1 ormr1.1 huldra1.3"}
    scene = alone(markers={"enemy": "S1a", "A": "S1b T9"}, hands={"A": "giant_spider1 giant_spider1 thor"}, **given)
    scene.frames(raids(0)).does("A", play("giant_spider1", how="withhold", card="ormr1"))
    scene.does("A", play("giant_spider1", how="banish", card="nixie1"))
    assert (scene.names(scene.state.turned), scene.discards("A")) == (["huldra1"], ["ormr1"])
    assert "nixie1" in scene.names(scene.state.banished)


def test_no_truce_holds_off_an_event_and_no_shadow_helps_it() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "L7a"}, "queue": "murrain", "hands": {"A": "thor"}}
    scene = alone(keeper="midsummer_truce", **given).frames(raids(0))
    assert scene.last("battle_began").ground == "L7a"
    assert alone(keeper="shadow_of_ragnarok", **given).frames(raids(0)).totals == (0, 0)


def test_a_hero_who_rides_away_from_an_event_leaves_the_land_to_it() -> None:
    scene = alone(heroes={"AF": "L7b"}, markers={"enemy": "S1a", "A": "L9a"}, queue="coastal_raid",
                  hands={"A": "backahasten1 gram"}, deck="blot aarni curtana nixie1.2 jotunn1.1 ormr1.1 huldra1.2",
                  ).frames(raids(0))  # fmt: skip
    scene.does("A", play("backahasten1", how="retreat", to="L9a"))
    scene.refused("A", play("gram"), "not_playable")  # no hero fights any more
    scene.does("A", ENOUGH)
    while scene.asked is not None:
        scene.times_out()
    assert (scene.at("AF"), scene.marker("L7b")) == ("L9a", "enemy")


def test_with_no_enemy_on_the_board_the_player_says_what_is_attacked_and_from_nowhere() -> None:
    scene = alone(heroes={"AF": "S1a"}, markers={"A": "L7a L4b"}, queue="murrain").frames(raids(0))
    assert {one.territory for one in scene.offered()} == {"L7a", "L4b"}
    assert scene.does("A", m.Target(territory="L4b")).last("battle_began").origin == ""


def test_a_hero_who_lies_draws_the_attack_and_has_no_bodyguard() -> None:
    scene = alone(heroes={"AF": "L7a down", "AM": "S1e"}, markers={"A": "L4b", "enemy": "S2a"}, queue="murrain",
                  hands={"A": "odin"}, deck="nixie1.2 fairies1.1 garmr1.1 alfar1.3 jotunn1.3")  # fmt: skip
    scene.frames(raids(0))
    assert (scene.last("battle_began").ground, scene.militia()) == ("L7a", ["nixie1", "fairies1"])


def test_an_event_that_leads_goes_not_berserk_and_honors_once() -> None:
    scene = alone(heroes={"AF": "S1e"}, markers={"A": "L7a L9a", "enemy": "S2b"}, queue="murrain", hands={"A": "odin"},
                  draws={"A": "thor tyr"}, deck="gram almace curtana garmr1.2 ormr1.1 alfar1.3 jotunn1.3")  # fmt: skip
    scene.frames(raids(0)).does("A", ENOUGH)
    assert (scene.marker("L7a"), scene.hand("A")) == ("enemy", ["odin", "thor"])
    assert scene.names(scene.state.deck) == ["jotunn1"]


def test_events_attack_in_the_order_of_the_queue() -> None:
    scene = alone(heroes={"AF": "S1e"}, markers={"A": "L9a"}, queue="murrain spring_flood").frames(raids(0))
    while scene.asked:
        scene.times_out()
    assert [one.event for one in scene.all_told("enemy_rises")] == ["murrain", "spring_flood"]


def test_raskovnik_leads_past_an_enemy_marker() -> None:
    """R15.4: for movement it is another player's without a hero."""
    scene = alone(heroes={"AF": "L7a"}, markers={"enemy": "S1a S2a S2b T3", "A": "L9a"}, shown={"A": "raskovnik"})
    scene.turn("A").refused("A", m.MoveHero(hero="F", to="S1a"), "no_path")
    scene.does("A", m.MoveHero(hero="F", to="L9a"))
    assert (scene.at("AF"), scene.names(scene.state.spent)) == ("L9a", ["raskovnik"])


def test_the_end_of_the_deck_before_the_seventh_god_is_a_defeat() -> None:
    scene = alone(appeased={"A": "thor loki baldr freyja heimdall hel"})
    scene.state.ending = True
    result = RULES.result(scene.frames(round_ends()).state)
    assert result is not None
    assert result.winners == ()


# --- Partners (R16) ---------------


def test_a_god_or_charm_of_the_partner_calls_no_militia_for_me() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "L7a", "AM": "T2"}, "queue": "murrain", "markers": {"enemy": "S2a"}}
    deck = "nixie1.2 fairies1.1 draugr1.2 garmr1.2 ormr1.1 alfar1.3 jotunn1.3 mamuna1"
    for owner, count in (("A", 4), ("B", 2)):
        scene = together(shown={owner: "gjallarhorn heimdall"}, deck=deck, **given).frames(raids(1))
        first = next(one for one in scene.all_told("militia_revealed") if one.what == "militia")
        assert len(first.joined) + len(first.sacrificed) == count


def test_whoever_holds_the_god_pays_for_it_when_both_have_had_their_turn() -> None:
    scene = together(hands={"A": "freyja troll1 nixie1 garmr1", "B": "hel troll1 ormr1 gram"}).gods("A")
    scene.refused("A", m.Appease(god="freyja", cards=("troll1", "nixie1", "garmr1")), "wrong_phase")
    scene.frames(phase_over("god")).does("A", DONE)
    scene.does("B", m.Appease(god="hel", cards=("troll1", "ormr1", "gram")))
    assert (scene.hand("A"), scene.hand("B")) == (["freyja", "garmr1", "nixie1", "troll1"], [])
    assert scene.names(scene.state.appeased[0]) == ["hel"]


def test_heimdall_is_appeased_when_both_partners_have_won() -> None:
    """R16.2: both heroes are the two of them, whoever holds the god."""
    for winners, asked in ([0], None), ([1], None), ([0, 1], ("B", "after")):
        scene = together(heroes={"AF": "L7a", "AM": "L9a"}, hands={"B": "heimdall"}).frames(phase("campaign"))
        scene.state.wins = winners
        assert scene.frames(phase_over("campaign")).asked == asked


def test_a_backahasten_carries_the_partners_hero() -> None:
    """R16.2: the other hero is the partner's, who has the campaign turn left."""
    scene = together(heroes={"AF": "L7a", "AM": "S1a"}, hands={"A": "backahasten1 odin", "B": "thor"}).turn("A")
    scene.does("A", m.Attack(hero="F", source="L7a", ground="L7b"))
    scene.does("A", play("backahasten1", how="move", hero="M", to="S2e"))
    assert (scene.totals[0], scene.at("AM"), scene.moved("AM")) == (2 + 1 + 2, "S2e", False)


def test_partners_give_loki_nothing_to_each_other() -> None:
    scene = together(hands={"A": "loki troll1 nixie1 garmr1", "B": "hel"}).frames(phase_over("charm"))
    gifts = tuple(m.Gift(card=card, to=1) for card in ("troll1", "nixie1", "garmr1"))
    scene.refused("A", m.Appease(god="loki", gifts=gifts), "requirement_not_met")
    scene.does("A", m.Appease(god="loki", cards=("troll1", "nixie1", "garmr1")))
    assert sorted(scene.names(scene.state.banished)) == ["garmr1", "nixie1", "troll1"]


def test_each_scouts_with_the_own_hero_alone() -> None:
    scene = together(heroes={"AF": "L7a", "AM": "T2"}, tisch={"U1": "gram", "U2": "dis1"}, hands={"A": "brisingamen"})
    scene.musters("A").refused("A", m.Muster(slot="U1", pay=pay("brisingamen")), "no_deep_scout")
    scene.does("A", m.Muster(slot="U2", pay=pay("brisingamen")))


def test_a_neutral_victory_is_none_for_thor() -> None:
    scene = together(
        heroes={"AF": "L7a", "AM": "L9a"}, hands={"A": "thor odin", "B": "troll1"}, markers={"enemy": "S2a"}
    )
    scene.turn("A").does("A", m.Attack(hero="F", source="L7a", ground="S2a"), play("odin"), ENOUGH)
    scene.turn("B").does("B", m.Attack(hero="M", source="L9a", ground="L9b"), play("troll1"), ENOUGH)
    assert (scene.state.wins, scene.state.raids) == ([0, 1], [0])
    assert scene.frames(phase_over("campaign")).asked is None


def test_the_start_player_draws_first_from_the_common_pile() -> None:
    scene = together(draws={"A": "thor odin tyr hel loki freyr frigg freyja baldr heimdall"}, first=1).renews()
    assert [len(hand) for hand in scene.state.hands] == [3, 7]
    assert scene.state.first == 0


def test_the_enemy_takes_a_card_after_every_turn_of_either_until_both_have_passed() -> None:
    tisch = {"B1": "gram", "B2": "almace", "B3": "troll1", "B4": "nixie1",
             "U1": "ormr1", "U2": "garmr1", "U3": "dis1", "U4": "curtana"}  # fmt: skip
    scene = together(markers={"A": "T1"}, hands={"A": "brisingamen", "B": "odin"}, tisch=tisch,
                     deck="fairies1 huldra1 alfar1 mamuna1 nixie1").frames(muster_phase())  # fmt: skip
    scene.does("A", m.Muster(slot="B2", pay=pay("brisingamen")))
    assert scene.names(scene.state.banished) == ["gram"]
    scene.does("B", PASS).does("A", PASS)
    assert (len(scene.state.banished), scene.asked) == (3, None)


@pytest.mark.parametrize("hand, more, left, drawn", [
    ("garmr1.2", "jotunn1.2 troll1.1", ["troll1"], 1),  # it leads with the first
    ("garmr1.2 freyr frigg", "mittagsfrau1.4 jotunn1.3 troll1.1", ["troll1"], 2),  # not before the second
    ("garmr1.2 freyr frigg", "draugr1.1 mittagsfrau1.4 troll1.1", ["troll1", "mittagsfrau1"], 1),  # another symbol
])  # fmt: skip
def test_an_event_rages_while_its_symbols_match_and_it_does_not_lead(
    hand: str, more: str, left: list[str], drawn: int
) -> None:
    """R15.5, 7; R8.7.5: a card of honor for each that came so."""
    foes = "garmr1.1 ormr1.1 mittagsfrau1.2 svartalfar1.1"  # wolf, wolf, serpent
    scene = Scene(1, "solitaire", heroes={"AF": "L7a"}, markers={"enemy": "S2b"}, hands={"A": f"{hand} gram"},
                  deck=f"nixie1.2 fairies1.1 draugr1.2 {foes} {more}", draws={"A": "thor odin tyr"},
                  queue="murrain")  # fmt: skip
    scene.frames(raids(0))
    for card in hand.split():
        scene.does("A", play(card.split(".")[0]))
    attack, defence = scene.totals
    assert attack <= defence
    scene.does("A", ENOUGH)
    while scene.asked is not None and scene.asked[1] == "late":
        scene.does("A", NO)
    assert scene.names(scene.state.deck) == left
    assert scene.last("cards_drawn").count == drawn
