"""The past of a table, moment by moment, and the last one as it is now: always through somebody's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_noop as _
from ninja import Query, Router
from ninja.decorators import decorate_view

from asgard_pbem.tables.models import Moment
from asgard_pbem.tables.reading import history, logfile
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.api.reader import ANYBODY, As, look
from asgard_pbem.web.api.shapes import playing as shapes
from asgard_pbem.web.requests.costly import costly
from asgard_pbem.web.shown import state as showing
from asgard_pbem.web.shown import story
from asgard_pbem.web.shown.figures import chances, curves, sources
from engine.core.board import Layout
from engine.core.contract import Words

router = Router(tags=["moments"], auth=ANYBODY)
Place = Annotated[str | None, Query(max_length=7, pattern="^[0-9]{1,7}$", description="What `next` gave.")]
Most = Annotated[int, Query(ge=1, le=200)]


def _file(media_type: str, said: str) -> dict[str, Any]:
    """What the description says of an answer that is no JSON."""
    kind = {"type": "string", "format": "binary"} if media_type == "image/png" else {"type": "string"}
    return {"responses": {200: {"description": said, "content": {media_type: {"schema": kind}}}}}


@router.get(
    "/tables/{uuid:table_id}/moments", response=shapes.MomentList, operation_id="list_moments",
    summary=_("What happened, moment by moment, as the reader may know it"),
)  # fmt: skip
def list_moments(
    request: HttpRequest, table_id: UUID, eyes: As = "", cursor: Place = None, limit: Most = 100
) -> shapes.MomentList:
    access, lens, words = _known(request, table_id, eyes)
    told = story.log(access, lens, words, story.moments(table_id))
    after = int(cursor or 0)
    found = [one for one in told if one.moment > after]
    return shapes.MomentList(
        items=[_told(one, access) for one in found[:limit]],
        next=str(found[limit - 1].moment) if len(found) > limit else None,
    )


@router.get(
    "/tables/{uuid:table_id}/moments/{int:moment}", response=shapes.BoardAt, by_alias=True, operation_id="get_moment",
    summary=_("The table after a moment: view, text board, facts"),
)  # fmt: skip
@decorate_view(costly)
def get_moment(request: HttpRequest, table_id: UUID, moment: int, eyes: As = "") -> shapes.BoardAt:
    access, lens, words = _at(request, table_id, moment, eyes)
    frame = showing.at_moment(access, lens, moment, words)
    return shapes.BoardAt(
        moment=moment,
        last=access.game.moment,
        eyes=lens.code,
        rules=access.game.rules_version,
        stage=frame.stage,
        facts=[shapes.Fact(label=label, value=value) for label, value in frame.facts],
        scores=Moment.objects.get(game=table_id, number=moment).scores,
        waited_for=sorted(frame.waited),
        text=[board.text for board in frame.boards],
        view=showing.as_json(access, lens, moment),
    )


@router.get(
    "/tables/{uuid:table_id}/moments/{int:moment}/board.{form}", response=None, operation_id="get_picture",
    summary=_("The board after a moment as a picture"),
    openapi_extra={
        "responses": {
            200: {
                "description": "The picture.",
                "content": {
                    "image/svg+xml": {"schema": {"type": "string"}},
                    "image/png": {"schema": {"type": "string", "format": "binary"}},
                },
            }
        }
    },
)  # fmt: skip
@decorate_view(costly)
def get_picture(
    request: HttpRequest, table_id: UUID, moment: int, form: Literal["svg", "png"], eyes: As = "",
    layout: Literal["portrait", "landscape"] = "portrait", theme: Literal["light", "dark"] = "light",
) -> HttpResponse:  # fmt: skip
    access, lens, words = _at(request, table_id, moment, eyes)
    found = showing.picture(access, lens, moment, words, theme, Layout(layout))
    if found is None:
        raise Http404
    made: str | bytes = found.png() if form == "png" else found.svg()
    response = HttpResponse(made, content_type="image/png" if form == "png" else "image/svg+xml")
    patch_cache_control(response, private=True, max_age=60)
    return response


@router.get(
    "/tables/{uuid:table_id}/statistics", response=shapes.Statistics, operation_id="get_statistics",
    summary=_("Curves; after the end where the points came from, and the chances of winning"),
)  # fmt: skip
@decorate_view(costly)
def get_statistics(request: HttpRequest, table_id: UUID) -> shapes.Statistics:
    access, _lens, words = _known(request, table_id, "")
    found = story.moments(table_id)
    estimate = chances.of(access, access.game.moment)
    rows, turns = (estimate.rows, estimate.turns) if estimate is not None else ((), ())
    return shapes.Statistics(
        curves=[_curve(found, one) for one in curves.measures(found, words)],
        sources=[shapes.Source(label=one.label, points=list(one.points)) for one in sources.of(access, words)],
        chances=[shapes.Chance(moment=one.moment, percent=list(one.percents)) for one in rows],
        turning_points=[shapes.TurningPoint(moment=one.moment, seat=one.seat, said=one.said) for one in turns],
    )


@router.get(
    "/tables/{uuid:table_id}/log.jsonl", response=None, operation_id="export_log", url_name="export_log",
    summary=_("The log as a file: what the reader may know; whole after the end"),
    openapi_extra=_file("application/x-ndjson", "The format is docs/game-log.md."),
)  # fmt: skip
@decorate_view(costly)
def export_log(request: HttpRequest, table_id: UUID, eyes: As = "") -> HttpResponse:
    access, lens = look(request, table_id, eyes)
    response = HttpResponse(logfile.export(table_id, viewer=lens.viewer), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{access.game.key}-{str(table_id)[:8]}.jsonl"'
    patch_cache_control(response, private=True, no_store=True)
    return response


def _known(request: HttpRequest, table_id: UUID, eyes: str) -> tuple[Access, Lens, Words]:
    """The table, the lens and the words. Raises Http404 where nothing can be replayed."""
    access, lens = look(request, table_id, eyes)
    if not history.is_known(access.game):
        raise Http404
    return access, lens, history.words(access.game, reader_language())


def _at(request: HttpRequest, table_id: UUID, moment: int, eyes: str) -> tuple[Access, Lens, Words]:
    access, lens, words = _known(request, table_id, eyes)
    if not 1 <= moment <= access.game.moment:
        raise Http404
    return access, lens, words


def _curve(found: Sequence[Moment], measure: curves.Measure) -> shapes.Curve:
    """A measure without the moments at which it stayed what it was."""
    points: list[shapes.CurvePoint] = []
    for moment in found:
        values = curves.of_moment(moment, measure.name)
        if values and (not points or points[-1].values != values):
            points.append(shapes.CurvePoint(moment=moment.number, values=values))
    return shapes.Curve(name=measure.name, label=measure.label, points=points)


def _told(one: story.Story, access: Access) -> shapes.Moment:
    return shapes.Moment(
        moment=one.moment, at=one.at, sentences=list(one.sentences), notes=list(one.notes), seat=one.seat,
        undone=one.undone, round=one.round, timed_out=one.by == "timeout",
        by_plan=one.by == "plan" and one.seat in access.seats,
    )  # fmt: skip
