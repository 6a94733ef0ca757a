"""The look as data: the one source of every colour, seat mark and typeface.

Boards (SVG), mails (inlined CSS) and pages (`style.css`) all take their values from here; a test reads this module and
the style sheet and holds them together, and another keeps text on its ground at a contrast of 4.5:1 or more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Theme = Literal["light", "dark", "css"]

# name: (light, dark). Grounds, inks and ornaments; `on_accent` is text on a ground of rust, moss or gold_text.
TOKENS: Final[Mapping[str, tuple[str, str]]] = {
    "paper": ("#F6F0E2", "#1D2126"),
    "card": ("#FFFBF2", "#262B31"),
    "well": ("#EFE7D3", "#171A1E"),
    "ink": ("#23272C", "#ECE6D8"),
    "faint": ("#6B6558", "#A39C8C"),
    "line": ("#CDBF9F", "#454B53"),
    "gold": ("#9A6B14", "#E0B250"),
    "gold_text": ("#875D10", "#E0B250"),  # gold is 4.1:1 on paper: enough for an ornament, not for a word
    "rust": ("#A63D22", "#F0795B"),
    "moss": ("#3F6B43", "#8CC28F"),
    "on_accent": ("#FFFBF2", "#1D2126"),
    "light_side": ("#E3B93C", "#E3B93C"),
    "dark_side": ("#4A4C74", "#4A4C74"),
    "back": ("#4B4338", "#12151A"),  # the back of a card
    "back_line": ("#B79A63", "#8A7446"),
    "back_text": ("#F3E7C9", "#E8D9B0"),
    # Quiet grounds for up to eight kinds of card in one game, always beside a rune and a letter.
    "tint1": ("#DCE4EC", "#2F3B47"),
    "tint2": ("#F2D9CB", "#49332C"),
    "tint3": ("#F4E3AE", "#453D22"),
    "tint4": ("#D7E5CB", "#2F402F"),
    "tint5": ("#F1DCE2", "#46323B"),
    "tint6": ("#E2DAEE", "#3A3349"),
    "tint7": ("#CFE6E2", "#263F40"),
    "tint8": ("#E4DCD0", "#3B3833"),
}

GROUNDS: Final = ("paper", "card", "well")
TEXTS: Final = ("ink", "faint", "gold_text", "rust", "moss")
TINTS: Final = tuple(f"tint{number}" for number in range(1, 9))

# Every (text, ground) pair that a page, a mail or a board may use for words and figures.
TEXT_PAIRS: Final = (
    *((text, ground) for ground in GROUNDS for text in TEXTS),
    *(("ink", tint) for tint in TINTS),
    *(("on_accent", accent) for accent in ("rust", "moss", "gold_text")),
    ("back_text", "back"),
)

SERIF: Final = '"Source Serif Pro", Georgia, "Noto Serif", serif'
SANS: Final = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Source Sans Pro", sans-serif'
# In pictures the bundled faces come first, so that a mail looks the same whatever machine drew it.
BOARD_SERIF: Final = '"Source Serif Pro", Georgia, "Noto Serif", serif'
BOARD_SANS: Final = '"Source Sans Pro", system-ui, "Segoe UI", "Noto Sans", sans-serif'


@dataclass(frozen=True, slots=True)
class SeatMark:
    """How one seat is marked everywhere: colour, shape and letter together, never colour alone."""

    letter: str
    shape: str
    colour: str
    letter_colour: str  # of the letter inside the shape
    sign: str  # the shape as one character, for mails and text boards


_WHITE: Final = "#FFFFFF"
_BLACK: Final = "#0B0D0F"

SEATS: Final = (
    SeatMark("A", "circle", "#C8501E", _WHITE, "●"),
    SeatMark("B", "square", "#1F6FB2", _WHITE, "■"),
    SeatMark("C", "diamond", "#D9A521", _BLACK, "◆"),
    SeatMark("D", "triangle", "#8B4A9C", _WHITE, "▲"),
    SeatMark("E", "hexagon", "#1E8A6A", _BLACK, "⬢"),
    SeatMark("F", "star", "#5B6168", _WHITE, "★"),
)

# Colours that players of a game may choose: (the shape, the letter inside it).
PAINTS: Final[Mapping[str, tuple[str, str]]] = {
    "red": ("#B3261E", _WHITE),
    "yellow": ("#D9A521", _BLACK),
    "blue": ("#1F6FB2", _WHITE),
    "purple": ("#8B4A9C", _WHITE),
}


def seat_mark(seat: int) -> SeatMark:
    """The mark of `seat` (from 0). Raises ValueError past the sixth: no game of ours seats more."""
    if not 0 <= seat < len(SEATS):
        raise ValueError(f"seat {seat} has no mark; seats run from 0 to {len(SEATS) - 1}")
    return SEATS[seat]


def css_name(token: str) -> str:
    """The custom property of a token: `gold_text` is `--gold-text`."""
    return "--" + token.replace("_", "-")


def tokens(theme: Theme) -> dict[str, str]:
    """Every token's value by name. "css" gives `var(--name)`, for a picture that follows the page around it."""
    if theme == "css":
        return {name: f"var({css_name(name)})" for name in TOKENS}
    column = 0 if theme == "light" else 1
    return {name: pair[column] for name, pair in TOKENS.items()}


def css_variables() -> str:
    """The declarations that `style.css` must hold, one a line, without indentation: both themes in each."""
    both = {name: one if one == other else f"light-dark({one}, {other})" for name, (one, other) in TOKENS.items()}
    return "\n".join(f"{css_name(name)}: {value};" for name, value in both.items())


def _channel(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    """Relative luminance of `#RRGGBB`, 0 to 1 (WCAG 2.2, "relative luminance")."""
    red, green, blue = (_channel(int(colour[start : start + 2], 16)) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two `#RRGGBB` colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def painted(colours: Sequence[str]) -> tuple[str, ...]:
    """Classes that give each seat's mark the colour that it plays, `a-red`; none for a seat of no colour of its own."""
    return tuple(f"{seat_mark(seat).letter.lower()}-{colour}" for seat, colour in enumerate(colours) if colour)
