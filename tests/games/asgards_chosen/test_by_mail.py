"""How many mails a game costs: two in a round that is planned, four as it is usual (P7); with plans and without."""

from __future__ import annotations

import pytest

from engine.table.orders import take
from tests.games.asgards_chosen.by_mail import played
from tests.games.asgards_chosen.plans.test_ahead import told, until_asked
from tests.games.asgards_chosen.plans.test_plans import s_round
from tests.games.asgards_chosen.playing import BY_NAME
from tests.games.asgards_chosen.scene import Scene
from tests.games.asgards_chosen.table import Letters

MORNING = ("GOD Thor", "CHARM Aarni top Hel", "ATTACK F from S1a to S1b PLAY Troll; Garmr UNTIL win SHORT decline")
EVENING = ("MOVE M to L9e",)
STANDING = ("DEFEND any PLAY * UNTIL win SHORT none", "STANDUP never", "RETREAT T1", "SHIFT T1")
MARKET = ("MUSTER B2 pay Draupnir, Odin", "MUSTER B1 pay Draupnir, Odin", "EVENT sac Draupnir, Odin, Hel")
RENEWAL = ("RENEW discard gods",)
KINDS = (
    "god", "charm", "campaign", "after", "attack", "defend", "berserk", "shift", "retreat", "stand", "muster", "event",
    "renew", "choose", "drop",
)  # fmt: skip


def a_round(*mails: tuple[str, ...]) -> tuple[Scene, list[str]]:
    """A round in which Red answers with these mails; what was asked first in each. Time runs out for Blue."""
    scene = s_round()
    letters, asked = Letters(scene), list[str]()
    while scene.state.round == 1:
        assert scene.asked is not None
        assert scene.asked[0] == "A"
        asked.append(scene.asked[1])
        letters.sends("A", *mails[len(asked) - 1])
        while scene.asked is not None and (scene.asked[0] != "A" or scene.state.round > 1):
            if scene.state.round > 1:
                break
            scene.times_out()
            letters.session.settle()
    return scene, asked


def test_a_round_that_is_planned_asks_two_mails() -> None:
    scene, asked = a_round((*MORNING, *EVENING, *STANDING), (*MARKET, *RENEWAL))
    assert asked == ["god", "muster"]
    assert (scene.marker("S1b"), scene.at("AM")) == ("A", "L9e")


def test_a_usual_round_asks_four() -> None:
    scene, asked = a_round(MORNING, EVENING, MARKET, RENEWAL)
    assert asked == ["god", "campaign", "muster", "renew"]
    assert (scene.marker("S1b"), scene.at("AM")) == ("A", "L9e")


def test_an_attack_that_is_left_open_costs_one_more() -> None:
    morning = (*MORNING[:2], "ATTACK F from S1a to S1b ASK")
    _, asked = a_round(morning, ("PLAY Troll; Garmr",), EVENING, MARKET, RENEWAL)
    assert asked == ["god", "attack", "campaign", "muster", "renew"]


def test_battles_of_others_cost_nothing_where_the_defence_is_planned() -> None:
    scene = Scene(
        2, heroes={"AF": "S1a", "BF": "S1b", "BM": "L4a"}, markers={"B": "T5"},
        hands={"A": "garmr1.1 troll1 ormr1", "B": "jotunn1 hel"}, deck="nixie1 gram almace dis1",
    )  # fmt: skip
    letters = Letters(scene).sends("B", "DEFEND any PLAY * UNTIL win SHORT none", "STANDUP never", "RETREAT T5, L4e")
    scene.turn("A")
    letters.sends("A", "ATTACK F from S1a to S1b PLAY * UNTIL win BERSERK * UNTIL win SHORT no")
    until_asked(letters, "B", *KINDS)
    assert scene.asked is None
    assert told(letters).told("battle_decided")


@pytest.mark.parametrize("name", ["introductory", "standard, 2", "standard, 3", "solitaire", "coop"])
def test_who_writes_sheets_answers_two_mails_a_round_and_a_few(name: str) -> None:
    with_plans, without = played(BY_NAME[name], 1), played(BY_NAME[name], 1, plans=False)
    assert with_plans.a_round() <= 2.6
    assert with_plans.setting_up() <= 4
    assert without.a_round() >= 5


def test_of_a_sheet_it_is_known_which_lines_are_done_and_which_are_kept() -> None:
    letters = Letters(s_round())
    sheet = ("GOD Thor", "DEFEND any PLAY * UNTIL win", "", "MOVE M to L9e", "MUSTER B1 pay Odin, Draupnir")
    taken = take(letters.session, 0, [*sheet, "RENEW none"])
    assert (sorted(taken.lines), taken.kept, taken.idle) == ([0, 1, 3, 4, 5], (1, 3, 4, 5), ())
