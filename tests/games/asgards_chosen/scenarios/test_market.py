"""The dossier's scenarios S28, S32, S51 to S68, S79, S83: muster, renewal, appeasing, the end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS, NAME, NONE, SLOT
from engine.games.asgards_chosen.happenings import PhaseBegan
from engine.games.asgards_chosen.rules.muster.events import happens, refill
from engine.games.asgards_chosen.rules.muster.payment import payment
from engine.games.asgards_chosen.rules.muster.turns import muster_phase
from engine.games.asgards_chosen.rules.renewal import renewal
from engine.games.asgards_chosen.rules.rounds import round_begins, round_ends
from engine.games.asgards_chosen.state import State
from tests.games.asgards_chosen.scene import DONE, PASS, RULES, Scene, begun, pay


def test_s28_fairies_in_a_payment() -> None:
    scene = Scene(markers={"A": "L7a"}, hands={"A": "ormr1 fairies1"}, draws={"A": "thor"}, tisch={"B1": "dis1"})
    scene.musters("A").does("A", m.Muster(slot="B1", pay=pay("ormr1", "fairies1[]")))
    mustered = scene.last("card_mustered")
    assert (mustered.power, mustered.cost) == (7, 5)
    assert scene.hand("A") == ["thor"]
    assert scene.discards("A") == ["ormr1", "fairies1", "dis1"]


def worth(state: State, name: str, bought: str) -> int:
    return payment(state, 0, pay(name), DESIGNS[bought])[1]


def test_s32_muster_values() -> None:
    scene = Scene(hands={"A": "huldra1 ormr1"}, markers={"A": "S1a"}, tisch={"B1": "alfar1"})
    assert worth(scene.state, "huldra1", "nixie1") == 3
    assert worth(scene.state, "huldra1", "alfar1") == 4
    assert worth(scene.state, "ormr1", "dis1") == 6
    assert worth(scene.state, "ormr1", "jotunn1") == 8
    scene.musters("A").refused("A", m.Muster(slot="B1", pay=pay("ormr1")), "opposing_terrain")


def s51(**given: Any) -> Scene:
    """Red is A, Blue is B."""
    tisch = {"B1": "giant_spider1", "B2": "gram", "B3": "aecerbot", "B4": "dis1", "U1": "garmr1", "U2": "nixie1",
             "U3": "ljodatal", "U4": "mittagsfrau1"}  # fmt: skip
    return Scene(
        heroes={"AF": "L7b", "AM": "S2e", "BM": "S2b down", "BF": "L9e"},
        markers={"A": "L7a S3b T6", "B": "L9a S1a T4"},
        tisch=tisch,
        **given,
    )


HANDS = {"A": "brisingamen draupnir havamal hel", "B": "troll1 troll1 draugr1 odin"}


def slots(scene: Scene) -> set[str]:
    return {move.slot for move in scene.offered() if isinstance(move, m.Muster)}


def test_s51_who_may_muster_what() -> None:
    rich = "brisingamen draupnir havamal andvaranaut thor odin tyr"
    scene = s51(hands={"A": rich}).musters("A")
    assert slots(scene) == {"B2", "B3", "B4", "U2"}
    scene.refused("A", m.Muster(slot="U3", pay=pay("brisingamen")), "no_deep_scout")
    scene.refused("A", m.Muster(slot="B1", pay=pay("brisingamen")), "cannot_muster")
    scene = s51(hands={"B": rich}).musters("B")
    assert slots(scene) == {"B1", "B2", "B3"}
    scene.refused("B", m.Muster(slot="U1", pay=pay("brisingamen")), "no_deep_scout")
    scene.refused("B", m.Muster(slot="U3", pay=pay("brisingamen")), "no_deep_scout")


RICH = "brisingamen draupnir havamal andvaranaut thor odin tyr"
TAKES = {  # by what lies on B1: whether Red may take it, whether Blue may
    "dis1": (True, False), "nixie1": (True, False), "jotunn1": (True, False), "troll1": (False, True),
    "garmr1": (False, True), "alfar1": (False, True), "gram": (True, True), "aecerbot": (True, True),
}  # fmt: skip


@pytest.mark.parametrize("card", TAKES)
def test_s51_each_kind_of_card_in_the_bottom_row_and_in_the_top_row(card: str) -> None:
    """Red: bog, lake, mountain; Blue: hill, scrub, forest. In the top row only Red's lake, where his active hero is."""
    for player, may in zip("AB", TAKES[card], strict=True):
        scene = s51(hands={player: RICH})
        scene.state.box += scene.state.tisch
        scene.state.tisch = [NONE] * len(scene.state.tisch)
        above = {"gram": "almace", "aecerbot": "wid_faerstice"}.get(card, card)  # of these there is one
        for slot, name in (("B1", card), ("U4", above)):
            scene.state.tisch[SLOT[slot]] = scene.cards(name)[0]
        scene.musters(player)
        assert ("B1" in slots(scene)) == may
        assert ("U4" in slots(scene)) == (player == "A" and card == "nixie1")
        paid = pay("brisingamen", "draupnir", "andvaranaut")
        if not may:
            scene.refused(player, m.Muster(slot="B1", pay=paid), "cannot_muster")
        if "U4" not in slots(scene):
            scene.refused(player, m.Muster(slot="U4", pay=paid), "no_deep_scout")


