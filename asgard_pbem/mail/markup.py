"""A letter as HTML with its pictures, beside the text part."""

from __future__ import annotations

from asgard_pbem.mail.html import MailTooLarge, mail_html
from asgard_pbem.mail.letter import Letter, Picture


def markup(letter: Letter) -> tuple[str, list[tuple[str, bytes]]]:
    """The HTML part and the pictures it shows, as (Content-ID, PNG). Both empty when the mail is better without HTML.

    A menu so long that mail programs would clip the mail is left to the text part, where nothing is clipped.
    """
    images: list[tuple[str, bytes]] = []
    context = {
        "language": letter.language,
        "sentinel": letter.sentinel,
        "letter": letter,
        "picture": _embed(letter.picture, images),
        "sections": [(section, _embed(section.picture, images)) for section in letter.sections],
    }
    try:
        return mail_html("mail/letter.html", context), images
    except MailTooLarge:
        return "", []


def _embed(picture: Picture | None, images: list[tuple[str, bytes]]) -> dict[str, object] | None:
    """What the template needs of a picture. Content-IDs are counted within the mail and tell nothing."""
    if picture is None or not picture.png:
        return None
    cid = f"board{len(images) + 1}@asgard"
    images.append((cid, picture.png))
    return {"cid": cid, "width": picture.width, "height": picture.height, "alt": picture.alt}
