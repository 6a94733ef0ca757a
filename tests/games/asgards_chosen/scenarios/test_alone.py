"""The dossier's scenarios S69 to S72, S81, S82: solitaire and co-operative play. Straight from the dossier."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS, NAME, TERRITORIES
from engine.games.asgards_chosen.rules.battle.raid import raids
from engine.games.asgards_chosen.rules.muster.events import happens
from engine.games.asgards_chosen.rules.phases import appeasable, charm_turn, god_turn
from engine.games.asgards_chosen.rules.rounds import phase, phase_over
from engine.games.asgards_chosen.rules.start.board import enemy_markers
from tests.games.asgards_chosen.scene import ENOUGH, NO, PASS, RULES, Scene, begun, offered, play, rage
from tests.games.asgards_chosen.table import GAME

FOES = "S1a S1b S2a S2b S3a S3b T1 T2 T3 T4 T5 T6 T7"


def alone(**given: Any) -> Scene:
    given.setdefault("markers", {"enemy": FOES})
    return Scene(1, "solitaire", **given)


def test_s69_solitaire_set_up() -> None:
    scene = Scene(1, "solitaire").frames(enemy_markers())
    marked = [TERRITORIES[at] for at, side in enumerate(scene.state.markers) if side == 9]
    assert marked == FOES.split()


def test_s69_militia() -> None:
    scene = alone(heroes={"AF": "L7a"}, hands={"A": "draugr1.4 ormr1.2"},
                  deck="nixie1.1 murrain fairies1.2 gram jotunn1.1 troll1.1")  # fmt: skip
    scene.turn("A").does("A", m.Attack(hero="F", source="L7a", ground="S2a"))
    assert scene.names(scene.state.queue) == ["murrain"]
    assert scene.names(scene.state.relics) == ["gram"]
    assert scene.militia() == ["nixie1", "fairies1", "jotunn1"]
    assert scene.totals == (0, 6)
    scene.does("A", play("draugr1"), play("ormr1"))
    assert scene.totals == (6, 6)
    scene.does("A", ENOUGH)
    scene.refused("A", rage("troll1"), "no_berserk")
    assert scene.marker("S2a") == "enemy"


def s70() -> Scene:
    deck = "nixie1.2 fairies1.1 draugr1.2 garmr1.1 ormr1.1 mittagsfrau1.2 svartalfar1.1 jotunn1.3 troll1.1"
    return alone(
        heroes={"AF": "L7a"}, markers={"enemy": FOES, "A": "L9a"}, hands={"A": "garmr1.2 gram"}, queue="murrain",
        deck=deck, draws={"A": "thor odin"},
    )  # fmt: skip


def test_s70_event_attack() -> None:
    scene = s70().frames(raids(0))
    assert scene.asked == ("A", "target")
    assert {move.territory for move in scene.offered()} == {"S1a", "S2a", "S2b"}
    scene.refused("A", m.Target(territory="S1b"), "no_target")
    scene.does("A", m.Target(territory="S2b"))
    assert scene.militia() == ["nixie1", "fairies1", "draugr1"]
    assert scene.names(scene.state.turned) == ["garmr1", "ormr1", "mittagsfrau1"]
    assert scene.names(scene.state.graves) == ["svartalfar1"]
    assert scene.totals == (8, 5)
    scene.does("A", play("garmr1"))
    assert scene.totals == (8, 8)
    scene.does("A", ENOUGH)
    assert scene.asked == ("A", "late")  # a Dís could answer a bog
    assert scene.totals == (12, 8)
    scene.does("A", NO)
    assert scene.hand("A") == ["gram", "thor"]  # one honor card
    assert scene.marker("L7a") == "enemy"
    scene.does("A", NO)  # she does not stand up
    assert scene.asked == ("A", "retreat")
    assert {move.to[-1] for move in scene.offered()} == {"e"}
    scene.times_out()
    assert scene.at("AF") == "S1e down"
    assert RULES.decisions(scene.state) == ()
    assert "murrain" in scene.names(scene.state.banished)


def test_an_event_without_a_target_puts_a_marker_on_the_nearest_territory() -> None:
    scene = alone(heroes={"AF": "L9a", "AM": "L9e"}, queue="fimbulwinter").frames(raids(0))
    if scene.asked is not None:
        scene.times_out()
    assert scene.last("enemy_rises").lost_by is None
    assert DESIGNS["fimbulwinter"].colours
    assert scene.marker(scene.last("enemy_rises").territory) == "enemy"


def test_the_last_marker_stays_in_an_event_attack_too() -> None:
    scene = alone(heroes={"AF": "L7a"}, queue="murrain", deck="garmr1 troll2 nixie1 jotunn1 ormr1 ormr1 mittagsfrau1")
    scene.frames(raids(0)).does("A", m.Target(territory="S2b"))
    while scene.asked is not None:
        scene.times_out()
    assert scene.last("battle_decided").won
    assert (scene.marker("L7a"), scene.at("AF")) == ("A", "L7a down")


def s71() -> Scene:
    tisch = {"B1": "fairies1", "B2": "garmr1", "B3": "gram", "B4": "dis1", "U1": "ormr1", "U2": "nixie1",
             "U3": "ljodatal", "U4": "mittagsfrau1"}  # fmt: skip
    return alone(markers={"A": "L9b"}, tisch=tisch, hands={"A": "troll1 troll1"}, deck="huldra1 strzyga1 alfar1 troll1")


def test_s71_enemy_muster() -> None:
    scene = s71().musters("A", fill=True)
    scene.does("A", m.Muster(slot="B2", pay=(m.Pay(card="troll1"), m.Pay(card="troll1"))))
    assert scene.names(scene.state.banished) == ["fairies1"]
    assert scene.state.tile == [2, 0]
    assert scene.tisch() == {"B1": "ormr1", "B2": "nixie1", "B3": "gram", "B4": "dis1", "U1": "strzyga1",
                             "U2": "huldra1", "U3": "ljodatal", "U4": "mittagsfrau1"}  # fmt: skip
    assert scene.asked == ("A", "muster")
    scene.frames(happens(scene.cards("good_omens")[0], 0))
    assert scene.state.tile == [3, 1]
    scene.frames(happens(scene.cards("barrow_robbers")[0], 0))
    assert scene.state.tile == [2, 0]


def test_the_phase_ends_with_the_first_pass_after_the_enemys_step() -> None:
    scene = s71().musters("A").does("A", PASS)
    assert scene.asked is None
    assert scene.names(scene.state.banished) == ["fairies1"]


# --- Together ---------------


def test_s72_co_op_set_up() -> None:
    state = begun(2, mode="coop", automatic_board=True)
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert (state.draws, state.discards) == ([[]], [[]])
    chance = SeededChance(b"s72")
    assert [one.seat for one in RULES.decisions(state)] == [1]
    while state.stage != "god":
        decision = RULES.decisions(state)[0]
        move: Any = RULES.default(state, decision)
        if decision.kind == "hero":
            move = next(one for one in offered(state) if one.take)
        RULES.apply(state, decision.seat, move, chance)
    assert [len(hand) for hand in state.hands] == [7, 7]


def test_s72_co_op() -> None:
    scene = Scene(2, "coop", heroes={"AF": "S1a down", "AM": "S1b down"}, hands={"A": "baldr", "B": "thor"})
    scene.frames(phase("campaign"))
    scene.state.raids = [0, 1]
    scene.turn("A").refused("A", m.Appease(god="baldr"), "wrong_phase")
    scene.does("A", PASS).turn("B").does("B", PASS)
    scene.frames(phase_over("campaign"))
    assert scene.asked == ("A", "after")
    scene.does("A", m.Appease(god="baldr"))
    scene.refused("B", m.Appease(god="thor"), "already_appeased_this_phase")
    assert scene.asked is None


@pytest.mark.parametrize("raided, appeased", [([0], []), ([0, 1], ["thor"])])
def test_thor_wants_a_victory_of_each(raided: list[int], appeased: list[str]) -> None:
    scene = Scene(2, "coop", heroes={"AF": "S1a", "AM": "S1b"}, hands={"A": "thor"})
    scene.state.raids, scene.state.turn_over = raided, True
    assert appeasable(scene.state, 0, "campaign") == appeased


def test_thor_alone_wants_a_victory_over_an_enemy_marker() -> None:
    """R17.1: nobody's hero is there to be vanquished."""
    scene = alone(heroes={"AF": "L7a", "AM": "L9a"}, hands={"A": "thor draugr1.4 ormr1.2"}, deck="gram aarni blot")
    scene.turn("A").does("A", m.Attack(hero="M", source="L9a", ground="L9b"), play("draugr1"), ENOUGH)
    assert (scene.marker("L9b"), scene.asked) == ("A", None)
    scene.state.moved, scene.state.down = [False, False], [False, False]
    scene.turn("A", 2).does("A", m.Attack(hero="F", source="L7a", ground="S2a"), play("ormr1"), ENOUGH)
    assert (scene.marker("S2a"), scene.asked) == ("A", ("A", "after"))