def test_s52_paying() -> None:
    scene = s51(hands=HANDS).musters("B")
    scene.refused("B", m.Muster(slot="B1", pay=pay("troll1", "draugr1")), "opposing_terrain")
    scene.refused("B", m.Muster(slot="B1", pay=pay("troll1", "odin")), "payment_short")
    scene.does("B", m.Muster(slot="B1", pay=pay("troll1", "troll1"), top="troll1"))
    assert scene.last("card_mustered").power == 8
    assert scene.discards("B") == ["troll1", "giant_spider1", "troll1"]


def test_s53_nothing_power() -> None:
    scene = Scene(markers={"A": "S2b"}, hands={"A": "troll1 gram draupnir"}, tisch={"B1": "garmr1"}).musters("A")
    scene.refused("A", m.Muster(slot="B1", pay=pay("troll1", "gram")), "no_power")
    scene.does("A", m.Muster(slot="B1", pay=pay("troll1", "draupnir")))
    assert scene.last("card_mustered").power == 6


def test_s54_refill_and_keeper() -> None:
    tisch = {"B1": "fairies1", "B3": "gram", "B4": "dis1", "U1": "garmr1", "U2": "ormr1", "U3": "ljodatal",
             "U4": "mittagsfrau1"}  # fmt: skip
    scene = Scene(
        tisch=tisch, keeper="harvest_moon", deck="good_omens nixie1", hands={"A": "thor"},
        draws={"A": "odin", "B": "tyr", "C": "hel"},
    ).musters("A", fill=True)  # fmt: skip
    assert (scene.tisch()["B2"], scene.tisch()["U2"]) == ("ormr1", "nixie1")
    assert scene.names(scene.state.banished) == ["harvest_moon", "good_omens"]
    assert scene.state.keeper == []
    assert [len(hand) for hand in scene.state.hands] == [2, 1, 1]


def test_s55_faery_ring() -> None:
    scene = Scene(heroes={"AF": "L7e"}, deck="fimbulwinter", hands={"A": "thor"}).musters("A")
    scene.does("A", m.Ring(hero="F"))
    assert (scene.names(scene.state.keeper), scene.hand("A")) == (["fimbulwinter"], ["thor"])
    assert scene.asked == ("A", "muster")
    scene.refused("A", m.Ring(hero="F"), "ring_used")
    scene = Scene(heroes={"AF": "L7e"}, deck="nixie1").musters("A").does("A", m.Ring(hero="F"))
    assert scene.hand("A") == ["nixie1"]


def test_s56_end_of_the_phase() -> None:
    scene = Scene(markers={"B": "S2b"}, hands={"B": "troll1 draupnir"}, tisch={"B1": "garmr1"}).frames(muster_phase())
    scene.does("A", PASS).does("B", m.Muster(slot="B1", pay=pay("troll1", "draupnir")))
    scene.does("C", PASS).does("A", PASS)
    assert scene.asked == ("B", "muster")
    assert scene.does("B", PASS).asked is None


def test_s57_top_row_by_frigg() -> None:
    scene = s51(hands=HANDS, shown={"B": "frigg"}).musters("B")
    scene.does("B", m.Muster(slot="U1", pay=pay("troll1", "odin")))
    found = scene.last("card_mustered")
    assert (found.card, found.helped) == ("garmr1", ("frigg",))
    scene.musters("B").refused("B", m.Muster(slot="U4", pay=pay("troll1")), "no_deep_scout")


# --- Renewal ---------------


