"""One picture of a page or mail: as a desk shows it, and as a phone does by day and by night."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

DESK, PHONE = (1280, 900), (390, 844)
LETTER = (700, 900)
GAP, MARGIN = 24, "#8d8674"
PATIENCE, PAUSE_MS = 150, 200  # half a minute
QUALITY = 72  # WebP: letters of 13 px stay sharp, and a sheet takes about 100 kB


@dataclass(frozen=True)
class Shot:
    """One screen: width and height in CSS px, and its scheme of colours."""

    size: tuple[int, int]
    scheme: str


SCREENS = (Shot(DESK, "light"), Shot(PHONE, "light"), Shot(PHONE, "dark"))
LETTERS = (Shot(LETTER, "light"), Shot(PHONE, "light"), Shot(PHONE, "dark"))
NIGHTS = (Shot(DESK, "dark"), Shot(PHONE, "dark"))


def sheet(shots: tuple[Shot, ...], open_at: Callable[[Shot], Page], to: Path) -> None:
    """Photograph every screen and lay them side by side; `to` is written as WebP."""
    pictures = [Image.open(io.BytesIO(_shown(open_at(shot)))) for shot in shots]
    height = max(one.height for one in pictures) + 2 * GAP
    whole = Image.new("RGB", (sum(one.width + GAP for one in pictures) + GAP, height), MARGIN)
    for left, one in _placed(pictures):
        whole.paste(one, (left, GAP))
    to.parent.mkdir(parents=True, exist_ok=True)
    whole.save(to, "WEBP", quality=QUALITY, method=6)


def _shown(page: Page) -> bytes:
    page.wait_for_load_state("networkidle")
    # a small board that nobody has drawn yet is a dot at first, and asked for again
    drawn = "one => one.complete && one.naturalWidth > 8 || one.getBoundingClientRect().top > innerHeight"
    for _ in range(PATIENCE):  # by asking anew: what a page asks itself again and again its policy forbids (no `eval`)
        if page.evaluate(f"[...document.images].every({drawn})"):
            break
        page.wait_for_timeout(PAUSE_MS)
    else:
        raise AssertionError(f"a picture of {page.url} is not there")
    return page.screenshot(animations="disabled")


def _placed(pictures: list[Image.Image]) -> Iterator[tuple[int, Image.Image]]:
    left = GAP
    for one in pictures:
        yield left, one
        left += one.width + GAP
