"""Orders given beforehand: the dossier's scenarios S73 to S75, and what is done about surprises and retreats."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove, Plan
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.orders.plans import battles as plans
from engine.games.asgards_chosen.orders.plans.trial import Goal, Listed
from engine.games.asgards_chosen.rules.campaign import campaign_turn
from engine.games.asgards_chosen.rules.phases import charm_turn, god_turn
from engine.games.asgards_chosen.rules.rounds import round_begins
from engine.table.events import MoveMade
from engine.table.orders import take
from tests.games.asgards_chosen.scenarios.test_battles import s35
from tests.games.asgards_chosen.scene import RULES, Scene
from tests.games.asgards_chosen.table import GAME, Letters


def s73(*lines: str) -> tuple[Letters, int]:
    """The battle of S35 after the attacker's cards; what Yellow's plan makes of it."""
    scene = Scene(
        heroes={"AF": "S2a"}, markers={"B": "S2b T1"},
        hands={"A": "ormr1 garmr1.1 thor", "B": "fairies1 odin mamuna1 thor"}, deck="garmr1.2 gram",
    ).attacks("A", "F", "S2a", "S2b")  # fmt: skip
    letters = Letters(scene).sends("B", *lines).sends("A", "play ormr; garmr")
    return letters, letters.told("step_ended")[-1].defence


@pytest.mark.parametrize(
    "lines, cards, defence",
    [
        (["DEFEND any PLAY Fairies; Odin; Mamuna UNTIL win SHORT none"], ["fairies1", "odin", "mamuna1"], 9),
        (["DEFEND any PLAY Fairies; Odin; Mamuna UNTIL lead 4 SHORT none"], [], 3),
        (["KEEP Odin", "DEFEND any PLAY Fairies; Odin; Mamuna UNTIL win SHORT none"], ["fairies1", "mamuna1"], 8),
        (["DEFEND any PLAY Mamuna; Fairies UNTIL win"], ["mamuna1"], 7),
    ],
)
def test_s73_defence_plan(lines: list[str], cards: list[str], defence: int) -> None:
    letters, found = s73(*lines)
    assert (letters.played("B"), found) == (cards, defence)


def test_the_first_line_that_fits_counts() -> None:
    letters, _ = s73(
        "DEFEND T1 PLAY Mamuna UNTIL all", "DEFEND scrub PLAY Odin UNTIL all", "DEFEND any PLAY Thor UNTIL all"
    )
    assert letters.played("B") == ["odin"]
    letters, _ = s73(
        "DEFEND any if attack <= 5 PLAY Mamuna UNTIL all", "DEFEND any from Red PLAY * UNTIL win SHORT all MAX 2"
    )
    assert letters.played("B") == ["fairies1", "odin"]  # all playable ones, lowest power first, two at most


@pytest.mark.parametrize(
    "hand, line, cards",
    [
        ("raskovnik aarni troll1 odin thor", "PLAY * UNTIL all MAX 2", ["odin", "thor"]),
        ("odin troll1", "PLAY Fairies; Odin; Troll UNTIL all MAX 2", ["odin", "troll1"]),
        ("odin troll1 thor", "PLAY Fairies; Odin; Troll; Thor UNTIL win SHORT none MAX 2", ["odin", "troll1"]),
        ("odin garmr1 thor", "PLAY Odin; Thor; Garmr UNTIL win SHORT none MAX 2", []),
    ],
)
def test_what_cannot_be_played_is_none_of_the_most_that_may_be(hand: str, line: str, cards: list[str]) -> None:
    """P4, P6: cards that are not in hand or not playable are skipped, and count for nothing."""
    scene = Scene(heroes={"AF": "S2b"}, markers={"B": "S1b T9"}, deck="nixie1 mamuna1",
                  hands={"A": "garmr1.1 huldra1 tyr freyja", "B": hand}).attacks("A", "F", "S2b", "S1b")  # fmt: skip
    letters = Letters(scene).sends("B", f"DEFEND any {line}").sends("A", "PLAY Garmr; Huldra; Tyr; Freyja")
    assert letters.played("B") == cards


@pytest.mark.parametrize("card, line", [
    ("alfar1", "Álfar[]"), ("alfar1", "Álfar[worst]"), ("alfar2", "Álfar II[]"), ("alfar1", "Альвы[]"),
])  # fmt: skip
def test_the_weakest_militia_need_not_be_named(card: str, line: str) -> None:
    """P8: `Álfar[]`; of equal ones the earliest (P6). Before the battle nobody can know which it is."""
    hands, deck = {"A": f"{card} thor"}, "strzyga1 mittagsfrau1"
    scene = Scene(heroes={"AF": "S1a"}, hands=hands, deck=deck).attacks("A", "F", "S1a", "S1b")
    assert Letters(scene).sends("A", f"PLAY {line} THEN ASK").scene.names(scene.state.turned) == ["strzyga1"]
    scene = Scene(heroes={"AF": "S1a"}, hands=hands, deck="svartalfar1 mittagsfrau1").turn("A")
    letters = Letters(scene).sends("A", f"ATTACK F from S1a to S1b PLAY {line} UNTIL win SHORT decline")
    assert (letters.played("A"), letters.scene.marker("S1b")) == ([card], "A")


def test_a_nixie_that_copies_them_need_not_name_it_either() -> None:
    scene = Scene(heroes={"AF": "L7b"}, hands={"A": "nixie1 thor"}, deck="ormr1 alfar1").attacks("A", "F", "L7b", "L7a")
    Letters(scene).sends("A", "PLAY Nixie[copy Álfar] THEN ASK")
    assert scene.names(scene.state.turned) == ["alfar1"]


@pytest.mark.parametrize("kept, left", [("best", "freyja"), ("none", "freyja garmr1"), ("Freyja", "garmr1")])
def test_what_a_nixie_withholds_as_a_mamuna_is_said_with_the_card(kept: str, left: str) -> None:
    """P8: `Nixie[copy X: arguments of X]`."""
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T9"}, hands={"A": "nixie1 thor", "B": "garmr1 freyja"},
                  deck="huldra1 mamuna1").attacks("A", "F", "L7b", "L7a")  # fmt: skip
    letters = Letters(scene).sends("A", f"PLAY Nixie[copy Mamuna: keep {kept}]")
    assert letters.played("A") == ["nixie1"]
    assert letters.scene.hand("B") == left.split()
    assert letters.scene.asked == ("B", "defend")


def test_the_worst_card_of_a_hand_is_what_would_add_least_in_this_battle() -> None:
    """P6: current power: the sword of the woman who fights is worth 2, a god 1. Of two gods the first one drawn."""
    scene = Scene(heroes={"AF": "S2b"}, markers={"B": "S1b T9"}, deck="nixie1 mamuna1",
                  hands={"A": "troll1 angurvadel thor odin", "B": "tyr"}).attacks("A", "F", "S2b", "S1b")  # fmt: skip
    letters = Letters(scene).sends("A", "PLAY Troll[discard worst]")
    assert letters.scene.discards("A") == ["thor"]


def test_a_line_may_ask() -> None:
    scene = s35()
    letters = Letters(scene).sends("B", "DEFEND S2b ASK", "DEFEND any PLAY Mamuna")
    assert letters.played("B") == []
    assert scene.asked == ("B", "defend")


def s74(deck: str) -> Letters:
    scene = Scene(heroes={"AF": "L7b"}, hands={"A": "ormr1 nixie1 odin"}, deck=deck).turn("A")
    line = "ATTACK F from L7b to S1b PLAY Ormr; Nixie; Odin UNTIL lead 1 SHORT decline STOP militia > 6"
    return Letters(scene).sends("A", line)


def test_s74_attack_plan() -> None:
    letters = s74("troll1 gram")
    assert (letters.played("A"), letters.scene.hand("A")) == (["ormr1", "nixie1"], ["odin"])
    assert letters.scene.marker("S1b") == "A"
    letters = s74("troll1 giant_spider1")
    assert (letters.played("A"), letters.scene.marker("S1b")) == ([], "")
    assert len(letters.scene.hand("A")) == 3
    assert letters.told("attack_declined")


def test_berserk_is_planned_with_the_attack() -> None:
    hands = {"A": "ormr1 odin troll1.2 thor", "B": "tyr nixie1"}
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands=hands, deck="troll1.1 gram").turn("A")
    letters = Letters(scene).sends("B", "DEFEND any PLAY Tyr UNTIL all").sends(
        "A", "ATTACK F from S1a to S1b PLAY Odin SHORT all BERSERK Ormr; Troll; Thor UNTIL win SHORT none",
    )  # fmt: skip
    assert letters.played("A") == ["odin", "ormr1", "troll1"]  # 1 + 3 + 4 > 5
    assert letters.scene.marker("S1b") == "A"


BELOW = (
    "  PLAY Odin SHORT all", "  BERSERK Ormr; Troll; Thor UNTIL win SHORT no", "  STOP militia > 8",
)  # fmt: skip


@pytest.mark.parametrize("before", [(), ("GOD none", "CHARM none")])
@pytest.mark.parametrize("lines, played", [(BELOW, ["odin", "ormr1", "troll1"]), (("STOP militia > 3",), [])])
def test_what_is_done_in_an_attack_may_stand_below_it(
    before: tuple[str, ...], lines: tuple[str, ...], played: list[str]
) -> None:
    """P3 writes it so; on a sheet as well, with more of the sheet below."""
    hands = {"A": "ormr1 odin troll1.2 thor", "B": "tyr nixie1"}
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands=hands, deck="troll1.1 gram")
    frames = [*([god_turn(0), charm_turn(0)] if before else []), campaign_turn(0, 1), campaign_turn(0, 2)]
    letters = Letters(scene.frames(*frames)).sends("B", "DEFEND any PLAY Tyr UNTIL all")
    letters.sends("A", *before, "ATTACK F from S1a to S1b", *lines, "PASS")
    assert letters.played("A") == played
    assert letters.scene.marker("S1b") == ("A" if played else "B")
    assert letters.scene.asked is None


def test_what_is_asked_stays_an_answer_below_an_attack() -> None:
    """All of the list is played, as to the question: it is not judged before the militia have been seen."""
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "odin thor tyr"}, deck="troll1.1 gram").turn("A")
    assert Letters(scene).sends("A", "ATTACK F from S1a to S1b", "PLAY Odin; Thor").played("A") == ["odin", "thor"]


@pytest.mark.parametrize("order", ["ASK", "STOP militia > 8", "ASK STOP militia > 8"])
def test_whoever_is_asked_what_to_play_is_asked_whether_to_go_berserk(order: str) -> None:
    """P2, P3: `ASK` in place of `PLAY`; a limit for the militia says nothing of what comes later."""
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, deck="troll1.1 gram",
                  hands={"A": "ormr1 odin troll1.2", "B": "tyr"}).turn("A")  # fmt: skip
    letters = Letters(scene).sends("A", f"ATTACK F from S1a to S1b {order}").sends("A", "PLAY Odin").sends("B", "NONE")
    assert letters.scene.asked == ("A", "berserk")


def test_s75_nobody_is_asked_about_interrupts_or_late_plays() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": "havamal nixie1"})
    letters = Letters(scene.attacks("A", "F", "S1a", "S1b")).sends("A", "PLAY Troll[discard Thor]")
    assert letters.told("ability_blocked") == []
    assert scene.asked == ("B", "defend")


def block(policy: str, hand: str = "havamal nixie1") -> list[Any]:
    scene = Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": hand}, deck="ormr1 nixie1"
    )
    letters = Letters(scene.attacks("A", "F", "S1a", "S1b")).sends("B", policy)
    return letters.sends("A", "PLAY Troll[discard Thor] THEN ASK").told("ability_blocked")


def test_interrupt_policies() -> None:
    assert len(block("BLOCK troll with Hávamál IF flips")) == 1  # 4 to 4, 6 to 4 with the ability
    assert len(block("BLOCK giant spider, ormr with Hávamál IF always")) == 0
    assert len(block("BLOCK with Hávamál if losing")) == 0
    assert len(block("BLOCK with Hávamál if always")) == 1
    assert len(block("BLOCK with Grógaldr if always")) == 0  # not in hand
    assert len(block("BLOCK ask")) == 0


def test_who_wants_to_be_asked_about_interrupts_is_asked() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": "havamal"})
    Letters(scene.attacks("A", "F", "S1a", "S1b")).sends("B", "BLOCK ask").sends("A", "PLAY Troll[discard Thor]")
    assert scene.asked == ("B", "interrupt")


@pytest.mark.parametrize("policy, late", [("LATE Dís IF flips", 1), ("LATE never", 0), ("LATE ask", 0)])
def test_late_policies(policy: str, late: int) -> None:
    scene = Scene(
        heroes={"AF": "L7a"}, markers={"B": "L7b T1"}, hands={"A": "ormr1 ormr1", "B": "dis1 thor"}, deck="nixie1 gram"
    ).attacks("A", "F", "L7a", "L7b")  # fmt: skip
    letters = Letters(scene).sends("B", policy, "DEFEND any PLAY Thor UNTIL lead 9 SHORT none")
    letters.sends("A", "enough").sends("A", "berserk ormr")
    assert len([one for one in letters.told("card_fights") if one.how == "late"]) == late


def test_ranked_answers_after_a_defeat() -> None:
    scene = Scene(
        heroes={"AF": "L9a", "BM": "S2b", "BF": "L4e"}, markers={"B": "S2a L4a L2a T1"},
        hands={"A": "garmr1.1 garmr1.2", "B": "fairies1 nixie1"},
    ).attacks("A", "F", "L9a", "S2b")  # fmt: skip
    Letters(scene).sends(
        "B", "STANDUP with Troll, Nixie", "RETREAT T2, L4a, L2a", "DEFEND any PLAY Thor SHORT none"
    ).sends("A", "play garmr; garmr")
    assert (scene.at("BM"), scene.names(scene.state.graves)) == ("L4a", ["nixie1"])


PLANS: list[tuple[str, Plan]] = [
    ("KEEP Thor, Giant Spider", plans.Keep(cards=("thor", "giant_spider1"))),
    ("DEFEND T3 ASK", plans.Defend(whom="T3")),
    ("DEFEND last PLAY * UNTIL win SHORT all", plans.Defend(whom="last", playing=plans.Playing(
        cards=(Listed(card="*"),), goal=Goal(), short="all"))),
    ("DEFEND hero from P2 if attack <= 4 PLAY Troll[discard Thor]; Odin UNTIL lead 2 SHORT none MAX 2",
     plans.Defend(whom="hero", by=1, most_attack=4, playing=plans.Playing(
         cards=(Listed(card="troll1", aim=m.Aim(card="thor")), Listed(card="odin")), goal=Goal(until="lead", lead=2),
         most=2))),
    ("BLOCK giant spider, ormr WITH Ljóðatal IF losing",
     plans.BlockPolicy(kinds=("giant_spider1", "ormr1"), item="ljodatal", when="losing")),
    ("BLOCK ASK", plans.BlockPolicy(when="ask")),
    ("BLOCK never", plans.BlockPolicy(when="never")),
    ("BLOCK ormr never", plans.BlockPolicy(kinds=("ormr1",), when="never")),
    ("LATE dis IF flips", plans.LatePolicy(card="dis1", when="flips")),
    ("LATE never", plans.LatePolicy(when="never")),
    ("STANDUP WITH Fairies, Nixie",
     plans.StandPolicy(choices=(m.StandUp(creature="fairies1"), m.StandUp(creature="nixie1")))),
    ("RETREAT T2, L9a, S1e", plans.RetreatPolicy(choices=tuple(m.Retreat(to=to) for to in ("T2", "L9a", "S1e")))),
    ("SHIFT T4, L3b", plans.ShiftPolicy(choices=tuple(m.Shift(marker=one) for one in ("T4", "L3b")))),
]  # fmt: skip


@pytest.mark.parametrize("line, plan", PLANS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_plan_as_it_is_written_is_stored_and_written_again(line: str, plan: Plan) -> None:
    desk = Letters(Scene()).session.table.desk(0)
    assert GAME.notation.read([fold(line)], desk).plans == (plan,)
    assert RULES.plans.validate_json(RULES.plans.dump_json(plan)) == plan
    for language in ("en", "ru"):
        assert GAME.notation.read([fold(GAME.notation.write_plan(plan, language))], desk).plans == (plan,)


def test_what_is_running_is_shown_as_what_is_left_of_it() -> None:
    running = plans.Running(
        step="defend", where=(1, 1, "S1a"), cards=(Listed(card="odin"),), goal=Goal(until="lead", lead=2)
    )
    assert GAME.notation.write_plan(running, "en") == "play Odin until lead 2"
    assert GAME.notation.write_plan(running.model_copy(update={"most": 19}), "en") == "play Odin until lead 2"


@pytest.mark.parametrize("order, said", [
    ("play Mamuna[keep best]; Thor", "Mamuna (+4), with its ability; choose best; play Thor"),
    ("play Mamuna[keep none]; *", "Mamuna (+4), with its ability; choose none; play Thor; Garmr"),
    ("play Thor; Mamuna[keep Nixie]", "Thor (+1); play Mamuna [keep Nixie]"),
    ("play Thor; Garmr until win short all", "Thor (+1); play Garmr"),
    ("play Thor; Garmr; Mamuna until win", "Thor (+1); play Garmr; Mamuna until win"),
    ("play Thor; Garmr; Mamuna until lead 2", "Thor (+1); play Garmr; Mamuna until lead 2"),
])  # fmt: skip
def test_a_list_is_read_back_to_its_writer(order: str, said: str) -> None:
    """What a mail is answered with: no plan that comes of a line may be without words."""
    hands = {"A": "thor mamuna1 garmr1", "B": "nixie1 tyr"}
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T9"}, hands=hands, deck="mittagsfrau1 draugr1 ormr1")
    session = Letters(scene.attacks("A", "F", "L7b", "L7a")).session
    session.names = ("Anna", "Boris", "Carl")
    assert take(session, 0, [order], language="en").said == {0: said}


@pytest.mark.parametrize("line", ["PASS UNTIL new bog", "PASS UNTIL new town", "GOD Odin keep Thor", "CHOOSE Thor"])
def test_a_plan_that_has_been_filed_can_be_written(line: str) -> None:
    desk = Letters(s_round()).session.table.desk(0)
    (plan,) = GAME.planner.file((), GAME.notation.read([fold(line)], desk).plans, desk)
    for language in ("en", "ru"):
        assert GAME.notation.read([fold(GAME.notation.write_plan(plan, language))], desk).used == 1


# --- Sheets (P7) ---------------


def s_round(**hands: str) -> Scene:
    scene = Scene(
        2, heroes={"AF": "S1a", "AM": "L9b", "BF": "L4a", "BM": "S2a"}, markers={"A": "T1", "B": "T5"},
        hands={"A": "thor aarni garmr1 troll1 odin draupnir", "B": "tyr hel", **hands},
        draws={"A": "hel tyr loki freyr frigg freyja", "B": "thor odin loki freyr frigg freyja"},
        tisch={"B1": "gram", "B2": "jotunn1", "B3": "nixie1", "B4": "dis1", "U1": "fossegrim1", "U2": "ormr1",
               "U3": "mamuna1", "U4": "alfar1"},
        deck="blot fimbulwinter fairies1.1 huldra1 bog_iron strzyga1 svartalfar1 dvergar1 dvergar1 nixie1 draugr1",
    )  # fmt: skip
    scene.state.round = 0
    return scene.frames(round_begins())


SHEET = (
    "GOD Thor",
    "CHARM Aarni",
    "ATTACK F from S1a to S1b PLAY Troll; Garmr UNTIL win SHORT decline",
    "MOVE M to L9e",
    "MUSTER B2 pay Draupnir, Odin",
    "MUSTER B1 pay Draupnir, Odin",
    "RENEW none",
)


def test_a_whole_round_is_ordered_in_one_mail() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", *SHEET)
    assert letters.told("god_played")[0].god == "thor"
    while scene.state.round == 1 and scene.asked is not None and scene.state.stage != "over":
        player, kind = scene.asked
        if player == "A":
            assert kind == "choose"  # what Aarni puts on top can be said only when it is seen
            letters.sends("A", "choose Hel")
            continue
        scene.times_out()
        letters.session.settle()
    letters.scene.told = [one for made in letters.session.made for one in made.happenings]
    assert scene.marker("S1b") == "A"
    assert scene.at("AM") == "L9e"
    assert letters.told("card_mustered")[0].card == "gram"  # no mountain is controlled: the second line
    assert scene.state.round == 2


def test_an_order_for_a_phase_that_is_over_is_refused_at_once() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", "CHARM Aarni", "done")
    assert letters.told("charm_played") == []
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "thor"}).turn("A")
    with pytest.raises(IllegalMove, match="E_WRONG_PHASE"):
        Letters(scene).sends("A", "GOD Thor")


def test_a_sheet_is_stored_and_written_again() -> None:
    desk = Letters(s_round()).session.table.desk(0)
    for line in SHEET[1:]:
        plan, *limit = GAME.notation.read([fold(line)], desk).plans
        assert RULES.plans.validate_json(RULES.plans.dump_json(plan)) == plan
        for language in ("en", "ru"):
            assert GAME.notation.read([fold(GAME.notation.write_plan(plan, language))], desk).plans == (plan, *limit)


def test_what_is_passed_over_is_no_plan_of_anybodys() -> None:
    """Neither of one who has planned nothing, nor of one who has planned something else."""
    for lines in ((), ("DEFEND T1 PLAY Thor",)):
        scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": "havamal"})
        letters = Letters(scene.attacks("A", "F", "S1a", "S1b"))
        if lines:
            letters.sends("B", *lines)
        letters.sends("A", "PLAY Troll[discard Thor] THEN ASK")
        made = [one.payload for one in letters.session.made if isinstance(one.payload, MoveMade)]
        assert [(one.seat, one.by) for one in made] == [(0, "player"), (1, "forced")]