def s58(hand: int, *, down: bool) -> int:
    cards = 4 * ["nixie1"] + 3 * ["troll1"] + 3 * ["garmr1"] + 2 * ["ormr1"]
    scene = Scene(
        heroes={"AF": "S1e", "AM": "L4e down" if down else "L4e"}, hands={"A": " ".join(cards[:hand])},
        draws={"A": "thor odin tyr hel"},
    )  # fmt: skip
    scene.renews().does("A", m.Renew())
    if scene.asked == ("A", "drop"):
        scene.times_out()
    return len(scene.state.hands[0])


def test_s58_focus() -> None:
    assert (s58(9, down=True), s58(9, down=False), s58(12, down=True)) == (11, 13, 13)


def test_s58_the_last_cards_are_dropped_by_default() -> None:
    cards = "nixie1 nixie1 nixie1 nixie1 troll1 troll1 troll1 garmr1 garmr1 garmr1 ormr1 ormr1"
    scene = Scene(heroes={"AF": "S1e"}, hands={"A": cards}, draws={"A": "thor odin"}).renews().does("A", m.Renew())
    assert scene.asked == ("A", "drop")
    scene.times_out()
    assert scene.discards("A") == ["odin"]


def test_s59_empty_pile_while_drawing() -> None:
    scene = Scene(
        hands={"A": "thor odin tyr"}, draws={"A": "hel freyr"},
        discards={"A": "nixie1 nixie1 troll1 troll1 garmr1 garmr1"},
    ).renews().does("A", m.Renew())  # fmt: skip
    assert (len(scene.state.hands[0]), len(scene.state.draws[0]), len(scene.state.discards[0])) == (7, 4, 0)


# --- Appeasing ---------------


def test_s60_appeasing_limits() -> None:
    hand = "tyr hel freyja nixie1 nixie1 nixie1 nixie1 troll1 gram aarni odin"
    scene = Scene(hands={"A": hand}).gods("A").does("A", m.PlayGod(god="tyr"))
    scene.refused("A", m.Appease(god="tyr"), "god_not_in_hand")
    scene.does("A", m.Appease(god="hel", cards=("nixie1", "nixie1", "gram")))
    sacrifice = m.Appease(god="freyja", cards=("nixie1", "nixie1", "troll1"))
    scene.refused("A", sacrifice, "already_appeased_this_phase")
    scene = Scene(hands={"A": "odin gram aarni draupnir"}).charms("A")
    scene.refused("A", m.Appease(god="odin", cards=("gram", "aarni")), "requirement_not_met")
    scene.does("A", m.Appease(god="odin", cards=("gram", "aarni", "draupnir")))
    assert sorted(scene.names(scene.state.banished)) == ["aarni", "draupnir", "gram"]


def test_a_second_appeasement_is_refused_while_the_phase_asks() -> None:
    hand = "hel freyja thor nixie1 nixie1 nixie1 nixie1 nixie2 nixie2 gram"
    scene = Scene(hands={"A": hand}).gods("A")
    scene.does("A", m.Appease(god="hel", cards=("nixie1", "nixie1", "gram")))
    assert scene.asked == ("A", "god")
    again = m.Appease(god="freyja", cards=("nixie1", "nixie1", "nixie2"))
    scene.refused("A", again, "already_appeased_this_phase")
    scene.does("A", m.PlayGod(god="thor"))
    scene.refused("A", m.PlayGod(god="freyja"), "god_already_played")


def test_s61_lokis_gift() -> None:
    scene = Scene(hands={"A": "loki fairies1 troll1 baldr nixie1"}).charms("A")

    def gifts(*names: str) -> m.Appease:
        return m.Appease(
            god="loki", gifts=tuple(m.Gift(card=card, to=to) for card, to in zip(names, (1, 1, 2), strict=True))
        )

    scene.refused("A", gifts("fairies1", "troll1", "baldr"), "god_card_protected")
    scene.does("A", gifts("fairies1", "troll1", "nixie1"))
    assert (scene.discards("B"), scene.discards("C")) == (["fairies1", "troll1"], ["nixie1"])
    assert scene.names(scene.state.appeased[0]) == ["loki"]


def test_s62_two_charms() -> None:
    scene = Scene(hands={"A": "aarni bragis_harp odin gram draupnir brisingamen"}, draws={"A": "tyr hel thor"})
    scene.charms("A").does("A", m.PlayCharm(item="aarni"), m.Choose(cards=("gram",)))
    assert scene.asked == ("A", "charm")  # Odin can still be appeased
    scene.refused("A", m.PlayCharm(item="bragis_harp"), "charm_already_played")
    scene.turn("A").refused("A", m.PlayCharm(item="bragis_harp"), "wrong_phase")
    assert NAME[scene.state.draws[0][-1]] == "gram"


