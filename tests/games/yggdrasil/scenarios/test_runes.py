"""Runes, supplies and decks: the dossier's scenarios S40 to S47, S50, S52, S53 and S55, straight from it."""

from __future__ import annotations

from collections import Counter

from engine.core.chance import SeededChance
from engine.games.yggdrasil.data import CARDS, ENEMIES, SEATS, SPECIAL
from engine.games.yggdrasil.state import KNOWN
from tests.games.yggdrasil.scene import RULES, Scene


def test_s40_mann() -> None:
    for loki, back in ((5, 2), (2, 0)):
        given = {"defeated": "hrungnir thiazi gilling", "active": "vafthrudnir", "stock": {"odin": (3, 0)}}
        scene = Scene("odin", at={"loki": loki, "surt": 1}, **given).does("ice vafthrudnir v3", "on mann: loki", roll=0)
        assert (scene.space("loki"), scene.state.parts("mann"), scene.codes("active")) == (back, 4, [])
        scene.state.deck += (
            [scene.state.discard.pop(), scene.state.discard.pop()] if len(scene.state.discard) > 1 else []
        )
        scene.begins("odin")
        assert scene.asked == "odin"


def tiwaz(**at: int) -> Scene:
    given = {"defeated": "angrboda farbauti hrym", "top": "baugi", "stock": {"thor": (2, 0)}}
    return Scene("thor", at=at, **given).does("ice top v2", roll=0)


def test_s41_tiwaz() -> None:
    scene = tiwaz(surt=5, hel=3, loki=1).does("on tiwaz: surt, hel, loki")
    assert (scene.space("surt"), scene.space("hel"), scene.space("loki")) == (4, 2, 0)
    scene = tiwaz(surt=5, hel=3, loki=1)
    scene.refused("on tiwaz: surt, surt, hel", "E_RUNE_CHOICE_INVALID")
    assert scene.refused("on tiwaz: surt, hel", "E_RUNE_CHOICE_INVALID")["count"] == 3
    scene.refused("on tiwaz: surt, hel, fenrir", "E_RUNE_CHOICE_INVALID")
    assert (scene.asked, scene.state.parts("tiwaz")) == ("tiwaz", 4)
    scene = tiwaz(surt=5, hel=3).does("on tiwaz: surt, hel")
    assert (scene.space("surt"), scene.space("hel")) == (4, 2)


def sigel() -> Scene:
    given = {"defeated": "skadi thrym suttung", "active": "hymir", "dead": 11, "stock": {"thor": (2, 0)}}
    return Scene("thor odin", **given).does("ice hymir v2", roll=0)


def test_s42_sigel() -> None:
    scene = sigel().does("on sigel: odin 6, thor 7")
    assert (scene.stock("odin"), scene.stock("thor"), scene.state.dead) == ((6, 0), (7, 0), 0)
    scene = sigel()
    assert scene.refused("on sigel: odin 10, thor 7", "E_RUNE_CHOICE_INVALID")["most"] == 13
    assert scene.asked == "sigel"
    scene.times_out()
    assert (scene.stock("thor"), scene.stock("odin"), scene.state.dead) == ((7, 0), (6, 0), 0)


def test_s43_daeg() -> None:
    given = {"defeated": "ymir geirrod greip", "active": "gialp", "stock": {"odin": (3, 0)}}
    scene = Scene("odin thor", **given)
    scene.state.discard += scene.state.deck[:21]
    scene.state.deck = scene.state.deck[21:]
    scene.does("ice gialp v3", roll=0)
    assert (scene.state.daeg, len(scene.state.deck)) == (3, 20)
    for seat, daeg in ((1, 2), (0, 1), (1, 0)):
        scene.does("end")
        assert (scene.state.seat, scene.state.daeg, scene.asked, len(scene.state.deck)) == (seat, daeg, "action", 20)
    scene.does("end")
    assert (scene.state.seat, scene.asked) == (0, "odin")


def test_s44_world_of_the_dead_with_fewer_than_five() -> None:
    scene = Scene("thor odin", dead=3)
    assert scene.bag("black") == (17, 3)
    scene.does("dead green")
    assert (scene.bag("green"), scene.state.dead) == ((15, 6), 0)
    scene.turn("odin").refused("dead white", "E_DEAD_EMPTY")


def test_s45_kingdom_of_fire_with_fewer_than_five() -> None:
    scene = Scene("thor", bags={"blue": (2, 2)}, dead=12, kingdom=19, valkyries="blue").does("fire blue")
    assert (scene.bag("blue"), scene.state.kingdom) == ((2, 0), 21)
    assert scene.does("mid stay search").stock("thor") == (2, 0)


def test_s46_a_search_with_fewer_than_three() -> None:
    scene = Scene("thor", valkyries="white", bags={"white": (1, 1)}, dead=10, kingdom=23).does("mid stay search")
    assert (scene.stock("thor"), scene.bag("white")) == ((1, 0), (0, 1))
    assert scene.turn("thor").does("mid stay search").stock("thor") == (1, 0)


def deck(level: str, *cards: str, gods: int = 2) -> Counter[str]:
    options = RULES.Options.model_validate({"difficulty": level, "custom_cards": cards})
    state, told = RULES.setup(options, gods, SeededChance(level.encode()))
    found = Counter(CARDS[card] for card in state.deck)
    assert sum(found.values()) == 42
    special = tuple(code for code in SPECIAL if code in found)
    assert told[0].as_json()["special"] == list(special)
    return found


def normal(found: Counter[str]) -> list[int]:
    return [found[f"normal_{code}"] for code in ENEMIES]


