"""Orders as people write them: every line of P8, every move of random games in both languages, lists of cards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove, Move
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS
from engine.games.asgards_chosen.orders.grammar import GRAMMAR
from engine.games.asgards_chosen.orders.lines import tidied
from engine.games.asgards_chosen.orders.notation import ChosenNotation
from engine.games.asgards_chosen.orders.plans.battles import Running
from tests.games.asgards_chosen.scene import ENOUGH, RULES, Scene, begun, pay, play, rage
from tests.games.asgards_chosen.table import Letters
from tests.games.asgards_chosen.test_properties import GAMES, walk

NOTATION = ChosenNotation()


def desk(scene: Scene | None = None) -> Any:
    return Letters(scene or Scene()).session.table.desk(0, ("Red", "Blue", "Yellow"))


def read(line: str) -> Move:
    """What a line orders, whenever it is its turn."""
    move: Move = GRAMMAR.read(tidied(fold(line)), desk())
    return move


def gifts(*pairs: tuple[str, int]) -> tuple[m.Gift, ...]:
    return tuple(m.Gift(card=card, to=to) for card, to in pairs)


LINES: list[tuple[str, Move]] = [
    ("TILE at 1,-2 SE", m.PlaceTile(q=1, r=-2, direction="SE")),
    ("TOWN 0,-1 S", m.PlaceTown(q=0, r=-1, corner="S")),
    ("ITEM Raskovnik", m.PickItem(item="raskovnik")),
    ("HERO F at S2a take B3", m.PlaceHero(hero="F", to="S2a", take="B3")),
    ("hero woman to T10", m.PlaceHero(hero="F", to="T10")),
    ("GOD Odin", m.PlayGod(god="odin")),
    ("GOD Baldr discard Nixie", m.PlayGod(god="baldr", card="nixie1")),
    ("GOD Loki on Blue", m.PlayGod(god="loki", on=1)),
    ("GOD Hel take Dís", m.PlayGod(god="hel", card="dis1")),
    ("DONE", m.Done()),
    ("APPEASE Frigg remove T3, L9a, S2b", m.Appease(god="frigg", markers=("T3", "L9a", "S2b"))),
    ("APPEASE Hel sac Draugr, Troll, item Gram", m.Appease(god="hel", cards=("draugr1", "troll1", "gram"))),
    ("APPEASE Hel sac Troll, bury Draugr, Gram",
     m.Appease(god="hel", cards=("troll1", "draugr1", "gram"), bury=(1,))),
    ("APPEASE Odin banish Gram, Aarni, Draupnir", m.Appease(god="odin", cards=("gram", "aarni", "draupnir"))),
    ("APPEASE Loki give Fairies to Blue, Troll to P2, Nixie to Yellow",
     m.Appease(god="loki", gifts=gifts(("fairies1", 1), ("troll1", 1), ("nixie1", 2)))),
    ("APPEASE Thor", m.Appease(god="thor")),
    ("CHARM Bragi's Harp take Thor", m.PlayCharm(item="bragis_harp", card="thor")),
    ("CHARM Hringhorni F to T2", m.PlayCharm(item="hringhorni", hero="F", to="T2")),
    ("CHARM Buslubæn on Blue", m.PlayCharm(item="buslubaen", on=1)),
    ("MOVE M to T2", m.MoveHero(hero="M", to="T2")),
    ("MOVE F to T1 NO FAVOR", m.MoveHero(hero="F", to="T1", waive=True)),
    ("ATTACK M from L9a to S2b", m.Attack(hero="M", source="L9a", ground="S2b")),
    ("DECLINE", m.Decline()),
    ("PLAY Troll[discard Baldr]", play("troll1", card="baldr")),
    ("PLAY Fairies[]", play("fairies1", use=True)),
    ("PLAY Fairies", play("fairies1")),
    ("PLAY Álfar[Troll#2]", play("alfar1", card="troll1#2")),
    ("play alfar [troll #2]", play("alfar1", card="troll1#2")),
    ("PLAY Fossegrim[take Draugr]", play("fossegrim1", card="draugr1")),
    ("PLAY Nixie[copy Dís]", play("nixie1", card="dis1")),
    ("PLAY Nixie[copy Giant Spider: withhold Troll]",
     play("nixie1", card="giant_spider1", copied={"how": "withhold", "card": "troll1"})),
    ("PLAY Nixie II[copy Bäckahästen: move F S2e]",
     play("nixie2", card="backahasten1", copied={"how": "move", "hero": "F", "to": "S2e"})),
    ("PLAY Giant Spider[banish Nixie]", play("giant_spider1", how="banish", card="nixie1")),
    ("PLAY Bäckahästen[move F S2e]", play("backahasten1", how="move", hero="F", to="S2e")),
    ("PLAY backahasten[retreat T1]", play("backahasten1", how="retreat", to="T1")),
    ("PLAY Strzyga II[take Garmr]", play("strzyga2", card="garmr1")),
    ("BERSERK Dís", rage("dis1")),
    ("BERSERK Ormr[discard Gram]", rage("ormr1", card="gram")),
    ("USE Ormr[discard Gram]", m.Use(card="ormr1", aim=m.Aim(card="gram"))),
    ("BLOCK with Ljóðatal", m.Block(item="ljodatal")),
    ("BLOCK wid faerstice", m.Block(item="wid_faerstice")),
    ("NO", m.No()),
    ("LATE Dís", m.Late(card="dis1")),
    ("STANDUP Fairies", m.StandUp(creature="fairies1")),
    ("RETREAT T2", m.Retreat(to="T2")),
    ("SHIFT T4", m.Shift(marker="T4")),
    ("TARGET L4a", m.Target(territory="L4a")),
    ("RING F", m.Ring(hero="F")),
    ("MUSTER B2 pay Troll, Troll top Troll", m.Muster(slot="B2", pay=pay("troll1", "troll1"), top="troll1")),
    ("MUSTER U1 pay Fairies[], Huldra OPEN", m.Muster(slot="U1", pay=pay("fairies1[]", "huldra1"), open=True)),
    ("MUSTER B2 pay Troll, Odin WITH Freyja", m.Muster(slot="B2", pay=pay("troll1", "odin"), favor=True)),
    ("ADD Nixie", m.AddPay(pay=pay("nixie1"))),
    ("PASS", m.PassTurn()),
    ("PASS DRAW", m.PassTurn(draw=True)),
    ("RENEW discard Baldr, Nixie", m.Renew(cards=("baldr", "nixie1"))),
    ("RENEW none", m.Renew()),
    ("EVENT sac Troll", m.EventChoice(cards=("troll1",))),
    ("EVENT remove T4", m.EventChoice(marker="T4")),
    ("EVENT take Thor", m.EventChoice(cards=("thor",))),
    ("EVENT none", m.EventChoice()),
    ("DROP Nixie", m.Drop(cards=("nixie1",))),
    ("CHOOSE Thor", m.Choose(cards=("thor",))),
]  # fmt: skip


@pytest.mark.parametrize("line, move", LINES, ids=lambda one: one if isinstance(one, str) else "")
def test_a_line_as_it_is_written(line: str, move: Move) -> None:
    assert read(line) == move
    for language in ("en", "ru"):
        assert GRAMMAR.read(fold(GRAMMAR.write(move, language))) == move


@pytest.mark.parametrize("seats, options, seed", GAMES[::2])
def test_every_move_reads_back_as_it_is_written(seats: int, options: dict[str, Any], seed: int) -> None:
    for _, _, move in walk(seats, options, seed):
        for language in ("en", "ru"):
            assert GRAMMAR.read(fold(GRAMMAR.write(move, language))) == move


@pytest.mark.parametrize("name", DESIGNS)
def test_every_card_is_found_by_its_name_in_both_languages_and_in_plain_letters(name: str) -> None:
    from engine.games.asgards_chosen.data.names import CARDS, PLAIN

    for typed in (CARDS[name]["en"], CARDS[name]["ru"], PLAIN[name], CARDS[name]["en"].upper()):
        assert read(f"drop {typed}") == m.Drop(cards=(name,))


def test_a_list_of_cards_is_a_card_and_what_follows_it() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 odin thor fairies1"}).attacks("A", "F", "S1a", "S1b")
    at = desk(scene)
    order = NOTATION.read([fold("PLAY Troll[discard Baldr]; Fairies[]; USE Ormr[discard Gram]")], at)
    (running,) = order.plans
    assert order.moves == (play("troll1", card="baldr"),)
    assert NOTATION.write_plan(running, "en") == "play Fairies []; use Ormr [Gram]"
    assert isinstance(running, Running)
    assert running.ends
    (running,) = NOTATION.read([fold("PLAY Odin THEN ASK")], at).plans
    assert isinstance(running, Running)
    assert not running.ends


def test_lists_are_played_as_they_are_read_and_end_the_step() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 odin thor"}).attacks("A", "F", "S1a", "S1b")
    Letters(scene).sends("A", "play troll; odin")
    assert (scene.marker("S1b"), scene.hand("A")) == ("A", ["thor"])
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 odin thor"}).attacks("A", "F", "S1a", "S1b")
    Letters(scene).sends("A", "play troll; odin then ask")
    assert (scene.asked, scene.totals) == (("A", "attack"), (5, 0))


@pytest.mark.parametrize("line", ["play", "attack f", "muster b2", "hello there", "hero x at s2a", "tile 1 2 se"])
def test_what_is_no_order(line: str) -> None:
    with pytest.raises(IllegalMove, match="E_SYNTAX"):
        NOTATION.read([line], desk())


def test_the_beginning_of_several_names_is_not_guessed() -> None:
    with pytest.raises(IllegalMove, match="E_AMBIGUOUS"):
        NOTATION.read(["play tro"], desk())


def test_what_sounds_like_an_order() -> None:
    assert NOTATION.sounds_like_order("play troll")
    assert not NOTATION.sounds_like_order("thanks for the game")
    assert RULES.decisions(begun(2))


@pytest.mark.parametrize("line", ["play Odin", "PLAY ODIN", "сыграть Один", "I play Odin", "играю Одина"])
def test_a_god_is_played_in_the_words_of_its_menu_too(line: str) -> None:
    """The list says “play Odin”; the order beside it, `god Odin`, is what nobody copies."""
    scene = Scene(hands={"A": "odin troll1", "B": "tyr"}).gods("A")
    assert NOTATION.read([fold(line)], desk(scene)).moves == (m.PlayGod(god="odin"),)
    with pytest.raises(IllegalMove) as refused:
        Letters(scene).sends("A", "play troll")
    assert (refused.value.code, refused.value.where) == ("E_WRONG_PHASE", {"card": "troll1"}), "what it says is why"


def test_a_charm_is_played_in_the_words_of_its_menu_too() -> None:
    scene = Scene(hands={"A": "ljodatal troll1", "B": "tyr"}).charms("A")
    assert NOTATION.read([fold("play Ljóðatal")], desk(scene)).moves == (m.PlayCharm(item="ljodatal"),)


@pytest.mark.parametrize("line, code, card", [
    ("block Troll", "not_playable", "troll1"), ("block Troll with Odin", "not_playable", "odin"),
    ("block Odin, Troll with Hávamál", "not_playable", "odin"), ("late Troll always", "no_reply_to_berserk", "troll1"),
    ("late Odin", "no_reply_to_berserk", "odin"), ("standup with Nixie, Thor", "god_card_protected", "thor"),
    ("standup Gram", "not_playable", "gram"), ("отразить Тролль", "not_playable", "troll1"),
])  # fmt: skip
def test_a_policy_with_a_card_that_is_of_no_use_for_it_is_refused(line: str, code: str, card: str) -> None:
    """Whoever writes `block Troll` means the ability of one, and would wait for a block that never comes."""
    with pytest.raises(IllegalMove) as refused:
        NOTATION.read([fold(line)], desk())
    assert (refused.value.code, refused.value.where) == (f"E_{code.upper()}", {"card": card})


@pytest.mark.parametrize("line, code, card", [
    ("event sac Thor", "god_card_protected", "thor"), ("event sac Thor, Troll", "god_card_protected", "thor"),
    ("event take Troll", "not_offered", "troll1"), ("событие взять Тролль", "not_offered", "troll1"),
    ("событие жертва Тор", "god_card_protected", "thor"),
])  # fmt: skip
def test_what_an_event_is_not_given_is_not_taken_for_its_opposite(line: str, code: str, card: str) -> None:
    """Gods alone are taken, and never sacrificed (R2.12, R17.5): the word is as good as the card."""
    with pytest.raises(IllegalMove) as refused:
        NOTATION.read([fold(line)], desk())
    assert (refused.value.code, refused.value.where) == (f"E_{code.upper()}", {"card": card})


@pytest.mark.parametrize("line", ["berserk Thor", "berserk Thor; Odin until win", "берсерк Тор"])
def test_nobody_goes_berserk_before_the_defence(line: str) -> None:
    """R8.7.1: neither who attacks first of all, nor who defends; the cards stay in hand."""
    hands = {"A": "thor odin", "B": "thor"}
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands=hands).attacks("A", "F", "S1a", "S1b")
    for player, left in ("A", ["odin", "thor"]), ("B", ["thor"]):
        with pytest.raises(IllegalMove, match="E_NO_BERSERK"):
            Letters(scene).sends(player, line)
        assert scene.hand(player) == left
        scene.does(player, ENOUGH)
    assert Letters(scene).sends("A", "play Thor").scene.marker("S1b") == "A", "what is played now is played berserk"


@pytest.mark.parametrize(
    "line", ["keep Thor", "I keep Thor", "оставить Тора", "оставляю Тора", "беру Тора", "take Thor"]
)
def test_the_card_that_odin_shows_is_kept_in_the_words_of_the_question(line: str) -> None:
    """`keep Thor` was filed for a battle to come, and the question stayed open."""
    scene = Scene(hands={"A": "odin gram"}, draws={"A": "thor tyr hel loki freyr frigg"}).gods("A")
    scene.does("A", m.PlayGod(god="odin"))
    order = NOTATION.read([fold(line)], desk(scene))
    assert (order.moves, order.plans) == ((m.Choose(cards=("thor",)),), ())


@pytest.mark.parametrize(
    "line, cards",
    [
        ("discard Thor", ("thor",)), ("I discard Thor, Tyr", ("thor", "tyr")), ("drop Thor", ("thor",)),
        ("сбросить Тора", ("thor",)), ("сбрасываю Тора и Тюра", ("thor", "tyr")), ("keep all", ()),
        ("оставляю всё", ()), ("ничего не сбрасываю", ()), ("discard nothing", ()),
    ],
)  # fmt: skip
def test_what_is_discarded_before_one_draws_is_said_in_the_words_of_the_question(
    line: str, cards: tuple[str, ...]
) -> None:
    """«сбросить Тора» was filed for a full hand, and the question stayed open."""
    scene = Scene(hands={"A": "thor tyr", "B": "loki"}).renews()
    order = NOTATION.read([fold(line)], desk(scene))
    assert (order.moves, order.plans) == ((m.Renew(cards=cards),), ())