def test_s64_baldr() -> None:
    scene = Scene(heroes={"AF": "S1a down", "AM": "S1b down"}, hands={"A": "baldr"}).turn("A", 2)
    assert {type(move) for move in scene.offered()} == {m.PassTurn, m.Appease}
    scene.does("A", m.Appease(god="baldr"), PASS)
    assert scene.names(scene.state.appeased[0]) == ["baldr"]


# --- The end ---------------


def test_s66_end_by_exhaustion() -> None:
    tisch = {"B1": "fairies1", "B2": "gram", "B3": "dis1", "B4": "garmr1", "U1": "ormr1", "U2": "ljodatal"}
    scene = Scene(
        tisch=tisch, deck="troll2", second=True, banished="garmr2 garmr2 nixie2 huldra2 fairies2 nixie1"
    ).frames(refill(0), round_ends())  # fmt: skip
    assert scene.state.ending
    assert scene.tisch()["U3"] == "troll2"
    assert scene.tisch()["U4"].endswith("2")
    assert (len(scene.state.deck), scene.names(scene.state.banished)) == (4, ["nixie1"])
    assert scene.state.stage == "over"


def test_s67_tie_breaks() -> None:
    gods = ["thor", "odin", "tyr", "hel", "freyr", "frigg", "loki", "baldr", "freyja", "heimdall"]
    places = ["S1a S1b L9a L9b T1 T8", "S2a S2b L4a L4b T4 T5", "S3a S3b L2a L2b T6 T7 T9 L3a"]

    def result(*cards: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        piles = {"A": 5, "B": 5, "C": 4}
        scene = Scene(
            appeased={player: " ".join(gods[:count]) for player, count in piles.items()},
            markers=dict(zip("ABC", places, strict=True)),
        )
        for side, count in enumerate(cards):
            scene.state.discards[side] = scene.state.box[:count]
            del scene.state.box[:count]
        scene.state.ending = True
        scene.frames(round_ends())
        found = RULES.result(scene.state)
        assert found is not None
        return found.winners, found.causes

    assert result(14, 17, 20) == ((1,), ("cards",))
    assert result(14, 14, 20) == ((0, 1), ("shared",))


def test_s79_last_card_in_renewal() -> None:
    scene = Scene(deck="troll2", second=True, tisch={"B1": "fairies1"}, markers={"A": "S1a"})
    scene.frames(renewal(), round_begins())
    assert (scene.state.ending, scene.state.stage) == (True, "campaign")
    while scene.state.stage != "over":
        scene.times_out()
    assert "renewal" not in [one.phase for one in scene.told[-20:] if isinstance(one, PhaseBegan)]


# --- Introductory ---------------


@pytest.mark.parametrize("seed", range(12))
def test_s68_introductory_set_up(seed: int) -> None:
    state, swords = begun(3, seed, mode="introductory"), {"almace", "curtana", "gram", "angurvadel"}
    for hand in state.hands:
        names = sorted(NAME[card] for card in hand)
        assert set(names) >= {"thor", "tyr", "odin", "baldr", "freyja"}
        assert len(set(names) & swords) == 1
        assert len(names) == 6
    waits = swords | {"huldra1", "dis1", "dvergar1", "strzyga1", "svartalfar1", "backahasten1"}
    assert not any(NAME[card] in waits for card in state.tisch)
    deck = [NAME[card] for card in state.deck]
    assert "huldra1" in deck
    assert len(swords & set(deck)) == 1  # the fourth one, shuffled in after the deal


def test_s68_introductory() -> None:
    scene = Scene(
        mode="introductory", heroes={"AF": "S1a", "BF": "S1b", "AM": "S1e"}, round=1, hands={"A": "thor"},
        draws={"A": "odin tyr hel loki freyr frigg freyja heimdall baldr"},
    )  # fmt: skip
    scene.turn("A").refused("A", m.Attack(hero="F", source="S1a", ground="S1b"), "truce")
    scene.frames(happens(scene.cards("good_omens")[0], 0))
    assert scene.hand("A") == ["thor"]
    assert scene.names(scene.state.banished) == ["good_omens"]
    scene.renews().does("A", m.Renew(cards=("thor",)))
    assert len(scene.hand("A")) == 7  # though her man stands on a Focus


def test_s68_who_is_hemmed_in_may_draw() -> None:
    scene = Scene(mode="introductory", heroes={"AF": "S1a"}, round=1, draws={"A": "thor"}).turn("A")
    scene.refused("A", m.PassTurn(draw=True), "not_hemmed_in")
    scene = Scene(mode="introductory", heroes={"AF": "T2"}, markers={"B": "S1a L7a L7b"}, round=1,
                  draws={"A": "thor odin"})  # fmt: skip
    assert m.PassTurn(draw=True) in scene.turn("A").offered()
    assert scene.does("A", m.PassTurn(draw=True)).hand("A") == ["thor"]


# --- Events ---------------


def test_s83_heavy_tribute() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"A": "S1b L9a", "B": "S2a S2b T4", "C": "S3a S3b"})
    scene.frames(happens(scene.cards("heavy_tribute")[0], 0))
    asked = {one.seat for one in RULES.decisions(scene.state)}
    assert asked == {0, 1}
    scene.refused("A", m.EventChoice(marker="S1a"), "hero_inside")
    scene.does("A", m.EventChoice(marker="S1b")).does("B", m.EventChoice(marker="T4"))
    assert (scene.marker("S1b"), scene.marker("T4")) == ("", "")
    scene = Scene(markers={"A": "S1b", "B": "S2a", "C": "S3a"})
    assert scene.frames(happens(scene.cards("heavy_tribute")[0], 0)).asked is None


