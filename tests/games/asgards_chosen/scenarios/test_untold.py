"""What nobody at a table could know is in no view and no undo (R2.6, R16.3), from version 2 of the rules on."""

from __future__ import annotations

import pytest

from engine.core.components.zones import shown_to
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import CARD
from engine.games.asgards_chosen.rules.phases import god_turn
from engine.games.asgards_chosen.rules.rounds import phase_over
from engine.games.asgards_chosen.view import UNKNOWN
from engine.table.table import Recorded
from engine.table.undo import take_back
from tests.games.asgards_chosen.scene import ENOUGH, NO, RULES, Scene, play, rage
from tests.games.asgards_chosen.table import GAME, Letters


def known(scene: Scene, viewer: int, player: int = 0) -> list[str]:
    """What of a hand, A's unless it is said, a viewer knows."""
    return [card for card in RULES.view(scene.state, viewer).players[player].hand if card != UNKNOWN]


def shows(scene: Scene, viewer: int, *cards: str) -> None:
    """A viewer has seen these."""
    for card in cards:
        scene.state.seen[CARD[card]] |= shown_to(viewer)


@pytest.mark.parametrize("own", ["nixie1.1 nixie1.2 thor", "nixie1.2 nixie1.1 thor", "nixie1.1 troll1 thor"])
def test_who_has_seen_a_card_does_not_know_whether_it_is_a_copy_that_is_played(own: str) -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": own, "B": "odin", "C": "odin"}).attacks("A", "F", "S1a", "S1b")
    shows(scene, 1, "nixie1.1")
    assert (known(scene, 1), known(scene, 2)) == (["nixie1"], [])
    scene.does("A", m.Play(card="nixie1"))
    assert known(scene, 1) == known(scene, 2) == []


def test_the_first_version_told_copies_apart() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "nixie1.2 nixie1.1 thor"}).attacks("A", "F", "S1a", "S1b")
    shows(scene, 1, "nixie1.1")
    GAME.versions[1].apply(scene.state, 0, m.Play(card="nixie1"), scene.chance)
    assert known(scene, 1) == ["nixie1"]


@pytest.mark.parametrize("card", ["nixie1", "troll1", "thor", "odin"])
@pytest.mark.parametrize(
    "seen, sure",
    [((), []), (("nixie1.1", "troll1.1"), []), (("nixie1.1", "nixie1.2"), ["nixie1"]),
     (("nixie1.2", "nixie1.1", "thor.1"), ["nixie1"])],
)  # fmt: skip
def test_nobody_else_knows_what_goes_back_on_the_draw_pile(card: str, seen: tuple[str, ...], sure: list[str]) -> None:
    scene = Scene(2, hands={"A": "aarni nixie1.1 nixie1.2 troll1.1 thor.1", "B": "tyr"}, draws={"A": "odin freyja"})
    shows(scene, 1, *seen)
    scene.charms("A").does("A", m.PlayCharm(item="aarni"), m.Choose(cards=(card,)))
    assert known(scene, 1) == sure
    assert set(RULES.view(scene.state, 1).sides[0].draws) == {UNKNOWN}
    assert RULES.view(scene.state, 0).sides[0].draws == (card,)


def test_the_first_version_showed_it_to_who_had_seen_the_card() -> None:
    scene = Scene(2, hands={"A": "aarni nixie1.1 thor", "B": "tyr"}, draws={"A": "odin freyja"})
    shows(scene, 1, "nixie1.1")
    scene.charms("A")
    for move, there in (
        (m.PlayCharm(item="aarni"), (["nixie1"], ())),
        (m.Choose(cards=("nixie1",)), ([], ("nixie1",))),
    ):
        GAME.versions[1].apply(scene.state, 0, move, scene.chance)
        assert (known(scene, 1), RULES.view(scene.state, 1).sides[0].draws) == there


