"""Replies of several lines, what waits, what stands: the dossier's scenarios S48 to S54, and orders of all kinds."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove
from engine.games.yggdrasil.data import CARDS, GOD
from engine.games.yggdrasil.moves import PickGod
from engine.games.yggdrasil.orders.plans import PLANS, TurnPlan
from engine.table import counsel
from engine.table.events import Endorsed, Proposed
from engine.table.orders import Refused, take
from engine.table.session import Session
from engine.table.table import Table, topic_of
from tests.games.yggdrasil.correspondence import GAME, NOTATION, Correspondence
from tests.games.yggdrasil.scene import RULES, Scene

QUIET = "normal_loki"  # the next turn's card


def test_s48_a_plan_with_an_alternative() -> None:
    scene = Scene("thor odin", active="gilling")
    mail = Correspondence(scene)
    mail.replies("vanir + / elf", "mid white search", "end", drawn="FFF")
    assert (scene.stock("thor"), scene.valkyries, scene.bag("white")) == ((0, 1), "white", (6, 12))
    assert (scene.state.vanir, scene.state.seat, scene.asked) == (1, 1, "odin")


def test_s49_a_plan_stopped_by_a_refusal() -> None:
    scene = Scene("thor odin", at={"loki": 1})
    mail = Correspondence(scene)
    mail.replies("elf", "fight loki v1", "vanir +")
    assert (scene.stock("thor"), scene.state.vanir, scene.actions) == ((0, 1), 1, 2)
    assert mail.balked == "E_NOT_ENOUGH_VIKINGS"
    mail.replies("dead white")
    assert (scene.state.vanir, scene.actions) == (1, 1)  # the rest of the old plan is gone


def test_s50_a_time_out_plays_the_whole_turn() -> None:
    scene = Scene("thor odin")
    Correspondence(scene).times_out()
    assert (scene.stock("thor"), scene.state.vanir, scene.bag("white"), scene.state.seat) == ((0, 1), 2, (11, 12), 1)


def test_s51_fenrir_shortens_a_plan() -> None:
    scene = Scene("odin", cards=["normal_fenrir", "angry_surt", "normal_hel"])
    Correspondence(scene).replies("pick 1 top", "elf", "vanir +", "forge hel 1", roll=1)
    assert (scene.space("fenrir"), scene.stock("odin"), scene.state.vanir) == (1, (0, 1), 2)
    assert (scene.artifacts("odin"), scene.asked) == ([], "odin")
    assert [CARDS[card] for card in scene.state.drawn] == ["angry_surt", "normal_hel"]


@pytest.mark.parametrize("lines", [("elf", "god tyr"), ("god tyr", "end"), ("god tyr", "nidhogg loki", "elf")])
def test_a_god_named_after_the_first_choice_is_refused_among_other_orders_too(lines: tuple[str, ...]) -> None:
    """Whoever wrote so had their mail fail instead of hearing why."""
    mail = Correspondence(Scene("thor odin"))
    with pytest.raises(Refused) as refused:
        mail.replies(*lines)
    assert refused.value.why.code == "E_WRONG_STAGE"


def waiting() -> tuple[Scene, Correspondence]:
    scene = Scene("thor odin", at={"hel": 1}, stock={"thor": (2, 2)})
    mail = Correspondence(scene)
    mail.replies("fight hel v2 e?", "vanir +", "end", roll=1)
    return scene, mail


def test_s52_lines_wait_for_an_answer_and_go_on() -> None:
    scene, mail = waiting()
    assert (scene.asked, scene.state.vanir, scene.state.elves_left) == ("elves", 1, 1)
    mail.replies("e 1")
    assert (scene.space("hel"), scene.stock("thor"), scene.state.elves_left, scene.state.dead) == (0, (0, 1), 2, 7)
    assert (scene.state.vanir, scene.state.seat) == (2, 1)
    scene, mail = waiting()
    mail.replies("e 0")
    assert (scene.space("hel"), scene.stock("thor"), scene.state.vanir, scene.state.seat) == (1, (0, 2), 2, 1)


def test_s52_lines_of_the_answering_mail_replace_those_that_wait() -> None:
    scene, mail = waiting()
    mail.replies("e 1", "dead white", "ask")
    assert (scene.state.vanir, scene.state.dead, scene.asked, scene.actions) == (1, 2, "action", 1)


def test_s52_what_cannot_be_answered_so_is_refused() -> None:
    scene, mail = waiting()
    for line, code in (("e 3", "E_NOT_ENOUGH_ELVES"), ("elf", "E_CHOICE_PENDING")):
        with pytest.raises(Refused) as refused:
            mail.replies(line)
        assert refused.value.why.code == code
    assert scene.asked == "elves"


def test_s54_choices_that_are_not_needed_are_passed_over() -> None:
    at = {"nidhogg": 1, "fenrir": 0, "hel": 1, "jormungand": 1, "loki": 1, "surt": 1}
    scene = Scene("odin thor", at=at, deck=["normal_nidhogg"])
    Correspondence(scene).replies("pick 2 bottom", "nidhogg hel", "elf", "end")
    assert (scene.space("nidhogg"), scene.space("fenrir"), scene.stock("odin")) == (2, 1, (0, 1))
    assert scene.result == ("won", ("deck",))


# --- Lines ---------------


@pytest.mark.parametrize("condition, holds", [
    ("vikings>=2", True), ("vikings >= 3", False), ("elves=1", True), ("actions>=3", True), ("won", False),
    ("lost", False), ("at hel>=2", True), ("at surt>0", False), ("active greip", True), ("active gialp", False),
    ("vikings>=2, active greip", True), ("vikings>=2, won", False),
])  # fmt: skip
def test_a_line_is_carried_out_where_its_conditions_hold(condition: str, holds: bool) -> None:
    scene = Scene("thor odin", at={"hel": 2}, stock={"thor": (2, 1)}, active="greip")
    Correspondence(scene).replies(f"if {condition}: vanir +", "ask")
    assert scene.state.vanir == 1 + holds


@pytest.mark.parametrize("roll, vanir", [(3, 1), (0, 2)])
def test_what_follows_depends_on_how_the_fight_went(roll: int, vanir: int) -> None:
    scene = Scene("tyr odin", at={"hel": 1}, stock={"tyr": (2, 0)})
    Correspondence(scene).replies("fight hel v2", "if lost: vanir +", "if won: elf", "ask", roll=[roll, 0])
    assert (scene.state.vanir, scene.stock("tyr")[1]) == (vanir, 2 - vanir)


def test_a_line_that_need_not_be_is_passed_over() -> None:
    scene = Scene("thor odin", stock={"odin": (0, 3)})
    Correspondence(scene).replies("opt elf", "vanir +", "opt elf", "dead white", "end")
    assert (scene.state.vanir, scene.state.dead, scene.state.seat) == (2, 0, 1)
    scene = Scene("thor odin", stock={"odin": (0, 3)})
    Correspondence(scene).replies("opt elf")
    assert (scene.actions, scene.asked) == (3, "action")


def test_a_sheet_that_cannot_begin_is_not_begun() -> None:
    scene = Scene("thor odin")
    with pytest.raises(Refused) as refused:
        Correspondence(scene).replies("fight surt v0", "elf")
    assert refused.value.why.code == "E_ENEMY_AT_START"
    assert scene.actions == 3


def test_a_letter_may_end_below_the_orders() -> None:
    scene = Scene("thor odin")
    taken = Correspondence(scene).replies("elf", "", "# then", "vanir +", "", "Best regards, Anna")
    assert (scene.stock("thor"), scene.state.vanir, taken.rest) == ((0, 1), 2, 5)


def test_whoever_is_not_on_turn_is_refused() -> None:
    for lines in (["elf"], ["elf", "vanir +"]):
        with pytest.raises(Refused) as refused:
            Correspondence(Scene("thor odin")).replies(*lines, god="odin")
        assert refused.value.why.code == "E_NOT_YOUR_TURN"


def test_a_rune_may_be_spoken_for_beforehand() -> None:
    given: dict[str, Any] = {"defeated": "angrboda farbauti hrym", "top": "baugi", "stock": {"thor": (2, 0)}}
    at = {"surt": 5, "hel": 3, "loki": 1, "fenrir": 1}
    scene = Scene("thor odin", at=at, **given)
    Correspondence(scene).replies("ice top v2", "on tiwaz: surt, hel, loki", "vanir +", "ask", roll=0)
    assert (scene.space("surt"), scene.space("hel"), scene.space("loki"), scene.state.vanir) == (4, 2, 0, 2)
    scene = Scene("thor odin", at=at, **given)
    mail = Correspondence(scene)
    mail.replies("ice top v2", "on tiwaz: surt, surt, hel", "vanir +", "ask", roll=0)
    assert (scene.asked, mail.balked, scene.codes("defeated")[1], scene.state.vanir) == (
        "tiwaz", "E_RUNE_CHOICE_INVALID", "baugi", 1
    )  # fmt: skip
    mail.replies("on tiwaz: surt, hel, fenrir")
    assert (scene.space("fenrir"), scene.state.vanir) == (0, 2)
    del at["fenrir"]  # now there is but one answer
    scene = Scene("thor odin", at=at, **given)
    mail = Correspondence(scene)
    mail.replies("ice top v2", "on tiwaz: surt, surt, hel", "vanir +", "end", roll=0)
    assert (scene.space("surt"), scene.space("loki"), scene.state.vanir) == (4, 0, 2)
    assert mail.told()[2] == ["on tiwaz: surt, surt, hel"]


# --- Standing orders ---------------


def test_standing_orders_answer_in_the_middle_of_a_turn() -> None:
    scene = Scene("thor odin", cards=["normal_nidhogg", "normal_nidhogg", "angry_hel"])
    mail = Correspondence(scene)
    mail.replies("standing nidhogg hel>loki", god="thor")
    assert scene.space("hel") == 1
    mail.replies("standing odin avoid nidhogg>surt other bottom", god="odin")
    mail.replies("end")
    assert (scene.space("hel"), CARDS[scene.state.deck[0]], scene.asked) == (3, "normal_nidhogg", "action")


@pytest.mark.parametrize("avoid, played", [
    ("surt>hel", "ragnarok_1"),  # both are as bad as Surt: the first card
    ("hel>surt", "angry_surt"), ("surt", "ragnarok_1"), ("fenrir", "ragnarok_1"), ("loki", "angry_surt"),
])  # fmt: skip
def test_of_odins_cards_a_ragnarok_card_is_as_bad_as_the_worst_that_it_moves(avoid: str, played: str) -> None:
    scene = Scene("odin thor", cards=["ragnarok_1", "angry_surt"])
    Correspondence(scene).replies(f"standing odin avoid {avoid}", god="odin")
    assert [CARDS[card] for card in scene.state.discard] == [played]


def test_standing_orders_for_what_is_looked_at_and_for_runes() -> None:
    scene = Scene("thor odin", vanir=3, cards=[QUIET, "normal_hel", "normal_surt"])
    mail = Correspondence(scene)
    mail.replies("standing rearrange avoid hel", god="thor")
    mail.replies("vanir 3")
    assert (scene.asked, scene.on_top(6)[-1]) == ("action", "normal_hel")
    for order, stocks in (("standing sigel even", (7, 6)), ("standing sigel odin 9 thor 9", (4, 9))):
        scene = Scene("thor odin", defeated="skadi thrym suttung", active="hymir", dead=11, stock={"thor": (2, 0)})
        mail = Correspondence(scene)
        mail.replies(order)
        mail.replies("ice hymir v2", roll=0)
        assert (scene.stock("thor")[0], scene.stock("odin")[0]) == stocks
    for order, space in (("standing mann surt>top", 0), ("standing mann top", 1)):
        given: dict[str, Any] = {"defeated": "hrungnir thiazi gilling", "active": "vafthrudnir"}
        scene = Scene("odin thor", at={"surt": 1, "loki": 4}, stock={"odin": (3, 0)}, **given)
        mail = Correspondence(scene)
        mail.replies(order)
        mail.replies("ice vafthrudnir v3", roll=0)
        assert scene.space("surt") == space


def test_x22_a_list_of_gods() -> None:
    scene = Scene("thor odin")
    chance = SeededChance(b"gods")
    scene.state = RULES.setup(RULES.Options.model_validate({"first_seat": 0}), 2, chance)[0]
    scene.state.deck.sort(key=lambda card: CARDS[card] == "normal_loki")  # the first card asks for no die
    RULES.apply(scene.state, 0, PickGod(god="thor"), scene.chance)
    mail = Correspondence(scene)
    with pytest.raises(Refused, match="E_GOD_TAKEN"):
        mail.replies("god thor")
    mail.replies("god thor>tyr")
    assert scene.state.god(1) == "tyr"


PLANS_WRITTEN = [
    "standing odin avoid fenrir>loki>nidhogg other bottom", "standing odin avoid hel", "standing nidhogg hel>loki",
    "standing mann surt>top", "standing mann top", "standing tiwaz top", "standing sigel even",
    "standing sigel odin 5, thor 10", "standing rearrange avoid fenrir,loki",
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("line", PLANS_WRITTEN)
def test_standing_orders_read_back_as_they_are_written(line: str, language: str) -> None:
    desk = Correspondence(Scene("thor odin")).session.table.desk(0)
    (plan,) = NOTATION.read([fold(line)], desk).plans
    assert NOTATION.read([fold(NOTATION.write_plan(plan, language))], desk).plans == (plan,)
    assert PLANS.validate_python(plan.model_dump(mode="json")) == plan


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_turn_reads_back_as_it_is_written(language: str) -> None:
    lines = ["opt elf", "if vikings>=2, at hel>=1: fight hel v2 e1 / vanir +", "ask", "end"]
    desk = Correspondence(Scene("thor odin")).session.table.desk(0)
    (plan,) = NOTATION.read(lines, desk).plans
    assert isinstance(plan, TurnPlan)
    written = NOTATION.write_plan(plan, language).split("\n")
    assert NOTATION.read([fold(line) for line in written], desk).plans == (plan,)
    assert PLANS.validate_python(plan.model_dump(mode="json")) == plan


@pytest.mark.parametrize(
    "line", ["fight", "fight surt v2 v3", "vanir 6", "vanir 1", "if elf", "mid", "on: hel", "e", "ice"]
)
def test_what_is_no_order_is_refused_as_text(line: str) -> None:
    desk = Correspondence(Scene("thor odin")).session.table.desk(0)
    with pytest.raises(IllegalMove) as refused:
        NOTATION.read([line], desk)
    assert refused.value.code in ("E_SYNTAX", "E_AMBIGUOUS")


@pytest.mark.parametrize("below", [0, 1, 2])
def test_the_line_that_cannot_be_read_is_the_one_that_is_named(below: int) -> None:
    """`forge loki` lacks a level: whoever hears that `elf` is no order changes the wrong line."""
    lines = [*("elf", "mid white")[:below], "forge loki", "end"]
    mail = Correspondence(Scene("thor odin"))
    with pytest.raises(Refused) as refused:
        mail.replies(*lines)
    assert (refused.value.line, refused.value.text) == (below, "forge loki")
    stored = ["plan: elf", *lines]
    with pytest.raises(Refused) as refused:
        mail.replies(*stored, god="odin")
    assert (refused.value.line, refused.value.text) == (below + 1, "forge loki")


# --- Counsel (P5, P6) ---------------


def advised(*lines: str) -> tuple[Scene, Correspondence]:
    """Thor's turn, for which Odin proposes these lines, and Tyr agrees."""
    scene = Scene("thor odin tyr", at={"hel": 1}, stock={"thor": (2, 0)})
    mail = Correspondence(scene)
    table = mail.session.table
    (decision,) = table.pending()
    orders = counsel.read(table, ("Anna", "Boris", "Carl"), 1, decision, lines)
    table.advance(Proposed(number=1, seat=1, to=0, team=(0, 1, 2), topic=topic_of(decision), orders=tuple(orders)))
    table.advance(Endorsed(seat=2, number=1, team=(0, 1, 2)))
    return scene, mail