def test_s83_raskovnik() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"A": "S3b", "B": "S1b"}, shown={"A": "raskovnik"}).turn("A")
    scene.refused("A", m.Attack(hero="F", source="S1b", ground="L6a"), "no_path")
    scene.does("A", m.MoveHero(hero="F", to="S3b"))
    assert scene.at("AF") == "S3b"
    assert scene.names(scene.state.spent) == ["raskovnik"]


@pytest.mark.parametrize("move", [DONE])
def test_nothing_need_be_done_in_a_phase(move: m.Done) -> None:
    assert Scene(hands={"A": "thor"}).gods("A").does("A", move).asked is None


# --- Open payments (R10.6.4) ---------------


def opened(hand: str, draws: str, top: str | None = None) -> Scene:
    scene = Scene(2, markers={"A": "L2a"}, hands={"A": hand}, draws={"A": draws}, tisch={"B1": "alfar1"}).frames(
        muster_phase()
    )
    return scene.does("A", m.Muster(slot="B1", pay=pay("fairies1[]"), top=top, open=True))


@pytest.mark.parametrize("top, upper", [(None, "alfar1"), ("fairies1", "fairies1")])
def test_what_an_open_payment_draws_may_be_added(top: str | None, upper: str) -> None:
    scene = opened("fairies1 thor", "fairies2 hel odin", top)
    assert (scene.asked, scene.hand("A")) == (("A", "add"), ["fairies2", "thor"])
    scene.refused("A", m.AddPay(pay=pay("hel")), "card_not_in_hand")
    scene.does("A", m.AddPay(pay=pay("fairies2[]")))
    assert scene.hand("A") == ["hel", "odin", "thor"]
    scene.does("A", m.AddPay())
    mustered = scene.last("card_mustered")
    assert (mustered.card, mustered.power, mustered.paid) == ("alfar1", 6, ("fairies1", "fairies2"))
    assert (scene.discards("A")[-1], scene.asked, scene.state.passes) == (upper, ("B", "muster"), 0)


def test_an_open_payment_that_stays_short_is_lost_and_the_turn_a_pass() -> None:
    scene = opened("fairies1 thor", "hel odin").does("A", m.AddPay(pay=pay("hel")), m.AddPay())
    assert scene.last("payment_failed").power == 3
    assert (scene.tisch(), scene.discards("A")) == ({"B1": "alfar1"}, ["fairies1", "hel"])
    assert scene.state.passes == 1
    assert scene.does("B", PASS).asked is None


def test_a_payment_that_is_not_open_must_suffice_without_its_draws() -> None:
    scene = Scene(markers={"A": "L2a"}, hands={"A": "fairies1"}, draws={"A": "thor"}, tisch={"B1": "alfar1"}).musters(
        "A"
    )
    scene.refused("A", m.Muster(slot="B1", pay=pay("fairies1[]")), "payment_short")
