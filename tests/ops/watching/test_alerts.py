"""Rules and board for those who watch name only figures that are told, and each alert says what to do."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard
from prometheus_client import Counter, Histogram

from asgard_pbem.mail.management import stuck
from asgard_pbem.serving import rounds
from asgard_pbem.serving.metrics import gauges, series
from asgard_pbem.tables.guards import copies

ROOT = Path(__file__).resolve().parents[3]
RULES = yaml.safe_load((ROOT / "deploy/watching/alerts.yaml").read_text())
ALERTS = [rule for group in RULES["groups"] for rule in group["rules"]]
BOARD = json.loads((ROOT / "deploy/watching/grafana.json").read_text())
OPERATING = (ROOT / "docs/operating.md").read_text()


WELL = {
    'asgard_database_answers{job="asgard-web"}': "1x60",
    'asgard_mails_put_off_total{door="smtp"}': "0x20 1x40",  # once
    "asgard_unread_oldest_seconds": "200x60",
    "asgard_outbox_oldest_due_seconds": "600x60",
    "asgard_outbox_oldest_untaken_seconds": "0x20 300x2 0x38",  # one that went out at its second try
    'asgard_mails_sent_total{outcome="sent"}': "0+1x60",
    'asgard_mails_sent_total{outcome="later"}': "0+2x60",  # one address is full
    'asgard_mails_sent_total{outcome="refused"}': "0x20 3x40",  # addresses that are gone
    'up{job="asgard",instance="inbound:9100"}': "1x20 0x3 1x37",  # started anew
    'up{job="other",instance="else:1"}': "0x60",
    "asgard_quarantined_mails": "0x60",
    "asgard_outbox_failed": "0x60",
    'asgard_pulse_age_seconds{name="beat"}': "90x60",
    'asgard_pulse_age_seconds{name="sweep"}': "200x60",
    'asgard_pulse_age_seconds{name="clock"}': "200x60",
    'asgard_pulse_age_seconds{name="worker in"}': "90x60",
    'asgard_pulse_age_seconds{name="worker out"}': "90x60",
    'asgard_pulse_age_seconds{name="mailbox 1"}': "600x60",
    'asgard_pulse_age_seconds{name="purge raw mail"}': "3700x60",
    'asgard_pulse_age_seconds{name="calls"}': "650x60",  # it ended its process, and is left alone for ten minutes
    'asgard_pulse_undone_seconds{name="purge raw mail"}': "0+60x50 _x10",  # failed once
    'asgard_pulse_undone_seconds{name="sweep"}': "_x5 0+60x9 _x45",  # the database was away
    "asgard_erasure_oldest_seconds": "0+60x50 0x10",  # many tables
    "asgard_due_oldest_seconds": "600x60",
    "asgard_clock_held": "0x60",
    'asgard_clock_off_total{instance="in:9100"}': "3x60",  # before this half hour
    "asgard_copies_away": "0x25 1x3 0x30",  # started again
    "asgard_copies_behind_bytes": "0x10 9000000x5 0x40",  # many moves at once
    'asgard_copy_age_seconds{name="base"}': "88000x60",
    'asgard_copy_age_seconds{name="dump"}': "88000x60",
    "asgard_bots_oldest_seconds": "200x60",
    "asgard_games_set_aside": "0x60",
    "asgard_games_unknown_rules": "0x60",
    'asgard_tasks_failed_total{task="read"}': "0+1x60",  # one a minute
    'asgard_worker_children_total{instance="out:9100"}': "0x10 4x20 8x30",  # started, and one after the other grew
    'asgard_http_seconds_count{status="2xx",view="game"}': "0+600x60",
    'asgard_http_seconds_count{status="5xx",view="game"}': "0+3x60",
    'asgard_http_seconds_count{status="5xx",view="readyz"}': "0+600x60",  # it says so on purpose
    'asgard_append_seconds_bucket{le="0.1"}': "0+900x60",
    'asgard_append_seconds_bucket{le="1"}': "0+990x60",
    'asgard_append_seconds_bucket{le="+Inf"}': "0+1000x60",
}
FAULTS = {  # what is other then; empty: nobody tells it
    "AsgardGone": {'asgard_database_answers{job="asgard-web"}': "1x20 0x40"},
    "AsgardMailPutOff": {'asgard_mails_put_off_total{door="smtp"}': "0x20 0+1x40"},
    "AsgardUnreadMail": {"asgard_unread_oldest_seconds": "0x10 0+60x40"},
    "AsgardUnsentMail": {"asgard_outbox_oldest_due_seconds": "0+60x60"},
    "AsgardRelayRefuses": {  # for good, as a locked account is: nothing is put off then
        'asgard_mails_sent_total{outcome="sent"}': "0+1x8 8x52",
        'asgard_mails_sent_total{outcome="later"}': "0x60",
        'asgard_mails_sent_total{outcome="refused"}': "0x9 0+1x50",
    },
    "AsgardProcessGone": {'up{job="asgard",instance="inbound:9100"}': "1x20 0x40"},
    "AsgardQuarantinedMail": {"asgard_quarantined_mails": "0x29 1x30"},
    "AsgardFailedMail": {"asgard_outbox_failed": "0x29 2x30"},
    "AsgardNoBeat": {'asgard_pulse_age_seconds{name="beat"}': ""},
    "AsgardNoSweep": {'asgard_pulse_age_seconds{name="sweep"}': "0+60x60"},
    "AsgardRoundFails": {'asgard_pulse_undone_seconds{name="digests"}': "0+60x60"},
    "AsgardNoWorker": {'asgard_pulse_age_seconds{name="worker out"}': "0+60x60"},
    "AsgardMailboxAway": {'asgard_pulse_age_seconds{name="mailbox 1"}': "0+60x60"},
    "AsgardLateQuestions": {"asgard_due_oldest_seconds": "0+60x60"},
    "AsgardClockHeld": {"asgard_clock_held": "0x20 1x40", "asgard_due_oldest_seconds": "0+60x60"},  # the one, not both
    "AsgardClockOff": {'asgard_clock_off_total{instance="in:9100"}': "0x20 0+6x40"},
    "AsgardNoCopies": {"asgard_copies_away": "0x10 1x40"},
    "AsgardOldCopies": {'asgard_copy_age_seconds{name="dump"}': "107700+60x60"},
    "AsgardBotsWait": {"asgard_bots_oldest_seconds": "0+60x60"},
    "AsgardSetAside": {"asgard_games_set_aside": "0x15 3x40"},
    "AsgardUnknownRules": {"asgard_games_unknown_rules": "0x15 3x40"},
    "AsgardChildrenReplaced": {'asgard_worker_children_total{instance="out:9100"}': "0+4x60"},
    "AsgardNothingForgotten": {'asgard_pulse_age_seconds{name="purge raw mail"}': "3700x10 14000+60x50"},
    "AsgardTasksFail": {'asgard_tasks_failed_total{task="read"}': "0+4x60"},
    "AsgardPagesFail": {'asgard_http_seconds_count{status="5xx",view="game"}': "0+60x60"},
    "AsgardSlow": {
        'asgard_append_seconds_bucket{le="0.1"}': "0+900x60",
        'asgard_append_seconds_bucket{le="1"}': "0+900x60",
        'asgard_append_seconds_bucket{le="10"}': "0+1000x60",
    },
}


def exposed() -> dict[str, set[str]]:
    """Each name that is told, and its labels."""
    names = {name: {label} - {""} for name, (_, label) in gauges.TOLD.items()}
    names["asgard_database_answers"] = set()
    names["up"] = {"job"}  # Prometheus' own
    for one in vars(series).values():
        if isinstance(one, Histogram):
            names |= {f"{one._name}_{part}": {*one._labelnames, "le"} for part in ("bucket", "count", "sum")}
        elif isinstance(one, Counter):
            names[f"{one._name}_total"] = set(one._labelnames)
    return names


def expressions(inside: Any) -> Iterator[str]:
    """Every `expr` of a document, however deep."""
    if isinstance(inside, dict):
        for key, value in inside.items():
            yield from [value] if key == "expr" else expressions(value)
    elif isinstance(inside, list):
        for value in inside:
            yield from expressions(value)


def asked_for(expression: str) -> Iterator[tuple[str, set[str]]]:
    """The figures of an expression, each with the labels by which it is narrowed or grouped."""
    grouped = {label.strip() for found in re.findall(r"\bby \(([^)]*)\)", expression) for label in found.split(",")}
    for name, narrowed in re.findall(r"\b(asgard_\w+|up)(?:\{([^}]*)\})?", expression):
        yield name, {*re.findall(r"(\w+)\s*[=!]", narrowed), *grouped}


@pytest.mark.parametrize("expression", [*expressions(RULES), *expressions(BOARD)])
def test_every_figure_that_is_asked_for_is_told(expression: str) -> None:
    names = exposed()
    asked = list(asked_for(expression))
    assert asked
    for name, labels in asked:
        assert name in names
        assert labels <= names[name]


def test_every_figure_of_the_rows_is_on_the_board_or_wakes_somebody() -> None:
    asked = {name for one in (*expressions(RULES), *expressions(BOARD)) for name, _ in asked_for(one)}
    assert set(gauges.TOLD) <= asked


def lost(given: Any, kept: Any, where: str = "") -> list[str]:
    """The places of a document that are missing in another, or are something else there."""
    if isinstance(given, dict) and isinstance(kept, dict):
        parts = [(f"{where}.{name}", value, kept.get(name)) for name, value in given.items()]
    elif isinstance(given, list) and isinstance(kept, list) and len(given) == len(kept):
        parts = [(f"{where}[{place}]", *pair) for place, pair in enumerate(zip(given, kept, strict=True))]
    else:
        return [] if given == kept else [where]
    return [one for inside, value, other in parts for one in lost(value, other, inside)]


def as_grafana_has_it(board: Any) -> Any:
    """A board read into Grafana's own model and written out again: what that does not know is gone."""
    return json.loads(JSONEncoder().encode(Dashboard.from_json(board)))


