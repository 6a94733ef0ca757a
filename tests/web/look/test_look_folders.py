"""Templates lie in folders by idea: whoever looks for a part of a page finds it at a glance."""

from pathlib import Path

from django.template.loader import get_template

from asgard_pbem.preparing import catalogues

TEMPLATES = catalogues.ROOT / "templates"
AT_MOST = 16  # files a folder: past that it is several rooms


def test_no_folder_of_templates_holds_more_than_one_can_look_over() -> None:
    folders = [TEMPLATES, *(path for path in TEMPLATES.rglob("*") if path.is_dir())]
    crowded = {str(folder.relative_to(TEMPLATES)): count for folder in folders if (count := files(folder)) > AT_MOST}
    assert crowded == {}


def files(folder: Path) -> int:
    return sum(1 for path in folder.iterdir() if path.is_file())


def test_every_page_and_each_part_of_it_loads_where_it_lies() -> None:
    for path in sorted((TEMPLATES / "web").rglob("*.html")):
        get_template(str(path.relative_to(TEMPLATES)))
