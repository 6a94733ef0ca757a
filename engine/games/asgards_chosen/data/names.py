"""How things are called in English and Russian. In sentences and in orders alike."""

from __future__ import annotations

from engine.core.components.names import Names
from engine.games.asgards_chosen.data import DESIGNS, KINDS

_CREATURES = {
    "alfar": "Альвы", "fairies": "Феи", "huldra": "Хульдра", "backahasten": "Бекахест", "fossegrim": "Фоссегрим",
    "nixie": "Никса", "dis": "Диса", "draugr": "Драугр", "mamuna": "Мамуна", "garmr": "Гарм",
    "mittagsfrau": "Полудница", "strzyga": "Стрыга", "svartalfar": "Свартальвы", "giant_spider": "Гигантский паук",
    "troll": "Тролль", "dvergar": "Дверги", "ormr": "Орм", "jotunn": "Ётун",
}  # fmt: skip
_OTHERS = {
    "almace": "Альмас", "curtana": "Куртана", "gram": "Грам", "angurvadel": "Ангурвадель", "skadis_bow": "Лук Скади",
    "aarni": "Аарни", "bragis_harp": "Арфа Браги", "raskovnik": "Расковник", "draupnir": "Драупнир",
    "andvaranaut": "Андваранаут", "jarngreipr": "Ярнгрейпр", "megingjord": "Мегингьёрд", "gjallarhorn": "Гьяллархорн",
    "hringhorni": "Хрингхорни", "tyrfing": "Тюрфинг", "skofnung": "Скофнунг", "brisingamen": "Брисингамен",
    "skidbladnir": "Скидбладнир", "aecerbot": "Экербот", "wid_faerstice": "Заговор от колотья",
    "merseburg": "Мерзебургское заклинание", "ljodatal": "Льодатал", "havamal": "Хавамаль",
    "sigrdrifumal": "Сигрдривумаль", "grogaldr": "Грогальдр", "buslubaen": "Проклятие Буслы",
    "fimbulwinter": "Фимбульвинтер", "bog_iron": "Болотное железо", "spring_flood": "Весенний паводок",
    "north_wind": "Северный ветер", "midsummer_truce": "Перемирие солнцеворота", "harvest_moon": "Луна урожая",
    "blot": "Блот", "coastal_raid": "Набег с моря", "good_omens": "Добрые знамения", "wandering_folk": "Странники",
    "murrain": "Мор скота", "barrow_robbers": "Грабители курганов", "thing_assembly": "Сбор тинга",
    "long_night": "Долгая ночь", "wolf_age": "Век волков", "sword_age": "Век мечей", "wind_age": "Век бурь",
    "shadow_of_ragnarok": "Тень Рагнарёка", "great_blot": "Великий блот", "naglfar": "Нагльфар",
    "horn_at_dawn": "Рог на заре", "heavy_tribute": "Тяжкая дань", "gift_of_the_norns": "Дар норн",
    "thor": "Тор", "tyr": "Тюр", "odin": "Один", "baldr": "Бальдр", "freyja": "Фрейя", "loki": "Локи",
    "frigg": "Фригг", "freyr": "Фрейр", "heimdall": "Хеймдалль", "hel": "Хель",
}  # fmt: skip


def _russian(name: str) -> str:
    kind = DESIGNS[name].kind
    if DESIGNS[name].sort != "creature":
        return _OTHERS[name]
    return _CREATURES[kind] + (" II" if DESIGNS[name].deck == 2 else "")


CARDS: Names = {name: {"en": one.title, "ru": _russian(name)} for name, one in DESIGNS.items()}
PLAIN: dict[str, str] = {  # as they are typed without letters of the North
    name: (one.kind if one.sort == "creature" else name).replace("_", " ") + (" ii" if name.endswith("2") else "")
    for name, one in DESIGNS.items()
}
_KINDS_RU = (
    "лес", "болото", "озеро", "кустарник", "холм", "гора", "город", "Средоточие", "Власть воды", "Власть ветра",
    "Кольцо фей",
)  # fmt: skip
_KINDS_EN = (
    "forest", "bog", "lake", "scrub", "hill", "mountain", "town", "Focus", "Water Mastery", "Wind Mastery",
    "Faery Ring",
)  # fmt: skip
KIND_NAMES: Names = {kind: {"en": _KINDS_EN[at], "ru": _KINDS_RU[at]} for at, kind in enumerate(KINDS)}
HEROES: Names = {"F": {"en": "F", "ru": "Ж"}, "M": {"en": "M", "ru": "М"}}
DIRECTIONS: Names = {
    "E": {"en": "E", "ru": "В"}, "NE": {"en": "NE", "ru": "СВ"}, "NW": {"en": "NW", "ru": "СЗ"},
    "W": {"en": "W", "ru": "З"}, "SW": {"en": "SW", "ru": "ЮЗ"}, "SE": {"en": "SE", "ru": "ЮВ"},
}  # fmt: skip
CORNERS: Names = {"N": {"en": "N", "ru": "С"}, "S": {"en": "S", "ru": "Ю"}}
