/**
 * The role that the server works with: owner of its database, and nothing more. The superuser that `initdb` makes is for setting
 * this up alone, without a connection: whoever gets the server to run a statement of theirs reads no file of the machine and
 * starts no program on it.
 */

export const superuser = "counterfoil"
export const serverRole = "counterfoil_server"
export const databaseName = "counterfoil"

/** A line is a statement to the single-user Postgres. */
const line = (statement: string): string => `${statement.replaceAll(/\s+/g, " ").trim()}\n`

/** It may be there already, of a setting-up that was cut short. The password is ours: letters, digits, `-` and `_`. */
const makeRole = (password: string): string =>
  line(`DO $do$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${serverRole}') THEN CREATE ROLE ${serverRole}; END IF;
    END $do$`) +
  line(
    `ALTER ROLE ${serverRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`
  )

/** In the database `postgres` of a new data folder. */
export const setUpNew = (password: string): string =>
  makeRole(password) + line(`CREATE DATABASE ${databaseName} OWNER ${serverRole}`)

/** What isn't Postgres's own and belongs to the superuser. What belongs to another object follows it. */
const handOver = `DO $do$ DECLARE thing record; BEGIN
    FOR thing IN
      SELECT format('ALTER SCHEMA %I', n.nspname) AS change FROM pg_namespace n
      WHERE n.nspowner = 10 AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      UNION ALL
      SELECT format('ALTER TABLE %s', c.oid::regclass) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relowner = 10 AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND (c.relkind IN ('r', 'p', 'v', 'm', 'f') OR c.relkind = 'S' AND NOT EXISTS (
          SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')))
      UNION ALL
      SELECT format('ALTER ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE p.proowner = 10 AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      UNION ALL
      SELECT format('ALTER TYPE %s', t.oid::regtype) FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
      WHERE t.typowner = 10 AND t.typtype IN ('e', 'd', 'c') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND (t.typrelid = 0 OR EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c'))
    LOOP EXECUTE thing.change || ' OWNER TO ${serverRole}'; END LOOP;
  END $do$`

/** In the database of a home from before there was such a role. May be done again. */
export const bringOver = (password: string): string =>
  makeRole(password) + line(`ALTER DATABASE ${databaseName} OWNER TO ${serverRole}`) + line(handOver)
