"""Pictures in few colours as PNG (RFC 2083), small enough for a mail."""

import io
import struct
from typing import Final

from PIL import Image
from zlib_ng import zlib_ng

from asgard_pbem.boards.pixels.palette import FEW, SIZE, painted
from asgard_pbem.boards.pixels.raster import rasterised

LIMIT_BYTES: Final = 100 * 1024  # of the picture in a mail
EFFORT: Final = 5  # of zlib-ng: three quarters of the time of 6, and a fiftieth larger; 9 takes five times as long
_DENSE: Final = 12  # pixels to a byte of the limit: many a board of so many is too large in 256 colours
# Colours and shares of its size, tried in turn until a picture is small enough. A flat board in few colours stays
# sharp; shrunk by a little it is larger than before, for what were edges are mixtures then.
_TRIES: Final = ((SIZE, 1.0), (FEW, 1.0), (64, 1.0), (48, 1.0), (32, 1.0),
                 *((64, share) for share in (0.7, 0.55, 0.4, 0.25, 0.1)))  # fmt: skip


def png(svg: str, width: int, *, limit_bytes: int = LIMIT_BYTES) -> bytes:
    """Any SVG as a PNG of `width` pixels and at most `limit_bytes`. Raises ValueError for what is not SVG."""
    data = rasterised(svg, width)
    return data if len(data) <= limit_bytes else small(Image.open(io.BytesIO(data)).convert("RGB"), limit_bytes)


def small(picture: Image.Image, limit_bytes: int) -> bytes:
    """`picture` (RGB) as PNG: too large, it loses colours first, then it shrinks step by step."""
    data = b""
    for colours, share in _TRIES[1:] if dense(picture.size, limit_bytes) else _TRIES:
        size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
        less = picture.resize(size, Image.Resampling.LANCZOS) if share < 1 else picture
        data = packed(painted(less, colours))
        if len(data) <= limit_bytes:
            break
    return data


def dense(size: tuple[int, int], limit_bytes: int) -> bool:
    """Whether a picture of that size is better painted in few colours at once."""
    return size[0] * size[1] > _DENSE * limit_bytes


def packed(picture: Image.Image) -> bytes:
    """`picture` (with a palette) as PNG. Pillow's own writer takes twice as long."""
    data = chunk(b"IDAT", zlib_ng.compress(rows(picture), EFFORT))
    return file(picture.size, bytes(picture.getpalette() or ()), data)


def rows(picture: Image.Image) -> bytes:
    """The rows of `picture` (with a palette) as PNG packs them: before each a byte, 0, for it is not filtered."""
    wide = Image.new("P", (picture.width + 1, picture.height))
    wide.paste(picture, (1, 0))
    return wide.tobytes()


def file(size: tuple[int, int], palette: bytes, *data: bytes) -> bytes:
    """A PNG of one byte a pixel, with its chunks of `data`. `palette`: red, green and blue of each colour."""
    head = struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    return b"".join(
        (b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), chunk(b"PLTE", palette), *data, chunk(b"IEND", b""))
    )  # fmt: skip


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG: its length, its kind, its data, and their checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib_ng.crc32(kind + data))