def test_who_is_on_turn_may_do_what_another_proposes() -> None:
    scene, mail = advised("elf", "if elves>=1: vanir +", "dead white")
    mail.replies("do 1")
    assert (scene.stock("thor"), scene.state.vanir, scene.state.dead, scene.state.seat) == ((2, 1), 2, 0, 1)


def test_a_time_out_plays_what_others_stand_behind_and_the_steward_the_rest() -> None:
    scene, mail = advised("fight hel v2", "if won: vanir +")
    table = mail.session.table
    (decision,) = table.pending()
    proposal = counsel.carried(table, decision, ("a", "b", "c"))
    assert proposal is not None
    scene.lucky(roll=3)
    counsel.play_late(mail.session, decision, proposal)
    mail.session.time_out(decision)
    assert (scene.space("hel"), scene.state.vanir, scene.stock("thor"), scene.state.seat) == (0, 2, (0, 1), 1)
    assert counsel.carried(table, decision, ("a", None, None)) is None


def test_one_may_advise_a_god_on_a_turn_to_come() -> None:
    """P5: it is shown when that turn has come; then one word does it, or the clock, where enough stand behind it."""
    for late in (False, True):
        scene = Scene(
            "tyr odin thor", cards=[f"normal_{name}" for name in ("hel", "surt", "hel", "jormungand", "jormungand")]
        )
        mail = Correspondence(scene)
        table = mail.session.table
        coming = counsel.to_come(table, scene.seat("thor"))
        assert coming is not None
        decision, advisers = coming
        orders = counsel.read(table, ("Anna", "Boris", "Carl"), 0, decision, ["elf", "dead black", "end"])
        assert counsel.written(table.game, orders, "en") == ["plan auto: elf", "dead black", "end"]
        made = Proposed(number=1, seat=0, to=2, team=(0, 1, 2), topic=topic_of(decision), orders=tuple(orders))
        table.advance(made)
        table.advance(Endorsed(seat=1, number=1, team=(0, 1, 2)))
        assert advisers == (0, 1)
        mail.replies("end")
        mail.replies("pick 1 top", "end")
        (asked,) = mail.session.table.pending()
        if late:
            proposal = counsel.carried(mail.session.table, asked, ("a", "b", "c"))
            assert proposal is not None
            counsel.play_late(mail.session, asked, proposal)
        else:
            mail.replies("do 1")
        state = mail.session.table.state
        assert (state.elves, state.dead, state.seat) == ([0, 0, 1], 4, 0)


