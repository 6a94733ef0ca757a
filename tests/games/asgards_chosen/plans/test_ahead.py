"""What orders that were given beforehand come to when their moment comes (P7, D1-D21 of the dossier)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.games.asgards_chosen.data import CARDS, DESIGNS, KINDS, NAME, START_ITEMS, TERRITORY
from engine.games.asgards_chosen.rules.muster.events import happens
from engine.games.asgards_chosen.rules.phases import god_turn
from engine.games.asgards_chosen.rules.start import heroes as heroes_start
from engine.games.asgards_chosen.rules.start import items as items_start
from engine.table.orders import take
from tests.games.asgards_chosen.plans.test_plans import s_round
from tests.games.asgards_chosen.scene import RULES, Scene, begun, seat
from tests.games.asgards_chosen.table import GAME, Letters


def until_asked(letters: Letters, player: str, *kinds: str) -> None:
    """Time runs out for all, but for this player's questions of these kinds."""
    scene = letters.scene
    while scene.asked is not None and not (scene.asked[0] == player and scene.asked[1] in kinds):
        scene.times_out()
        letters.session.settle()


def told(letters: Letters) -> Letters:
    """All that has happened, what time-outs made happen too."""
    letters.scene.told = [one for made in letters.session.made for one in made.happenings] + letters.scene.told
    return letters


# --- Set-up ---------------


def test_tile_auto_lays_the_tiles_of_one_player_where_a_time_out_would() -> None:
    scene = Scene(2)
    scene.state = begun(2)
    first = "AB"[scene.state.seat]
    other = "AB"[1 - scene.state.seat]
    letters = Letters(scene).sends(first, "TILE auto")
    while scene.state.stage == "board":
        assert scene.asked is not None
        assert scene.asked[0] == other
        scene.times_out()
        letters.session.settle()
    assert len(scene.state.laid) == 7


def test_a_tile_and_its_town_stand_in_one_line() -> None:
    scene = Scene(2)
    scene.state = begun(2)
    player = "AB"[scene.state.seat]
    tile = RULES.view(scene.state, scene.state.seat).tile
    places = scene.offered()
    move = places[0]
    line = f"TILE {tile} at {move.q},{move.r} {move.direction}"
    letters = Letters(scene).sends(player, line)
    town = scene.offered()[0]
    scene = Scene(2)
    scene.state = begun(2)
    letters = Letters(scene).sends(player, f"{line} ; TOWN {town.q},{town.r} {town.corner}")
    assert len(scene.state.laid) == 2
    assert len(scene.state.towns) == 2
    assert letters.scene.asked == ("AB"[1 - seat(player)], "tile")


def test_ranked_starting_items_as_an_answer_and_before() -> None:
    for ahead in (True, False):
        scene = Scene(2, deck=" ".join(NAME[card] for card in START_ITEMS))
        scene.state.round, scene.state.stage = 0, "items"
        letters = Letters(scene)
        if ahead:
            letters.sends("A", "ITEM Skofnung > Raskovnik > Aarni")
        scene.frames(items_start.items())
        taken = scene.offered()[0].item
        letters.sends("B", f"ITEM {DESIGNS[taken].title}")
        if not ahead:
            letters.sends("A", "ITEM Skofnung > Raskovnik > Aarni")
        assert scene.hand("A") == ["raskovnik"]


def test_heroes_are_placed_by_a_ranked_list_and_take_the_card_that_was_meant() -> None:
    scene = Scene(2, tisch={"B1": "troll1", "B2": "gram", "U1": "nixie1"}, deck="ormr1 dis1 garmr1 huldra1 thor tyr")
    scene.state.round, scene.state.stage = 0, "heroes"
    scene.state.hands = [[], []]
    letters = Letters(scene)
    letters.sends("B", "HERO F at S1a", "HERO M at S2a", "HERO F at L4a take U1")
    scene.frames(heroes_start.heroes())
    letters.sends("A", "HERO F at S1a")
    assert scene.at("BM") == "S2a"  # S1a was taken
    letters.sends("A", "HERO M at L9b")
    assert scene.at("BF") != ""


# --- God and charm ---------------


def test_god_none_is_an_answer_and_an_order() -> None:
    scene = s_round()
    letters = Letters(scene).sends("B", "GOD none").sends("A", "GOD none")
    assert scene.asked == ("A", "charm")
    assert letters.told("god_played") == []
    scene = s_round(B="andvaranaut bragis_harp")
    letters = Letters(scene).sends("B", "CHARM none").sends("A", "GOD none").sends("A", "CHARM none")
    assert scene.asked == ("A", "campaign")