def test_grafana_knows_every_word_of_the_board() -> None:
    register_default_plugins()
    assert lost(BOARD, as_grafana_has_it(BOARD)) == []
    first, *others = BOARD["panels"]
    wrong = BOARD | {"panels": [first | {"gridpos": {}}, *others]}
    assert lost(wrong, as_grafana_has_it(wrong)) == [".panels[0].gridpos"]


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: str(alert["alert"]))
def test_each_alert_says_what_it_saw_how_grave_it_is_and_what_to_do(alert: dict[str, Any]) -> None:
    assert alert["labels"]["severity"] in {"page", "ticket"}
    assert alert["annotations"]["summary"]
    page, _, anchor = alert["annotations"]["runbook_url"].partition("#")
    assert (page, anchor) == ("docs/operating.md", alert["alert"].lower())
    said = re.search(rf"^#### {alert['alert']}\n\n(.+?)\n\n", OPERATING, re.MULTILINE | re.DOTALL)
    assert said is not None
    assert len(said[1]) > 40


def test_whom_a_late_copy_wakes_and_what_names_it_agree_on_what_is_late() -> None:
    [rule] = [alert for alert in ALERTS if alert["alert"] == "AsgardOldCopies"]
    assert rule["expr"].endswith(f" > {copies.LATE.total_seconds():.0f}")


