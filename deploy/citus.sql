-- Spreads the tables of play over a Citus cluster, by game: whatever is written of a game lies on one machine, as one shard of each table.
-- Once, as the owner, on the coordinator, after `manage.py migrate`, while nothing else works on the database:
--   source deploy/address.sh; psql "$address" -f deploy/citus.sql
-- then DATABASE_SPREAD=1 for every process. docs/operating.md, "Citus", says what else, and what holds what PostgreSQL alone holds by keys.
\set ON_ERROR_STOP on
\set QUIET on
\pset tuples_only on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS citus;
SET citus.shard_count = 32;
SET citus.shard_replication_factor = 1; -- copies are the business of each machine's own standby
SET citus.enable_unsafe_triggers = on; -- ours look at the row and at the shard it lies on, nowhere else

-- The coordinator enters the machines as the role that is at work.
ALTER ROLE asgard_app LOGIN;
-- What asks many games and then changes a person, in one transaction (who is away moves deadlines), has to do both over one connection a machine.
SELECT format('ALTER DATABASE %I SET citus.multi_shard_modify_mode = %L', current_database(), 'sequential') \gexec

-- 1. The log in one piece: shards are the pieces now.
BEGIN;
CREATE TABLE event_whole (LIKE event INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
INSERT INTO event_whole SELECT * FROM event_all; -- packed ones are loose again: a shard cannot be asked for what is packed
DROP VIEW event_all;
DROP TABLE event;
SET LOCAL asgard_pbem.emptying = 'on';
TRUNCATE event_packed;
ALTER TABLE event_whole RENAME TO event;
ALTER TABLE event ADD CONSTRAINT event_pkey PRIMARY KEY (game_id, seq);
CREATE INDEX event_cause ON event (game_id, cause);
REVOKE ALL ON event FROM PUBLIC, asgard_app;
GRANT SELECT, INSERT ON event TO asgard_app;
COMMIT;

-- 2. Keys. What is spread is told apart within its game. A key from a table that is not spread to a game cannot be kept: such rows are written
-- by services that have found, and mostly locked, the game; and no service deletes one.
DO $$
DECLARE one record;
BEGIN
    FOR one IN SELECT conrelid::regclass AS part, conname FROM pg_constraint
        WHERE contype = 'f' AND confrelid = 'tables_game'::regclass
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.part, one.conname);
    END LOOP;
END $$;
ALTER TABLE tables_press DROP CONSTRAINT tables_press_pkey;
ALTER TABLE tables_press ADD CONSTRAINT tables_press_pkey PRIMARY KEY (game_id, id);

-- 3. Mails that a game owes, written where the game lies and carried to the outbox after the commit (tables/store/carrying.py).
CREATE TABLE tables_owed (
    game_id uuid NOT NULL, id uuid NOT NULL, mails jsonb NOT NULL, owed_at timestamptz NOT NULL, PRIMARY KEY (game_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON tables_owed TO asgard_app;

-- What tells a game's row that who sits there has changed (migration 0043) comes again in citus-functions.sql, as shards need it.
DROP TRIGGER IF EXISTS seat_comes_or_goes ON tables_seat;
DROP TRIGGER IF EXISTS seat_changes ON tables_seat;
DROP TRIGGER IF EXISTS sitter_changes ON tables_player;

-- 4. People are copied to every machine: who sits at a table is read beside it. No move writes them.
SELECT create_reference_table('tables_player');
SELECT create_distributed_table('tables_game', 'id', colocate_with => 'none');
SELECT create_distributed_table(spread, 'game_id', colocate_with => 'tables_game') FROM unnest(ARRAY[
    'event', 'tables_moment', 'tables_snapshot', 'tables_opendecision', 'tables_seat', 'tables_gamesecret',
    'tables_press', 'tables_owed']) AS spread;
CREATE VIEW event_all AS SELECT * FROM event;
REVOKE ALL ON event_all FROM PUBLIC, asgard_app;
GRANT SELECT ON event_all TO asgard_app;
ALTER TABLE event ADD CONSTRAINT event_of_game FOREIGN KEY (game_id) REFERENCES tables_game (id);
ALTER TABLE tables_seat ADD CONSTRAINT seat_of_game FOREIGN KEY (game_id) REFERENCES tables_game (id);
ALTER TABLE tables_snapshot ADD CONSTRAINT snapshot_of_game FOREIGN KEY (game_id) REFERENCES tables_game (id);
ALTER TABLE tables_gamesecret ADD CONSTRAINT secret_of_game FOREIGN KEY (game_id) REFERENCES tables_game (id);
ALTER TABLE tables_press ADD CONSTRAINT press_of_game FOREIGN KEY (game_id) REFERENCES tables_game (id);

-- 5. The functions, which are carried out, whole, where the game lies.
\ir citus-functions.sql

-- 6. What the log refuses, on each shard.
CREATE TRIGGER event_insert_only BEFORE UPDATE OR DELETE ON event FOR EACH ROW EXECUTE FUNCTION event_refuse_change();
CREATE TRIGGER event_linked AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_refuse_gap();
CREATE TRIGGER event_kept BEFORE TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION event_refuse_truncate();