def test_tyr_binds_both_and_the_first_attack_has_the_bonus() -> None:
    scene = Scene(2, "coop", heroes={"AF": "S1a", "AM": "L9a"}, shown={"A": "tyr"}, hands={"B": "thor"})
    scene.turn("B").does("B", m.Attack(hero="M", source="L9a", ground="S2b"))
    assert scene.totals[0] == 3
    scene.does("B", ENOUGH).turn("A")
    scene.refused("A", m.MoveHero(hero="F", to="S1e"), "hero_already_moved")
    scene.refused("A", m.MoveHero(hero="M", to="S1e"), "not_your_hero")


def test_whose_hero_an_event_hits_says_from_where_and_defends() -> None:
    """R16.5, D20: the battle of B has brought the event; it hits A's hero."""
    scene = Scene(2, "coop", heroes={"AF": "L7a", "AM": "L9a"}, markers={"enemy": "S1a S2a S2b"}, queue="murrain",
                  hands={"A": "thor", "B": "tyr"}, deck="nixie1 fairies1 troll1 garmr1 dis1 jotunn1 alfar1 huldra1",
                  ).frames(raids(1))  # fmt: skip
    assert scene.asked == ("A", "target")
    scene.does("A", m.Target(territory="S2b"))
    assert scene.asked == ("A", "defend")