def test_no_paragraph_is_of_an_alert_that_is_no_more() -> None:
    assert set(re.findall(r"^#### (Asgard\w+)$", OPERATING, re.MULTILINE)) == {alert["alert"] for alert in ALERTS}


def test_prometheus_own_tool_reads_the_rules() -> None:
    tool = shutil.which("promtool")
    assert tool, "`.ci/prerequisites test` installs Debian's prometheus, which has it"
    command = [tool, "check", "rules", str(ROOT / "deploy/watching/alerts.yaml")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def test_prometheus_reads_every_process_of_the_compose_file(tmp_path: Path) -> None:
    folder = ROOT / "deploy/watching"
    (tmp_path / "token").write_text("a token")
    for name in ("prometheus.yaml", "alerts.yaml"):
        shutil.copy(folder / name, tmp_path)
    command = ["promtool", "check", "config", str(tmp_path / "prometheus.yaml")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
    text = (folder / "prometheus.yaml").read_text()
    targets = {one.partition(":")[0] for one in re.findall(r'"([\w-]+:\d+)"', text)}
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    ours = {name for name, one in services.items() if one.get("image") == "asgard-pbem"} - {"migrate"}
    assert targets == ours
    jobs = {one["job_name"] for one in yaml.safe_load(text)["scrape_configs"]}
    assert jobs == {"asgard-web", "asgard"}, "alerts.yaml names them"


def test_a_service_that_is_well_wakes_nobody_and_each_fault_whom_it_should(tmp_path: Path) -> None:
    """Prometheus' own evaluation of the rules, over half an hour of figures (`WELL`, and `FAULTS` one at a time)."""
    faults = {one["alert"] for one in ALERTS}
    assert set(FAULTS) == faults
    rules = {"rule_files": [str(ROOT / "deploy/watching/alerts.yaml")], "evaluation_interval": "1m", "tests": []}
    for fault in (None, *FAULTS):
        changed = FAULTS[fault] if fault else {}
        figures = {**WELL, **changed}
        rules["tests"].append({
            "name": fault or "all is well",
            "interval": "1m",
            "input_series": [{"series": name, "values": told} for name, told in figures.items() if told],
            "promql_expr_test": [{
                "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": "30m",
                "exp_samples": [{"labels": f'{{alertname="{fault}"}}', "value": 1}] if fault else [],
            }],
        })  # fmt: skip
    path = tmp_path / "rules.yaml"
    path.write_text(yaml.safe_dump(rules))
    said = subprocess.run(["promtool", "test", "rules", str(path)], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def firing(tmp_path: Path, figures: dict[str, str], after: str = "8h") -> set[str]:
    """What Prometheus itself would wake somebody for, after so many hours of these figures."""
    asked = {
        "interval": "1m",
        "input_series": [{"series": name, "values": told} for name, told in figures.items() if told],
        "promql_expr_test": [{"expr": 'ALERTS{alertstate="firing"}', "eval_time": after, "exp_samples": []}],
    }
    rules = {
        "rule_files": [str(ROOT / "deploy/watching/alerts.yaml")], "evaluation_interval": "1m", "tests": [asked]
    }  # fmt: skip
    path = tmp_path / "rules.yaml"
    path.write_text(yaml.safe_dump(rules))
    said = subprocess.run(["promtool", "test", "rules", str(path)], capture_output=True, text=True, check=False)
    return set(re.findall(r'alertname="(\w+)"', said.stdout + said.stderr))


LONG = {name: re.sub(r"x\d+$", "x480", told) for name, told in WELL.items()}


HOURLY = [f'asgard_pulse_undone_seconds{{name="{name}"}}' for name in rounds.HOURLY]
OFTEN = [f'asgard_pulse_undone_seconds{{name="{name}"}}' for name in (*rounds.OFTEN, "reminders", "digests")]
OFTEN_BEGUN = [f'asgard_pulse_age_seconds{{name="{name}"}}' for name in rounds.OFTEN]


@pytest.mark.parametrize("failing", HOURLY)
def test_what_is_done_once_an_hour_and_fails_each_time_wakes_somebody(failing: str, tmp_path: Path) -> None:
    """Though it begins each hour. Counted by each worker for itself, of many none failed often enough to be heard."""
    well = {**LONG, 'asgard_pulse_undone_seconds{name="purge raw mail"}': "0+60x200 _x280"}
    assert firing(tmp_path, well) == set()
    assert firing(tmp_path, {**well, failing: "0+60x480"}) == {"AsgardNothingForgotten"}


def test_an_erasure_that_comes_to_no_end_wakes_somebody(tmp_path: Path) -> None:
    assert firing(tmp_path, {**LONG, "asgard_erasure_oldest_seconds": "0+60x480"}) == {"AsgardNothingForgotten"}


@pytest.mark.parametrize("failing", OFTEN)
def test_a_round_of_each_half_minute_that_fails_each_time_wakes_somebody(failing: str, tmp_path: Path) -> None:
    assert firing(tmp_path, {**WELL, failing: "0+60x60"}, "30m") == {"AsgardRoundFails"}


@pytest.mark.parametrize("silent", OFTEN_BEGUN)
def test_a_round_of_each_half_minute_that_is_not_begun_wakes_somebody(silent: str, tmp_path: Path) -> None:
    assert firing(tmp_path, {**WELL, silent: "0+60x60"}, "30m") == {"AsgardNoSweep"}


def test_what_wakes_somebody_and_what_names_it_agree_on_how_long_a_round_may_be_undone() -> None:
    rules = {alert["alert"]: alert["expr"] for alert in ALERTS}
    assert rules["AsgardRoundFails"].endswith(f" > {stuck.UNDONE.total_seconds():.0f}")
    assert rules["AsgardNothingForgotten"].endswith(f" > {stuck.UNERASED.total_seconds():.0f}")
    assert rules["AsgardNothingForgotten"].count(f" > {stuck.UNFORGOTTEN.total_seconds():.0f}") == 2


@pytest.mark.parametrize("name", ["sweep", "clock"])
def test_a_worker_of_the_clock_that_was_never_there_is_missed(name: str, tmp_path: Path) -> None:
    """But not while the database tells nothing at all."""
    never = {**LONG, f'asgard_pulse_age_seconds{{name="{name}"}}': ""}
    assert firing(tmp_path, never) == {"AsgardNoSweep"}
    silent = {series: told for series, told in never.items() if not series.startswith("asgard_pulse")}
    silent['asgard_database_answers{job="asgard-web"}'] = "0x480"
    assert firing(tmp_path, silent) == {"AsgardGone"}


def test_a_beat_that_is_gone_is_told_once_and_not_as_a_worker_that_does_nothing_too(tmp_path: Path) -> None:
    silent = {f'asgard_pulse_age_seconds{{name="{name}"}}': "0+60x480" for name in ("beat", "sweep", "clock")}
    assert firing(tmp_path, {**LONG, **silent}) == {"AsgardNoBeat"}


def test_the_board_has_its_panels_beside_each_other() -> None:
    places = [
        (x, y)
        for panel in BOARD["panels"]
        for at in [panel["gridPos"]]
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(places) == len(set(places))
    assert {x for x, _ in places} <= set(range(24))
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
