-- How a move is written where its game lies: `game_move`, `game_look`, `game_write` and `owed_taken` of a cluster. deploy/citus.sql runs this.
-- As the owner, on the coordinator, as often as one likes:
--   source deploy/address.sh; psql "$address" -f deploy/citus-functions.sql
-- It has to be run after each `manage.py migrate` (a release may bring another of these functions, made for one server), and is worth
-- running after shards were split.
--
-- Citus plans a statement on a spread table each time anew, which takes longer than to carry it out. So each function is here once for every shard,
-- with the names of that shard's tables, and PostgreSQL keeps its plans. `by_shard.found` says which one is meant, and only if the shard lies on
-- the machine where we are; until the commit it cannot be moved away. Anything else goes the slow way, by the spread tables, and Citus finds them.
\set ON_ERROR_STOP on
\set QUIET on
\pset tuples_only on
SET client_min_messages = warning;
SET citus.multi_shard_modify_mode = 'sequential';
SET citus.enable_unsafe_triggers = on; -- ours look at the row and at shards of the machine where it lies, nowhere else
BEGIN;

-- 1. As one server has them, but mails are owed beside the game, and no log is packed (a machine may not know the view).
DO $owed$
DECLARE
    one text;
    written text;
    carried text;
BEGIN
    FOREACH one IN ARRAY ARRAY['game_write(uuid, jsonb)', 'game_move(uuid, text, text, jsonb)'] LOOP
        written := pg_get_functiondef(one::regprocedure);
        IF written LIKE '%by_shard.%' THEN -- made by this script before, or by migration 0054
            written := pg_get_functiondef(('by_shard.' || one)::regprocedure);
        END IF;
        CONTINUE WHEN written LIKE '%tables_owed%';
        carried := regexp_replace(written, 'list := batch -> ''owed'';.*?END LOOP;', $owe$IF batch ? 'owed' THEN
        INSERT INTO tables_owed (game_id, id, mails, owed_at) VALUES (wanted, (batch -> 'owed' -> 0 ->> 0)::uuid, batch -> 'owed', now());
    END IF;$owe$);
        IF carried = written OR carried LIKE '%tables_outbox%' THEN
            RAISE EXCEPTION '% does not owe mails as this script expects', one;
        END IF;
        EXECUTE carried;
    END LOOP;
END $owed$;
DO $whole$ BEGIN
    PERFORM 1 FROM pg_dist_partition p WHERE p.logicalrelid = 'tables_game'::regclass AND p.repmodel = 's';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'tables_game is not spread with one copy of each shard';
    END IF;
    EXECUTE replace(pg_get_functiondef('game_look(uuid, uuid, boolean)'::regprocedure), 'FROM event_all e', 'FROM event e');
END $whole$;
-- Into the outbox, and then away from where they lay.
CREATE OR REPLACE FUNCTION owed_put(wanted uuid, owed jsonb) RETURNS void LANGUAGE plpgsql AS $put$
BEGIN
    INSERT INTO tables_outbox (game_id, id, player_id, seat, purpose, prompt, key, payload, state, moment, due_at, created_at,
        attempts, message_id, provider_id, line_hashes)
    SELECT wanted, (m ->> 0)::uuid, (m ->> 1)::uuid, (m ->> 2)::smallint, m ->> 3, (m ->> 4)::int, m ->> 5, m -> 6, m ->> 7,
        (m ->> 8)::int, (m ->> 9)::timestamptz, (m ->> 10)::timestamptz, 0, '', '', '[]'
    FROM jsonb_array_elements(owed) m ON CONFLICT (key) DO NOTHING;
END $put$;
CREATE OR REPLACE FUNCTION owed_taken(wanted uuid, carried uuid[]) RETURNS void LANGUAGE plpgsql AS $taken$
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true); -- until this commit: carried twice does no harm
    DELETE FROM tables_owed o WHERE o.game_id = wanted AND o.id = ANY (carried);
END $taken$;
CREATE SCHEMA IF NOT EXISTS by_shard;
GRANT USAGE ON SCHEMA by_shard TO asgard_app;