def test_odin_keeps_what_was_said_before_it_was_seen() -> None:
    for player in "AB":
        scene = s_round(A="odin thor", B="odin thor")
        letters = Letters(scene)
        if player == "B":
            letters.sends("B", "GOD Odin keep Nixie, Frigg, best").sends("A", "GOD none")
        else:
            letters.sends("A", "GOD Odin keep Nixie, Frigg, best")
        assert "frigg" in scene.hand(player)
        assert len(scene.hand(player)) == 2
        assert scene.asked is not None
        assert scene.asked[1] != "choose"


def test_loki_and_the_charms_that_draw() -> None:
    scene = s_round(A="loki thor", B="troll1.2 hel tyr")
    Letters(scene).sends("A", "GOD Loki on Blue discard best")
    assert scene.discards("B") == ["troll1"]
    scene = s_round(A="aarni thor", B="hel tyr")
    scene.state.stage = "god"
    Letters(scene).sends("A", "GOD none", "CHARM Aarni top Thor").sends("B", "god none")
    assert "thor" not in scene.hand("A")
    assert NAME[scene.state.draws[0][-1]] == "thor"


def test_then_ask_holds_back_what_is_planned_for_the_next_phase_alone() -> None:
    scene = s_round(A="odin aarni thor garmr1", B="tyr hel")
    letters = Letters(scene).sends("A", "GOD Odin keep best THEN ASK", "CHARM Aarni top Thor", "MOVE M to L9e")
    until_asked(letters, "A", "charm")
    assert scene.asked == ("A", "charm")
    letters.sends("A", "CHARM none")
    until_asked(letters, "A", "campaign")
    assert scene.at("AM") == "L9e"  # the first campaign turn went on by itself
    assert scene.state.turn == 2


# --- Campaign ---------------


def test_two_passes_are_two() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", "GOD none", "CHARM none", "PASS", "PASS")
    until_asked(letters, "A", "campaign", "muster")
    assert scene.asked == ("A", "muster")


def test_new_orders_for_a_phase_replace_those_given_before() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", "GOD Thor", "MOVE M to L9e", "ATTACK F from S1a to S1b ASK")
    letters.sends("A", "MOVE M to L1e")
    orders: list[Any] = list(letters.session.table.plans(0))
    assert [one.move.to for one in orders] == ["L1e"]


def test_an_order_that_has_become_illegal_is_told_and_asked_about() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", "GOD none", "CHARM none", "MOVE M to S2a")
    until_asked(letters, "A", "campaign")
    assert scene.asked == ("A", "campaign")
    assert letters.session.balked[0].code == "E_NO_PATH"


def test_appease_if_met_waits_for_the_victory() -> None:
    scene = Scene(
        2, heroes={"AF": "S1a", "AM": "L9b", "BF": "S1b", "BM": "L4a"}, markers={"B": "T5"},
        hands={"A": "thor garmr1.1 troll1 ormr1", "B": "hel"}, deck="nixie1 gram almace dis1",
    ).turn("A")  # fmt: skip
    letters = Letters(scene).sends("A", "KEEP Thor", "APPEASE Thor IF met", "ATTACK F from S1a to S1b PLAY * UNTIL all")
    until_asked(letters, "A", "campaign", "muster", "god")
    assert [one.god for one in told(letters).told("god_appeased")] == ["thor"]


# --- Battles ---------------


def test_stand_up_of_one_hero_alone() -> None:
    for hero, names in (("F", []), ("M", ["nixie1"])):
        scene = Scene(
            heroes={"AF": "L9a", "BM": "S2b", "BF": "L4e"}, markers={"B": "S2a L4a L2a T1"},
            hands={"A": "garmr1.1 garmr1.2", "B": "fairies1 nixie1"},
        ).attacks("A", "F", "L9a", "S2b")  # fmt: skip
        letters = Letters(scene).sends("B", f"STANDUP {hero} WITH Nixie", "DEFEND any PLAY Thor SHORT none")
        letters.sends("A", "play garmr; garmr")
        assert scene.names(scene.state.graves) == names
        assert scene.asked == ("B", "stand" if hero == "F" else "retreat")


