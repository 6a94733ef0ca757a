"""What players of Asgard read, in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import islice

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from engine.catalogues import LOCALE
from engine.core.contract import Desk, Result
from engine.core.decisions import Decision
from engine.core.grammar.text import fold
from engine.core.happenings import Happening
from engine.core.menu import Menu
from engine.games.asgard import game
from engine.games.asgard import happenings as h
from engine.games.asgard.data import load
from engine.games.asgard.pieces import COLOURS, GODS, RECRUITS, SEALS, STONES
from engine.games.asgard.questions import QUESTIONS as DECISIONS
from engine.games.asgard.state import State
from engine.games.asgard.words import advising, asking, choosing, describe, log, refusing, speech
from engine.games.asgard.words.describe import AsgardWords, manual
from engine.table.listing import blocks
from tests.games.asgard.playing import RULES, positions, start
from tests.games.asgard.words.saying import LANGUAGES, NAMES, check, words

SENTENCES = (advising, asking, choosing, describe, log, refusing, speech)
KEYWORDS = {"_": None, "N_": None, "n": (1, 2), "p": ((1, "c"), 2)}


def desk(state: State, decision: Decision) -> Desk:
    decisions = RULES.decisions(state)
    own = tuple(one for one in decisions if one.seat == decision.seat)
    view = RULES.view(state, decision.seat)
    return Desk(decision.seat, view, own, lambda one: RULES.menu(state, one), decisions, ())


def asked(speaker: AsgardWords, state: State) -> Iterator[str]:
    for decision in RULES.decisions(state):
        view = RULES.view(state, decision.seat)
        yield speaker.question(decision, view)
        yield speaker.waiting(decision)
        yield speaker.stage(view)
        yield from (text for line in speaker.status(view) for text in line)
        yield from (text for line in speaker.plan_examples(decision, view) for text in line)
        yield from speaker.examples(decision, view)
        for block in blocks(RULES.menu(state, decision), speaker, view):
            yield from (line.text for line in block.lines)
            yield from filter(None, [block.heading])


def deep(speaker: AsgardWords, state: State, decision: Decision, rng: random.Random) -> Iterator[str]:
    """A way down the further lists of a menu: every line of every list that is passed, and its question."""
    view, menu = RULES.view(state, decision.seat), RULES.menu(state, decision)
    while True:
        yield from (speaker.option(option, view) for option in menu.options)
        further = [option.then for option in menu.options if option.then is not None]
        if not further:
            return
        menu = rng.choice(further)()
        yield speaker.heading(menu.question)


def told(speaker: AsgardWords, happenings: list[Happening], *viewers: int | None) -> Iterator[str]:
    faces = (one.seen_by(viewer) for one in happenings for viewer in viewers)
    yield from (speaker.happening(face) for face in faces if face is not None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, seed", [(2, 42), (3, 43), (4, 1), (4, 2)])
def test_nothing_that_is_said_in_a_game_is_empty_or_in_another_language(language: str, seats: int, seed: int) -> None:
    speaker, rng, texts = words(language), random.Random(seed), list[str]()
    for number, (state, decision, move, chance) in enumerate(positions(seats, seed)):
        texts += deep(speaker, state, decision, rng)
        if number % 2 == 0:
            texts += asked(speaker, state)
        after = state.copy()
        texts += told(speaker, RULES.apply(after, decision.seat, move, chance), None, decision.seat)
    assert len(texts) > 2000
    for text in set(texts):
        check(text, language)


THINGS = (
    ("stone", "pink"),
    ("recruit", "giant"),
    ("seal", "light"),
    ("population", "PL-victory"),
    ("weapon", "5"),
    ("weapon", ""),
    ("wizardry", "vp_top"),
    ("wizardry", ""),
    ("skill", "thor_skill"),
    ("temple", "T7-1"),
    ("battle", "9"),
)
ALL: tuple[Happening, ...] = (
    h.GameBegan((1, 0), tuple(load("standard").asgard)),
    *(h.ColourChosen(0, colour) for colour in COLOURS),
    h.RoundBegan(1, None),
    h.RoundBegan(2, "mimir"),
    *(h.PhaseBegan(stage) for stage in ("place", "act", "battle")),
    *(h.SealLaid("odin", seal, giver) for seal in SEALS for giver in (None, 1)),
    h.RowRefilled(("A-exchange",)),
    h.ChoiceMade(0, "recover", 1, ("middle",)),
    h.ChoiceMade(0, "battle", 1, ("B3L",)),
    *(h.ChoiceMade(0, "gods", 2, names, replaced) for names in (("odin",), None) for replaced in (False, True)),
    h.ChoiceMade(0, "recover", 1, None),
    h.Recovered(0, ("middle", "middle", "V3", "support:odin")),
    *(h.Placed(0, "loki", slot) for slot in ("upper", "bottom", "single", "temple", "asgard")),
    *(h.Performed(0, "loki", slot, "request") for slot in ("upper", "bottom", "single")),
    h.Performed(0, "loki", "temple", "temple"),
    *(h.Performed(0, None, "asgard", how) for how in ("asgard", "all", "decline")),
    *(h.SealTaken(0, god, seal) for god in GODS for seal in SEALS),
    *(h.Received(0, thing, 2) for thing in THINGS),
    h.Received(0, ("stone", "red"), 1, 1),
    h.Received(0, ("recruit", "white"), 1, None, "valhalla"),
    h.Received(0, ("recruit", "orange"), 1, None, "hel"),
    h.NothingLeft(0, ("stone", "white")),
    h.Gave(0, THINGS),
    *(h.TileUsed(0, tile) for tile in load("standard").population),
    *(h.Searched(0, kind, tile, saw) for kind in ("weapon", "wizardry") for tile, saw in ((None, ()), ("6", ("6",)))),
    *(h.Searching(0, kind) for kind in ("weapon", "wizardry")),
    h.AsgardFlipped(0, "A-recruit2+1"),
    h.OrderChanged((1, 0)),
    h.ExtraTurn(0),
    h.TempleBuilt(0, "thor", "T5-1", 5, ("orange", 3), "upper"),
    h.TempleBuilt(0, "fenrir", "T3-1", 3, None, "bottom"),
    *(h.GodTilePlaced(0, "hel", 4, slot, "PD-seal", gained) for slot in ("W3D", "LD") for gained in (True, False)),
    h.GodTileLost("hel", 4),
    *(h.Turned(stack, name) for stack in ("T7", "odin") for name in ("T7-2", None)),
    *(
        h.Scored(0, 5, why, 3)
        for why in ("temples", "lower", "hel", "battle_tiles", "world", "vp_top", "vp_bottom", "?")
    ),
    *(h.Slain(0, "tyr", warrior) for warrior in ("white", "orange")),
    *(h.DiscMoved(0, "mimir", target) for target in ("loki upper", "hel bottom", "surtr single", "asgard")),
    *(h.DiscMoved(0, "row", target) for target in ("front", "B3L")),
    h.DiscMoved(0, "fenrir", "odin temple"),
    h.DiscMoved(0, "middle", "B3L"),
    h.DiscMoved(0, "B3L", "V3"),
    h.PopulationFlipped(0, "LL", "PL-any_stone"),
    h.OffersHeard(0),
    h.OfferMade(0, 2, THINGS, 1),
    h.TileOffered(0, 2, (("weapon", "6"),), 1),
    h.OfferMade(0, 2, (), 1),
    h.OfferMade(0, 0, (), 1),
    h.DealMade(0, 1, 2, THINGS),
    h.AncientTurned(1, 4),
    *(h.BattleSettled(0, "B6L", (7, 8), how, (1, 0, 2), "PL-victory") for how in ("won", "sent", "declared", "lost")),
    h.BattleSettled(0, "B6L", (7, 8), "declared", (0, 0, 0), "tyr_skill"),
    *(h.BattleTileTaken(0, discs, points) for discs in (1, 2) for points in (0, 9)),
    h.RagnarokBegan((), ()),
    h.RagnarokBegan((1, 2), ("W3L",)),
    h.FromValhalla(0, None),
    h.FromValhalla(0, "white", "odin", "W5L"),
    *(h.ArmLaid(0, kind, tile, "odin", "W5L") for kind, tile in (("weapon", "6"), ("wizardry", "vp_top"))),
    *(h.ArmLaid(0, kind, None, "odin", "W5L") for kind in ("weapon", "wizardry")),
    *(h.ArmsDiscarded(0, *counts) for counts in ((1, 0), (0, 2), (5, 1))),
    *(h.WorldFought(5, (("6", "vp_top"), ()), 3, (9, 7), winner) for winner in (0, 1, None)),
    h.GameOver((9, 8), (0,)),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_happening_is_told_to_all_who_may_see_it(language: str) -> None:
    kinds = {kind for kind in vars(h).values() if isinstance(kind, type) and issubclass(kind, Happening)}
    assert {type(one) for one in ALL} == kinds - {Happening}
    for text in told(words(language), list(ALL), None, 0, 1):
        check(text, language)


def test_sentences_name_their_causes() -> None:
    speaker = words("en")
    assert speaker.happening(h.SealTaken(0, "baldr", "light")) == "Erik takes the Light seal of Baldr."
    assert speaker.happening(h.Scored(0, 5, "lower")) == "Erik +5: the god tile on the lower world."
    assert "from Valhalla: 1 white warrior" in speaker.happening(
        h.Received(0, ("recruit", "white"), 1, None, "valhalla")
    )
    assert "the supply is empty" in speaker.happening(h.SealLaid("loki", "darkness", 1))


def test_russian_counts_and_declines() -> None:
    speaker = words("ru")
    counted = [speaker.stones("pink", count) for count in (1, 2, 5, 11, 21)]
    assert counted == [
        "1 розовый камень",
        "2 розовых камня",
        "5 розовых камней",
        "11 розовых камней",
        "21 розовый камень",
    ]
    assert speaker.happening(h.SealTaken(0, "mimir", "darkness")) == "Эрик берёт печать Тьмы у Мимира."
    assert speaker.happening(h.SealLaid("freyja", "light", None)) == "Печать Света достаётся Фрейе."


def test_what_is_hidden_is_not_told() -> None:
    speaker = words("en")
    secrets: tuple[Happening, ...] = (
        h.Searched(0, "weapon", "6", ("5", "6")),
        h.ArmLaid(0, "weapon", "6", "odin", "W5L"),
        h.ChoiceMade(0, "gods", 1, ("odin",)),
        h.OfferMade(0, 2, (("weapon", "6"),), 2),
    )
    for one in secrets:
        face, own = one.seen_by(1), one.seen_by(0)
        assert face is not None
        assert own is not None
        assert not re.search(r"weapon \d|chooses Odin|: Odin", speaker.happening(face))
        assert speaker.happening(face) != speaker.happening(own)


def test_the_rest_of_a_battle_order_is_not_even_mentioned() -> None:
    order = h.ChoiceMade(0, "battle", 1, ("B3L",))
    assert order.seen_by(1) is None
    assert "B3L" in words("en").happening(order)


# --- questions


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_decision_is_asked_and_waited_for(language: str) -> None:
    speaker, seen = words(language), dict[str, str]()
    for seed in range(1, 13):
        for state, _, _, _ in positions(4, seed):
            for decision in RULES.decisions(state):
                if decision.kind not in seen:
                    seen[decision.kind] = speaker.question(decision, RULES.view(state, decision.seat))
        if len(seen) == len(DECISIONS):
            break
    assert set(seen) == set(DECISIONS)
    for text in [*seen.values(), *(speaker.waiting(Decision(1, kind)) for kind in DECISIONS)]:
        check(text, language)


def test_long_menus_have_headings_on_every_group() -> None:
    speaker, headed = words("en"), 0
    for state, decision, _, _ in positions(4, 11):
        if decision.kind not in ("place", "act"):
            continue
        shown = blocks(RULES.menu(state, decision), speaker, RULES.view(state, decision.seat))
        assert all(block.heading for block in shown)
        headed += len(shown)
    assert headed > 60


SLOTS = [(god, slot) for god in GODS for slot in load("standard").slots[GODS.index(god)]]
QUESTIONS = (
    "next_god",
    "offer_item",
    "skill",
    "stack",
    "pay",
    "recruits",
    "slot",
    "flip",
    "hire",
    "row_discs",
    "middle",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_further_list_has_a_question(language: str) -> None:
    met = set[str]()

    def walk(menu: Menu, depth: int) -> None:
        met.update(filter(None, [menu.question]))
        for option in islice(menu.options, 0, None, 3):
            if option.then is not None and depth < 4:
                walk(option.then(), depth + 1)

    for state, decision, _, _ in islice(positions(3, 21), 60):
        walk(RULES.menu(state, decision), 0)
    assert met <= set(QUESTIONS)
    for key in (*QUESTIONS, "discs", "tiles", "god odin", "weapon 6", "wizardry vp_top"):
        check(words(language).heading(key), language)


def test_the_gods_to_choose_from_are_one_list() -> None:
    state = next(state for state, decision, _, _ in positions(4, 1) if decision.kind == "gods")
    decision = RULES.decisions(state)[0]
    menu, view = RULES.menu(state, decision), RULES.view(state, decision.seat)
    texts = [words("en").option(option, view) for option in menu.options]
    assert (texts[0], menu.options[0].move) == ("Freyja", None)
    assert (len(texts), texts[-1]) == (7, "Hel")


def test_a_line_about_a_disc_says_what_it_brings() -> None:
    for state, decision, _, _ in positions(4, 1):
        if decision.kind == "place":
            view = RULES.view(state, decision.seat)
            texts = [words("en").option(option, view) for option in RULES.menu(state, decision).options]
            gains = {text for text in texts if ":" in text}
            assert gains <= {words("en").line_slot(god, slot, view) for god, slot in SLOTS}
    assert words("en").line_slot("thor", "upper", view) == "Thor, upper request slot: 2 blue stones, skill tile of Thor"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_example_is_legal_as_it_stands(language: str, seats: int) -> None:
    speaker, kinds = words(language), set[str]()
    for number, (state, _, _, chance) in enumerate(positions(seats, 60 + seats)):
        if number % 2:
            continue
        for decision in RULES.decisions(state):
            place = desk(state, decision)
            examples = speaker.examples(decision, place.view)
            assert 1 <= len(examples) <= 3
            for text in examples:
                order = game.notation.read([fold(text)], place)
                assert order.moves, text
                RULES.apply(state.copy(), decision.seat, order.moves[0], chance)
            if decision.waits:
                for text, meaning in speaker.plan_examples(decision, place.view):
                    assert meaning
                    order = game.notation.read([fold(text)], place)
                    assert order.plans or decision.kind == "act", text  # a further disc's line, alone, acts now
                    kinds.add(decision.kind)
    assert {"colour", "gods", "place", "act"} <= kinds


# --- the rest


def test_the_russian_catalogue_is_complete() -> None:
    path = LOCALE / "ru" / "LC_MESSAGES" / "asgard.po"
    catalogue = read_po(BytesIO(path.read_bytes()), locale="ru")
    wanted = [
        found for module in SENTENCES for found in extract_from_file("python", str(module.__file__), keywords=KEYWORDS)
    ]
    assert len(wanted) > 400
    for _line, text, _comments, context in wanted:
        message = catalogue.get(text[0] if isinstance(text, tuple) else text, context)
        assert message is not None, text
        assert all(message.string) if isinstance(message.string, tuple) else message.string, text
        assert not message.fuzzy


@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_have_names(language: str) -> None:
    speaker = words(language)
    named = [
        *map(speaker.god, GODS),
        *map(speaker.of_god, GODS),
        *map(speaker.to_god, GODS),
        *map(speaker.colour, COLOURS),
        *(speaker.stones(stone, 3) for stone in STONES),
        *(speaker.recruits(recruit, 3) for recruit in RECRUITS),
        *(speaker.seals(seal, 3) for seal in SEALS),
        *map(speaker.wizardry, load("standard").wizardry_kinds),
        *map(speaker.population_kind, {tile.partition("-")[2] for tile in load("standard").population}),
    ]
    for text in named:
        check(text, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_and_stages_are_told(language: str) -> None:
    speaker = words(language)
    state, _, _ = start(3, 1)
    check(speaker.stage(RULES.view(state, None)), language)
    for why in ("points", "order_tile"):
        check(speaker.result(Result((1,), (why,), (7, 9, 9))), language)
    assert speaker.result(Result((1,), ("points",), (7, 9))) != speaker.result(Result((1,), ("order_tile",), (7, 9)))


def test_the_status_tells_whose_colour_is_whose_and_own_secrets_only_to_their_owner() -> None:
    state = next(state for state, decision, _, _ in positions(2, 42) if decision.kind == "place" and state.round == 1)
    own, other = (dict(words("en").status(RULES.view(state, viewer))) for viewer in (0, None))
    assert own["Colours, as orders name them"].startswith("Erik - ")
    assert "Your gods still to reveal" in own
    assert "Your gods still to reveal" not in other


def test_seats_without_names_are_numbered() -> None:
    assert AsgardWords("en", ()).seat(1) == "P2"
    assert AsgardWords("ru", ("", "")).seat(1) == "И2"


def test_the_game_speaks_with_these_words() -> None:
    assert game.words("ru", NAMES["ru"]).title() == "Асгард"
    assert game.words("en", NAMES["en"]).title() == "Asgard"
    assert manual("ru") != manual("en") == manual("de")
