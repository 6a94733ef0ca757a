"""A board whose blocks stand below each other as PNG, each block packed by itself and kept.

Such a block is a band of whole rows, and a PNG is its rows from top to bottom: where the colours are chosen beforehand
(`palette.chosen`), what is packed of a block does not depend on the blocks round it, and a board is put together of
what was packed before. From one prompt to the next some four of nine blocks stay what they are.
"""

import struct
from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache, cached
from PIL import Image
from zlib_ng import zlib_ng

from asgard_pbem.boards.look import Theme, tokens
from asgard_pbem.boards.pixels.packing import EFFORT, chunk, file, rows
from asgard_pbem.boards.pixels.painting import MARGIN, Layer, block_picture, frame, layers
from asgard_pbem.boards.pixels.palette import Palette
from asgard_pbem.boards.pixels.shared import Shared, digest
from engine.core.board import EDGE, Drawing, Layout, laid_out

KEPT_BYTES: Final = 6 * 1024 * 1024  # of packed bands in one process, of 5 to 10 KB: the boards of a hundred tables
SHARED_BYTES: Final = 16 * 1024 * 1024  # and in all that were forked from one
_STREAM: Final = chunk(b"IDAT", b"\x78\x5e")  # how a zlib stream begins (RFC 1950, section 2.2)
_LAST: Final = b"\x03\x00"  # an empty block of deflate that is the last one (RFC 1951, section 3.2.3)
_BASE: Final = 65521  # of Adler-32
_NUMBERS: Final = struct.Struct("=IQ")
_shared: Final = Shared(SHARED_BYTES)


class Band(NamedTuple):
    """Some rows of a picture, packed."""

    chunk: bytes  # IDAT
    check: int  # Adler-32 of the bytes that are packed in it
    length: int  # of these


def board_png(key: str, drawing: Drawing, theme: Theme, scale: int, palette: Palette) -> bytes:
    """The board in portrait, in the colours of `palette`."""
    sheet = laid_out(drawing, Layout.PORTRAIT)
    size = (sheet.width * scale, sheet.height * scale)
    bands = [_edge(size[0], theme, scale, palette, upper=True)]
    bands += [_block(key, one.h, layers(key, one, theme), theme, scale, palette) for _, _, one in sheet.blocks]
    bands.append(_edge(size[0], theme, scale, palette, upper=False))
    check = 1  # Adler-32 of nothing
    for band in bands:
        check = joined(check, band.check, band.length)
    end = chunk(b"IDAT", _LAST + struct.pack(">I", check))
    return file(size, palette.channels, _STREAM, *(band.chunk for band in bands), end)


@cached(LRUCache(maxsize=KEPT_BYTES, getsizeof=lambda one: len(one.chunk) + 300), lock=Lock())
def _block(key: str, high: int, layers: tuple[Layer, ...], theme: Theme, scale: int, palette: Palette) -> Band:
    known = digest(
        key, theme, f"{high} {scale} {palette.channels.hex()}", *(f"{one.inner}\0{one[1:]}" for one in layers)
    )
    if (kept := _shared.get(known)) is not None:
        return Band(kept[_NUMBERS.size :], *_NUMBERS.unpack_from(kept))
    made = _made(key, high, layers, theme, scale, palette)
    _shared.put(known, _NUMBERS.pack(made.check, made.length) + made.chunk)
    return made


def _made(key: str, high: int, layers: tuple[Layer, ...], theme: Theme, scale: int, palette: Palette) -> Band:
    inner = block_picture(key, high, layers, theme, scale)
    beside = (EDGE - MARGIN) * scale
    picture = Image.new("RGB", (inner.width + 2 * beside, inner.height), tokens(theme)["paper"])
    frame(picture, theme, scale, above=inner.height, below=inner.height)
    picture.paste(inner, (beside, 0))
    return _packed(picture, palette)


@cached(LRUCache(maxsize=KEPT_BYTES // 64, getsizeof=lambda one: len(one.chunk) + 300), lock=Lock())
def _edge(width: int, theme: Theme, scale: int, palette: Palette, *, upper: bool) -> Band:
    """What lies above the first block or below the last."""
    high = (EDGE - MARGIN) * scale
    picture = Image.new("RGB", (width, high), tokens(theme)["paper"])
    frame(picture, theme, scale, above=0 if upper else high, below=high if upper else 0)
    return _packed(picture, palette)


def _packed(picture: Image.Image, palette: Palette) -> Band:
    """Packed so that anything may follow: it refers to nothing before it and ends at a whole byte (RFC 1951)."""
    plain = rows(palette.painted(picture))
    packer = zlib_ng.compressobj(EFFORT, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    data = packer.compress(plain) + packer.flush(zlib_ng.Z_SYNC_FLUSH)
    return Band(chunk(b"IDAT", data), zlib_ng.adler32(plain), len(plain))


def joined(first: int, second: int, length: int) -> int:
    """Adler-32 of two pieces one after the other; the second has `length` bytes (RFC 1950, section 8.2).

    Its two sums run on: the second sum adds what the first was at each byte, and each began at 1, not at what was.
    """
    low = (first & 0xFFFF) - 1
    return (((first >> 16) + (second >> 16) + low * length) % _BASE << 16) | (low + (second & 0xFFFF)) % _BASE


def forget() -> None:
    """Empty the store of bands, as in a new process."""
    _block.cache_clear()
    _edge.cache_clear()
    _shared.clear()
