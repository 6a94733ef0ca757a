"""The write path as two functions: one look that locks, one write of all that an append changes.

Functions, because the statements of one are one round trip with cached plans, and because a cluster can carry a whole
function out where its game lies (deploy/citus.sql). `table_look` stays for processes of the release before.

The row is locked and read in one statement, so what is read of it is what the writer before us committed; who sits
there is read by a later statement, which sees that as well.
"""

from django.db import migrations

GAME = (
    "id", "key", "rules_version", "status", "seats", "options", "names", "opened_by_id", "visibility", "practice",
    "days_per_decision", "reminders", "head_seq", "head_hash", "moment", "moment_hash", "last_snapshot", "round", "stage",
    "scores",
)  # fmt: skip
READ = f"SELECT json_build_array({', '.join(f'g.{name}' for name in GAME)}) INTO found FROM tables_game g WHERE g.id = wanted"

# Each table by itself, for a cluster has a plan at once for one table by one game. The people come after the seats.
LOOK = f"""
CREATE FUNCTION game_look(wanted uuid, why uuid, locking boolean) RETURNS json LANGUAGE plpgsql VOLATILE AS $$
DECLARE found json; sitting json; sitters uuid[]; people json; caused json := '[null]';
BEGIN
    IF locking THEN
        {READ} FOR NO KEY UPDATE;
    ELSE
        {READ};
    END IF;
    IF found IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(json_agg(json_build_array(s.seat, s.player_id, s.bot, s.entropy) ORDER BY s.seat), '[]'),
        array_agg(s.player_id) INTO sitting, sitters FROM tables_seat s WHERE s.game_id = wanted;
    SELECT coalesce(json_object_agg(p.id, json_build_array(p.name, p.absent_from, p.absent_until)), '{{}}') INTO people
    FROM tables_player p WHERE p.id = ANY (sitters);
    IF why IS NOT NULL THEN
        SELECT json_build_array(min(e.seq), max(e.seq)) INTO caused FROM event e WHERE e.game_id = wanted AND e.cause = why;
    END IF;
    RETURN json_build_object('game', found, 'holders', sitting, 'people', people, 'caused', caused);
END $$;
"""

# Each row of a list in a batch is a JSON array: its values in this order. `jsonb` is taken as it is.
ROWS = {
    "events": ("event", {
        "seq": "int", "kind": "text", "version": "smallint", "seat": "smallint", "payload": "jsonb", "salt": "text",
        "recorded_at": "timestamptz", "cause": "uuid", "prev_hash": "text", "hash": "text",
    }),
    "moments": ("tables_moment", {
        "number": "int", "seq": "int", "hash": "text", "round": "int", "stage": "text", "scores": "jsonb",
        "measures": "jsonb", "recorded_at": "timestamptz",
    }),
    "questions": ("tables_opendecision", {
        "seat": "smallint", "key": "text", "kind": "text", "about": "jsonb", "secret": "boolean",
        "concealed": "boolean", "answered": "boolean", "since": "timestamptz", "asked_at": "timestamptz",
        "prompt": "int", "deadline": "timestamptz",
    }),
    "snapshots": ("tables_snapshot", {
        "seq": "int", "rules_version": "int", "state": "jsonb", "standing": "jsonb", "draws_made": "int",
        "asked": "jsonb",
    }),
}  # fmt: skip
OWED = {
    "id": "uuid", "player_id": "uuid", "seat": "smallint", "purpose": "text", "prompt": "int", "key": "text",
    "payload": "jsonb", "state": "text", "moment": "int", "due_at": "timestamptz", "created_at": "timestamptz",
}  # fmt: skip
CHANGED = {
    "rules_version": "int", "status": "text", "names": "jsonb", "head_seq": "int", "head_hash": "text", "moment": "int",
    "moment_hash": "text", "last_snapshot": "int", "round": "int", "stage": "text", "scores": "jsonb",
}  # fmt: skip
# Null leaves what is there. By way of a variable: a cluster takes no cast of a time inside coalesce().
ONCE = {
    "moved_at": "timestamptz", "started_at": "timestamptz", "begun_by": "jsonb", "ended_at": "timestamptz",
    "winners": "jsonb",
}  # fmt: skip


def value(number, kind):
    if kind == "jsonb":
        return f"e -> {number}"
    return f"e ->> {number}" if kind == "text" else f"(e ->> {number})::{kind}"


def values(columns, first=0):
    return ", ".join(value(number, kind) for number, kind in enumerate(columns.values(), first))


def inserted(name, table, columns, beside=""):
    return each(name, f"""
        INSERT INTO {table} AS d (game_id, {", ".join(columns)})
        VALUES (wanted, {values(columns)}){beside};""")  # fmt: skip


def each(name, statement):
    return f"""
    list := batch -> '{name}';
    FOR n IN 0 .. coalesce(jsonb_array_length(list), 0) - 1 LOOP
        e := list -> n;{statement}
    END LOOP;"""


# A question that is open already keeps what it is, and takes the rest anew.
AGAIN = ", ".join(f"{name} = excluded.{name}" for name in list(ROWS["questions"][1])[4:])
SAME = f"""
        ON CONFLICT (game_id, seat, key) DO UPDATE SET {AGAIN},
            reminded_at = CASE WHEN excluded.asked_at = d.asked_at THEN d.reminded_at END"""
CLOSED = """
        DELETE FROM tables_opendecision d WHERE d.game_id = wanted AND d.seat = (e ->> 0)::smallint AND d.key = e ->> 1;"""
OWE = f"""
        INSERT INTO tables_outbox (game_id, {", ".join(OWED)}, attempts, message_id, provider_id, line_hashes)
        VALUES (wanted, {values(OWED)}, 0, '', '', '[]') ON CONFLICT (key) DO NOTHING;"""
SET = ", ".join(f"{name} = {value(number, kind)}" for number, (name, kind) in enumerate(CHANGED.items()))
SET_ONCE = ", ".join(f"{name} = coalesce(now_{name}, g.{name})" for name in ONCE)
DECLARED = " ".join(f"now_{name} {kind};" for name, kind in ONCE.items())
GIVEN = "".join(
    f"\n        now_{name} := {f'nullif({value(number, kind)}, $j$null$j$)' if kind == 'jsonb' else value(number, kind)};"
    for number, (name, kind) in enumerate(ONCE.items(), len(CHANGED))
)

WRITE = f"""
CREATE FUNCTION game_write(wanted uuid, batch jsonb) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE list jsonb; e jsonb; {DECLARED}
BEGIN{inserted("events", *ROWS["events"])}{inserted("moments", *ROWS["moments"])}{each("closed", CLOSED)}{
    inserted("questions", *ROWS["questions"], SAME)
}{each("owed", OWE)}
    IF batch ? 'forget_after' THEN
        DELETE FROM tables_snapshot s WHERE s.game_id = wanted AND s.seq > (batch ->> 'forget_after')::int;
    END IF;{inserted("snapshots", *ROWS["snapshots"], " ON CONFLICT DO NOTHING")}
    e := batch -> 'game';
    IF e IS NOT NULL THEN{GIVEN}
        UPDATE tables_game g SET {SET},
            {SET_ONCE}
        WHERE g.id = wanted;
    END IF;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0028_found_when_old")]

    operations = [
        migrations.RunSQL(LOOK, "DROP FUNCTION game_look(uuid, uuid, boolean);"),
        migrations.RunSQL(WRITE, "DROP FUNCTION game_write(uuid, jsonb);"),
    ]
