"""What mail programs make of an HTML mail when they write the text part of a reply to it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from html.parser import HTMLParser

_BLOCKS = frozenset(
    (
        "address", "blockquote", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li",
        "ol",
        "p", "pre", "table", "tbody", "tr", "ul",
    )
)  # fmt: skip
_BOLD = frozenset(("b", "strong"))
_SILENT = frozenset(("style", "script", "title", "head"))


@dataclass(frozen=True)
class Habits:
    """How a program writes what text cannot show. `{}` stands for the address of a link, the words of a picture."""

    link: str = ""  # behind the words of a link
    picture: str = ""
    cell: str = "\n"  # between the cells of a row
    block_gap: bool = False  # an empty line between paragraphs
    inner_blocks: bool = False  # a span that is displayed as a block ends the line
    columns: int = 0  # 0: never wraps
    emphasis: str = ""  # around bold words


# As seen in replies of these programs to mails with tables, links and a picture.
GMAIL = Habits(link=" <{}>", picture="[image: {}]", cell="\n", columns=78)
APPLE = Habits(link=" <{}>", cell="\n", inner_blocks=True)
OUTLOOK = Habits(link="<{}>", picture="[{}]", cell="\n", block_gap=True)
OUTLOOK_ROWS = Habits(link="<{}>", picture="[{}]", cell="\t")
THUNDERBIRD = Habits(link=" <{}>", picture="{}", cell="\t", columns=72, emphasis="*")
PLAIN = Habits(cell=" ")
MARKED = Habits(picture="{}", cell=" ", columns=72)


@dataclass
class _Writer(HTMLParser):
    habits: Habits
    lines: list[str] = field(default_factory=list)
    now: str = ""
    link: list[str] = field(default_factory=list)
    silent: int = 0
    cells: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def end(self, *, gap: bool = False) -> None:
        if self.now.strip(" "):
            self.lines.append(" ".join(self.now.split(" ")).strip(" "))
        self.now = ""
        if gap and self.lines and self.lines[-1]:
            self.lines.append("")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag in _SILENT:
            self.silent += tag != "head"
        elif tag == "a":
            self.link.append(about.get("href", ""))
        elif tag == "img" and self.habits.picture:
            self.now += self.habits.picture.format(about.get("alt", ""))
        elif tag in ("td", "th"):
            if self.now.strip() or self.cells:
                self.now += self.habits.cell if self.habits.cell != "\n" else ""
                if self.habits.cell == "\n":
                    self.end()
            self.cells += 1
        elif tag == "br":
            self.end()
        elif tag in _BOLD:
            self.now += self.habits.emphasis
        elif tag in _BLOCKS or (
            self.habits.inner_blocks and "display: block" in about.get("style", "") and tag == "span"
        ):
            self.cells = 0 if tag == "tr" else self.cells
            self.end(gap=self.habits.block_gap and tag in ("p", "h1", "h2"))

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self.silent -= tag != "head"
        elif tag == "a" and self.link:
            address = self.link.pop()
            if address and self.habits.link:
                self.now += self.habits.link.format(address)
        elif tag in _BOLD:
            self.now += self.habits.emphasis
        elif tag in _BLOCKS:
            self.end(gap=self.habits.block_gap and tag in ("p", "h1", "h2"))

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.now += " ".join(data.replace("\n", " ").split(" "))


def as_text(html: str, habits: Habits) -> str:
    """The HTML part as lines of text."""
    writer = _Writer(habits)
    writer.feed(html)
    writer.end()
    lines = [" ".join(line.replace("\t", " \t ").split(" ")).replace(" \t ", "\t") for line in writer.lines]
    if habits.columns:
        lines = [piece for line in lines for piece in wrapped(line, habits.columns)]
    return "\n".join(lines)


def wrapped(line: str, columns: int) -> list[str]:
    """One line wrapped at blanks; long words stay whole."""
    return textwrap.wrap(line, columns, break_long_words=False, break_on_hyphens=False) or [""]