def test_s47_the_decks_of_the_levels() -> None:
    assert normal(deck("hard")) == [6] * 6
    assert normal(deck("ragnarok")) == [5, 6, 5, 5, 5, 6]
    found = deck("standard")
    assert sum(normal(found)) == 39
    assert [sum(found[code] for code in SPECIAL if code.startswith(kind)) for kind in ("angry", "ragnarok")] == [3, 0]
    assert sum(normal(deck("introductory"))) == 42
    assert sum(normal(deck("seasoned"))) == 41
    assert sum(normal(deck("heroic"))) == 34


def test_the_hardest_levels_take_fewer_special_cards_with_many_gods() -> None:
    def special(level: str, gods: int) -> list[int]:
        found = deck(level, gods=gods)
        return [sum(found[code] for code in SPECIAL if code.startswith(kind)) for kind in ("angry", "ragnarok")]

    assert [special("hard", gods) for gods in SEATS] == [[6, 0]] * 4 + [[5, 0], [4, 0]]
    assert [special("heroic", gods) for gods in SEATS] == [[6, 2]] * 3 + [[6, 1], [6, 0], [3, 1]]
    assert [special("ragnarok", gods) for gods in SEATS] == [[6, 4]] * 2 + [[6, 3], [6, 2], [6, 1], [4, 1]]


def test_s50_the_steward_plays_for_whoever_is_gone() -> None:
    scene = Scene("thor odin")
    for _ in range(3):
        scene.times_out()
    assert (scene.stock("thor"), scene.state.vanir) == ((0, 1), 2)
    assert (scene.bag("white"), scene.state.dead, scene.actions) == ((11, 12), 0, 0)
    scene.times_out()
    assert scene.state.seat == 1


def asking() -> Scene:
    return Scene("thor odin", at={"hel": 1}, stock={"thor": (2, 2)}).does("fight hel v2 e?", roll=1)


def test_s52_a_question_after_the_roll() -> None:
    scene = asking()
    assert (scene.asked, scene.state.elves_left) == ("elves", 1)
    assert scene.refused("vanir +", "E_CHOICE_PENDING") == {"choice": "elves"}
    assert scene.refused("e 3", "E_NOT_ENOUGH_ELVES")["have"] == 2
    scene.does("e 1")
    assert (scene.space("hel"), scene.stock("thor"), scene.state.elves_left, scene.state.dead) == (0, (0, 1), 2, 7)
    scene = asking().does("e 0")
    assert (scene.space("hel"), scene.stock("thor")) == (1, (0, 2))
    assert asking().times_out().space("hel") == 0


def test_an_order_for_more_elves_than_the_god_owns_spends_none_that_are_not_there() -> None:
    scene = Scene("thor odin", at={"hel": 1}, stock={"thor": (2, 1)}).does("fight hel v1 e7", roll=1)
    assert (scene.space("hel"), scene.stock("thor")) == (1, (1, 1))
    for most in (7, 20):  # what is above the stock is capped, and what is above all Elves is
        scene = Scene("thor odin", at={"hel": 1}, stock={"thor": (2, 2)}).does(f"fight hel v1 e{most}", roll=1)
        assert (scene.space("hel"), scene.stock("thor")) == (0, (1, 0))


TOP = ["normal_loki", "normal_hel", "normal_fenrir", "normal_surt", "normal_loki", "normal_nidhogg"]


def looking(line: str) -> Scene:
    scene = Scene("thor", vanir=3, cards=["normal_jormungand", *TOP])
    scene.told.clear()
    return scene.does(line)


def test_s53_a_rearrangement() -> None:
    scene = looking("vanir 3")
    assert (scene.state.vanir, scene.asked) == (1, "order")
    scene.refused("order 1 2 3", "E_ORDER")
    scene.does("order 2 4 6 3 5 1")
    assert scene.on_top(6) == [
        "normal_hel", "normal_surt", "normal_nidhogg", "normal_fenrir", "normal_loki", "normal_loki"
    ]  # fmt: skip
    assert looking("vanir 3").times_out().on_top(6) == TOP


def test_s53_what_was_looked_at_the_team_knows_and_no_spectator() -> None:
    scene = looking("vanir 3")
    assert RULES.view(scene.state, 0).deck[:7] == (*TOP, "?")
    assert set(RULES.view(scene.state, None).deck) == {"?"}
    scene.times_out()
    assert RULES.view(scene.state, 0).deck[:7] == (*TOP, "?")
    faces = [face.as_json() for one in scene.told if (face := one.seen_by(None)) is not None]
    assert [face.get("cards") for face in faces[-2:]] == [None, None]


def test_of_cards_in_a_new_order_spectators_lose_what_they_knew_of_the_old_one() -> None:
    """R8.9.2: one that Odin has put on top lies there for all to know, until the team puts them in another order."""
    scene = Scene("thor", vanir=3, cards=["normal_jormungand", *TOP])
    scene.state.seen[scene.state.deck[-1]] = KNOWN
    assert RULES.view(scene.state, None).deck[0] == TOP[0]
    scene.does("vanir 3", "order 2 1 3 4 5 6")
    assert set(RULES.view(scene.state, None).deck) == {"?"}


def test_vanir_3_with_a_list_puts_the_worst_last() -> None:
    scene = looking("vanir 3 avoid loki, hel")
    assert scene.asked == "action"
    assert scene.on_top(6) == [
        "normal_fenrir", "normal_surt", "normal_nidhogg", "normal_hel", "normal_loki", "normal_loki"
    ]  # fmt: skip


def test_s55_a_custom_deck() -> None:
    found = deck("custom", "angry_loki", "ragnarok_1")
    assert normal(found) == [7, 7, 7, 5, 7, 7]
    assert (found["angry_loki"], found["ragnarok_1"]) == (1, 1)
