import pg from 'pg';
import { connectionOf } from './attach.ts';
import type { Cluster } from './cluster.ts';

export const databaseName = 'inkling';
/** Inkling's own role: it owns its database, and may neither read files nor run programs nor make roles. */
export const roleName = 'inkling_app';

/**
 * Makes the role and the database that Inkling works with, and hands over what is not the role's yet: a data folder
 * of a version that worked as the superuser. Each step is whole or not done, and the next start makes up for it.
 */
export async function makeOwnDatabase(cluster: Cluster): Promise<void> {
  await asSuperuser(cluster, 'postgres', async (client) => {
    // Of two that come at once, the second waits and finds it made.
    await client.query('select pg_advisory_lock($1, $2)', [0x1a4b11c, 4]);
    await makeRole(client, cluster.rolePassword);
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName} owner ${roleName}`);
    await asSuperuser(cluster, databaseName, handOver);
  });
}

async function asSuperuser(
  cluster: Cluster,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connectionOf(cluster, database));
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The password is set at every start, so that a lost secret does no harm. */
async function makeRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [roleName]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(
    `${verb} role ${roleName} login nosuperuser nocreaterole nobypassrls noreplication
      password ${client.escapeLiteral(password)}`,
  );
}

/**
 * What the superuser owns in the database, each as ALTER names it. What came with an extension stays its own, and
 * what belongs to a table (its row type, its sequences, its indexes) goes with it.
 */
const superusersOwn = `
  with mine (catalog, id, home) as (
    select 'pg_namespace'::regclass, oid, oid from pg_namespace where nspowner = current_user::regrole
    union all
    select 'pg_class'::regclass, oid, relnamespace from pg_class
      where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid
            and refclassid = 'pg_class'::regclass and deptype in ('a', 'i') and relkind = 'S')
    union all
    select 'pg_proc'::regclass, oid, pronamespace from pg_proc where proowner = current_user::regrole
    union all
    select 'pg_type'::regclass, oid, typnamespace from pg_type
      where typowner = current_user::regrole
        and (typtype in ('e', 'd', 'r') or exists (select from pg_class where oid = typrelid and relkind = 'c'))
  )
  select format('alter %s %s owner to ${roleName}', it.type, it.identity) as step
  from mine
  join pg_namespace on pg_namespace.oid = home
  cross join lateral pg_identify_object(catalog, id, 0) as it
  where nspname !~ '^pg_' and nspname <> 'information_schema'
    and not exists (select from pg_depend
      where classid = catalog and objid = id and deptype = 'e')`;

async function handOver(client: pg.Client): Promise<void> {
  const owned = await client.query<{ step: string }>(superusersOwn);
  const database = await client.query(
    'select from pg_database where datname = current_database() and datdba = current_user::regrole',
  );
  const steps = owned.rows.map(({ step }) => step);
  if (database.rowCount !== 0) steps.push(`alter database ${databaseName} owner to ${roleName}`);
  if (steps.length > 0) await client.query(['begin', ...steps, 'commit'].join(';\n'));
}
