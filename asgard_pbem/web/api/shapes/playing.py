"""Moments, questions, answers, plans, counsel, words."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from asgard_pbem.tables.models.memos import MEMO_LIMIT
from asgard_pbem.tables.services.playing.press import PRESS_LIMIT
from asgard_pbem.web.api.shapes.base import Cursor, Data, Line, Name, SeatNumber, Shape

QuestionMark = Field(pattern="^[0-9a-f]{20}$", description="The `question` that this was written to.")


class Message(Shape):
    """A message between seats that the reader may read."""

    moment: int = Field(description="The last public moment when it was sent.")
    sent_at: datetime
    seat: int
    name: Name
    to: list[int] | None = Field(description="Seats; null: all.")
    text: str | None = Field(description="null: its author was forgotten.")


class MessageList(Shape):
    """Messages, the oldest first."""

    items: list[Message]
    next: Cursor


class Moment(Shape):
    """A public moment, told as the reader may know it."""

    moment: int
    at: datetime
    sentences: list[str]
    notes: list[str] = Field(description="What you did unseen after it: for you alone.")
    seat: int | None = Field(description="Whose it was, where that is told.")
    undone: bool
    timed_out: bool = Field(description="Time had run out, and the rules' own default was played.")
    by_plan: bool = Field(description="A plan of yours did it.")
    round: int = Field(description="The round that begins here; 0: none does.")


class MomentList(Shape):
    """Moments in order."""

    items: list[Moment]
    next: Cursor


class Fact(Shape):
    """A line of how the game stands."""

    label: str
    value: str


class BoardAt(Shape):
    """The table after a public moment, through one pair of eyes."""

    moment: int
    last: int
    eyes: str = Field(serialization_alias="as")
    rules: int
    stage: str
    facts: list[Fact]
    scores: list[int]
    waited_for: list[int]
    text: list[str] = Field(description="The text board; of the whole table one for each seat.")
    view: Data = Field(
        description="`Rules.view` of that state as data; a list of them for `table`, null before the start."
    )


class CurvePoint(Shape):
    """What a curve shows from this moment on."""

    moment: int
    values: list[int] = Field(description="By seat, or one number of the whole table.")


class Curve(Shape):
    """A figure of the game through its moments: the scores, or what else the game measures."""

    name: str = Field(description="Empty: the scores.")
    label: str
    points: list[CurvePoint] = Field(description="Where it begins and wherever it changes.")


class Source(Shape):
    """What points were scored for."""

    label: str
    points: list[int] = Field(description="By seat; all sources together are the scores of the end.")


class Chance(Shape):
    """How likely each seat was to win, as bots played on from there who knew what was public."""

    moment: int
    percent: list[int] = Field(description="By seat.")


class TurningPoint(Shape):
    """A moment at which a seat's chances had changed much."""

    moment: int
    seat: int
    said: str


class Statistics(Shape):
    """Figures of a game. Sources and chances are told after the end alone: before, they would be advice."""

    curves: list[Curve]
    sources: list[Source] = Field(description="What gave most first. Empty while the game runs.")
    chances: list[Chance] = Field(description="An estimate. Empty while the game runs, and until it has been made.")
    turning_points: list[TurningPoint]


class Choice(Shape):
    """A line of a menu."""

    answer: str = Field(description="What to send as `answer`, or for `form` other than lines a part of it.")
    text: str
    depth: int
    whole: bool = Field(description="Choosing it is the whole answer.")
    leads: bool = Field(description="It opens a further list: ask again with `list`.")
    most: int = Field(description="Of something that is shared out: the most that this line can take.")


class Group(Shape):
    """Lines under one heading, which may be empty."""

    heading: str
    choices: list[Choice]


class Question(Shape):
    """One decision with its menu."""

    question: str = Field(description="Its mark: answers are bound to it.")
    text: str
    answered: bool = Field(description="It is, and may still be changed.")
    optional: bool
    deadline: datetime | None
    form: str = Field(
        description="lines: one answer; columns: `b7`; pick: `1 4 5`; share: `1=5 3=2`; arrange: `2 1 3`."
    )
    least: int
    most: int
    at: str = Field(description="The further list that is shown; empty: the menu itself.")
    groups: list[Group]
    examples: list[str] = Field(description="Orders in the game's own notation that would answer.")


