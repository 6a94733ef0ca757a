"""Addresses of the pages. Games are named by their id, states by public moments."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, path, register_converter

from asgard_pbem.web.views import (
    acts,
    alerts,
    counsel,
    finding,
    game,
    moments,
    moving,
    notes,
    profile,
    reading,
    seats,
    sharing,
    sign_in,
    tables,
    tokens,
)


class PictureForm:
    """`svg` or `png`."""

    regex = "svg|png"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Language(PictureForm):
    """One of the languages of the pages."""

    regex = "|".join(code for code, _name in settings.LANGUAGES)


register_converter(PictureForm, "picture")
register_converter(Language, "language")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", tables.home, name="home"),
    path("tables/", tables.open_tables, name="open_tables"),
    path("tables/new/<slug:key>/", tables.new_table, name="new_table"),
    path("tables/new/<slug:key>/practice/", tables.practice, name="practice"),
    path("games/", finding.archive, name="archive"),
    path("players/<uuid:person_id>/", finding.player, name="player"),
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-in/<str:token>/", sign_in.sign_in_link, name="sign_in_link"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("settings/", profile.settings, name="settings"),
    path("settings/address/", profile.new_address, name="new_address"),
    path("settings/absence/", profile.absence, name="absence"),
    path("settings/notes.json", notes.everything, name="all_notes"),
    path("settings/sessions/", profile.sign_out_elsewhere, name="sign_out_elsewhere"),
    path("settings/erase/", profile.erase, name="erase"),
    path("settings/tokens/", tokens.make, name="make_token"),
    path("settings/tokens/end/", tokens.end, name="end_token"),
    path("settings/calendar/", alerts.calendar_address, name="calendar_address"),
    path("settings/push/", alerts.subscribe, name="push_subscribe"),
    path("settings/push/end/", alerts.unsubscribe, name="push_unsubscribe"),
    path("settings/kept.json", alerts.kept, name="kept"),
    path("calendar/<slug:token>.ics", alerts.calendar, name="calendar"),
    path("push-worker.js", alerts.worker, name="push_worker"),
    path("language/", profile.set_language, name="set_language"),
    path("theme/", profile.set_theme, name="set_theme"),
    path("rules/", reading.rules_list, name="rules_list"),
    path("rules/<slug:key>/", reading.rules, name="rules"),
    path("rules/<slug:key>/board-<language:language>.svg", reading.sample, name="sample"),
    path("rules/<slug:key>/card-<language:language>.png", sharing.game_card, name="game_card"),
    path("samples/<slug:key>/<language:language>/<int:moment>/", finding.sample_moment, name="sample_moment"),
    path("robots.txt", reading.robots, name="robots"),
    path("help/", reading.guide, name="help"),
    path("i/<uuid:invitation_id>/", seats.invitation, name="invitation"),
    path("i/<uuid:invitation_id>/accept/", seats.accept, name="accept"),
    path("i/<uuid:invitation_id>/decline/", seats.decline, name="decline"),
    path("i/<uuid:invitation_id>/block/", seats.block, name="block"),
    path("g/<uuid:game_id>/", game.page, name="game"),
    path("g/<uuid:game_id>/small.webp", finding.small, name="small"),
    path("g/<uuid:game_id>/latest/", moments.latest, name="latest"),
    path("g/<uuid:game_id>/log/", moments.printed, name="log"),
    path("g/<uuid:game_id>/log.jsonl", moments.export, name="export"),
    path("g/<uuid:game_id>/tapped/", moving.tapped, name="tapped"),
    path("g/<uuid:game_id>/answer/", moving.answer, name="answer"),
    path("g/<uuid:game_id>/orders/", acts.orders, name="orders"),
    path("g/<uuid:game_id>/drop/", acts.drop, name="drop"),
    path("g/<uuid:game_id>/undo/", acts.undo, name="undo"),
    path("g/<uuid:game_id>/press/", acts.press, name="press"),
    path("g/<uuid:game_id>/propose/", counsel.propose, name="propose"),
    path("g/<uuid:game_id>/endorse/", counsel.endorse, name="endorse"),
    path("g/<uuid:game_id>/pause/", acts.pause, name="pause"),
    path("g/<uuid:game_id>/go-on/", acts.go_on, name="go_on"),
    path("g/<uuid:game_id>/resign/", acts.resign, name="resign"),
    path("g/<uuid:game_id>/join/", seats.join, name="join"),
    path("g/<uuid:game_id>/word/", seats.word, name="word"),
    path("g/<uuid:game_id>/leave/", seats.leave, name="leave"),
    path("g/<uuid:game_id>/bot/", seats.add_bot, name="add_bot"),
    path("g/<uuid:game_id>/close/", seats.close, name="close"),
    path("g/<uuid:game_id>/invite/", seats.invite, name="invite"),
    path("g/<uuid:game_id>/again/", seats.again, name="again"),
    path("g/<uuid:game_id>/frames/<int:first>-<int:last>.json", moments.frames, name="frames"),
    path("g/<uuid:game_id>/embed/", sharing.embed, name="embed"),
    path("players/<uuid:person_id>/feed.atom", sharing.player_feed, name="player_feed"),
    path("g/<uuid:game_id>/feed.atom", sharing.table_feed, name="table_feed"),
    path("g/<uuid:game_id>/feed/<slug:mark>.atom", sharing.private_table_feed, name="private_table_feed"),
    path("players/<uuid:person_id>/feed/<slug:mark>.atom", sharing.own_feed, name="own_feed"),
    path("g/<uuid:game_id>/moving.gif", sharing.moving, name="moving"),
    path("g/<uuid:game_id>/<int:moment>/", game.page, name="game_at"),
    path("g/<uuid:game_id>/<int:moment>/card.png", sharing.card, name="card"),
    path("g/<uuid:game_id>/<int:moment>/embed/", sharing.embed, name="embed_at"),
    path("g/<uuid:game_id>/<int:moment>/fork/", acts.fork, name="fork"),
    path("g/<uuid:game_id>/<int:moment>/note/", notes.keep, name="keep_note"),
    path("g/<uuid:game_id>/<int:moment>/note/change/", notes.change, name="change_note"),
    path("g/<uuid:game_id>/<int:moment>/note/drop/", notes.drop, name="drop_note"),
    path("g/<uuid:game_id>/<int:moment>/text/", moments.text, name="text_board"),
    path("g/<uuid:game_id>/<int:moment>.json", moments.data, name="data"),
    path("g/<uuid:game_id>/<int:moment>.<picture:form>", moments.picture, name="picture"),
]
