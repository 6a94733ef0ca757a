-- Spreads the tables of play over a Citus cluster. Run once as the owner, on the coordinator, after `manage.py migrate`:
--   source deploy/address.sh; psql "$address" -v ON_ERROR_STOP=1 -f deploy/citus.sql
-- Every table below has game_id in its primary key and every hot query filters on it, so a game's rows share one worker.
-- Rows that belong to people or are reached by other keys (players, games' heads, owed mail, sign-in) are small: those
-- that the others refer to are copied to every worker, the rest stay on the coordinator.
CREATE EXTENSION IF NOT EXISTS citus;
SET citus.shard_count = 64;
SET citus.enable_unsafe_triggers = on; -- the trigger that refuses changes of the log looks at its own row only

SELECT create_reference_table('tables_player');
SELECT create_reference_table('tables_game');

SELECT create_distributed_table('event', 'game_id');
SELECT create_distributed_table('tables_moment', 'game_id', colocate_with => 'event');
SELECT create_distributed_table('tables_snapshot', 'game_id', colocate_with => 'event');
SELECT create_distributed_table('tables_opendecision', 'game_id', colocate_with => 'event');
SELECT create_distributed_table('tables_seat', 'game_id', colocate_with => 'event');

-- What the application may not do, on the shards as well.
REVOKE UPDATE, DELETE, TRUNCATE ON event FROM asgard_app, PUBLIC;