class Plan(Shape):
    """A plan or standing order that stands."""

    plan: int
    text: str


class Example(Shape):
    """An order, and what it does."""

    order: str
    text: str


class Asking(Shape):
    """Everything one of the reader's seats may do now."""

    seat: int
    name: Name
    questions: list[Question]
    plans: list[Plan]
    plan_examples: list[Example]
    may_undo: bool


class AskingList(Shape):
    """By own seat."""

    items: list[Asking]


class Answer(Shape):
    """An answer from a menu."""

    question: str = QuestionMark
    answer: str = Field(min_length=1, max_length=400, examples=["3"])
    seat: SeatNumber | None = Field(default=None, description="Which of your seats; may be left out by who has one.")


class Sheet(Shape):
    """A sheet of orders, as in a mail: moves, menu numbers, plans, standing orders. All of it is done or nothing."""

    lines: list[Line] = Field(min_length=1, max_length=400, examples=[["3"]])
    seat: SeatNumber | None = Field(default=None, description="Which of your seats; may be left out by who has one.")
    question: str | None = Field(
        default=None,
        pattern="^[0-9a-f]{20}$",
        description="That numbers answer: once another is asked, nothing is done.",
    )


class Told(Shape):
    """A sentence of a receipt."""

    tone: Literal["done", "info", "warning"]
    text: str


class Receipt(Shape):
    """What became of an answer, in the words of mails and pages."""

    repeated: bool = Field(description="It had been done before, under this Idempotency-Key.")
    told: list[Told]
    understood: list[str] = Field(description="How lines that made a move were read, in words.")
    unread: list[str] = Field(description="Lines below what was read as orders.")
    refused: str = Field(description="The line at which a sheet stopped whose beginning could not be taken back.")
    moment: int
    asked: bool = Field(description="Whether the seat is asked something now.")
    over: bool


class OneSeat(Shape):
    """Which of your seats acts; may be left out by who has one."""

    seat: SeatNumber | None = None


class Resigning(OneSeat):
    """To give a seat up is final: a bot plays it on."""

    confirm: Literal[True]


class DroppedPlan(OneSeat):
    """A plan as it was shown: by its number and its text."""

    plan: int = Field(ge=0, le=500)
    text: str = Field(max_length=4_000)


class Proposal(Shape):
    """Orders proposed to whoever is on turn."""

    number: int
    seat: int
    name: Name
    to: int
    orders: list[str]
    behind: list[str]
    mine: bool


class Counsel(Shape):
    """What is proposed to one seat that is on turn."""

    seat: int = Field(description="Your seat, which may say more, or is advised.")
    to: int
    name: Name
    own: bool
    proposals: list[Proposal]
    examples: list[str]


class CounselList(Shape):
    """Counsel for those on turn, and for turns to come."""

    items: list[Counsel]
    ahead: list[Proposal]
    whom_ahead: list[int]


class Advice(OneSeat):
    """Orders to propose, in words."""

    lines: list[Line] = Field(min_length=1, max_length=40)
    to: SeatNumber | None = None


class Proposed(Shape):
    """The number of a proposal."""

    number: int


class Letter(OneSeat):
    """A message to all seats, or to some."""

    text: str = Field(min_length=1, max_length=PRESS_LIMIT)
    to: list[SeatNumber] | None = Field(default=None, min_length=1, max_length=20, description="null: to all.")


class Note(Shape):
    """A private note of the reader's."""

    number: int
    moment: int | None = Field(description="null: to the table as a whole.")
    text: str
    written_at: datetime


class NoteList(Shape):
    """One's own notes to a table."""

    items: list[Note]


class ChangedNote(Shape):
    """Other words for a note."""

    text: str = Field(min_length=1, max_length=MEMO_LIMIT)


class NewNote(Shape):
    """Words for oneself."""

    text: str = Field(min_length=1, max_length=MEMO_LIMIT)
    moment: int | None = Field(default=None, ge=1, le=1_000_000)