-- 2. Which shard a game lies in, if that lies here: else null. It stays here until the commit: this lock is the one that Citus takes before it writes
-- to a shard, and that the moving of a shard waits for. Where the shard lies is read after that, and so as it is.
CREATE OR REPLACE FUNCTION by_shard.found(wanted uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $found$
DECLARE shard bigint := get_shard_id_for_distribution_column('tables_game', wanted);
BEGIN
    PERFORM lock_shard_metadata(5, ARRAY[shard]); -- ShareLock
    PERFORM 1 FROM pg_dist_placement p WHERE p.shardid = shard AND p.groupid = (SELECT l.groupid FROM pg_dist_local_group l);
    RETURN CASE WHEN FOUND THEN shard END;
END $found$;

-- 3. Each function by the names of the spread tables, once for every shard by the names of its own, and one that chooses.
SET LOCAL citus.enable_ddl_propagation = off; -- the two that make the others are of this session
CREATE FUNCTION pg_temp.of_shard(written text, game_shard bigint) RETURNS text LANGUAGE plpgsql AS $of$
DECLARE one record;
BEGIN
    FOR one IN
        SELECT s.logicalrelid::text AS name, s.logicalrelid::text || '_' || s.shardid AS own
        FROM pg_dist_shard s JOIN pg_dist_partition p USING (logicalrelid)
        WHERE (p.partmethod = 'n' AND p.repmodel = 't')
            OR (p.colocationid, s.shardminvalue) = (
                SELECT q.colocationid, g.shardminvalue FROM pg_dist_shard g JOIN pg_dist_partition q USING (logicalrelid)
                WHERE g.shardid = game_shard)
    LOOP
        written := regexp_replace(written, '\m(FROM|INTO|UPDATE|JOIN) ' || one.name || '\M', '\1 public.' || one.own, 'g');
        IF written ~ ('\m' || one.name || '\M') THEN
            RAISE EXCEPTION '% is named in a way that this script does not expect', one.name;
        END IF;
    END LOOP;
    RETURN written;
END $of$;

CREATE FUNCTION pg_temp.by_shard(name text, given text, called text, result text, elsewhere text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $by$
DECLARE
    written text := pg_get_functiondef(format('public.%s(%s)', name, given)::regprocedure);
    head text := format('FUNCTION public.%s(', name);
    shard bigint;
    ladder text := '';
    way text := CASE result WHEN 'void' THEN 'done := %s(%s) IS NULL;' ELSE 'RETURN %s(%s);' END;
BEGIN
    IF written LIKE '%by_shard.%' THEN
        written := replace(pg_get_functiondef(format('by_shard.%s(%s)', name, given)::regprocedure), format('FUNCTION by_shard.%s(', name), head);
    END IF;
    EXECUTE replace(written, head, format('FUNCTION by_shard.%s(', name));
    FOR shard IN SELECT s.shardid FROM pg_dist_shard s WHERE s.logicalrelid = 'tables_game'::regclass ORDER BY 1 LOOP
        EXECUTE replace(pg_temp.of_shard(written, shard), head, format('FUNCTION by_shard.%s_%s(', name, shard));
        ladder := ladder || format(E'\n        WHEN %s THEN ', shard) || format(way, format('by_shard.%s_%s', name, shard), called);
    END LOOP;
    EXECUTE regexp_replace(written, '\nAS \$function\$.*', '') || format($one$
    SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE done boolean;
BEGIN
    CASE by_shard.found(wanted)%s
        ELSE %s
    END CASE;
END $function$$one$, ladder, coalesce(elsewhere, format(way, 'by_shard.' || name, called)));
END $by$;
SET LOCAL citus.enable_ddl_propagation = on;

SELECT pg_temp.by_shard('game_look', 'uuid, uuid, boolean', 'wanted, why, locking', 'json');
SELECT pg_temp.by_shard('game_write', 'uuid, jsonb', 'wanted, batch', 'void');
-- What no shard here can take is told as what has changed meanwhile, and goes the way of the two others.
SELECT pg_temp.by_shard('game_move', 'uuid, text, text, jsonb', 'wanted, head, version, batch', 'text', 'RETURN NULL;');
SELECT pg_temp.by_shard('owed_taken', 'uuid, uuid[]', 'wanted, carried', 'void');

-- 4. The outbox stays on the coordinator, as one more shard: that is how Citus keeps a table that has a key to the people.
DO $outbox$ BEGIN
    EXECUTE regexp_replace(pg_get_functiondef('owed_put(uuid, jsonb)'::regprocedure), 'INTO tables_outbox',
        'INTO public.tables_outbox' || coalesce((SELECT '_' || s.shardid FROM pg_dist_shard s WHERE s.logicalrelid = 'tables_outbox'::regclass), ''));
END $outbox$;

-- 5. What the log refuses, on each shard: asking the whole table from below one of its shards is not allowed.
DO $follows$
DECLARE
    one record;
    ladder text := '';
BEGIN
    FOR one IN SELECT 'event_' || s.shardid AS part FROM pg_dist_shard s WHERE s.logicalrelid = 'event'::regclass ORDER BY 1 LOOP
        EXECUTE format($one$CREATE OR REPLACE FUNCTION by_shard.%s_has(wanted uuid, place int, mark text) RETURNS boolean LANGUAGE plpgsql AS $has$
            BEGIN
                PERFORM 1 FROM public.%1$s e WHERE e.game_id = wanted AND e.seq = place AND e.hash = mark;
                RETURN FOUND;
            END $has$$one$, one.part);
        ladder := ladder || format(E'\n        WHEN %L THEN RETURN by_shard.%1$s_has(wanted, place, mark);', one.part);
    END LOOP;
    EXECUTE format($all$CREATE OR REPLACE FUNCTION by_shard.has_event(part name, wanted uuid, place int, mark text) RETURNS boolean LANGUAGE plpgsql AS $has$
        BEGIN
            CASE part%s
                ELSE RETURN NULL;
            END CASE;
        END $has$$all$, ladder);
END $follows$;
CREATE OR REPLACE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is written once: % of an event is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE FUNCTION event_refuse_gap() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE follows boolean;
BEGIN
    IF NEW.seq = 1 AND NEW.prev_hash = repeat('0', 64) THEN
        RETURN NULL;
    END IF;
    follows := by_shard.has_event(TG_TABLE_NAME, NEW.game_id, NEW.seq - 1, NEW.prev_hash);
    IF follows IS NULL THEN -- a shard that is new to us, by the name that it has here
        EXECUTE format('SELECT EXISTS (SELECT FROM %s e WHERE e.game_id = $1 AND e.seq = $2 AND e.hash = $3)', TG_RELID::regclass)
            INTO follows USING NEW.game_id, NEW.seq - 1, NEW.prev_hash;
    END IF;
    IF NOT follows THEN
        RAISE EXCEPTION 'event % of game % does not follow the event before it', NEW.seq, NEW.game_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

-- 6. Who sits at a running table is part of the version of the game's row, as on one server (migration 0043): `game_move` looks at that alone.
CREATE OR REPLACE FUNCTION seat_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    theirs uuid := coalesce(NEW.game_id, OLD.game_id);
    shard bigint := by_shard.found(theirs);
BEGIN
    IF shard IS NOT NULL THEN -- else this is a copy that is being made, and a version of its own
        EXECUTE format('UPDATE public.tables_game_%s g SET head_seq = g.head_seq WHERE g.id = $1 AND g.status = ''running''', shard) USING theirs;
    END IF;
    RETURN NULL;
END $$;
-- A person is on every machine, and their tables on several: each copy tells those that lie beside it.
CREATE OR REPLACE FUNCTION by_shard.beside() RETURNS TABLE (games bigint, seats bigint) LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $beside$
    SELECT g.shardid, s.shardid FROM pg_dist_placement p JOIN pg_dist_shard g USING (shardid)
        JOIN pg_dist_shard s ON s.logicalrelid = 'tables_seat'::regclass AND s.shardminvalue = g.shardminvalue
    WHERE g.logicalrelid = 'tables_game'::regclass AND p.groupid = (SELECT l.groupid FROM pg_dist_local_group l) ORDER BY 1
$beside$;
CREATE OR REPLACE FUNCTION sitter_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    place record;
    theirs uuid;
BEGIN
    FOR place IN SELECT * FROM by_shard.beside() LOOP
        FOR theirs IN EXECUTE format('SELECT DISTINCT s.game_id FROM public.tables_seat_%s s WHERE s.player_id = $1 ORDER BY 1', place.seats)
            USING NEW.id
        LOOP
            IF by_shard.found(theirs) = place.games THEN -- else it went elsewhere just now
                EXECUTE format('UPDATE public.tables_game_%s g SET head_seq = g.head_seq WHERE g.id = $1 AND g.status = ''running''', place.games)
                    USING theirs;
            END IF;
        END LOOP;
    END LOOP;
    RETURN NULL;
END $$;
DO $changes$
BEGIN
    PERFORM 1 FROM pg_trigger t WHERE t.tgname = 'sitter_changes' AND t.tgrelid = 'tables_player'::regclass;
    IF FOUND THEN
        RETURN;
    END IF;
    -- As in migration 0043.
    CREATE TRIGGER seat_comes_or_goes AFTER INSERT OR DELETE ON tables_seat FOR EACH ROW EXECUTE FUNCTION seat_changed();
    CREATE TRIGGER seat_changes AFTER UPDATE ON tables_seat FOR EACH ROW
        WHEN ((OLD.game_id, OLD.seat, OLD.player_id, OLD.bot, OLD.entropy) IS DISTINCT FROM (NEW.game_id, NEW.seat, NEW.player_id, NEW.bot, NEW.entropy))
        EXECUTE FUNCTION seat_changed();
    CREATE TRIGGER sitter_changes AFTER UPDATE ON tables_player FOR EACH ROW
        WHEN ((OLD.name, OLD.absent_from, OLD.absent_until) IS DISTINCT FROM (NEW.name, NEW.absent_from, NEW.absent_until))
        EXECUTE FUNCTION sitter_changed();
END $changes$;
COMMIT;

-- 7. Carried out, whole, where the game lies. What is so already stays.
SELECT create_distributed_function(one, 'wanted', colocate_with => 'tables_game', force_delegation => true)
    FROM unnest(ARRAY['game_look(uuid, uuid, boolean)', 'game_write(uuid, jsonb)', 'game_move(uuid, text, text, jsonb)',
        'owed_taken(uuid, uuid[])']::regprocedure[]) AS one
    WHERE NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = one AND o.force_delegation);
