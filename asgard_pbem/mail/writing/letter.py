"""A mail as data, before it is text or HTML: every mail we send is one `Letter`, shown in the same order by both."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.menu import Form

NUMBER_AT_MOST = 6  # characters of an answer that is no name, `12a-9`
BESIDE_AT_MOST = 20  # characters of what a fact is about: half of a phone's width


@dataclass(frozen=True, slots=True)
class Picture:
    """The board, drawn and written out."""

    png: bytes
    width: int  # pixels, as it is to be shown
    height: int
    alt: str  # the essential state in a sentence
    text: str  # the same board in at most 72 columns


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what to reply, what it means, and a ready-made reply."""

    reply: str
    text: str
    order: str = ""  # the same in notation
    url: str = ""  # mailto:
    depth: int = 0
    leads: bool = False  # to a further list, asked for by this number
    number_url: str = ""  # mailto: with the number alone, which is short in every language


@dataclass(frozen=True, slots=True)
class Group:
    """Answers under one heading, and how they are given; two groups of columns are answered together."""

    heading: str
    choices: tuple[Choice, ...]
    form: Form = "lines"
    example: str = ""  # a whole answer, where it is more than a number

    @property
    def named(self) -> bool:
        """Whether names are answered and no numbers: all are written alike, however short one of them is."""
        return any(len(one.reply) > NUMBER_AT_MOST for one in self.choices)


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its words."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the body under a heading: paragraphs, facts, a list, lists under headings, text kept in its lines."""

    title: str
    paragraphs: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    heads: tuple[str, str] | None = None  # of the two columns of `facts`, where they are a table to be read down
    typed: bool = False  # the facts are what one may write, and what it does
    items: tuple[str, ...] = ()
    chapters: tuple[tuple[str, tuple[str, ...]], ...] = ()  # each a list under its own heading
    more: Link | None = None  # to what was left out
    kept: str = ""  # preformatted
    picture: Picture | None = None
    told: bool = False  # its lines hold words that people wrote, see `letter_lines`

    @property
    def stacked(self) -> bool:
        """Whether the second half of each fact stands below the first: beside a long one a phone has no room for it."""
        return self.typed or any(len(label) > BESIDE_AT_MOST for label, _value in self.facts)


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail. Strings are plain text in the reader's language; whoever renders them escapes them."""

    language: str
    sentinel: str  # first line: what stands below it in a reply is quotation; empty: nobody is to reply
    subject: str
    headline: str  # what is wanted
    subline: str = ""  # by when
    table: str = ""  # title of the game, and where it stands
    intro: tuple[str, ...] = ()
    answered: Section | None = None  # what the reader's own mail did, where that is not all that there is to say
    report: tuple[Section, ...] = ()  # what became of the reader's own mail
    wanted: tuple[str, ...] = ()  # what the list below answers and by when, where the headline says something else
    groups: tuple[Group, ...] = ()
    how: tuple[str, ...] = ()  # how to answer, in a line or two
    beside: tuple[Section, ...] = ()  # what the menu speaks of, explained
    happened: Section | None = None
    picture: Picture | None = None
    sections: tuple[Section, ...] = ()
    asked_first: bool = False  # the sections were asked for: they stand above the list of answers
    button: Link | None = None  # the one thing to click, where there is one (sign-in)
    links: tuple[Link, ...] = ()
    by: str = ""  # whose words they are, where they are a person's and not ours
    foot: tuple[str, ...] = ()  # chain head, why this mail

    @property
    def preview(self) -> str:
        """What mail programs show beside the subject: the first words of the HTML part, which shows them nowhere."""
        return f"{self.headline} {self.subline}".strip()

    def alts(self) -> list[str]:
        """The words that stand for its pictures."""
        pictures = (self.picture, *(section.picture for section in self.sections))
        return [picture.alt for picture in pictures if picture is not None]
