"""How things are called in English and Russian: provinces, figures, cards, stats. In sentences and in orders alike."""

from __future__ import annotations

from engine.core.components.names import Names
from engine.games.blood_rage.data import BY_CODE, DATA

_QUEST = {"1": "I", "2": "II", "3": "III"}


def _titles() -> dict[str, str]:
    """The English titles by code; a quest's Age is a Roman number."""
    return {
        code: f"{one.title.partition(' (')[0]} {_QUEST[code[-1]]}" if one.kind == "quest" else one.title
        for code, one in BY_CODE.items()
    }


_RUSSIAN = {
    "TRO": "Тролль", "DWA": "Вождь гномов", "SEA": "Морской змей", "VAL": "Валькирия", "ELF": "Тёмный эльф",
    "FIR": "Огненный великан", "FRO": "Ледяной великан", "HEL": "Воин Хель", "VOL": "Ведьма-вёльва",
    "LHA": "Владыка молотов", "LAX": "Владыка секир", "LSP": "Владыка копий",
    "BRO": "Братья по оружию", "EXP": "Знатоки оружия", "MAS": "Мастера оружия",
    "SLD": "Драконы Локи", "SFD": "Огненные драконы", "SED": "Вечные драконы",
    "LDO": "Владения Локи", "LEM": "Величие Локи", "LWR": "Гнев Локи", "LBL": "Благословение Локи",
    "LTR": "Обман Локи", "LBA": "Удар Локи в спину", "LPO": "Яд Локи",
    "FCH": "Чары Фригг", "FSU": "Подмога Фригг", "FPR": "Защита Фригг", "FDO": "Владения Фригг",
    "FSA": "Жертва Фригг", "FGR": "Милость Фригг",
    "TGL": "Слава Тора", "TDO": "Владения Тора", "TCO": "Завоевания Тора", "THA": "Молот Тора", "TOA": "Клятва Тора",
    "TAS": "Вознесение Тора", "TPR": "Первенство Тора",
    "YDO": "Владения Тюра", "YCH": "Вызов Тюра", "YPR": "Доблесть Тюра", "YWR": "Гнев Тюра",
    "TY2": "Толчок Тюра", "TY3": "Удар Тюра", "TY4": "Натиск Тюра", "TY5": "Кара Тюра", "TY6": "Ярость Тюра",
    "OIN": "Вдохновение Одина", "OTH": "Трон Одина", "OSM": "Кара Одина", "OTI": "Прилив Одина", "OJU": "Суд Одина",
    "HSI": "Взор Хеймдалля", "HEY": "Око Хеймдалля", "HGA": "Взгляд Хеймдалля", "HWA": "Дозор Хеймдалля",
    **{f"QAL{age}": f"Альвхейм {number}" for age, number in _QUEST.items()},
    **{f"QJO{age}": f"Ётунхейм {number}" for age, number in _QUEST.items()},
    **{f"QMA{age}": f"Манхейм {number}" for age, number in _QUEST.items()},
    **{f"QYG{age}": f"Иггдрасиль {number}" for age, number in _QUEST.items()},
    **{f"QGD{age}": f"Славная смерть {number}" for age, number in _QUEST.items()},
}  # fmt: skip
CARDS: Names = {code: {"en": title, "ru": _RUSSIAN[code]} for code, title in _titles().items()}

_PLACES_RU = {
    "ELV": "Эливагар", "ANG": "Ангрбода", "MUS": "Муспельхейм", "HOR": "Хоргр", "UTG": "Утгард", "AND": "Андланг",
    "GIM": "Гимле", "MYR": "Мюркулор", "YGG": "Иггдрасиль",
    "FN": "Северный фьорд", "FE": "Восточный фьорд", "FS": "Южный фьорд", "FW": "Западный фьорд",
}  # fmt: skip
_FJORDS = {"FN": "North Fjord", "FE": "East Fjord", "FS": "South Fjord", "FW": "West Fjord"}
PLACES: Names = {
    one["code"]: {"en": one.get("name") or _FJORDS[one["code"]], "ru": _PLACES_RU[one["code"]]}
    for one in (*DATA["provinces"], *DATA["fjords"])
}

FIGURES: Names = {
    "L": {"en": "Leader", "ru": "Вождь"},
    "W": {"en": "Warrior", "ru": "Воин"},
    "S": {"en": "Ship", "ru": "Корабль"},
    **{one["code"]: CARDS[one["code"]] for one in DATA["monsters"]},
}
STATS: Names = {
    "rage": {"en": "Rage", "ru": "Ярость"},
    "axes": {"en": "Axes", "ru": "Секиры"},
    "horns": {"en": "Horns", "ru": "Рога"},
}
CLANS: Names = {
    "wolf": {"en": "Wolf", "ru": "Волк"},
    "raven": {"en": "Raven", "ru": "Ворон"},
    "serpent": {"en": "Serpent", "ru": "Змей"},
    "bear": {"en": "Bear", "ru": "Медведь"},
}