def met(name: str, by: int, **given: Any) -> Scene:
    """Partners whose heroes both lie, and an event that one of them has met."""
    scene = Scene(2, "coop", heroes={"AF": "S1a down", "AM": "S1b down"}, **given)
    return scene.frames(happens(scene.cards(name)[0], by))


@pytest.mark.parametrize("by", [0, 1])
def test_an_event_concerns_only_the_partner_who_has_met_it(by: int) -> None:
    """R16.5: of "each" and of "all heroes" one alone."""
    assert met("horn_at_dawn", by).state.down == [by == 1, by == 0]
    drawn = met("good_omens", by, draws={"A": "thor odin"})
    assert [len(hand) for hand in drawn.state.hands] == [by == 0, by == 1]
    asked = met("blot", by, hands={"A": "gram", "B": "dis1"})
    assert [one.seat for one in RULES.decisions(asked.state)] == [by]


def test_in_the_first_version_the_horn_raised_both() -> None:
    scene = Scene(2, "coop", heroes={"AF": "S1a down", "AM": "S1b down"})
    scene.state.flow.then(happens(scene.cards("horn_at_dawn")[0], 0))
    first = GAME.versions[1]
    first.steps.run(first.playing(scene.state, scene.chance))
    assert scene.state.down == [False, False]