def test_mamuna_withholds_what_was_said() -> None:
    for keep, held in (("best", ["troll1"]), ("Odin, best", ["odin"]), ("none", [])):
        scene = Scene(
            heroes={"AF": "S1a"}, markers={"B": "S2a T1"}, hands={"A": "mamuna1 thor", "B": "troll1 odin hel"},
        ).attacks("A", "F", "S1a", "S2a")  # fmt: skip
        letters = Letters(scene)
        if not RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves():
            continue
        letters.sends("A", f"PLAY Mamuna[keep {keep}] THEN ASK")
        assert scene.asked == ("A", "attack")
        assert scene.names(scene.state.held[1]) == held


def test_the_best_and_the_worst_are_settled_when_the_card_is_played() -> None:
    for word, gone in (("best", "troll1"), ("worst", "nixie1")):
        scene = Scene(heroes={"AF": "S1b"}, hands={"A": "giant_spider1 thor"}, deck="nixie1 troll1")
        Letters(scene.attacks("A", "F", "S1b", "S1a")).sends("A", f"PLAY Giant Spider[banish {word}] THEN ASK")
        assert gone not in scene.militia()
        assert len(scene.militia()) == 1


def test_a_list_with_a_goal_is_an_answer_too() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "garmr1 troll1 thor"}, deck="fossegrim1 nixie1")
    letters = Letters(scene.attacks("A", "F", "S1a", "S1b")).sends("A", "PLAY * UNTIL win SHORT decline")
    assert scene.asked is None
    assert letters.played("A") or letters.told("attack_declined")


# --- Market ---------------


def market(**hands: str) -> Scene:
    scene = s_round(A="draupnir odin thor garmr1 hel", **{"B": "andvaranaut tyr freyja odin", **hands})
    scene.state.round = 2
    scene.state.stage = "muster"
    return scene


def test_a_market_sheet_is_tried_line_by_line_on_each_turn() -> None:
    scene = market()
    letters = Letters(scene.musters("A"))
    letters.sends("A", "MUSTER B2 pay Odin, Thor", "MUSTER B1 pay Draupnir, Odin", "PASS if none")
    assert letters.told("card_mustered")[0].card == "gram"  # the first line could not be done now
    letters.sends("B", "PASS", "PASS if none")
    assert letters.told("card_mustered") == letters.told("card_mustered")[:1]
    assert scene.asked is None  # nothing fitted any more: Red passed


def test_a_line_follows_its_card_when_it_slides_and_no_other_card_is_bought_for_it() -> None:
    scene = market()
    letters = Letters(scene.musters("B")).sends("A", "MUSTER Gram pay Draupnir, Odin")
    plan, limit = cast("list[Any]", letters.session.table.plans(0))
    assert (plan.card, limit.most) == ("gram", 1)
    scene.state.tisch[0], scene.state.tisch[4] = scene.state.tisch[4], scene.state.tisch[0]  # it lies above now
    letters.sends("B", "PASS")
    assert letters.told("card_mustered") == []
    assert letters.told("muster_passed")


def test_stop_after_so_many_and_muster_none() -> None:
    scene = market()
    letters = Letters(scene.musters("A"))
    letters.sends("A", "MUSTER B1 pay Draupnir, Odin", "MUSTER B1 pay Thor, Hel", "STOP AFTER 1", "PASS if none")
    letters.sends("B", "PASS", "PASS if none")
    assert len(letters.told("card_mustered")) == 1
    assert scene.asked is None
    scene = market()
    letters = Letters(scene.musters("A")).sends("A", "MUSTER none")
    assert letters.told("muster_passed")
    letters.sends("B", "MUSTER none")
    assert scene.asked is None


def test_who_sleeps_passes_as_long_as_nothing_new_comes() -> None:
    scene = market()
    Letters(scene.musters("A")).sends("A", "PASS UNTIL new bog").sends("B", "PASS")
    assert scene.asked is None


def test_who_sleeps_is_asked_when_such_a_card_shows_up() -> None:
    scene = market()
    letters = Letters(scene.musters("A")).sends("A", f"PASS UNTIL new {_shows_up(scene)}")
    letters.sends("B", "MUSTER B1 pay Andvaranaut, Tyr, Freyja")
    until_asked(letters, "A", "muster")
    assert scene.asked == ("A", "muster")


def _shows_up(scene: Scene) -> str:
    """The kind of what lies above the first slot."""
    return KINDS[CARDS[scene.state.tisch[4]].terrain]