@pytest.mark.parametrize("card", ["thor", "odin", "troll1"])
def test_who_stands_by_does_not_know_which_card_a_mamuna_withholds(card: str) -> None:
    scene = Scene(heroes={"AF": "L7a"}, markers={"B": "L7b T1"}, hands={"A": "mamuna1", "B": "thor odin.1 troll1"},
                  deck="gram draupnir").attacks("A", "F", "L7a", "L7b")  # fmt: skip
    shows(scene, 2, "odin.1")
    scene.does("A", play("mamuna1", use=True), m.Choose(cards=(card,)))
    for viewer, left in ((2, []), (0, sorted({"thor", "odin", "troll1"} - {card}))):
        view = RULES.view(scene.state, viewer)
        assert sorted(known(scene, viewer, 1)) == left
        assert view.players[1].held == ((card,) if left else (UNKNOWN,))
    scene.does("A", ENOUGH).does("B", ENOUGH)
    assert (known(scene, 2, 1), len(known(scene, 0, 1))) == ([], 3)


@pytest.mark.parametrize("hand", ["hel nixie1 nixie1 gram", "troll1"])
@pytest.mark.parametrize("answer", ["done", "god Thor"])
def test_a_partner_takes_nothing_back_by_whom_the_game_waits_for(hand: str, answer: str) -> None:
    """B's turn is the last one of the phase. A's hand decides who can appease a god after it."""
    scene = Scene(2, "coop", heroes={"AF": "S1a", "AM": "L9b"}, hands={"A": hand, "B": "troll1 thor"})
    scene.state.stage = "god"
    letters = Letters(scene.frames(god_turn(1), phase_over("god")))
    table = letters.session.table.copy()
    letters.sends("B", answer)
    assert (scene.asked == ("A", "after")) is hand.startswith("hel")
    assert take_back(table, [Recorded(at, one.payload) for at, one in enumerate(letters.session.made)], 1) is None


def test_nor_does_a_partner_who_appeases_nobody() -> None:
    hands = {"A": "hel nixie1 nixie1 gram", "B": "freyja nixie1 nixie2 nixie2"}
    scene = Scene(2, "coop", heroes={"AF": "S1a", "AM": "L9b"}, hands=hands)
    scene.state.stage = "god"
    letters = Letters(scene.frames(phase_over("god")))
    for player in "AB":
        table, before = letters.session.table.copy(), len(letters.session.made)
        letters.sends(player, "done")
        made = [Recorded(at, one.payload) for at, one in enumerate(letters.session.made[before:])]
        assert take_back(table, made, "AB".index(player)) is None
    assert [one.seat for one in letters.told("nobody_appeased")] == [0, 1]


def test_what_is_done_in_a_battle_is_seen_by_all_before_another_is_asked() -> None:
    """P1, P2: each window has a veil of its own, and plays are open as they are made."""
    hands = {"A": "fossegrim1 ormr1 odin dis1", "B": "ljodatal tyr dis1 nixie1"}
    scene = Scene(heroes={"AF": "L7b", "BM": "L7a"}, markers={"B": "L7a L4b L4a T1"}, hands=hands,
                  draws={"B": "hel freyr"}, deck="draugr1 fairies1").loud()  # fmt: skip
    scene.attacks("A", "F", "L7b", "L7a")
    for player, window, move, seen in (
        ("A", "attack", play("fossegrim1", card="fairies1"), "ability_used"),
        ("B", "interrupt", m.Block(item="ljodatal"), "ability_blocked"),
        ("A", "attack", ENOUGH, "step_ended"),
        ("B", "defend", play("tyr"), "card_fights"),
        ("B", "defend", ENOUGH, "step_ended"),
        ("A", "berserk", rage("ormr1"), "card_fights"),
        ("A", "berserk", rage("odin"), "card_fights"),
        ("A", "berserk", ENOUGH, "step_ended"),
        ("B", "late", m.Late(card="dis1"), "card_fights"),
        ("A", "interrupt", NO, ""),  # not that somebody could have blocked it
        ("A", "late", NO, "cards_drawn"),
    ):
        assert scene.asked == (player, window)
        before = len(scene.told)
        scene.does(player, move)
        assert not seen or seen in [one.kind for one in scene.told[before:]], move
