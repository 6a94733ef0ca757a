"""Sheets and scripts as they travel hold what their sources say, small, and made once."""

from __future__ import annotations

import re
from pathlib import Path

import brotli
import pytest
from django.test import Client

from asgard_pbem.preparing import packing


@pytest.mark.parametrize("name", packing.BUNDLES)
def test_what_was_made_at_set_up_is_what_the_sources_say(name: str) -> None:
    assert (packing.HOME / name).read_text(encoding="utf-8") == packing.packed(name), "make setup"


def test_what_differs_is_made_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "HOME", tmp_path / "packed")
    assert (packing.make_stale(), packing.make_stale()) == (len(packing.BUNDLES), 0)
    (packing.HOME / "page.js").write_text("old", encoding="utf-8")
    assert packing.make_stale() == 1
    travels = (packing.HOME / "page.js.br").read_bytes()
    assert brotli.decompress(travels).decode() == packing.packed("page.js")


def test_every_style_and_script_is_in_one_of_them() -> None:
    there = {path.name for path in packing.SOURCES.iterdir() if path.suffix in (".css", ".js")}
    assert {part for parts in packing.BUNDLES.values() for part in parts} == there


@pytest.mark.parametrize("name", [name for name in packing.BUNDLES if name.endswith(".css")])
def test_what_a_sheet_names_is_there(name: str) -> None:
    for address in re.findall(r'url\("([^"]+)"\)', packing.packed(name)):
        assert address.startswith("data:image/svg+xml,<svg ") or (packing.HOME / address).resolve().exists()


@pytest.mark.django_db
def test_a_browser_gets_them_packed_and_no_more_heads_than_they_need() -> None:
    answer = Client().get("/static/web/packed/table.js", headers={"accept-encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "br"
    assert brotli.decompress(b"".join(answer)).decode() == packing.packed("table.js")
    assert "Content-Security-Policy" not in answer.headers
    assert "Content-Security-Policy" in Client().get("/help/").headers


def test_together_they_stay_small() -> None:
    sizes = {name: (packing.HOME / f"{name}.br").stat().st_size for name in packing.BUNDLES}
    assert sizes["page.css"] + sizes["table.css"] + sizes["table.js"] < 14_000
    assert sizes["page.css"] + sizes["lists.css"] + sizes["page.js"] < 11_000