def test_events_are_answered_by_the_sheet() -> None:
    for event, line, seen in (
        ("blot", "EVENT sac Garmr, Draupnir", "garmr1"),
        ("thing_assembly", "EVENT take Freyja", "freyja"),
        ("murrain", "EVENT remove L9a, T1", "T1"),
    ):
        scene = market()
        scene.state.markers = list(scene.state.markers)
        card = next(at for at, name in enumerate(NAME) if name == event)
        for pile in (scene.state.box, scene.state.deck):
            if card in pile:
                pile.remove(card)
        _prepare(scene, event)
        letters = Letters(scene).sends("A", line)
        scene.state.stage = "muster"
        scene.frames(happens(card, 0))
        letters.session.settle()
        until_asked(letters, "A", "event")
        assert scene.asked is None
        what = [*scene.names(scene.state.graves), *scene.hand("A")]
        assert seen in what or (seen == "T1" and scene.marker("T1") == "")


def _prepare(scene: Scene, event: str) -> None:
    if event == "thing_assembly":
        god = next(card for card in scene.state.draws[0] if NAME[card] == "freyja")
        scene.state.draws[0].remove(god)
        scene.state.discards[0].append(god)
    if event == "murrain":
        for place in ("T2", "T3"):
            scene.state.markers[TERRITORY[place]] = 0


def test_an_open_payment_is_added_to_until_it_is_enough() -> None:
    scene = Scene(
        2, heroes={"AF": "S1a", "AM": "L9b", "BF": "L4a", "BM": "S2a"}, markers={"A": "T1", "B": "T5"},
        hands={"A": "fairies1 odin", "B": "tyr"}, draws={"A": "thor hel troll1"}, tisch={"B1": "gram"},
    )  # fmt: skip
    letters = Letters(scene.musters("A")).sends("A", "ADD Thor, Hel, Odin", "MUSTER B1 pay Fairies[] OPEN")
    (done,) = [*letters.told("card_mustered"), *letters.told("payment_failed")]
    assert done.kind == "card_mustered" or "thor" not in done.paid


def test_renewal_discards_what_is_still_there() -> None:
    scene = market()
    scene.state.first = 0
    letters = Letters(scene).sends("A", "RENEW discard gods")
    scene.renews()
    letters.sends("B", "RENEW none")
    (made,) = letters.told("hands_renewed")
    assert sorted(made.discarded[0]) == ["hel", "odin", "thor"]


def test_the_limit_of_the_hand_is_kept_by_a_list() -> None:
    gods = "thor tyr odin baldr freyja loki frigg freyr heimdall hel"
    scene = s_round(A=f"{gods} aarni garmr1 troll1")
    letters = Letters(scene).sends("A", "DROP Garmr, Troll", "CHARM Aarni top Troll", "GOD none")
    until_asked(letters, "A", "campaign", "drop")
    assert scene.asked is not None
    assert scene.asked[1] != "drop"


@pytest.mark.parametrize("order, told", [("appease Tyr if met", False), ("appease Tyr", True)])
def test_a_god_whose_wish_is_not_met_is_passed_over_in_silence_if_that_was_said(order: str, told: bool) -> None:
    """Tyr wants four other cards, and Thor goes before him: asked again, A has three."""
    scene = Scene(2, heroes={"AF": "S1a", "BF": "S1b"}, hands={"A": "thor tyr troll1 odin freyr", "B": "odin"})
    scene.state.stage, scene.state.first = "god", 1
    letters = Letters(scene.frames(god_turn(1), god_turn(0))).sends("A", "god Thor", order).sends("B", "done")
    assert scene.asked == ("A", "god")
    assert (letters.session.balked.get(0) is not None) is told
    (plan,) = [one for one in letters.session.table.plans(0) if one.kind == "ahead"]
    assert GAME.notation.write_plan(plan, "en") == order


def test_a_god_to_whom_it_did_not_come_is_told_by_its_line_or_to_who_had_it_kept() -> None:
    """Freyr wants five types of terrain, and the campaign is over."""
    sheet = ["god none", "charm none", "appease Freyr", "pass", "pass"]
    session = Letters(s_round(B="freyr odin tyr")).session
    take(session, 0, ["god none", "charm none", "pass", "pass"])
    taken = take(session, 1, sheet)
    assert session.table.state.stage == "muster"
    assert (set(taken.lines), taken.dropped) == ({0, 1, 3, 4}, (2,))
    assert len(taken.idle) == 1
    assert taken.lost == taken.idle
    session = Letters(s_round(B="freyr odin tyr")).session
    take(session, 0, ["god none", "charm none", "pass", "pass"])
    assert take(session, 1, sheet[:3]).kept == (2,)
    for line in sheet[3:]:
        taken = take(session, 1, [line])
    assert session.table.state.stage == "muster"
    assert (len(taken.idle), taken.lost, taken.dropped) == (1, (), ())
