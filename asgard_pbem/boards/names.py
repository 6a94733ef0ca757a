"""What the symbols are called: names for screen readers, English sources of the catalogue."""

from typing import Final

from django.utils.translation import gettext_noop as _

RUNES: Final = {
    "odin": _("Odin"),
    "thor": _("Thor"),
    "tyr": _("Tyr"),
    "freyja": _("Freyja"),
    "baldr": _("Baldr"),
    "loki": _("Loki"),
    "hel": _("Hel"),
    "mimir": _("Mimir"),
    "surtr": _("Surtr"),
    "fenrir": _("Fenrir"),
    "sif": _("Sif"),
    "bragi": _("Bragi"),
    "heimdall": _("Heimdall"),
    "frey": _("Frey"),
    "jormungand": _("Jormungand"),
    "nidhogg": _("Nidhogg"),
}

SYMBOLS: Final = {
    "warrior": _("Warrior"),
    "giant": _("Giant"),
    "seal": _("Seal"),
    "seal-sun": _("Seal of the Light side"),
    "seal-moon": _("Seal of the Dark side"),
    "ship": _("Ship"),
    "village": _("Village"),
    "temple": _("Temple"),
    "weapon": _("Weapon"),
    "wizardry": _("Wizardry"),
    "disc": _("Disc"),
    "die": _("Die"),
    "card": _("Card"),
    "viking": _("Viking"),
    "elf": _("Elf"),
    "fire-giant": _("Fire giant"),
    "point": _("Victory point"),
    "deck": _("Deck"),
    "hand": _("Hand of cards"),
    "hidden": _("Hidden"),
    "clock": _("Deadline"),
    "letter": _("Letter"),
    "crown": _("Leader"),
    "tree": _("World tree"),
}

SHAPES: Final = {
    "circle": _("circle"),
    "square": _("square"),
    "diamond": _("diamond"),
    "triangle": _("triangle"),
    "hexagon": _("hexagon"),
    "star": _("star"),
}