def test_eight_gods_win_at_once() -> None:
    gods = "thor odin tyr hel freyr frigg loki"
    scene = Scene(2, "coop", heroes={"AF": "S1a down", "AM": "S1b down"}, appeased={"A": gods}, hands={"A": "baldr"})
    scene.frames(phase_over("campaign")).does("A", m.Appease(god="baldr"))
    result = RULES.result(scene.state)
    assert result is not None
    assert (result.winners, result.causes) == ((0, 1), ("gods",))


@pytest.mark.parametrize("gods, asked", [
    ("thor odin tyr freyr frigg loki", None), ("thor odin tyr freyr frigg", ("A", "charm")),
])  # fmt: skip
def test_who_has_won_alone_is_asked_nothing_more(gods: str, asked: tuple[str, str] | None) -> None:
    """R15.10: the seventh god ends the game at once, in the middle of a phase, with cards that could be played."""
    scene = alone(appeased={"A": gods}, hands={"A": "hel nixie1 troll1 gram aarni"}, shown={"A": "baldr"})
    scene.state.stage = "god"
    scene.frames(god_turn(0), charm_turn(0)).does("A", m.Appease(god="hel", cards=("nixie1", "troll1", "gram")))
    assert (scene.asked, scene.state.stage) == (asked, "over" if asked is None else "god")


# --- Card words ---------------


def test_s81_withhold_in_solitaire() -> None:
    scene = alone(
        heroes={"AF": "L7a"}, hands={"A": "mamuna1.2"}, deck="nixie1.2 fairies1.1 ormr1.1 gram troll1 aarni blot"
    )
    scene.attacks("A", "F", "L7a", "S2a")
    assert scene.militia() == ["nixie1", "fairies1", "ormr1"]
    top = list(scene.state.deck)
    scene.does("A", play("mamuna1", use=True))
    assert scene.last("cards_looked_at").cards == tuple(NAME[card] for card in top[:-4:-1])
    assert scene.state.deck == top
    scene.does("A", m.Choose(cards=("ormr1",)))
    assert scene.totals == (4, 2)
    assert scene.discards("A") == ["ormr1"]
    scene.does("A", ENOUGH)
    assert scene.marker("S2a") == "A"


@pytest.mark.parametrize("piles, cards", [
    ({"deck": "fairies1", "later": "troll2 nixie2 dis2"}, ["fairies1", "troll2", "nixie2"]),
    ({"later": "troll2 nixie2 dis2"}, ["troll2", "nixie2", "dis2"]),
    ({"deck": "fairies2 garmr2", "second": True, "banished": "troll2"}, ["fairies2", "garmr2"]),
    ({"second": True, "banished": "troll2 fairies1"}, ["troll2"]),
])  # fmt: skip
def test_a_look_at_the_creature_deck_goes_on_where_a_reveal_would(piles: dict[str, Any], cards: list[str]) -> None:
    """R2.13, R15.8; a deck 2 that is not empty is not added to, or its last card would not end the game."""
    scene = alone(heroes={"AF": "L7a"}, hands={"A": "loki"}, **piles).gods("A").does("A", m.PlayGod(god="loki"))
    assert list(scene.last("cards_looked_at").cards) == cards
    assert not scene.state.ending


def test_s82_event_attack_on_a_town() -> None:
    scene = alone(
        markers={"enemy": FOES.removesuffix(" T7"), "A": "T7"}, hands={"A": "odin thor"}, queue="coastal_raid",
        deck="svartalfar1.1 fossegrim1.1 garmr1.1 nixie1.2 draugr1.4 gram", draws={"A": "tyr"},
    ).frames(raids(0))  # fmt: skip
    assert scene.totals == (5, 4)
    scene.does("A", play("odin"))
    assert scene.totals == (5, 5)
    scene.does("A", ENOUGH)
    if scene.asked == ("A", "late"):
        scene.does("A", NO)
    assert scene.asked is None
    assert scene.marker("T7") == "A"
    assert scene.hand("A") == ["thor", "tyr"]
    assert scene.names(scene.state.relics) == ["gram"]
