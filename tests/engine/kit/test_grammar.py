"""Verbs that read what they write: `read(write(move)) == move` in every language, and clear refusals for the rest."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from engine.core.contract import Desk, View
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.parts import clauses, flag, key, many, mark, maybe, sign, skip, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.values import Code, Glued, Name, Number, Player, Says, SeatNumber
from engine.core.grammar.verbs import Clause, Grammar, Verb
from engine.core.menu import Lines
from engine.core.moves import IllegalMove, Move

LEXICON = Lexicon({
    "verb": {"invade": {"en": "invade", "ru": "вторгнуться"}, "march": {"en": "march", "ru": "поход"},
             "steal": {"en": "steal", "ru": "украсть"}, "card": {"en": "card", "ru": "карта"}},
    "figure": {"L": {"en": "Leader", "ru": "вождь"}, "W": {"en": ["Warrior", "warriors"], "ru": "воин"},
               "SEA": {"en": "Sea Serpent", "ru": "морской змей"}},
    "province": {"GIM": {"en": "Gimle", "ru": "Гимле"}, "GIN": {"en": "Ginnung", "ru": "Гиннунг"},
                 "YGG": {"en": "Yggdrasil", "ru": "Иггдрасиль"}, "FOS": {"en": "Förseti", "ru": "Форсети"}},
    "key": {"from": {"en": "from", "ru": "у"}, "late": {"en": "late", "ru": "поздно"},
            "succor": {"en": "succor", "ru": "помощь"}, "wins": {"en": "wins", "ru": "победа"}},
})  # fmt: skip
FIGURE, PLACE = Name("figure"), Name("province")


class Invade(Move):
    kind: str = "invade"
    figure: str
    to: str
    succor: bool = False


class March(Move):
    kind: str = "march"
    source: str
    to: str
    figures: tuple[str, ...]


class Steal(Move):
    kind: str = "steal"
    seat: int
    count: int = Field(ge=1, le=5)


class Late(BaseModel):
    model_config = ConfigDict(frozen=True)
    card: str
    wins: bool


class Now(BaseModel):
    model_config = ConfigDict(frozen=True)
    card: str


class Card(Move):
    kind: str = "card"
    card: str
    late: tuple[Late, ...] = ()


class Two(Move):
    kind: str = "two"
    parts: tuple[Late | Now, ...]


CARD = Code(r"[a-z]{2}[0-9]")
LATE = record(Late, key("late"), the("card", CARD), flag("wins"))
GRAMMAR = Grammar(LEXICON, "verb", [
    Verb("invade", Invade, the("figure", FIGURE), the("to", PLACE), flag("succor")),
    Verb("march", March, the("source", PLACE), sign(">"), the("to", PLACE), sign(":"), many("figures", FIGURE)),
    Verb("steal", Steal, the("count", Number(1, 5)), key("from", must=False), the("seat", Player())),
    Verb("card", Card, the("card", CARD), maybe(sign(";"), many("late", LATE, between=";"), empty=())),
])  # fmt: skip
figures, provinces = st.sampled_from(LEXICON.codes("figure")), st.sampled_from(LEXICON.codes("province"))
cards = st.from_regex(r"\A[A-Z]{2}[0-9]\Z")
moves = st.one_of(
    st.builds(Invade, figure=figures, to=provinces, succor=st.booleans()),
    st.builds(March, source=provinces, to=provinces, figures=st.lists(figures, min_size=1, max_size=5).map(tuple)),
    st.builds(Steal, seat=st.integers(0, 4), count=st.integers(1, 5)),
    st.builds(Card, card=cards, late=st.lists(st.builds(Late, card=cards, wins=st.booleans()), max_size=3).map(tuple)),
)


@given(moves, st.sampled_from(["en", "ru"]))
def test_every_move_reads_back_as_it_is_written(move: Move, language: str) -> None:
    line = GRAMMAR.write(move, language)
    assert GRAMMAR.read(line) == move, line
    assert GRAMMAR.read(line.casefold()) == move, line
    assert GRAMMAR.knows(line)


@pytest.mark.parametrize("line, move", [
    ("invade leader gimle", Invade(figure="L", to="GIM")),
    ("INVADE l GIM +Succor", Invade(figure="L", to="GIM", succor=True)),
    ("вторгнуться вождь Гимле", Invade(figure="L", to="GIM")),
    ("inv sea serp ygg", Invade(figure="SEA", to="YGG")),
    ("march gim>forseti: warriors W l", March(source="GIM", to="FOS", figures=("W", "W", "L"))),
    ("steal 2 p3", Steal(seat=2, count=2)),
    ("steal 2 from Anna", Steal(seat=0, count=2)),
    ("card ty5; late hy1; late aa2 +wins",
     Card(card="TY5", late=(Late(card="HY1", wins=False), Late(card="AA2", wins=True)))),
])  # fmt: skip
def test_people_write_in_many_ways(line: str, move: Move) -> None:
    assert GRAMMAR.read(line, Desk(0, None, (), lambda _: Lines(), names=("Anna", "Boris"))) == move


@pytest.mark.parametrize("language, line", [("en", "steal 2 from P3"), ("ru", "украсть 2 у И3")])
def test_a_seat_is_written_as_the_texts_of_that_language_name_it_and_is_read_so(language: str, line: str) -> None:
    assert GRAMMAR.write(Steal(seat=2, count=2), language) == line
    assert GRAMMAR.read(line) == GRAMMAR.read(line.replace("P", "И")) == Steal(seat=2, count=2)


@pytest.mark.parametrize("line, near", [
    ("invade leader atlantis", "atlantis"), ("invade leader gim please", "please"), ("march gim ygg: l", "ygg"),
    ("steal 9 p1", "9"), ("march gim > ygg:", ""), ("hello there", "hello"), ("card ty5; late", ""), ("", ""),
])  # fmt: skip
def test_a_line_that_cannot_be_read_says_where_reading_stopped(line: str, near: str) -> None:
    with pytest.raises(IllegalMove, match="E_SYNTAX") as refused:
        GRAMMAR.read(line)
    assert refused.value.where["near"] == near


def test_the_beginning_of_two_names_is_refused_with_both() -> None:
    with pytest.raises(IllegalMove, match="E_AMBIGUOUS") as refused:
        GRAMMAR.read("invade leader gi")
    assert refused.value.where["found"] == ["GIM", "GIN"]


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(line: str) -> None:
    with suppress(IllegalMove):
        assert isinstance(GRAMMAR.read(line), Move)


def test_a_verb_that_would_lose_a_field_is_refused_when_it_is_declared() -> None:
    with pytest.raises(ValueError, match="no part for"):
        Verb("invade", Invade, the("figure", FIGURE), the("to", PLACE))
    with pytest.raises(ValueError, match="no field for"):
        Verb("steal", Steal, the("count", Number()), the("seat", Player()), the("colour", FIGURE))


def test_a_choice_of_records_is_written_by_the_one_whose_model_it_is() -> None:
    either = Either((LATE, record(Now, the("card", CARD))))
    grammar = Grammar(LEXICON, "verb", [Verb("card", Two, many("parts", either, between=";"))])
    move = Two(parts=(Now(card="AB1"), Late(card="CD2", wins=True)))
    assert grammar.read(grammar.write(move, "ru")) == move


def test_one_word_for_two_things_is_refused_when_the_lexicon_is_made() -> None:
    with pytest.raises(ValueError, match="means two things"):
        Lexicon({"x": {"a": {"en": "Same"}, "b": {"ru": "same"}}})


def test_letters_that_look_alike_are_alike_and_accents_do_not_matter() -> None:
    assert LEXICON.find("province", "GIМ") == "GIM"  # a Cyrillic М
    assert LEXICON.find("province", "FÖRSETI") == LEXICON.find("province", "forseti") == "FOS"


CASES = Lexicon({
    "god": {
        "thor": {"en": "Thor", "ru": "Тор"}, "hel": {"en": "Hel", "ru": "Хель"}, "frey": {"en": "Frey", "ru": "Фрейр"},
        "freyja": {"en": "Freyja", "ru": ("Фрейя", "Фрея")}, "loki": {"en": "Loki", "ru": "Локи"},
    },
    "island": {"white": {"en": "white", "ru": "белый"}, "blue": {"en": "blue", "ru": "синий"}},
    "card": {"harp": {"ru": "Арфа Браги"}, "giant": {"ru": "Огненный великан"}, "stab": {"ru": "Удар Локи в спину"}},
    "key": {"end": {"ru": "конец"}},
}, cases=("god", "island", "card"))  # fmt: skip


@pytest.mark.parametrize("kind, said", [
    ("god", {"тора": "thor", "Тором": "thor", "хелью": "hel", "Хели": "hel", "Фрею": "freyja", "Фрейе": "freyja",
             "фрейра": "frey", "Локи": "loki", "торопит": None, "торт": None}),
    ("island", {"белом": "white", "белого": "white", "синюю": "blue", "синим": "blue"}),
    ("card", {"арфу Браги": "harp", "арфа Браге": None, "Огненного великана": "giant", "огненным великаном": "giant",
              "Удара Локи в спину": "stab"}),
    ("key", {"конца": None}),
])  # fmt: skip
def test_russian_names_are_understood_in_every_case_where_a_game_wants_it(kind: str, said: dict[str, str]) -> None:
    assert {word: CASES.find(kind, word) for word in said} == said


def test_a_case_that_begins_another_name_stays_the_beginning_of_both() -> None:
    with pytest.raises(IllegalMove):
        CASES.find("god", "фрей")


class Place(BaseModel):
    model_config = ConfigDict(frozen=True)
    owner: int | None
    figure: str
    face: str
    pos: int | None


class Turn(Move):
    kind: str = "turn"
    places: tuple[Place, ...]


class Rank(Move):
    kind: str = "rank"
    round: int
    choices: tuple[str, ...]


class Sheet(Move):
    kind: str = "sheet"
    orders: tuple[Move, ...]


class Bare(Move):
    kind: str = "bare"
    card: str
    up: str


SHORT = Lexicon({
    "verb": {"turn": {"en": "turn", "ru": "ход"}, "rank": {"en": "rank"}, "if": {"en": "if"}},
    "figure": {"S": {"en": "S", "ru": ["С"]}, "H": {"en": "H", "ru": ["Х"]}},
    "seat": {"P": {"en": "P", "ru": ["И", "Р"]}},
}, prefixes=False)  # fmt: skip
SPOT = Glued(record(
    Place,
    maybe(key("P", kind="seat"), the("owner", SeatNumber()), sign(".")),
    the("figure", FIGURE),
    maybe(mark("face", "~", yes="down", no="up"), the("pos", Number(1, 99)), empty={"face": "up", "pos": None}),
))  # fmt: skip
TURN = Verb("turn", Turn, skip(":"), many("places", SPOT, between=skip(","), most=2))
ORDERS = Grammar(SHORT, "verb", [
    TURN,
    Verb("rank", Rank, many("choices", FIGURE, between=">", tight=True), round=lambda desk: desk.view.round),
    Verb("if", Sheet, many("orders", Clause("verb", (TURN,)), between="|")),
    Verb("", Bare, the("card", CARD), sign(":"), the("up", FIGURE)),
])  # fmt: skip


def at_a_table_of_three() -> Desk:
    return Desk(0, View(0, round=2, stage="", scores=(0, 0, 0)), (), lambda _: Lines())


@pytest.mark.parametrize("line, places", [
    ("turn p2.s~1", [(1, "S", "down", 1)]), ("ход И2.С, h3", [(1, "S", "up", None), (None, "H", "up", 3)]),
    ("turn: х", [(None, "H", "up", None)]),
])  # fmt: skip
def test_a_word_may_be_composed_of_parts(line: str, places: list[tuple[int | None, str, str, int | None]]) -> None:
    move = ORDERS.read(line, at_a_table_of_three())
    assert [(one.owner, one.figure, one.face, one.pos) for one in move.places] == places
    for language in ("en", "ru"):
        assert ORDERS.read(ORDERS.write(move, language).casefold()) == move
    assert ORDERS.write(move, "ru").startswith("ход ")


@pytest.mark.parametrize("line", ["turn p4.s1", "turn s~", "turn s1x", "turn s s s", "turn s 1", "tur s", "turn"])
def test_a_composed_word_is_read_whole_or_not_at_all(line: str) -> None:
    with pytest.raises(IllegalMove, match="E_SYNTAX"):
        ORDERS.read(line, at_a_table_of_three())


def test_what_a_line_does_not_say_is_asked_of_the_desk() -> None:
    move = ORDERS.read("rank h > s", at_a_table_of_three())
    assert move == Rank(round=2, choices=("H", "S"))
    assert ORDERS.write(move, "en") == "rank H>S"


def test_alternatives_are_orders_inside_a_line() -> None:
    sheet = ORDERS.read("if turn s1 | turn p1.h", at_a_table_of_three())
    assert len(sheet.orders) == 2
    assert ORDERS.write(sheet, "en") == "if turn S1 | turn P1.H"


def test_a_verb_may_do_without_a_word_of_its_own() -> None:
    assert ORDERS.read("ab1: s") == Bare(card="AB1", up="S")
    assert ORDERS.write(Bare(card="AB1", up="S"), "en") == "AB1: S"


def test_where_words_are_short_no_beginning_of_one_is_read() -> None:
    assert SHORT.find("verb", "ran") is None
    assert SHORT.find("verb", "rank") == "rank"


class Pay(BaseModel):
    model_config = ConfigDict(frozen=True)
    stone: str | None = None
    card: str | None = None


class Build(Move):
    kind: str = "build"
    at: str | None
    pay: tuple[Pay, ...] = ()
    figures: tuple[str, ...] = ()
    twice: bool = False


PAY = Either((
    record(Pay, the("stone", FIGURE), sign("=", tight=True), the("card", CARD)),
    record(Pay, the("stone", FIGURE), card=None),
    record(Pay, the("card", CARD), stone=None),
))  # fmt: skip
BUILDING = Grammar(Lexicon({
    "verb": {"build": {"en": "BUILD", "ru": "СТРОЙ"}, "end": {"en": "END"}},
    "figure": LEXICON.table["figure"], "province": LEXICON.table["province"],
    "key": {"pay": {"en": "pay"}, "with": {"en": "with"}, "none": {"en": "none"}, "here": {"en": "here"},
            "twice": {"en": "twice"}},
}, prefixes=False), "verb", [
    Verb("build", Build, the("at", Either((Says("here", None), PLACE))), flag("twice", mark=""), clauses(
        maybe(key("with"), many("figures", FIGURE), empty=()), maybe(key("pay"), many("pay", PAY), empty=()),
        lead=":", each=["pay"],
    )),
    Verb("end", Steal, the("count", Number(1, 5)), key("with", loose=True), the("seat", Player())),
])  # fmt: skip
builds = st.builds(
    Build, at=provinces | st.none(), figures=st.lists(figures, max_size=3).map(tuple), twice=st.booleans(),
    pay=st.lists(st.builds(Pay, stone=figures, card=cards | st.none()) | st.builds(Pay, card=cards), max_size=3)
        .map(tuple),
)  # fmt: skip


@given(builds)
def test_clauses_flags_words_and_alternatives_read_back_as_they_are_written(move: Build) -> None:
    line = BUILDING.write(move, "en")
    assert BUILDING.read(line.replace(":", "")) == move, line


def test_clauses_stand_in_any_order_and_add_up_and_signs_are_written_tight() -> None:
    paid = (Pay(stone="L"), Pay(stone="W", card="TY5"), Pay(card="HY1"))
    move = Build(at="GIM", pay=paid, figures=("SEA",))
    line = "build gimle pay leader; with sea serpent; pay warrior = ty5 hy1;"
    assert BUILDING.read(line) == move
    assert BUILDING.write(move, "en") == "BUILD Gimle: with Sea Serpent; pay Leader; pay Warrior=TY5; pay HY1"


def test_words_are_whole_where_the_lexicon_says_so() -> None:
    with pytest.raises(IllegalMove, match="E_SYNTAX"):
        BUILDING.read("bui gimle")
    assert BUILDING.read("end 2 with p1") == BUILDING.read("end 2 beside p1") == Steal(seat=0, count=2)
