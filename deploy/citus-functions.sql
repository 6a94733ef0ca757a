-- How a move is written where its game lies: `game_look`, `game_write` and `owed_taken` of a cluster. deploy/citus.sql runs this.
-- As the owner, on the coordinator, as often as one likes:
--   source deploy/address.sh; psql "$address" -f deploy/citus-functions.sql
-- It has to be run after each `manage.py migrate` (a release may bring another `game_look` or `game_write`, made for one server), and is worth
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
BEGIN;

-- 1. As one server has them, but mails are owed beside the game, and no log is packed (a machine may not know the view).
DO $owed$
DECLARE
    written text := pg_get_functiondef('game_write(uuid, jsonb)'::regprocedure);
    carried text := regexp_replace(written, 'list := batch -> ''owed'';.*?END LOOP;', $owe$IF batch ? 'owed' THEN
        INSERT INTO tables_owed (game_id, id, mails, owed_at) VALUES (wanted, (batch -> 'owed' -> 0 ->> 0)::uuid, batch -> 'owed', now());
    END IF;$owe$);
BEGIN
    IF written ~ 'tables_owed|by_shard\.' THEN
        RETURN; -- made by this script before
    END IF;
    IF carried = written OR carried LIKE '%tables_outbox%' THEN
        RAISE EXCEPTION 'game_write does not owe mails as this script expects';
    END IF;
    EXECUTE carried;
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

CREATE FUNCTION pg_temp.by_shard(name text, given text, called text, result text) RETURNS void LANGUAGE plpgsql AS $by$
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
END $function$$one$, ladder, format(way, 'by_shard.' || name, called));
END $by$;
SET LOCAL citus.enable_ddl_propagation = on;

SELECT pg_temp.by_shard('game_look', 'uuid, uuid, boolean', 'wanted, why, locking', 'json');
SELECT pg_temp.by_shard('game_write', 'uuid, jsonb', 'wanted, batch', 'void');
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
COMMIT;