def test_no_turn_to_come_is_known_before_the_first() -> None:
    state, _ = RULES.setup(RULES.Options(), 3, SeededChance(b"gods"))
    assert GAME.counsel is not None
    assert GAME.counsel.coming(state, 3) == ()


# --- As people write ---------------


@pytest.mark.parametrize("line", ["thor", "Thor", "Тор", "god thor", "thor or tyr", "thor > tyr"])
def test_a_bare_name_takes_a_god_while_gods_are_chosen(line: str) -> None:
    state, _ = RULES.setup(RULES.Options(), 2, SeededChance(b"gods"))
    table = Table(GAME, RULES, RULES.Options(), 2, state, [(), ()])
    session = Session(table, SeededChance(b"luck"))
    (asked,) = table.pending()
    take(session, asked.seat, [line])
    assert session.table.state.gods[asked.seat] == GOD["thor"]


def test_a_bare_name_is_no_order_of_a_turn() -> None:
    with pytest.raises(Refused, match="E_SYNTAX"):
        Correspondence(Scene("thor odin")).replies("thor")


@pytest.mark.parametrize("line", [
    "elf, vanir +, mid white search", "elf and vanir + and mid white search", "elf, vanir + and then mid white search",
    "альв, ваны + и мид белый поиск", "elf; vanir +, mid white search",
])  # fmt: skip
def test_a_turn_on_one_line_may_be_parted_as_people_part_it(line: str) -> None:
    scene = Scene("thor odin", cards=[QUIET])
    Correspondence(scene).replies(line, drawn="VFF")
    assert (scene.stock("thor"), scene.state.vanir, scene.valkyries) == ((1, 1), 2, "white")


def test_commas_of_an_order_are_its_own() -> None:
    scene = Scene("thor odin", vanir=3)
    Correspondence(scene).replies("vanir 3 avoid fenrir,loki", "elf")
    assert (scene.state.vanir, scene.stock("thor")) == (1, (0, 1))
